"""Answers from the rows of a query, written and checked by the real rules."""

import pytest

from services.core.domain.answer import AnswerSentence, Check, Citation, Draft, Verdict
from services.core.domain.finding import Finding, Span, Sufficiency
from services.core.domain.passage import Evidence, Passage
from services.core.domain.plan import Combination, Plan, SubQuestion, Tool
from services.core.domain.route import Category, Path, Route
from services.factcheck.adapters.rules import RulesChecker, RulesComparer
from services.factcheck.ports import DraftToCheck, FindingsToCompare
from services.language.query_results import Cell, result_of, written
from services.synthesis.adapters.rules import RulesWriter
from services.synthesis.ports import AnswerToWrite
from tests.fakes.evidence import asking, context
from tests.fakes.inference import FakeInference

QUESTION = "How many visits did each doctor have?"
PAIRS: list[tuple[Cell, ...]] = [("Imre Solt", 4), ("Vera Tamm", 2)]


def found(question: str, columns: list[str], rows: list[tuple[Cell, ...]]) -> Finding:
    result = result_of("clinic", ("visit", "doctor"), "SELECT 1", columns=columns, rows=rows, cut=False)
    text = written(result)
    passage = Passage(
        "sql-1", "database:clinic", "database:clinic", "clinic", "SQL", 0, text, None, "en", 0, len(result.short)
    )
    span = Span("sql-1", 0, len(result.short), result.short, 0.95)
    return Finding(1, question, result.short, Sufficiency(0.95, spans=(span,)), (Evidence(passage, relevance=0.95),))


async def written_from(question: str, columns: list[str], rows: list[tuple[Cell, ...]]) -> tuple[Draft, Check]:
    finding = found(question, columns, rows)
    plan = Plan((SubQuestion(1, question, tool=Tool.SQL),), Combination.SINGLE)
    task = AnswerToWrite(context(), asking(question), Route(Category.AGGREGATE, Path.DEEP), plan, (finding,), ())
    parts = [part async for part in RulesWriter(FakeInference()).write(task)]
    draft = parts[-1]
    assert isinstance(draft, Draft)
    return draft, await checked(question, draft, finding)


async def checked(question: str, draft: Draft, finding: Finding) -> Check:
    return await RulesChecker(FakeInference(), 3).check(
        DraftToCheck(context(), asking(question), draft, (finding,), ())
    )


async def test_one_value_is_the_whole_short_answer() -> None:
    draft, check = await written_from("How many visits were there?", ["n"], [(8,)])
    assert draft.short_answer == "8"
    assert draft.text.startswith("8.[1]")
    assert "SELECT 1" in draft.citations[0].quote
    assert [claim.verdict for claim in check.claims] == [Verdict.SUPPORTED]
    assert check.confidence.label == "high"


async def test_every_row_is_told_and_checked() -> None:
    draft, check = await written_from(QUESTION, ["full_name", "number_of_visit"], PAIRS)
    assert draft.short_answer == "Imre Solt: 4; Vera Tamm: 2"
    assert [claim.verdict for claim in check.claims] == [Verdict.SUPPORTED] * 2


async def test_many_rows_are_all_in_the_answer_and_the_short_answer_stays_short() -> None:
    rows: list[tuple[Cell, ...]] = [(f"Patient {number}",) for number in range(1, 41)]
    draft, _ = await written_from("Which patients were there?", ["name"], rows)
    assert len(draft.short_answer.split()) <= 20
    assert "Patient 40" in draft.text


async def test_no_row_is_an_answer_too() -> None:
    draft, check = await written_from("Which doctors have no visit?", ["full_name"], [])
    assert (draft.short_answer, draft.abstained) == ("No row matches", False)
    assert [claim.verdict for claim in check.claims] == [Verdict.SUPPORTED]


async def test_a_chinese_question_is_answered_with_chinese_words_around_the_values() -> None:
    draft, _ = await written_from("每位医生有多少次就诊？", ["full_name", "number_of_visit"], PAIRS)
    assert "查询" in draft.text


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("Imre Solt: 4", Verdict.SUPPORTED),
        ("Imre Solt had 4 visits", Verdict.SUPPORTED),
        ("Imre Solt: 5", Verdict.UNSUPPORTED),
        ("Imre Solt: 2", Verdict.UNSUPPORTED),
        ("Vera Tamm had 4 visits", Verdict.UNSUPPORTED),
        ("Olu Adeyi: 4", Verdict.UNSUPPORTED),
        ("Imre Solt had 4 visits and resigned", Verdict.UNSUPPORTED),
    ],
)
async def test_a_claim_must_stand_in_one_row(said: str, verdict: Verdict) -> None:
    finding = found(QUESTION, ["full_name", "number_of_visit"], PAIRS)
    citation = Citation(1, "sql-1", "database:clinic", "", "clinic", "SQL", 0, "")
    draft = Draft((AnswerSentence(said, (1,), "answer"),), said, abstained=False, citations=(citation,))
    check = await checked("How many visits had each doctor?", draft, finding)
    assert [claim.verdict for claim in check.claims] == [verdict]


async def test_rows_of_one_query_do_not_disagree() -> None:
    finding = found(QUESTION, ["full_name", "number_of_visit"], PAIRS)
    told = await RulesComparer().compare(FindingsToCompare(context(), asking(QUESTION), (finding,)))
    assert told.contradictions == ()
