"""What `sextant eval` refuses before any work is done, and where lines go."""

from pathlib import Path

import pytest

from services.cli.commands.evaluate import evaluation
from services.cli.commands.evaluate_runs import BASELINES, Task, hinted, registered
from services.core.errors import BadInput, NotFound
from services.evaluation import baselines
from services.evaluation.questions import EvaluationQuestion
from tests.fakes.databases import CLINIC, write

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


def test_databases_are_put_where_the_tenants_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEXTANT_DATA_DIR", str(tmp_path / "data"))
    write(tmp_path / "sql" / "clinic.sqlite", CLINIC)
    assert registered(tmp_path / "sql", "evaluation") == ("clinic",)
    copied = tmp_path / "data" / "databases" / "evaluation" / "clinic.sqlite"
    assert copied.read_bytes() == (tmp_path / "sql" / "clinic.sqlite").read_bytes()


def test_a_folder_without_databases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="--sql"):
        registered(tmp_path / "nowhere", "evaluation")
    with pytest.raises(BadInput, match="--sql"):
        registered(tmp_path, "evaluation")
    questions = tmp_path / "q.jsonl"
    questions.write_text("")
    with pytest.raises(BadInput, match="--url"):
        evaluation(corpus=HERE, questions=questions, out=HERE, sql=tmp_path, url="http://127.0.0.1:1")


def test_a_question_keeps_the_hint_only_of_a_database_that_is_there() -> None:
    asked = [EvaluationQuestion("a", "How many?", database="clinic"), EvaluationQuestion("b", "Who?", database="ships")]
    assert [each.database for each in hinted(asked, ("clinic",))] == ["clinic", ""]
