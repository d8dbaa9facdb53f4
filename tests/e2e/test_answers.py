"""Documents in, checked and cited answers out, all in one process over real engines and models."""

import pytest

from services.cli import asking
from services.cli.client import Gateway

pytestmark = pytest.mark.timeout(600)


async def test_answers_are_right_cited_and_honest(gateway: Gateway) -> None:
    answer = await asking.ask(gateway, {"question": "How many containers did the port of Velmora handle in 2023?"})
    assert "412,000" in answer["short_answer"]
    assert [citation["title"] for citation in answer["citations"]] == ["Harbour report 2023"]
    assert answer["confidence"]["label"] in ("high", "medium")

    chinese = await asking.ask(gateway, {"question": "维尔莫拉港2023年有多少员工？"})
    assert "1250" in chinese["short_answer"]

    unknown = await asking.ask(gateway, {"question": "How many cranes does the port of Velmora own?"})
    assert unknown["abstained"]
    assert unknown["short_answer"] == ""
    assert not unknown["citations"]


async def test_a_chain_goes_through_two_documents(gateway: Gateway) -> None:
    answer = await asking.ask(gateway, {"question": "Where was the director of the port of Velmora born?"})
    assert "Tarrow" in answer["short_answer"]
    assert {citation["title"] for citation in answer["citations"]} >= {"Harbour report 2023"}


async def test_the_same_question_ten_times_gives_the_same_answer(gateway: Gateway) -> None:
    question = {"question": "When does the ferry to Ostrel leave?"}
    answers = {(await asking.ask(gateway, question))["answer"] for _ in range(10)}
    assert len(answers) == 1
    assert "7:40" in answers.pop()
