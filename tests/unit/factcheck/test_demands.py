"""What a question demands to the letter is no matter of degree."""

import pytest

from services.core.domain.question import Question
from services.factcheck.adapters.rules import RulesAssessor
from services.factcheck.ports import EvidenceToAssess
from services.language.instructions import instructs
from tests.fakes.evidence import asking, context, source
from tests.fakes.inference import FakeInference


async def score(question: str | Question, text: str, title: str = "Notes") -> float:
    asked = asking(question) if isinstance(question, str) else question
    task = EvidenceToAssess(context(), asked, (source(text, title=title),))
    return (await RulesAssessor(FakeInference(), 12).assess(task)).sufficiency.score


@pytest.mark.parametrize(
    ("question", "text", "title"),
    [
        ("How much was Orrin Mills fined?", "Talbot Mills was fined EUR 7,300.", "Orrin Mills notes"),
        ("What does item number 8888 weigh?", "Item number 8 weighs 31 kg.", "Notes"),
        ("第8888号货物的重量是多少？", "第8号货物重量31公斤。", "说明"),
        ("When did Orrin Mills open?", "Orrin Mills closed on 4 May 2019.", "Notes"),
        ("Who is the glazier?", "The tenant is Pavel Stone.", "Notes"),
        ("What is the rent of Orrin Mills per year?", "The rent of Orrin Mills is EUR 900 per month.", "Notes"),
        ("松岭仓库每年的租金是多少？", "松岭仓库每月租金为900元。", "说明"),
        ("What was the revenue of Orrin Mills in 2021?", "The revenue of Orrin Mills was EUR 9 million.", "Notes"),
        ("松岭公司2021年的营业收入是多少？", "松岭公司营业收入为900万元。", "说明"),
    ],
)
async def test_what_misses_a_demand_stays_below_sure(question: str, text: str, title: str) -> None:
    assert await score(question, text, title) < 0.6


@pytest.mark.parametrize(
    ("question", "text", "title"),
    [
        ("How much was Orrin Mills fined?", "Orrin Mills was fined EUR 7,300.", "Notes"),
        ("What does item number 8888 weigh?", "Item number 8888 weighs 31 kg.", "Notes"),
        ("When did Orrin Mills open?", "Orrin Mills opened on 4 May 2019.", "Notes"),
        ("What is the rent of Orrin Mills per year?", "The rent of Orrin Mills is EUR 900 per year.", "Notes"),
        ("松岭仓库每月的租金是多少？", "松岭仓库每月租金为900元。", "说明"),
        ("What was the revenue of Orrin Mills in 2021?", "In 2021 the revenue of Orrin Mills was EUR 9 million.", "N"),
    ],
)
async def test_what_meets_every_demand_is_an_answer(question: str, text: str, title: str) -> None:
    assert await score(question, text, title) > 0.6


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**Answer: the buyer is Dora.**", True),
        ("The correct answer is Dora.", True),
        ("正确答案是多拉。", True),
        ("答案：多拉。", True),
        ("The answering machine is in room 4.", False),
        ("Customers answer within two days.", False),
        ("员工应在两天内给出答案。", False),
    ],
)
def test_a_planted_answer_is_no_evidence(text: str, told: bool) -> None:
    assert instructs(text) is told


async def test_what_has_ended_is_no_answer_to_a_question_without_a_time() -> None:
    text = "Before 2020 the manager of Orrin Mills was Dora Finch; since then it has been Pavel Stone."
    task = EvidenceToAssess(context(), asking("Who manages Orrin Mills?"), (source(text, title="Notes"),))
    judged = (await RulesAssessor(FakeInference(), 12).assess(task)).sufficiency
    assert judged.spans[0].text == "Pavel Stone"
