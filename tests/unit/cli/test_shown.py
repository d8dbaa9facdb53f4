"""What people see of runs, searches and this machine."""

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from services.cli.commands.ask import moment, turns
from services.cli.commands.runs import list_runs
from services.cli.diagnosis import diagnose
from services.cli.output import counted, table
from services.cli.show.answer import show_answer
from services.cli.show.found import show_found
from services.cli.show.progress import Progress
from services.core.errors import BadInput, NotFound
from services.core.settings import SharedSettings


def printed(show: Any, *arguments: Any, width: int = 100, **more: Any) -> str:
    screen = Console(file=io.StringIO(), width=width, markup=False)
    show(screen, *arguments, **more)
    return str(screen.file.getvalue())  # type: ignore[attr-defined]


def answer(**changed: Any) -> dict[str, Any]:
    known = {
        "answer": "Ada.", "abstained": False, "conflict": False, "citations": [], "contradictions": [],
        "unconfirmed": [], "degraded": [], "confidence": {"score": 0.9, "label": "high"}, "timings": {"route": 1.0},
        "route": {"category": "factual", "path": "deep"}, "usage": {"searches": 1, "steps": 1}, "run_id": "0123456789",
    }  # fmt: skip
    return known | changed


def test_one_of_a_thing_is_not_said_in_the_plural() -> None:
    assert "1 search, 1 step," in printed(show_answer, answer())
    assert "2 searches, 0 steps," in printed(show_answer, answer(usage={"searches": 2}))
    assert [counted(n, "passage") for n in (0, 1, 2)] == ["0 passages", "1 passage", "2 passages"]


def test_a_degraded_answer_says_how_to_have_it_done_again() -> None:
    said = printed(show_answer, answer(degraded=["index_unavailable"]))
    assert "sextant runs resume 01234567" in said


def test_a_finding_gets_no_tick_before_its_claims_are_checked() -> None:
    progress = Progress()
    progress.take("finding.made", {"question": "谁?", "answer": "Ada"})
    assert not any("✓" in line.plain for line in progress.lines)
    progress.take("answer.checked", {"verdicts": {"supported": 1, "unsupported": 1}})
    assert progress.lines[-1].plain == "✗ checked: 1 supported, 1 unsupported"
    progress.take("answer.checked", {"verdicts": {"supported": 2}})
    assert progress.lines[-1].plain == "✓ checked: 2 supported"
    progress.take("answer.checked", {"verdicts": {}})
    assert progress.lines[-1].plain == "· checked: no claims"


def test_an_id_is_never_broken_over_lines() -> None:
    shown = table("", "id", "question")
    shown.add_row("0123456789abcdef" * 2, "谁批准了扩建？" * 20)
    assert "0123456789abcdef" * 2 in printed(lambda screen: screen.print(shown), width=60)


def evidence(fate: str, *, name: str = "p1", relevance: float = 0.5, fused: float = 0.03) -> dict[str, Any]:
    hits = [
        {"leg": "keyword", "query": "产能", "rank": 3, "score": 7.25},
        {"leg": "vector", "query": "产能", "rank": 1, "score": 0.871},
    ]
    passage = {"id": name, "title": f"Title {name}", "section": "产能", "page": 2, "text": "24,100 units"}
    scores = {"relevance": relevance, "fused": fused, "similarity": 0.871}
    return {"passage": passage, "hits": hits, "fate": fate, "sentences": [], **scores}


def found(*kept: dict[str, Any], dropped: tuple[dict[str, Any], ...] = (), **more: Any) -> dict[str, Any]:
    facts = {"strategy": "hybrid", "strategy_reason": "both", "profile": "general@1", "degraded": [], "notice": ""}
    return facts | {"evidence": list(kept), "dropped": list(dropped)} | more


def test_an_explained_search_says_legs_ranks_scores_and_fates() -> None:
    gone = (
        evidence("below_floor", name="far", relevance=0.0, fused=0.001),
        evidence("duplicate_of:p1", name="twin", relevance=0.4),
    )
    said = printed(show_found, found(evidence("kept"), dropped=gone), explain=True)
    assert "rerank 0.500 · fused 0.0300 · cosine 0.871 · kept" in said
    assert "keyword rank 3 (7.250), vector rank 1 (0.871)" in said
    assert "went: says the same as 1." in said
    assert "not reranked · fused 0.0010" in said
    assert "too far from the question" in said
    assert said.index("twin") < said.index("far"), "what was nearest to staying comes first"


def test_a_search_that_is_not_explained_shows_passages_only() -> None:
    said = printed(show_found, found(evidence("kept"), dropped=(evidence("filtered", name="x"),)), explain=False)
    assert "24,100 units" in said
    assert "rank" not in said
    assert "Title x" not in said


def test_a_search_of_nothing_says_what_to_do() -> None:
    assert "Nothing found." in printed(show_found, found(), explain=False)
    said = printed(show_found, found(notice="There are no documents yet. Run `sextant ingest <folder>`."), explain=True)
    assert "sextant ingest <folder>" in said
    assert "Nothing found" not in said


@pytest.mark.parametrize("said", ["yesterday", "昨天", "2024-13-01", "now", "😀"])
def test_a_clock_that_is_no_time_is_refused_with_how_to_write_one(said: str) -> None:
    with pytest.raises(BadInput, match=r"--now: .*2024-05-04T09:30"):
        moment(said)


@pytest.mark.parametrize("said", ["", "2024-05-04", "2024-05-04T09:30:00+02:00", "2024-05-04T09:30"])
def test_a_clock_is_passed_on_as_it_was_given(said: str) -> None:
    assert moment(said) == said


def test_a_history_that_is_not_there_is_said_with_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"no file .*turns\.json.*\"role\""):
        turns(tmp_path / "turns.json")
    with pytest.raises(BadInput, match="no JSON list"):
        turns(tmp_path)


def test_what_is_right_gets_no_advice_and_the_data_directory_is_said_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    checks = asyncio.run(diagnose(SharedSettings(data_dir=Path(".data"))))
    assert all(not check.advice for check in checks if check.right)
    assert all(check.advice for check in checks if not check.right)
    folder = next(check for check in checks if check.name == "data directory")
    assert str(tmp_path / ".data") in folder.found
    assert "SEXTANT_DATA_DIR" in folder.found
    absolute = asyncio.run(diagnose(SharedSettings(data_dir=tmp_path)))
    assert "SEXTANT_DATA_DIR" not in next(check for check in absolute if check.name == "data directory").found


def test_a_list_of_runs_shows_ids_that_can_be_pasted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = "0123456789abcdef" * 2
    row = {"id": key, "status": "degraded", "question": "谁批准了扩建？" * 9, "created": None, "attempt": 1}
    monkeypatch.setattr("services.cli.commands.runs.talk", lambda *_: {"runs": [row], "cursor": ""})
    monkeypatch.setenv("COLUMNS", "80")
    list_runs()
    assert f"{key[:8]} " in capsys.readouterr().out


def test_a_query_is_shown_with_how_the_question_was_read() -> None:
    progress = Progress()
    read = "'visits' is read as visit; ambiguous: 'ward' as ward.floor would be as near"
    sql = "SELECT COUNT(*) FROM visit"
    asked = {"strategy": "sql", "strategy_reason": read, "question": "How many?", "queries": [sql], "passages": [{}]}
    progress.take("search.done", asked)
    lines = [line.plain for line in progress.lines]
    assert sql in lines[0]
    assert any("ambiguous" in line for line in lines[1:])
