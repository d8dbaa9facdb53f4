"""Plans of comparisons and computed figures: one branch for each thing and aspect, one for each operand."""

import pytest

from services.core.domain.plan import Combination
from services.core.domain.route import Category
from tests.unit.decompose.asking import planned, texts

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
        ["华澜泵业2022年的营业收入是多少？", "华澜泵业2023年的营业收入是多少？"],
    ),
    (
        "华澜泵业2022年到2023年营业收入增长了百分之几？",
        ["华澜泵业2022年的营业收入是多少？", "华澜泵业2023年的营业收入是多少？"],
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
