"""An evaluation asks each question once, whatever happens meanwhile, and shows the system nothing but the question."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from services.core.errors import BadInput, InjectionLike
from services.evaluation.questions import read_questions
from services.evaluation.run import evaluate

ANSWER: dict[str, Any] = {
    "answer": "Ada.[1]",
    "short_answer": "Ada",
    "abstained": False,
    "conflict": False,
    "citations": [{"external_id": "p1"}, {"external_id": "p1"}],
    "retrieved": [{"external_id": "p2"}, {"external_id": "p1"}, {"external_id": ""}],
    "route": {"category": "factual", "path": "fast"},
    "confidence": {"score": 0.9},
    "plan": {"sub_questions": [{"text": "who"}]},
    "usage": {"steps": 8},
    "degraded": [],
}
QUESTIONS = [
    {"id": "a", "question": "谁?", "answers": ["secret"], "history": [{"role": "user", "content": "hi"}]},
    {"id": "b", "question": "where?", "category": "factual"},
]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"\n".join(orjson.dumps(question) for question in QUESTIONS))
    return path


async def run(questions: Path, out: Path, *, refused: str = "") -> list[Any]:
    bodies: list[Any] = []

    async def ask(body: Any) -> Any:
        bodies.append(body)
        if body["question"] == refused:
            raise InjectionLike("no")
        return ANSWER

    await evaluate(read_questions(questions), ask, out, on_line=lambda _: None)
    return bodies


def test_of_a_database_only_the_name_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    sql = {"db": "sql/clinic.sqlite", "gold_sql": ["SELECT 1"], "gold_rows": [[4]]}
    path.write_bytes(orjson.dumps({"id": "a", "question": "How many?", "sql": sql}))
    assert read_questions(path)[0].body == {"question": "How many?", "history": [], "database": "clinic"}


async def test_a_line_a_question_and_no_answer_field_is_ever_shown(questions: Path, tmp_path: Path) -> None:
    bodies = await run(questions, tmp_path / "out.jsonl")
    assert bodies[0] == {"question": "谁?", "history": [{"role": "user", "text": "hi"}]}
    lines = [orjson.loads(line) for line in (tmp_path / "out.jsonl").read_bytes().splitlines()]
    assert [line["id"] for line in lines] == ["a", "b"]
    assert (lines[0]["cited_ids"], lines[0]["retrieved_ids"]) == (["p1"], ["p2", "p1"])


async def test_a_killed_evaluation_goes_on_where_it_was(questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    await run(questions, out)
    whole = out.read_bytes()
    out.write_bytes(whole[: whole.index(b"\n") + 20])
    bodies = await run(questions, out)
    assert [body["question"] for body in bodies] == ["where?"]
    assert [orjson.loads(line)["id"] for line in out.read_bytes().splitlines()] == ["a", "b"]


async def test_a_refused_question_counts_and_does_not_stop_the_rest(questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    await run(questions, out, refused="谁?")
    first, second = (orjson.loads(line) for line in out.read_bytes().splitlines())
    assert first["error"] == "injection_like"
    assert not first["abstained"]
    assert second["id"] == "b"


def test_a_line_that_is_no_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text('{"id": "a", "question": "x"}\n{"id": "b"}\n')
    with pytest.raises(BadInput, match="line 2"):
        read_questions(path)
