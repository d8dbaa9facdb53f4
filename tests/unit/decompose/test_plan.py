"""Plans: their shape, their limits, and that every part stands alone."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.domain.plan import Combination, Plan, Tool
from services.core.domain.question import Locale, Question, TimeRange
from services.core.domain.route import Category
from services.decompose.plan import first_plan
from tests.unit.decompose.asking import context, planned, routed


def texts(plan: Plan) -> list[str]:
    return [sub.text for sub in plan.sub_questions]


COMPARISONS = [
    (
        "Which of Halden Pumps and Brack Valves had higher revenue in FY2023, and who runs it?",
        [
            "What was the revenue of Halden Pumps in FY2023?",
            "What was the revenue of Brack Valves in FY2023?",
            "Who runs Halden Pumps?",
            "Who runs Brack Valves?",
        ],
    ),
    (
        "Did Halden Pumps or Brack Valves earn more revenue in 2023?",
        ["What was the revenue of Halden Pumps in 2023?", "What was the revenue of Brack Valves in 2023?"],
    ),
    (
        "Compare the revenue of Halden Pumps and Brack Valves last year",
        ["What was the revenue of Halden Pumps in 2023?", "What was the revenue of Brack Valves in 2023?"],
    ),
    (
        "Which was opened earlier, Leeds Works or Ulm Works?",
        ["When was Leeds Works opened?", "When was Ulm Works opened?"],
    ),
    ("Who was born first, Jane Roe or Max Mole?", ["When was Jane Roe born?", "When was Max Mole born?"]),
    (
        "Which genus has more species, Dracula or Pistacia?",
        ["How many species does Dracula have?", "How many species does Pistacia have?"],
    ),
    (
        "Which film has the director born first, Paper Harbour or Nine Lanterns?",
        [
            "Who is the director of the film Paper Harbour?",
            "When was {1} born?",
            "Who is the director of the film Nine Lanterns?",
            "When was {3} born?",
        ],
    ),
    (
        "Are Freaky Nomics and In The Realm both American documentaries?",
        ["Is Freaky Nomics an American documentary?", "Is In The Realm an American documentary?"],
    ),
    (
        "Was Halden's revenue higher in 2022 or 2023?",
        ["What was the revenue of Halden in 2022?", "What was the revenue of Halden in 2023?"],
    ),
    (
        "2023财年华澜泵业和森川阀门哪家的营业收入更高？",
        ["华澜泵业在2023财年的营业收入是多少？", "森川阀门在2023财年的营业收入是多少？"],
    ),
    ("利兹工厂和乌尔姆工厂哪个投产更早？", ["利兹工厂是什么时候投产的？", "乌尔姆工厂是什么时候投产的？"]),
    (
        "比较2021年白帆物流有限公司和2017年青鹭仪表有限公司的营业收入，谁的营业收入高一些？",
        ["白帆物流有限公司在2021年的营业收入是多少？", "青鹭仪表有限公司在2017年的营业收入是多少？"],
    ),
    (
        "华澜泵业2022年和2023年的营业收入相比如何？",
        ["华澜泵业在2022年的营业收入是多少？", "华澜泵业在2023年的营业收入是多少？"],
    ),
]


@pytest.mark.parametrize(("question", "branches"), COMPARISONS)
async def test_a_comparison_has_a_branch_for_every_thing_and_aspect(question: str, branches: list[str]) -> None:
    plan = await planned(question, Category.COMPARISON)
    assert (texts(plan), plan.combination) == (branches, Combination.COMPARE)


THINGS = [
    ("Which is more accurate, FM-31 or FM-48?", ["What is the accuracy of FM-31?", "What is the accuracy of FM-48?"]),
    ("Which pump is quieter, HX-20 or HX-30?", ["How quiet is HX-20?", "How quiet is HX-30?"]),
    ("Which is more reliable: HX-20 or HX-30?", ["How reliable is HX-20?", "How reliable is HX-30?"]),
    (
        "Which satellite was operational for longer, Kestrel Two or Lumen?",
        ["How long was Kestrel Two operational?", "How long was Lumen operational?"],
    ),
    ("How much heavier is the HX-20 than the HX-30?", ["How much does HX-20 weigh?", "How much does HX-30 weigh?"]),
    ("How much more does the HX-20 cost than the HX-30?", ["How much does HX-20 cost?", "How much does HX-30 cost?"]),
    (
        "Was Halden Pumps founded before Brack Valves?",
        ["When was Halden Pumps founded?", "When was Brack Valves founded?"],
    ),
    (
        "Are Jane Roe and Max Mole from the same country?",
        ["Which country is Jane Roe from?", "Which country is Max Mole from?"],
    ),
    (
        "Did Jane Roe and Max Mole study at the same university?",
        ["Which university did Jane Roe attend?", "Which university did Max Mole attend?"],
    ),
    ("Are both Jane Roe and Max Mole engineers?", ["Is Jane Roe an engineer?", "Is Max Mole an engineer?"]),
    (
        "Which plant was opened first and who runs it, Ulm Works or Leeds Works?",
        ["When was Ulm Works opened?", "When was Leeds Works opened?", "Who runs Ulm Works?", "Who runs Leeds Works?"],
    ),
    (
        "According to the judgment of Alder, Birch, Court and Cedar, Dogwood, Court, whose sentence is longer, "
        "A. Crane or B. Dorn?",
        [
            "According to the judgment of Alder, Birch, Court, what is the sentence of A. Crane?",
            "According to the judgment of Cedar, Dogwood, Court, what is the sentence of B. Dorn?",
        ],
    ),
    (
        "Is the CEO of Halden Pumps older than the CEO of Brack Valves?",
        [
            "Who is the CEO of Halden Pumps?",
            "When was {1} born?",
            "Who is the CEO of Brack Valves?",
            "When was {3} born?",
        ],
    ),
    (
        "Were the directors of Paper Harbour and Nine Lanterns born in the same city?",
        [
            "Who is the director of Paper Harbour?",
            "Where was {1} born?",
            "Who is the director of Nine Lanterns?",
            "Where was {3} born?",
        ],
    ),
    (
        "Did the directors of Paper Harbour (1936 film) and Nine Lanterns die in the same year?",
        [
            "Who is the director of Paper Harbour (1936 film)?",
            "When did {1} die?",
            "Who is the director of Nine Lanterns?",
            "When did {3} die?",
        ],
    ),
    ("Who died first, Jane Roe or Max Mole?", ["When did Jane Roe die?", "When did Max Mole die?"]),
    (
        "Which film was released earlier, Paper Harbour 2011 or Nine Lanterns?",
        ["When was Paper Harbour 2011 released?", "When was Nine Lanterns released?"],
    ),
    (
        "Which film was released earlier, A Day Out or Queen Of Norland?",
        ["When was A Day Out released?", "When was Queen Of Norland released?"],
    ),
    ("Which species is the most numerous, Alba or Nigra?", ["How numerous is Alba?", "How numerous is Nigra?"]),
    (
        "比较白帆物流有限公司和青鹭仪表有限公司仓储制度修订的时间，哪一家更早？",
        ["白帆物流有限公司仓储制度修订的时间是什么时候？", "青鹭仪表有限公司仓储制度修订的时间是什么时候？"],
    ),
    (
        "华澜泵业2023年的营业收入比2022年增长了多少？",
        ["华澜泵业在2023年的营业收入是多少？", "华澜泵业在2022年的营业收入是多少？"],
    ),
    (
        "华澜泵业2022年到2023年营业收入增长了百分之几？",
        ["华澜泵业在2022年的营业收入是多少？", "华澜泵业在2023年的营业收入是多少？"],
    ),
    ("青石工厂和白桦工厂哪家员工满意度更高？", ["青石工厂的员工满意度是多少？", "白桦工厂的员工满意度是多少？"]),
    ("海川640和海川820哪个更准？", ["海川640的精度是多少？", "海川820的精度是多少？"]),
    ("海川640和海川820哪个噪音更小？", ["海川640的噪音是多少？", "海川820的噪音是多少？"]),
    ("海川640比海川820贵多少？", ["海川640的价格是多少？", "海川820的价格是多少？"]),
    (
        "海川640、海川820、海川910中哪个最轻？",
        ["海川640的重量是多少？", "海川820的重量是多少？", "海川910的重量是多少？"],
    ),
    ("青石工厂和白桦工厂哪个离港口更近？", ["青石工厂离港口有多远？", "白桦工厂离港口有多远？"]),
    ("华澜泵业比森川阀门成立得早吗？", ["华澜泵业是什么时候成立的？", "森川阀门是什么时候成立的？"]),
    ("林岚和周舟是同一所大学毕业的吗？", ["林岚毕业于哪所大学？", "周舟毕业于哪所大学？"]),
    (
        "《长夜》和《远山》哪部电影的导演先去世？",
        ["《长夜》的导演是谁？", "{1}是什么时候去世的？", "《远山》的导演是谁？", "{3}是什么时候去世的？"],
    ),
    ("青石工厂和白桦工厂的年产能合计是多少？", ["青石工厂的年产能是多少？", "白桦工厂的年产能是多少？"]),
    (
        "根据雾山市红叶区仲裁委员会和雨石市青松区仲裁委员会的裁决书，葛某某和庄某某的休假时间谁更长？",
        [
            "根据雾山市红叶区仲裁委员会的裁决书，葛某某的休假时间是多久？",
            "根据雨石市青松区仲裁委员会的裁决书，庄某某的休假时间是多久？",
        ],
    ),
]


@pytest.mark.parametrize(("question", "branches"), THINGS)
async def test_each_thing_is_asked_about_in_plain_words(question: str, branches: list[str]) -> None:
    plan = await planned(question, Category.COMPARISON)
    assert (texts(plan), plan.combination) == (branches, Combination.COMPARE)


async def test_the_operands_of_a_computed_figure_are_asked_for_and_the_operation_is_named() -> None:
    plan = await planned("What was the percentage change in net sales of Acme from 2018 to 2019?", Category.COMPARISON)
    assert texts(plan) == ["What were the net sales of Acme in 2018?", "What were the net sales of Acme in 2019?"]
    assert plan.combination is Combination.COMPARE
    assert plan.reasons[0] == "it computes: percent change of net sales of Acme (2018, 2019)"
    ratio = await planned("What is the ratio of total debt to equity in 2019?", Category.COMPARISON)
    assert texts(ratio) == ["What was the total debt in 2019?", "What was the equity in 2019?"]
    assert [sub.aspect for sub in ratio.sub_questions] == ["total debt 2019", "equity 2019"]


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
