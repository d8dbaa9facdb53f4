"""Weights are learnt from the half they may be learnt from, and only where they help."""

from pathlib import Path

import orjson
import pytest

from services.evaluation.fit_profile import Case, Weighing, cases_of, fitted, main, report
from services.evaluation.gold import Gold
from services.retrieval.profile import Profiles

GENERAL = Profiles.packaged().get("general")


def gold(number: int) -> Gold:
    return Gold(f"q{number}", "?", "en", "factual", "answer", evidence=(frozenset({"right"}),), license="MIT")


def line(*rows: tuple[str, float, float]) -> dict[str, object]:
    """Candidates with a score of words and a cosine; the reranker gave all the same."""
    return {"candidates": [[name, words, cosine, 0.5, 0.5, "kept"] for name, words, cosine in rows]}


def cases(words: bool) -> list[Case]:
    """Twenty questions that one leg ranks right and the other ranks last of twelve."""
    others = [(f"n{n}", 5.0 if words else 9.0, 0.95 if words else 0.80) for n in range(11)]
    right = ("right", 9.0, 0.78) if words else ("right", 1.0, 0.95)
    lines = {f"q{n}": line(right, *others) for n in range(20)}
    return cases_of([gold(n) for n in range(20)], lines, GENERAL)


@pytest.mark.parametrize("words", [True, False])
def test_the_leg_that_is_right_gets_the_weight(words: bool) -> None:
    best = fitted(cases(words))
    assert (best.keyword > 0.5) is words
    assert cases(words)[0].measures(best)["mrr@10"] >= 0.2


def test_what_was_not_judged_or_has_no_evidence_is_no_case() -> None:
    rows = {"candidates": [["right", 1.0, 0.9, 0.5, 0.5, "below_floor"]]}
    assert cases_of([gold(1)], {"q1": rows}, GENERAL)[0].candidates == ()
    assert cases_of([Gold("q1", "?", "en", "factual", "abstain")], {"q1": rows}, GENERAL) == []
    assert cases_of([gold(1)], {}, GENERAL) == []


def test_both_halves_are_reported() -> None:
    told = report(cases(True), {"now": Weighing(0.5, 0.5)})
    assert "even" in told
    assert "odd" in told


def test_the_command_says_what_it_learnt_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "q.jsonl"
    fields = {"question": "?", "category": "factual", "evidence_groups": [["right"]], "license": "MIT"}
    questions.write_bytes(b"".join(orjson.dumps({"id": f"q{n}", **fields}) + b"\n" for n in range(6)))
    lines = tmp_path / "lines.jsonl"
    rows = [{"id": f"q{n}", **line(("right", 2.0, 0.9), ("other", 1.0, 0.8))} for n in range(6)]
    lines.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    assert main([str(lines), "--questions", str(questions)]) == 0
    assert f"{GENERAL.label}, fitted on {sum(gold(n).even for n in range(6))} questions" in capsys.readouterr().out
