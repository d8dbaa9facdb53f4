"""What `sextant eval` refuses before any work is done, and where lines go."""

from pathlib import Path

import pytest

from services.cli.commands.evaluate import evaluation
from services.cli.commands.evaluate_runs import BASELINES, Task
from services.core.errors import BadInput, NotFound
from services.evaluation import baselines

HERE = Path("nowhere")


def test_an_unknown_baseline_is_named_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="oracle; there are naive and hybrid"):
        evaluation(corpus=HERE, questions=HERE, out=HERE, baseline=["naive", "oracle"])


@pytest.mark.parametrize("more", [{"baseline": ["naive"]}, {"retrieval_only": True}])
def test_what_opens_the_indexes_cannot_be_asked_of_another_gateway(more: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="--url"):
        evaluation(corpus=HERE, questions=HERE, out=HERE, url="http://127.0.0.1:1", **more)  # type: ignore[arg-type]


def test_questions_that_are_not_there_are_named() -> None:
    with pytest.raises(NotFound, match="nowhere"):
        evaluation(corpus=HERE, questions=HERE, out=HERE)


def test_a_baselines_lines_go_beside() -> None:
    task = Task((), Path("a") / "p.jsonl", "t", "general")
    assert task.beside("naive") == Path("a") / "p.naive.jsonl"
    assert set(BASELINES) == set(baselines.BASELINES)
