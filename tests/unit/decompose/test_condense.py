"""Follow-ups are made to stand alone; what stands alone stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.domain.question import Question, Role, Turn
from services.decompose.adapters.rules import RulesCondenser
from services.decompose.ports import QuestionToCondense
from tests.unit.decompose.asking import context, routed

EN = ("What was the revenue of Halden Pumps in 2023?", "The revenue of Halden Pumps in 2023 was 12.4 million.")
ZH = ("华澜泵业2023年的营业收入是多少？", "华澜泵业2023年的营业收入为1240万元。")
CEO = ("Who is the CEO of Halden Pumps?", "Jane Roe is the CEO of Halden Pumps.")
BOSS = ("华澜泵业的总经理是谁？", "总经理是王志强。")
PLANT = ("Which plant makes the X200?", "The Leeds Works makes the X200.")
PRICE = ("What was the list price of the HX-200 in March 2023?", "120 euros")
QUARTER = ("What was Corvane's revenue in Q1 2023?", "3 million")

FOLLOW_UPS = [
    (EN, "And its net profit?", "What was the net profit of Halden Pumps in 2023?"),
    (EN, "And what was its net profit that year?", "What was the net profit of Halden Pumps in 2023?"),
    (EN, "How much net profit did it make?", "How much net profit did Halden Pumps make in 2023?"),
    (EN, "What was the net profit?", "What was the net profit of Halden Pumps in 2023?"),
    (EN, "And the year before?", "What was the revenue of Halden Pumps in 2022?"),
    (EN, "What about the previous year?", "What was the revenue of Halden Pumps in 2022?"),
    (EN, "And how much was it in the year before?", "What was the revenue of Halden Pumps in 2022?"),
    (EN, "In 2021?", "What was the revenue of Halden Pumps in 2021?"),
    (EN, "last year?", "What was the revenue of Halden Pumps last year?"),
    (EN, "Thanks. And in FY2021?", "What was the revenue of Halden Pumps in FY2021?"),
    (EN, "What about Brack Valves?", "What was the revenue of Brack Valves in 2023?"),
    (EN, "And how much was it at Brack Valves?", "What was the revenue of Brack Valves in 2023?"),
    (EN, "How about Brack Valves in the same year?", "What was the revenue of Brack Valves in 2023?"),
    (EN, "And the CEO?", "Who is the CEO of Halden Pumps?"),
    (EN, "Who is its CEO?", "Who is Halden Pumps' CEO?"),
    (EN, "Where is it headquartered?", "Where is Halden Pumps headquartered?"),
    (EN, "How many people does it employ?", "How many people does Halden Pumps employ?"),
    (CEO, "Where was she born?", "Where was Jane Roe born?"),
    (CEO, "And who was her predecessor?", "Who was Jane Roe's predecessor?"),
    (CEO, "How many people does it employ?", "How many people does Halden Pumps employ?"),
    (PLANT, "Who manages it?", "Who manages Leeds Works?"),
    (PRICE, "And the month before?", "What was the list price of the HX-200 in February 2023?"),
    (PRICE, "And in May?", "What was the list price of the HX-200 in May 2023?"),
    (PRICE, "What about the HX-300?", "What was the list price of the HX-300 in March 2023?"),
    (QUARTER, "And the quarter before?", "What was Corvane's revenue in Q4 2022?"),
    ((*EN, "And its net profit?", "1.2 million"), "And in 2022?", "What was the net profit of Halden Pumps in 2022?"),
    (ZH, "那净利润呢？", "华澜泵业2023年的净利润是多少？"),
    (ZH, "它的净利润是多少？", "华澜泵业2023年的净利润是多少？"),
    (ZH, "那它当年的净利润是多少？", "华澜泵业2023年的净利润是多少？"),
    (ZH, "净利润是多少？", "华澜泵业2023年的净利润是多少？"),
    (ZH, "那上一年呢？", "华澜泵业2022年的营业收入是多少？"),
    (ZH, "再往前一年是多少？", "华澜泵业2022年的营业收入是多少？"),
    (ZH, "2021年呢？", "华澜泵业2021年的营业收入是多少？"),
    (ZH, "去年呢？", "华澜泵业去年的营业收入是多少？"),
    (ZH, "森川阀门呢？", "森川阀门2023年的营业收入是多少？"),
    (ZH, "同一年森川阀门又是多少？", "森川阀门2023年的营业收入是多少？"),
    (ZH, "那上海呢？", "上海2023年的营业收入是多少？"),
    (ZH, "其总经理是谁？", "华澜泵业的总经理是谁？"),
    (ZH, "该公司有多少员工？", "华澜泵业有多少员工？"),
    (BOSS, "他是哪里人？", "王志强是哪里人？"),
]
ALONE = [
    (EN, "What is the refund policy?"),
    (EN, "When did Apple release its first phone?"),
    (EN, "And what was the revenue of Brack Valves in 2022?"),
    (EN, "Is it possible to work from abroad?"),
    (ZH, "年假有几天？"),
    (ZH, "谢谢"),
    (EN, "Thanks!"),
    (EN, "Is the other warehouse open?"),
    ((), "And its net profit?"),
    ((), "那净利润呢？"),
    (("hello", "Hi!"), "And the year before?"),
]


async def condensed(turns: tuple[str, ...], text: str) -> tuple[str, bool]:
    question = routed(text, *turns)
    result = await RulesCondenser().condense(QuestionToCondense(context(), question))
    assert result.question.original == text
    return result.question.text, result.changed


@pytest.mark.parametrize(("turns", "text", "whole"), FOLLOW_UPS)
async def test_a_follow_up_is_made_whole(turns: tuple[str, ...], text: str, whole: str) -> None:
    assert await condensed(turns, text) == (whole, True)


@pytest.mark.parametrize(("turns", "text"), ALONE)
async def test_a_question_that_stands_alone_or_on_nothing_is_left_as_it_is(turns: tuple[str, ...], text: str) -> None:
    assert await condensed(turns, text) == (text, False)


async def test_what_the_person_wrote_is_kept() -> None:
    question = Question("And in 2022?", "and in 2022??", "", (Turn(Role.USER, EN[0]),))
    result = await RulesCondenser().condense(QuestionToCondense(context(), question))
    assert (result.question.original, result.question.language) == ("and in 2022??", "en")


CHOICE = ("Which is more accurate, the FM-31 or the FM-48?", "The FM-48 is more accurate: 0.2 % against 0.5 %.")
CHOICE_ZH = ("海川640和海川820哪个更准？", "海川820更准。")
MADE = ("X20由哪家工厂生产？", "由乌尔姆工厂生产。")
LEAVE = ("How many days of annual leave do employees get?", "25 days.")
LEAVE_ZH = ("年假有几天？", "10天。")
WARRANTY = ("What is the warranty of the HX-20?", "Two years.")
CLAIM = ("How do I file a travel expense claim?", "Use the portal within 30 days.")
BACK = [
    (CHOICE, "What about the other one?", "What is the accuracy of FM-31?"),
    (CHOICE, "How much does the other one cost?", "How much does FM-31 cost?"),
    (CHOICE, "what does it weigh?", "what does FM-48 weigh?"),
    (CHOICE_ZH, "那另一个呢？", "海川640的精度是多少？"),
    (CHOICE_ZH, "另一个多少钱？", "海川640多少钱？"),
    (EN, "How does that compare?", "What was the change in the revenue of Halden Pumps from 2022 to 2023?"),
    (EN, "how does that compare to 2020?", "What was the change in the revenue of Halden Pumps from 2020 to 2023?"),
    (EN, "How does it compare to Brack Valves?", "How do Halden Pumps and Brack Valves compare in revenue in 2023?"),
    (ZH, "和森川阀门比呢？", "华澜泵业和森川阀门2023年的营业收入相比如何？"),
    (ZH, "与上一年相比如何？", "华澜泵业2022年和2023年的营业收入相比如何？"),
    (WARRANTY, "Is it the same for the HX-30?", "What is the warranty of the HX-30?"),
    (LEAVE, "And part-time staff?", "How many days of annual leave do part-time staff get?"),
    (LEAVE_ZH, "试用期员工也有吗？", "试用期员工的年假有几天？"),
    (LEAVE_ZH, "病假呢？", "病假有几天？"),
    (LEAVE_ZH, "可以结转吗？", "可以结转吗（年假）？"),
    (LEAVE, "can they carry it over?", "can they carry it over (days annual leave employees)?"),
    (CLAIM, "what if I lost the receipt?", "what if I lost the receipt (file travel expense claim)?"),
    (CLAIM, "Which is the easiest?", "Which is the easiest (file travel expense claim)?"),
    (CEO, "Since when?", "Since when is it that Jane Roe is the CEO of Halden Pumps?"),
    (CEO, "why?", "Why is it that Jane Roe is the CEO of Halden Pumps?"),
    (BOSS, "为什么？", "为什么总经理是王志强？"),
    (MADE, "厂长是谁？", "乌尔姆工厂的厂长是谁？"),
    ((*EN, "I am in Leeds, by the way.", "Noted."), "And in 2021?", "What was the revenue of Halden Pumps in 2021?"),
]


@pytest.mark.parametrize(("turns", "text", "whole"), BACK)
async def test_a_reference_to_what_was_said_is_resolved(turns: tuple[str, ...], text: str, whole: str) -> None:
    assert await condensed(turns, text) == (whole, True)


@given(st.lists(st.text(max_size=80), max_size=5), st.text(max_size=80))
async def test_any_conversation_is_taken(turns: list[str], text: str) -> None:
    whole, changed = await condensed(tuple(turns), text)
    assert changed == (whole != text)


async def test_a_huge_conversation_is_taken() -> None:
    assert (await condensed(("x " * 40_000, "y " * 40_000, *EN), "And its net profit?"))[1]
