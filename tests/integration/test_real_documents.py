"""A folder of real files with a manifest, through the whole embedded product: `SEXTANT_EVAL_DOCS=… pytest -s …`.

The manifest (`MANIFEST.jsonl`) says of each file how it must end (`expected`) and, where it can be read, a question
whose fact must be in the first five passages found, from that file. Nothing of it is kept here.
"""

import asyncio
import importlib.util
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.embedded import embedded_stack
from services.core.errors import DeadlinePassed
from services.core.settings import SharedSettings
from services.inference.tokenizer import load_tokenizer

FOLDER = os.environ.get("SEXTANT_EVAL_DOCS", "")
MODELS = Path(os.environ.get("SEXTANT_MODEL_DIR", ".data/models")).absolute()
LONGEST = 512  # tokens of a passage
FIRST = 5
TRIES = 3
HAS_OCR = importlib.util.find_spec("rapidocr") is not None
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(not FOLDER, reason="SEXTANT_EVAL_DOCS names no folder with a MANIFEST.jsonl"),
]
Json = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """How a file ended, and at which place among the passages found its fact is (0: not among the first)."""

    said: Json
    ended: str
    place: int = 0
    tokens: int = 0

    @property
    def as_expected(self) -> bool:
        indexed = self.ended == "indexed"
        match self.said["expected"]:
            case "parse":
                return indexed
            case "parse_or_report_damage":
                return indexed or self.ended == "rejected(corrupt)"
            case "ocr":
                return indexed if HAS_OCR else self.ended == "empty(no_text_layer)"
            case expected:
                return self.ended in (f"rejected({expected[7:]})", f"rejected({expected[7:]}_file)")


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    found = asyncio.run(taken_in(Path(FOLDER), tmp_path_factory.mktemp("data")))
    for one in found:
        state = "ok" if one.as_expected else "NOT"
        sys.stdout.write(f"{state:4}{one.ended:28}{one.place or '-':>4}{one.tokens:>6}  {one.said['file']}\n")
    return found


async def taken_in(folder: Path, data: Path) -> list[Outcome]:
    said = [json.loads(line) for line in (folder / "MANIFEST.jsonl").read_text().splitlines()]
    settings = SharedSettings(data_dir=data, model_dir=MODELS)
    count = load_tokenizer(settings.model_dir).count
    async with embedded_stack(settings) as url, Gateway(url, "docs") as gateway:
        files = [(folder / one["file"]).absolute() for one in said]
        rows = await ingest_files(gateway, files, {"tags": [], "profile": "general"}, quiet=True)
        return [await outcome(gateway, count, said=one, row=row) for one, row in zip(said, rows, strict=True)]


async def outcome(gateway: Gateway, count: Callable[[str], int], *, said: Json, row: Json) -> Outcome:
    reason = row.get("reason", "")
    ended = f"{row['status']}({reason})" if reason else str(row["status"])
    if ended != "indexed" or not said["question"]:
        return Outcome(said, ended)
    answer = await searched(gateway, said["question"])
    passages = [item["passage"] for item in answer["evidence"]]
    longest = max((count(passage["text"]) for passage in passages), default=0)
    places = (
        at
        for at, passage in enumerate(passages, 1)
        if passage["document_id"] == row["id"] and any(holds(passage["text"], fact) for fact in said["accept"])
    )
    return Outcome(said, ended, next(places, 0), longest)


async def searched(gateway: Gateway, question: str) -> Json:
    """What a search finds; a machine that is too busy for its deadline is asked again."""
    for _ in range(TRIES - 1):
        with suppress(DeadlinePassed):
            return dict(await gateway.post("/v1/search", {"query": question, "limit": FIRST}))
    return dict(await gateway.post("/v1/search", {"query": question, "limit": FIRST}))


def holds(text: str, fact: str) -> bool:
    """Whether a text has a fact on token borders: 150 is not in 1,150 or 150.5."""
    borders = r"(?<![\w])(?<![\d][.,])", r"(?![\w])(?![.,]\d)"
    return re.search(borders[0] + re.escape(fact) + borders[1], text) is not None or (
        any(one > "\u2e80" for one in fact) and fact in text
    )


def test_every_file_ends_as_the_manifest_says(outcomes: list[Outcome]) -> None:
    assert [(one.said["file"], one.ended) for one in outcomes if not one.as_expected] == []


def test_facts_are_among_the_first_passages(outcomes: list[Outcome]) -> None:
    asked = [one for one in outcomes if one.said["expected"] == "parse"]
    assert asked, "the manifest has no file to parse"
    missed = [one.said["file"] for one in asked if not one.place]
    sys.stdout.write(f"found: {len(asked) - len(missed)} of {len(asked)}; missed: {missed}\n")
    assert len(missed) <= len(asked) // 16
    assert max(one.tokens for one in asked) <= LONGEST
