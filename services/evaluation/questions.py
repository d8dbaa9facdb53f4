"""Questions to measure with."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from services.core.errors import BadInput, NotFound

Json = Any  # dict, list, str, int, float, bool or None


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """What the system under test may see of a question, and the id that its prediction is filed under."""

    id: str
    text: str
    history: tuple[tuple[str, str], ...] = ()
    database: str = ""

    @property
    def body(self) -> Json:
        """The question as the gateway takes it."""
        turns = [{"role": role, "text": text} for role, text in self.history]
        hint = {"database": self.database} if self.database else {}
        return {"question": self.text, "history": turns, **hint}


def read_questions(path: Path) -> list[EvaluationQuestion]:
    """The questions of a JSONL file (`id`, `question`, `history` of `role` and `content`, and of `sql` the
    `db`, whose name is a hint); other fields are not read.

    Raises NotFound, and BadInput that names the line.
    """
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError as error:
        raise NotFound(f"There is no file {path}.", path=path) from error
    return list(_parsed(path, lines))


def _database(known: Json) -> str:
    """ "sql/clinic.sqlite" is the database clinic."""
    return Path(str((known.get("sql") or {}).get("db") or "")).stem


def _parsed(path: Path, lines: list[bytes]) -> Iterator[EvaluationQuestion]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            known = orjson.loads(line)
            turns = tuple((turn["role"], turn["content"]) for turn in known.get("history") or ())
            yield EvaluationQuestion(str(known["id"]), known["question"], turns, _database(known))
        except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"{path}, line {number}: not a question with id and question ({error}).") from error
