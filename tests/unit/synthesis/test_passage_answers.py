"""Answers of a few sentences: the best of the passages that are about it, in order, with their citations."""

import pytest

from services.core.domain.answer import Draft
from services.core.domain.finding import Finding, Span, Sufficiency
from services.core.domain.passage import Evidence
from services.core.domain.plan import Combination, Plan, SubQuestion
from services.core.domain.question import Question, Role, Turn
from services.core.domain.route import Category, Path, Route
from services.synthesis.adapters.rules import RulesWriter
from services.synthesis.ports import AnswerToWrite
from tests.fakes.evidence import context, source
from tests.fakes.inference import FakeInference

RENEW = "How do I renew a mooring permit?"
OFFICE = (
    "The harbour office opens at nine. To renew a mooring permit, bring the old permit and proof of insurance."
    " A renewed mooring permit is posted within a week."
)
FEES = "Renewing a permit for a mooring costs forty crowns. Visitors pay by the night."
SOUP = "The canteen serves soup at noon. On Fridays there is fish."


def told(question: str, *evidence: Evidence, scores: tuple[float, ...], number: int = 1) -> Finding:
    """A finding that rests on whole passages."""
    spans = tuple(
        Span(each.passage.id, 0, each.passage.text.find(".") + 1, each.passage.text.split(".")[0] + ".", score)
        for each, score in zip(evidence, scores, strict=False)
    )
    best = max(scores, default=0.1)
    return Finding(number, question, spans[0].text if spans else None, Sufficiency(best, spans=spans), evidence)


async def write(question: Question, *findings: Finding, how: Combination = Combination.SINGLE) -> Draft:
    subs = tuple(SubQuestion(each.sub_question_id, each.question) for each in findings)
    route = Route(Category.FACTUAL, Path.FAST)
    task = AnswerToWrite(context(), question, route, Plan(subs, how), findings, ())
    parts = [part async for part in RulesWriter(FakeInference()).write(task)]
    assert isinstance(parts[-1], Draft)
    return parts[-1]


async def test_sentences_of_the_passages_that_are_about_it_come_in_reading_order() -> None:
    finding = told(RENEW, source(OFFICE, "a"), source(FEES, "b"), source(SOUP, "c"), scores=(0.9, 0.8, 0.3))
    draft = await write(Question(RENEW, language="en"), finding)
    texts = [sentence.text for sentence in draft.sentences]
    assert texts.index("To renew a mooring permit, bring the old permit and proof of insurance.") < texts.index(
        "A renewed mooring permit is posted within a week."
    )
    assert "Renewing a permit for a mooring costs forty crowns." in texts
    assert "soup" not in draft.text
    assert all(sentence.citations for sentence in draft.sentences)
    assert len(texts) == len(set(texts)) <= 6


async def test_what_is_not_about_it_is_not_told() -> None:
    assert (await write(Question(RENEW, language="en"), told(RENEW, source(SOUP), scores=(0.4,)))).abstained


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Dogs can be carried on the ferry. The ferry is yellow.", "Yes"),
        ("Dogs cannot be carried on the ferry. The ferry is yellow.", "No"),
    ],
)
async def test_yes_or_no_comes_first_where_a_sentence_says_it(text: str, short: str) -> None:
    asked = "Can dogs be carried on the ferry?"
    question = Question(asked, language="en", history=(Turn(Role.USER, "What is the ferry like?"),))
    draft = await write(question, told(asked, source(text), scores=(0.9,)))
    assert draft.short_answer == short
    assert "The ferry is yellow." in draft.text


async def test_the_parts_of_a_question_are_told_one_after_the_other() -> None:
    one, other = "How do I renew a mooring permit?", "How do I book a berth?"
    berth = "To book a berth, call the pier master. A berth is booked for a night."
    draft = await write(
        Question(f"{one[:-1]} and how do I book a berth?", language="en"),
        told(one, source(OFFICE, "a"), scores=(0.9,), number=1),
        told(other, source(berth, "b"), scores=(0.9,), number=2),
        how=Combination.COLLECT,
    )
    assert draft.text.index("renew a mooring permit") < draft.text.index("To book a berth")
    assert {citation.passage_id for citation in draft.citations} == {"p-a", "p-b"}
