"""Prediction files become figures, side by side."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from services.core.errors import BadInput, NotFound
from services.evaluation.gold import Gold, read_gold
from services.evaluation.markdown import markdown
from services.evaluation.plots import draw
from services.evaluation.report import Report, compare, read_system

QUESTIONS: list[dict[str, Any]] = [
    {"id": "a", "question": "who?", "lang": "en", "category": "factual", "answer_groups": [["Ada"]], "license": "MIT",
     "evidence_groups": [["p1"]]},
    {"id": "b", "question": "谁？", "lang": "zh", "category": "multi_hop", "answer_groups": [["王芳"]],
     "evidence_groups": [["p2"], ["p3"]], "license": "CC BY-NC-SA 4.0"},
    {"id": "c", "question": "when?", "lang": "en", "category": "unanswerable", "expected": "abstain"},
]  # fmt: skip
GOOD: list[dict[str, Any]] = [
    {
        "id": "a",
        "answer": "Ada",
        "cited_ids": ["p1"],
        "retrieved_ids": ["p1"],
        "seconds": 1.0,
        "confidence": 0.9,
        "usage": {"read": 2},
    },
    {
        "id": "b",
        "answer": "王芳",
        "cited_ids": ["p2"],
        "retrieved_ids": ["p2"],
        "seconds": 3.0,
        "confidence": 0.6,
        "usage": {"read": 4},
    },
    {"id": "c", "answer": "", "abstained": True, "seconds": 2.0, "confidence": 0.1},
]
POOR: list[dict[str, Any]] = [
    {"id": "a", "answer": "Bob", "seconds": 0.1},
    {"id": "c", "answer": "1912", "error": "internal"},
]
SEARCHED: list[dict[str, Any]] = [
    {"id": "a", "retrieved_ids": ["p1"], "rankings": {"words": ["p9", "p1"], "fused": ["p1"]}, "seconds": 0.2}
]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    return path


@pytest.fixture
def golds(tmp_path: Path) -> list[Gold]:
    return read_gold(write(tmp_path / "questions.jsonl", QUESTIONS))


@pytest.fixture
def report(golds: list[Gold], tmp_path: Path) -> Report:
    files: dict[str, list[dict[str, Any]]] = {"good": GOOD, "poor": POOR, "searched": SEARCHED}
    return compare(golds, [read_system(write(tmp_path / f"{name}.jsonl", rows)) for name, rows in files.items()])


def test_each_system_has_its_figures_by_group(report: Report) -> None:
    good = report.figures[0]
    groups = {group.name: group for group in good.groups}
    assert groups["all"].measures["accuracy"].mean == 1
    assert groups["multi_hop"].measures["citation"].mean == 0
    assert (groups["even half"].n + groups["odd half"].n, groups["lang:zh"].n, groups["commercial licence"].n) == (
        3,
        1,
        2,
    )
    assert (good.seconds["p50"], good.calls) == (2.0, {"read": 2.0})
    assert good.reliability is not None
    assert good.reliability.n == 2


def test_what_is_missing_or_failed_counts_as_wrong(report: Report) -> None:
    poor = report.figures[1]
    assert (poor.missing, poor.failed, poor.groups[0].measures["accuracy"].mean) == (1, 1, 0)
    assert report.gaps["good - poor"].mean == 1


def test_retrieval_alone_is_measured_by_ranking(report: Report) -> None:
    searched = report.figures[2]
    assert "accuracy" not in searched.groups[0].measures
    assert searched.rankings["words"][0].measures["mrr@10"].mean == 0.25
    assert searched.rankings["fused"][0].measures["mrr@10"].mean == 0.5


def test_the_report_is_written_with_pictures(report: Report, tmp_path: Path) -> None:
    drawn = draw(report, tmp_path)
    assert drawn == ["accuracy.png", "recall.png", "reliability.png"]
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in drawn)
    text = markdown(report, drawn)
    assert "| good | 1.000 [1.00, 1.00]" in text
    assert "![recall.png](recall.png)" in text
    assert orjson.loads(orjson.dumps(report.plain()))["questions"] == 3


def test_files_that_are_none_are_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"none\.jsonl"):
        read_system(tmp_path / "none.jsonl")
    with pytest.raises(NotFound, match=r"none\.jsonl"):
        read_gold(tmp_path / "none.jsonl")
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"id": "a"\n')
    with pytest.raises(BadInput, match="broken"):
        read_system(broken)
    with pytest.raises(BadInput, match="line 1"):
        read_gold(broken)
