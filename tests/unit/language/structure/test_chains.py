"""Descriptions in questions are found innermost first, in both languages, and plain questions hold none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.structure.chains import chain_of

NESTED = [
    ("Who manages the plant where the X200 is made?", ["the plant where the X200 is made"], "Who manages {1}"),
    ("In which city is the plant that makes the X200?", ["the plant that makes the X200"], "In which city is {1}"),
    ("When was the company that makes the X200 founded?", ["the company that makes the X200"], "When was {1} founded"),
    (
        "When did the director of the film that won the Golden Reel die?",
        ["the film that won the Golden Reel", "the director of {1}"],
        "When did {2} die",
    ),
    (
        "Who is the haulier for the city of the plant that makes the X200?",
        ["the plant that makes the X200", "the city of {1}"],
        "Who is the haulier for {2}",
    ),
    (
        "What is the birthplace of the founder of Acme Pumps?",
        ["the founder of Acme Pumps"],
        "What is the birthplace of {1}",
    ),
    ("When was Acme's founder born?", ["Acme's founder"], "When was {1} born"),
    (
        "In which country is the company founded by Jane Roe based?",
        ["the company founded by Jane Roe"],
        "In which country is {1} based",
    ),
    ("who is the wife of the founder of acme", ["the founder of acme"], "who is the wife of {1}"),
    (
        "The X200 is assembled at one of our works. Who is its plant manager?",
        ["the works at which The X200 is assembled"],
        "Who is the plant manager of {1}",
    ),
    (
        "The X200 is assembled at one of our works. Who collects freight from the city it stands in?",
        ["the works at which The X200 is assembled", "the city {1} stands in"],
        "Who collects freight from {2}",
    ),
    (
        "Where is the works that assembles the X200? I need the city.",
        ["the works that assembles the X200"],
        "In which city is {1}",
    ),
    (
        "Who is the wife of the founder of Aldric, Count of Vellmar?",
        ["the founder of Aldric, Count of Vellmar"],
        "Who is the wife of {1}",
    ),
    (
        "Who is the maternal grandfather of Aldric, Count of Vellmar?",
        ["the mother of Aldric, Count of Vellmar"],
        "Who is the father of {1}",
    ),
    ("Who is Halden Pumps' founder's wife?", ["Halden Pumps' founder"], "Who is {1}'s wife"),
    ("Who is the CEO of Halden Pumps's purchaser?", ["Halden Pumps's purchaser"], "Who is the CEO of {1}"),
    (
        "Who is the sister of the writer of film Left, Right, Around?",
        ["the writer of film Left, Right, Around"],
        "Who is the sister of {1}",
    ),
    (
        "Where was the place of death of Jane Roe's husband?",
        ["Jane Roe's husband"],
        "Where was the place of death of {1}",
    ),
    (
        "When was the office that managed Project BAK 12 abolished?",
        ["the office that managed Project BAK 12"],
        "When was {1} abolished",
    ),
    (
        "Which town is in the county where the state where QXRT can be found is located?",
        ["the state where QXRT can be found", "the county where {1} is located"],
        "Which town is in {2}",
    ),
    (
        "Where was the singer of Hungry Hearts from the film Paper Harbour born?",
        ["the singer of Hungry Hearts from the film Paper Harbour"],
        "Where was {1} born",
    ),
    (
        "Who paints the sister of There Rings the Bell's writer?",
        ["There Rings the Bell's writer", "the sister of {1}"],
        "Who paints {2}",
    ),
    (
        "Who paid the author of The Last Word on the Trumpet against a Choir?",
        ["the author of The Last Word on the Trumpet against a Choir"],
        "Who paid {1}",
    ),
    (
        "Which city owns the museum that shows the Jane P. Roe Archive?",
        ["the museum that shows the Jane P. Roe Archive"],
        "Which city owns {1}",
    ),
    ("Which country Arvo Tamm's wife is from?", ["Arvo Tamm's wife"], "Which country is {1} from"),
    (
        "What nationality of the company that printed Northern Atlas?",
        ["the company that printed Northern Atlas"],
        "What is the nationality of {1}",
    ),
    (
        "Which yard does the Managing Director of the oldest steel mill in Norway oversee?",
        ["the oldest steel mill in Norway", "the Managing Director of {1}"],
        "Which yard does {2} oversee",
    ),
    (
        "Who edited the book The Story written by the author of Cold Harbour?",
        ["the author of Cold Harbour"],
        "Who edited the book The Story written by {1}",
    ),
    (
        "How many people live in the place of birth of the inventor of the Blue Lantern?",
        ["the inventor of the Blue Lantern", "the place of birth of {1}"],
        "How many people live in {2}",
    ),
    (
        "How many children learn the language commonly spoken in the district with the tallest tower?",
        ["the district with the tallest tower", "the language commonly spoken in {1}"],
        "How many children learn {2}",
    ),
    (
        "In which region is situated the town that borders the capital of the country that won the Regatta?",
        ["the country that won the Regatta", "the capital of {1}", "the town that borders {2}"],
        "In which region is {3} situated",
    ),
    (
        "Which river flows through the birth city of the painter of Nachtbild?",
        ["the painter of Nachtbild", "the birth city of {1}"],
        "Which river flows through {2}",
    ),
    (
        "When did the company that Jane Roe worked for go bankrupt?",
        ["the company that Jane Roe worked for"],
        "When did {1} go bankrupt",
    ),
    (
        "Which university did the inventor of the Kestrel valve attend?",
        ["the inventor of the Kestrel valve"],
        "Which university did {1} attend",
    ),
    (
        "Who sings Home Alone with the Country Song (Shake It) performer?",
        ["the Country Song (Shake It) performer"],
        "Who sings Home Alone with {1}",
    ),
    (
        "What is the province where the hometown of the editor of Nine Lanterns lies?",
        ["the editor of Nine Lanterns", "the hometown of {1}"],
        "What is the province where {2} lies",
    ),
    ("生产X200的工厂的厂长是谁？", ["生产X200的工厂"], "{1}的厂长是谁"),
    ("生产X200的那家工厂由谁担任厂长？", ["生产X200的那家工厂"], "{1}由谁担任厂长"),
    ("X200的组装工厂，厂长是哪位？", ["X200的组装工厂"], "{1}的厂长是哪位"),
    ("请问负责组装X200的工厂厂长是谁？", ["负责组装X200的工厂"], "{1}的厂长是谁"),
    ("组装X200的工厂所在城市由哪家承运商提货？", ["组装X200的工厂", "{1}所在城市"], "{2}由哪家承运商提货"),
    ("X200是在哪个城市的工厂组装的？", ["组装X200的工厂"], "{1}在哪个城市"),
    ("谁是生产X200的工厂的厂长？", ["生产X200的工厂"], "{1}的厂长是谁"),
    ("华澜泵业的创始人的出生地", ["华澜泵业的创始人"], "{1}的出生地"),
    ("收购了生产X200的公司的集团的总裁是谁", ["生产X200的公司", "收购了{1}的集团"], "{2}的总裁是谁"),
    ("2010年获得金奖的电影的导演是谁", ["2010年获得金奖的电影"], "{1}的导演是谁"),
    ("起草框架协议的律师的邮箱是什么？", ["起草框架协议的律师"], "{1}的邮箱是什么"),
    ("《长夜》作者的妻子是谁？", ["《长夜》的作者"], "{1}的妻子是谁"),
    ("青石工厂厂长的邮箱是什么？", ["青石工厂的厂长"], "{1}的邮箱是什么"),
    ("华澜泵业总部所在城市的人口是多少？", ["华澜泵业的总部", "{1}所在城市"], "{2}的人口是多少"),
    ("林岚毕业的大学在哪个城市？", ["林岚毕业的大学"], "{1}在哪个城市"),
    ("为华澜泵业供应密封圈的公司是哪一年成立的？", ["为华澜泵业供应密封圈的公司"], "{1}是哪一年成立的"),
    ("年产能最大的工厂的厂长是谁？", ["年产能最大的工厂"], "{1}的厂长是谁"),
    ("负责华东地区的销售经理的电话是多少？", ["负责华东地区的销售经理"], "{1}的电话是多少"),
    ("收购华澜泵业的集团的总部在哪里？", ["收购华澜泵业的集团"], "{1}的总部在哪里"),
    ("X200由我们的一家工厂组装。它的厂长是谁？", ["组装X200的工厂"], "{1}的厂长是谁"),
]
PLAIN = [
    "Who is the CEO of Acme Pumps?",
    "What was the revenue of Acme Pumps in 2023?",
    "What is the capital of the state of California?",
    "Who is the person that founded Acme?",
    "Which company was the supplier of seal rings for Acme Pumps in May 2022?",
    "Where is the headquarters of Tilbrook Castings?",
    "Who is the current plant manager of the Emden works?",
    "Who was the mayor of Vellmar from 2003 to 2015?",
    "Who is the Paper Harbour director?",
    "What does the policy say about employees who leave?",
    "华澜泵业的总经理是谁？",
    "华澜泵业2023年的营业收入是多少？",
    "华澜泵业的总部在哪里？",
    "销售经理的电话是多少？",
    "最高的温度是多少？",
    "在2022年3月，谁是华澜泵业的总经理？",
    "生产X200的工厂是哪家",
    "蓝天旅游有限公司的营业收入的增长率是多少",
    "《长夜》的导演和编剧是谁？",
    "2024年一季度，销售额最高的城市是哪个",
    "概括承运方的主要义务",
    "who is widely regarded as the father of the water turbine?",
    "What is known as the capital of the north?",
    "",
    "😀",
]


@pytest.mark.parametrize(("question", "descriptions", "rest"), NESTED)
def test_descriptions_are_unrolled_innermost_first(question: str, descriptions: list[str], rest: str) -> None:
    chain = chain_of(question)
    assert chain is not None
    assert ([each.text for each in chain.descriptions], chain.question) == (descriptions, rest)


@pytest.mark.parametrize("question", PLAIN)
def test_a_question_about_something_named_is_no_chain(question: str) -> None:
    assert chain_of(question) is None


@pytest.mark.parametrize(
    ("question", "lead", "described"),
    [
        (
            "According to the ruling of Alder, Birch, Court, who is the lawyer of the man who sold the pumps?",
            "According to the ruling of Alder, Birch, Court",
            ["the man who sold the pumps"],
        ),
        ("根据雾山市法院的判决书，生产X200的工厂的厂长是谁？", "根据雾山市法院的判决书", ["生产X200的工厂"]),
    ],
)
def test_a_source_that_is_named_first_is_kept_apart(question: str, lead: str, described: list[str]) -> None:
    chain = chain_of(question)
    assert chain is not None
    assert (chain.lead, [each.text for each in chain.descriptions]) == (lead, described)


@given(st.text(max_size=300))
def test_any_text_is_taken(text: str) -> None:
    chain = chain_of(text)
    assert chain is None or 1 <= len(chain.descriptions) <= 4


def test_the_longest_question_that_is_read_is_read_quickly() -> None:
    chain = chain_of("Who runs " + "the plant that makes the pump of " * 29)
    assert chain is None or len(chain.descriptions) <= 4
    assert chain_of("Who runs the plant that makes the pump? " * 500) is None
