"""Questions that a passage answers: as sure as it is about what is asked."""

import pytest

from services.core.domain.finding import Sufficiency
from services.core.domain.passage import Evidence
from services.factcheck.adapters.rules import RulesAssessor
from services.factcheck.ports import EvidenceToAssess
from tests.fakes.evidence import asking, context, source
from tests.fakes.inference import FakeInference

RENEW = "How do I renew a mooring permit?"
OFFICE = (
    "The harbour office opens at nine. To renew a mooring permit, bring the old permit and proof of insurance to the"
    " office. Cards are accepted."
)


async def assess(question: str, *evidence: Evidence) -> Sufficiency:
    task = EvidenceToAssess(context(), asking(question), evidence)
    return (await RulesAssessor(FakeInference(), 12).assess(task)).sufficiency


async def test_the_sentence_to_begin_with_has_the_words_of_the_question() -> None:
    judged = await assess(RENEW, source(OFFICE))
    assert judged.score >= 0.8
    assert judged.spans[0].text.startswith("To renew a mooring permit")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (RENEW, "The canteen serves soup at noon. On Fridays there is fish, and the terrace is open in summer."),
        ("How do I renew a permit at Corran Point?", OFFICE),
        ("云湖公司采取了哪些应对措施来减少噪音？", "青石工厂食堂中午供应热汤，周五有鱼。夏天露台开放。"),
    ],
)
async def test_what_is_about_something_else_does_not_answer(question: str, text: str) -> None:
    assert (await assess(question, source(text, relevance=0.3))).score < 0.6


async def test_what_is_asked_for_in_general_need_not_be_said() -> None:
    text = "Brindle Yarn is kept dry. Brindle Yarn must not lie in the sun."
    question = "What are some good practices for Brindle Yarn do you recommend?"
    assert (await assess(question, source(text, relevance=0.5))).score >= 0.6
