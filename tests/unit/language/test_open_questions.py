"""Questions that want a few sentences, and those that want a value."""

import pytest

from services.language.open_questions import wants_passage


@pytest.mark.parametrize(
    "question",
    [
        "How do I renew a mooring permit?",
        "how can we keep the pumps from freezing",
        "What are some good practices for storing yarn?",
        "What should employees do when the alarm sounds?",
        "Can I carry over unused leave?",
        "Is it worth insuring a rowing boat?",
        "Describe the approval of invoices.",
        "What happens if a delivery is late?",
        "What are the pros and cons of leasing?",
        "云湖公司采取了哪些措施来减少噪音？",
        "如何申请停车位？",
        "我可以提前离岗吗？",
        "请介绍青石工厂的安全流程",
    ],
)
def test_how_to_advice_and_descriptions_want_a_passage(question: str) -> None:
    assert wants_passage(question)


@pytest.mark.parametrize(
    "question",
    [
        "How many moorings are there?",
        "How much does a permit cost?",
        "How did Ann Roe die?",
        "How has the revenue of Brindle Yarn changed over time?",
        "Why was the mill closed?",
        "Who manages the mill?",
        "What is the capital of the county?",
        "Is the mill certified?",
        "云湖公司有多少员工？",
        "收入如何变化？",
        "谁负责安全？",
    ],
)
def test_values_reasons_and_courses_do_not(question: str) -> None:
    assert not wants_passage(question)
