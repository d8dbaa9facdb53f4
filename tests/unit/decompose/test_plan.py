"""Plans: their shape, their limits, and that every part stands alone."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.domain.plan import Combination, Tool
from services.core.domain.question import Locale, Question, TimeRange
from services.core.domain.route import Category
from services.decompose.plan import first_plan
from tests.unit.decompose.asking import context, planned, routed, texts

CHAINS = [
    ("Who manages the plant where the X200 is made?", ["At which plant is the X200 made?", "Who manages {1}?"]),
    (
        "Who is the haulier for the city of the plant that makes the X200?",
        ["Which plant makes the X200?", "In which city is {1}?", "Who is the haulier for {2}?"],
    ),
    ("When was Acme's founder born?", ["Who is Acme's founder?", "When was {1} born?"]),
    ("生产X200的工厂的厂长是谁", ["生产X200的工厂是哪家？", "{1}的厂长是谁？"]),
    ("华澜泵业的创始人的出生地", ["华澜泵业的创始人是谁？", "{1}的出生地是哪里？"]),
    (
        "组装X200的工厂所在城市由哪家承运商提货？",
        ["组装X200的工厂是哪家？", "{1}位于哪个城市？", "{2}由哪家承运商提货？"],
    ),
]


@pytest.mark.parametrize(("question", "links"), CHAINS)
async def test_a_chain_is_unrolled_innermost_first(question: str, links: list[str]) -> None:
    plan = await planned(question, Category.MULTI_HOP)
    assert (texts(plan), plan.combination) == (links, Combination.CHAIN)
    assert [sub.depends_on for sub in plan.sub_questions] == [(), *((number,) for number in range(1, len(links)))]


LISTS = [
    ("Who founded Acme Pumps, and when was it sold?", ["Who founded Acme Pumps?", "When was Acme Pumps sold?"]),
    ("Who is the CEO of Acme Pumps and where was he born?", ["Who is the CEO of Acme Pumps?", "Where was {1} born?"]),
    (
        "What were the revenue and net profit of Acme Pumps in 2023?",
        ["What was the revenue of Acme Pumps in 2023?", "What was the net profit of Acme Pumps in 2023?"],
    ),
    ("华澜泵业什么时候成立，现在的总经理是谁？", ["华澜泵业什么时候成立？", "华澜泵业现在的总经理是谁？"]),
    ("《长夜》的导演和编剧是谁？", ["《长夜》的导演是谁？", "《长夜》的编剧是谁？"]),
    (
        "Who manages the plant where the X200 is made, and when was it opened?",
        ["At which plant is the X200 made?", "Who manages {1}?", "When was {1} opened?"],
    ),
]


REFERENTS = [
    (
        "Which plant makes the KV-31, who runs it, and when was it opened?",
        ["Which plant makes the KV-31?", "Who runs {1}?", "When was {1} opened?"],
    ),
    (
        "Which model replaced the HX-20 and what does it cost?",
        ["Which model replaced the HX-20?", "What does {1} cost?"],
    ),
    (
        "Which supplier delivers the housings, and when does its contract expire?",
        ["Which supplier delivers the housings?", "When does {1}'s contract expire?"],
    ),
    (
        "Which city is Halden Pumps based in, and who is its CEO?",
        ["Which city is Halden Pumps based in?", "Who is Halden Pumps' CEO?"],
    ),
    (
        "Which city is Halden Pumps based in, and who is its mayor?",
        ["Which city is Halden Pumps based in?", "Who is {1}'s mayor?"],
    ),
    (
        "Where is Halden Pumps based, and how many people live there?",
        ["Where is Halden Pumps based?", "How many people live in {1}?"],
    ),
    ("X20由哪家工厂生产，其厂长是谁？", ["X20由哪家工厂生产？", "{1}的厂长是谁？"]),
    ("X20由哪家工厂生产，厂长是谁？", ["X20由哪家工厂生产？", "{1}的厂长是谁？"]),
    ("X20由哪家工厂组装，它位于哪个城市？", ["X20由哪家工厂组装？", "{1}位于哪个城市？"]),
    ("哪家供应商提供密封圈，该供应商的合同什么时候到期？", ["哪家供应商提供密封圈？", "{1}的合同什么时候到期？"]),
    ("青石工厂的厂长是谁，工厂有多少员工？", ["青石工厂的厂长是谁？", "青石工厂有多少员工？"]),
    ("林岚逃税多少钱，被罚了多少钱", ["林岚逃税多少钱？", "林岚被罚了多少钱？"]),
    ("青石工厂的年产能是多少，投产是什么时候？", ["青石工厂的年产能是多少？", "青石工厂投产是什么时候？"]),
    ("出差住酒店每晚最多报销多少，餐费每天多少？", ["出差住酒店每晚最多报销多少？", "餐费每天多少？"]),
]


@pytest.mark.parametrize(("question", "parts"), REFERENTS)
async def test_a_pronoun_means_what_the_question_before_it_asks_for(question: str, parts: list[str]) -> None:
    plan = await planned(question, Category.MULTI_HOP)
    assert (texts(plan), plan.combination) == (parts, Combination.COLLECT)
    assert all(set(sub.placeholders) == set(sub.depends_on) for sub in plan.sub_questions)


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("Which plant makes the KV-31, and who runs it?", ["Which plant makes the KV-31", "who runs it"]),
        ("X20由哪家工厂生产，其厂长是谁？", ["X20由哪家工厂生产", "其厂长是谁"]),
        (
            "Who manages the plant that makes the KV-31 and when did he join?",
            ["the plant that makes the KV-31", "Who manages the plant that makes the KV-31", "when did he join"],
        ),
        ("青石工厂的年产能是多少，投产是什么时候？", ["青石工厂的年产能是多少", "青石工厂投产是什么时候"]),
    ],
)
async def test_a_part_is_called_by_words_that_people_can_read(question: str, called: list[str]) -> None:
    plan = await planned(question, Category.MULTI_HOP)
    assert [sub.aspect for sub in plan.sub_questions] == called


@pytest.mark.parametrize(
    ("question", "category", "called"),
    [
        (
            "Why did Halden Pumps' revenue fall in 2023?",
            Category.ANALYTICAL,
            ["Why did Halden Pumps' revenue fall in 2023", "revenue 2023", "reasons"],
        ),
        (
            "华澜泵业2023年营业收入为什么下降？",
            Category.ANALYTICAL,
            ["华澜泵业2023年营业收入为什么下降", "2023年营业收入", "原因"],
        ),
        (
            "Which film has the director who died first, Paper Harbour or Nine Lanterns?",
            Category.COMPARISON,
            [
                "Paper Harbour: director",
                "Paper Harbour: date of death",
                "Nine Lanterns: director",
                "Nine Lanterns: date of death",
            ],
        ),
    ],
)
async def test_no_label_is_an_inner_word(question: str, category: Category, called: list[str]) -> None:
    plan = await planned(question, category)
    assert [sub.aspect for sub in plan.sub_questions] == called


async def test_why_is_asked_for_in_words_that_can_be_searched() -> None:
    plan = await planned("Why did Halden Pumps' revenue fall in 2023?", Category.ANALYTICAL)
    assert texts(plan)[2] == "For what reasons did Halden Pumps' revenue fall in 2023?"


@pytest.mark.parametrize(("question", "parts"), LISTS)
async def test_several_questions_are_collected_and_each_stands_alone(question: str, parts: list[str]) -> None:
    plan = await planned(question, Category.MULTI_HOP)
    assert (texts(plan), plan.combination) == (parts, Combination.COLLECT)


async def test_the_same_asked_of_several_things_is_collected() -> None:
    plan = await planned("A公司和B公司2023年的净利润分别是多少？", Category.MULTI_HOP)
    assert texts(plan) == ["A公司2023年的净利润是多少？", "B公司2023年的净利润是多少？"]
    assert plan.combination is Combination.COLLECT


async def test_an_analytical_question_is_asked_itself_then_by_aspects() -> None:
    plan = await planned(
        "How has the headcount of Tilbrook Castings developed over the last three years?", Category.ANALYTICAL
    )
    assert plan.sub_questions[0].text.startswith("How has the headcount of Tilbrook Castings developed")
    assert "(May 2021 to May 2024)" in plan.sub_questions[0].text
    assert "What was the headcount of Tilbrook Castings in 2023?" in texts(plan)
    why = await planned("青禾泵业2022年毛利率为什么下降？", Category.ANALYTICAL)
    assert "青禾泵业在2022年的毛利率是多少？" in texts(why)
    assert any("原因" in text for text in texts(why))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What was the revenue of Acme last quarter?", "What was the revenue of Acme in Q1 2024?"),
        ("Last quarter, how much revenue did Acme report?", "In Q1 2024, how much revenue did Acme report?"),
        ("What was the price of the HX-200 in the last month?", None),
        ("上月HX-200的出厂价是多少？", "2024年4月HX-200的出厂价是多少？"),
        ("What was the revenue of Acme in March 2023?", "What was the revenue of Acme in March 2023?"),
        ("Is smoking allowed?", "Is smoking allowed?"),
    ],
)
async def test_a_relative_time_is_said_absolutely_and_the_rest_is_left(question: str, text: str | None) -> None:
    plan = await planned(question, Category.TEMPORAL)
    assert plan.combination is Combination.SINGLE
    assert len(plan.sub_questions) == 1
    assert text is None or texts(plan) == [text]


def test_a_quarter_of_another_fiscal_year_says_its_months() -> None:
    time = TimeRange(date(2024, 1, 1), date(2024, 3, 31), "last quarter", relative=True)
    question = Question("What was revenue last quarter?", language="en", time_ranges=(time,))
    plan = first_plan(question, context(Locale("UTC", 4)), Category.TEMPORAL, most=5)
    assert plan.sub_questions[0].text == "What was revenue in Q4 FY2024 (January 2024 to March 2024)?"


async def test_what_is_too_much_is_cut_by_priority_and_named() -> None:
    question = "Which of A Corp, B Corp and C Corp had the highest revenue and net profit in 2023?"
    plan = await planned(question, Category.COMPARISON)
    assert len(plan.sub_questions) == 5
    assert plan.dropped == ("What was the net profit of C Corp in 2023?",)
    assert any("cut" in reason for reason in plan.reasons)
    assert len((await planned(question, Category.COMPARISON, most=2)).sub_questions) == 2


async def test_a_chain_that_does_not_fit_is_asked_as_a_whole() -> None:
    question = "Who is the haulier for the city of the plant that makes the X200?"
    plan = await planned(question, Category.MULTI_HOP, most=2)
    assert (texts(plan), plan.combination) == ([question], Combination.SINGLE)


async def test_documents_are_the_tool_when_nothing_else_is_there() -> None:
    plan = await planned("How many orders over 100 euros were placed?", Category.AGGREGATE)
    assert [sub.tool for sub in plan.sub_questions] == [Tool.DOCUMENTS]


ENGLISH = (
    "Who runs|the plant that makes|the X200|Acme Pumps|and|or|which is higher,|revenue of|in 2023|?|the founder of"
)
CHINESE = "生产|X200|的工厂|的厂长|和|哪家|更高|是谁|，|它|2022年|、|{1}|{99}"
PIECES = f"{ENGLISH}|{CHINESE}".split("|")
QUESTIONS = st.one_of(
    st.text(min_size=1, max_size=120), st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map(" ".join)
)


@given(QUESTIONS, st.sampled_from(list(Category)), st.integers(1, 5))
async def test_every_plan_is_a_small_graph_whose_placeholders_are_its_dependencies(
    text: str, category: Category, most: int
) -> None:
    plan = await planned(text, category, most)
    assert len(plan.sub_questions) <= most
    ids = [sub.id for sub in plan.sub_questions]
    assert ids == list(range(1, len(ids) + 1))
    assert sum(len(level) for level in plan.levels()) == len(ids)
    for sub in plan.sub_questions:
        assert set(sub.placeholders) <= set(sub.depends_on)
        assert all(number < sub.id for number in sub.depends_on)
        assert 0 < sub.priority <= 1


async def test_a_question_of_the_longest_kind_is_planned() -> None:
    plan = await planned("Which plant makes the pump and who runs the plant? " * 390, Category.MULTI_HOP)
    assert 1 <= len(plan.sub_questions) <= 5


def test_a_question_is_planned_the_same_way_every_time() -> None:
    question = routed("Compare the revenue of Halden Pumps and Brack Valves in 2023")
    assert first_plan(question, context(), Category.COMPARISON, most=5) == first_plan(
        question, context(), Category.COMPARISON, most=5
    )
