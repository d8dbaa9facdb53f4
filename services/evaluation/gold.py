"""Questions with what is expected of an answer. The system under test never sees these fields."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from services.core.errors import BadInput, NotFound

Json = Any  # dict, list, str, int, float, bool or None
Groups = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Number:
    """An expected number in units of `scale` ("", percent, thousand, million, billion); `tolerance` is relative."""

    value: float
    scale: str = ""
    tolerance: float = 0.01


@dataclass(frozen=True, slots=True)
class Gold:
    """A question's expectations. Of every group of answers or passages one member is needed."""

    id: str
    question: str
    language: str
    category: str
    expected: str
    answers: tuple[tuple[str, ...], ...] = ()
    evidence: Groups = ()
    number: Number | None = None
    withheld: tuple[str, ...] = ()
    license: str = ""

    @property
    def even(self) -> bool:
        """Whether it belongs to the half that may be learned from: SHA-1 of its id is even."""
        return int(hashlib.sha1(self.id.encode(), usedforsecurity=False).hexdigest(), 16) % 2 == 0

    @property
    def commercial(self) -> bool:
        """Whether its licence allows commercial use."""
        terms = self.license.upper().replace("-", " ").split()
        return "NC" not in terms

    @property
    def long_form(self) -> bool:
        """Whether the whole answer is judged, and not only what opens it."""
        return self.category in ("analytical", "multi_turn")


def read_gold(path: Path) -> list[Gold]:
    """Questions of a JSONL file with their expectations. Raises NotFound, and BadInput that names the line."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError as error:
        raise NotFound(f"There is no file {path}.", path=path) from error
    return [_gold(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def _gold(path: Path, number: int, line: bytes) -> Gold:
    try:
        row = orjson.loads(line)
        return Gold(
            id=str(row["id"]),
            question=row["question"],
            language=row.get("lang", ""),
            category=row.get("category", ""),
            expected=row.get("expected", "answer"),
            answers=tuple(tuple(map(str, group)) for group in row.get("answer_groups") or ()),
            evidence=tuple(frozenset(group) for group in row.get("evidence_groups") or ()),
            number=_number(row.get("numeric")),
            withheld=_texts(row.get("withheld_answer")),
            license=row.get("license", ""),
        )
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(f"{path}, line {number}: not a question with expectations ({error}).") from error


def _number(row: Mapping[str, Json] | None) -> Number | None:
    if not row:
        return None
    return Number(float(row["value"]), row.get("scale") or "", float(row.get("rel_tol", 0.01)))


def _texts(value: Json) -> tuple[str, ...]:
    if not value:
        return ()
    return (value,) if isinstance(value, str) else tuple(map(str, value))
