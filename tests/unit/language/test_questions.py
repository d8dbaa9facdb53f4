import pytest
from hypothesis import given

from services.language.questions import shape_of
from tests.unit.language.strategies import texts


@pytest.mark.parametrize(
    ("expects", "questions"),
    [
        (
            "person",
            [
                "Who founded the firm?",
                "What is the name of the CEO of Foo?",
                "Whose book is it?",
                "author of the hymn of joy",
                "Which actor played the king?",
                "谁创立了这家公司",
                "董事长是谁？",
                "哪位导演拍了它",
                "香港第四任行政长官？",
            ],
        ),
        (
            "org",
            [
                "Which company bought Foo?",
                "What team did he play for?",
                "哪家公司收购了它？",
                "他毕业于哪所大学",
                "由哪个机构管辖？",
            ],
        ),
        (
            "place",
            [
                "Where was she born?",
                "In which city is the tower?",
                "What is the capital of Peru?",
                "Which country is Anna's wife from?",
                "他出生在哪里",
                "位于哪个城市？",
                "首都是什么",
            ],
        ),
        (
            "date",
            ["When did it open?", "What is the release date of the game?", "什么时候上市", "何时成立", "发射时间？"],
        ),
        ("year", ["In which year was it built?", "What year did he die?", "哪一年成立", "哪年加入的"]),
        (
            "number",
            [
                "How many people work there?",
                "How tall is it?",
                "What is the population of Rome?",
                "有多少人",
                "主桥多长",
                "有几个出入口",
                "体重是多少？",
            ],
        ),
        (
            "money",
            [
                "How much did it cost?",
                "What was Foo's revenue in Q1 2021?",
                "花了多少钱",
                "营收是多少",
                "净利润达到多少亿元",
            ],
        ),
        (
            "percent",
            [
                "What percentage of sales is online?",
                "What was the growth rate?",
                "占比是多少",
                "增长了百分之几",
                "失业率是多少",
            ],
        ),
        (
            "yesno",
            [
                "Is it big?",
                "Did Foo buy Bar?",
                "Can trends be seen?",
                "According to the report, did sales rise?",
                "它大吗？",
                "是否盈利",
                "有没有增长",
            ],
        ),
        ("reason", ["Why did sales fall?", "What caused the decline?", "为什么下降", "下降的原因是什么"]),
        (
            "definition",
            ["What is amortization?", "What does EBITDA mean?", "Define churn", "什么是市盈率", "商誉是什么意思"],
        ),
        (
            "list",
            [
                "List the risks",
                "Which states border Ohio?",
                "What are the main products?",
                "有哪些产品",
                "列出主要风险",
            ],
        ),
        ("thing", ["", "😀", "What song was played?", "最出名的作品是什么?", "How did it work?"]),
    ],
)
def test_the_expected_answer(expects: str, questions: list[str]) -> None:
    assert {question: shape_of(question).expects for question in questions} == dict.fromkeys(questions, expects)


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("Which film came out first, Lost Pills or Why Does Herr R. Run?", ("Lost Pills", "Why Does Herr R. Run")),
        ("Who was born first Anna Quill or Tomas Brandt ?", ("Anna Quill", "Tomas Brandt")),
        (
            "Is Kestrel County Airport or Mary Vane Airport larger?",
            ("Kestrel County Airport", "Mary Vane Airport"),
        ),
        ("Which magazine is older, Woman's Day or The Lady?", ("Woman's Day", "The Lady")),
        ("Compare Foo, Bar and Baz by revenue", ("Foo", "Bar", "Baz")),
        ("Compare the revenue of Foo and Bar in 2023", ("Foo", "Bar")),
        ("What is the difference between FIFO and LIFO?", ("FIFO", "LIFO")),
        ("What was the net difference in sales between 2017 and 2019?", ("2017", "2019")),
        ("FIFO or LIFO?", ("FIFO", "LIFO")),
        ("Did Foo earn more than Bar?", ("Foo", "Bar")),
        ("Are Pothos and Tibouchina Aubl both plants?", ("Pothos", "Tibouchina Aubl")),
        ("Were Marlo Finch and Dana Holt from the same country?", ("Marlo Finch", "Dana Holt")),
        ("Foo vs. Bar margins", ("Foo", "Bar margins")),
        ("which is healthier, butter or margarine", ("butter", "margarine")),
        ("华为和小米哪个营收更高？", ("华为", "小米")),
        ("比较砚田建材有限公司和百和印务集团的净利润", ("砚田建材有限公司", "百和印务集团")),
        ("根据年报，东仓库和西仓库的泊位哪个更多？", ("东仓库", "西仓库")),
        ("苹果与微软相比谁的利润率高", ("苹果", "微软")),
        ("腾讯、阿里巴巴和百度哪家市值最高", ("腾讯", "阿里巴巴", "百度")),
        ("咖啡还是茶", ("咖啡", "茶")),
        ("华为的营收比小米高吗？", ("华为的营收", "小米")),
    ],
)
def test_the_compared_things(question: str, things: tuple[str, ...]) -> None:
    assert shape_of(question).comparands == things


@pytest.mark.parametrize(
    "question",
    [
        "Who founded Foo?",
        "Which person's directorship or managership lasted?",
        "How does this compare to the tax rate?",
        "公司和员工",
        "谁当选市长",
        "He did or did not go",
        "",
    ],
)
def test_nothing_is_compared(question: str) -> None:
    assert shape_of(question).comparands == ()


def test_a_choice_wants_the_thing_and_both_wants_yes_or_no() -> None:
    assert shape_of("Is Foo or Bar larger?").expects == "thing"
    assert shape_of("Are Foo and Bar both large?").expects == "yesno"


def test_the_focus_is_the_property_without_the_names() -> None:
    shape = shape_of("What was the operating margin of Siemens Energy in 2022?")
    assert "margin" in shape.focus
    assert not {"siemens", "energy", "2022"} & set(shape.focus)
    assert [each.text for each in shape.entities] == ["Siemens Energy", "2022"]


def test_a_negated_question_is_marked_and_a_rhetorical_one_is_not() -> None:
    assert shape_of("Which company did not pay a dividend?").negated
    assert shape_of("哪家公司没有分红").negated
    assert not shape_of("Isn't Foo the largest?").negated
    assert not shape_of("公司有没有分红").negated


@given(texts)
def test_any_text_has_a_shape_and_always_the_same(text: str) -> None:
    shape = shape_of(text)
    assert shape == shape_of(text)
    assert len(shape.comparands) != 1
    assert all(shape.comparands)
    assert len(shape.focus) <= 8


def test_a_very_long_question_is_taken_apart_quickly() -> None:
    for text in (
        "is A or B and " * 1_500,
        "比较和或" * 5_000,
        "a" * 20_000,
        "（" * 20_000,
        "A " * 10_000,
        "1 " * 10_000,
    ):
        shape_of(text)


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("How do the revenues of Alpha Motors and Beta Robotics compare?", ("Alpha Motors", "Beta Robotics")),
        ("Is the gross margin of Alpha higher than that of Beta?", ("Alpha", "Beta")),
        ("Is Peter Parker older than Bruce Wayne?", ("Peter Parker", "Bruce Wayne")),
        ("Did Alpha outperform Beta in 2022?", ("Alpha", "Beta")),
        ("Compared with Beta, did Alpha grow faster?", ("Alpha", "Beta")),
        ("Rank Alpha, Beta and Gamma by headcount", ("Alpha", "Beta", "Gamma")),
        ("Which of the three, Alpha, Beta or Gamma, grew fastest?", ("Alpha", "Beta", "Gamma")),
        ("与蓝海集团相比，星河科技的毛利率如何？", ("星河科技", "蓝海集团")),
        ("星河科技2023年的营收比2022年增长了多少？", ("星河科技2023年的营收", "2022年")),
        ("是星河科技还是蓝海集团收购了北辰？", ("星河科技", "蓝海集团")),
        ("星河科技的营收高于蓝海集团吗？", ("星河科技的营收", "蓝海集团")),
    ],
)
def test_other_ways_to_compare(question: str, things: tuple[str, ...]) -> None:
    assert shape_of(question).comparands == things


@pytest.mark.parametrize("question", ["毛利率同比提高了几个百分点", "What rank did he hold?", "占比是多少"])
def test_a_ratio_compares_no_things(question: str) -> None:
    assert shape_of(question).comparands == ()


@pytest.mark.parametrize(
    ("question", "expects"),
    [
        ("阀体由谁供货？", "org"),
        ("轴套的供应商是谁？", "org"),
        ("谁担任馆长？", "person"),
        ("Who supplied the brackets?", "org"),
        ("Who is the supplier of brackets?", "org"),
        ("Who painted the brackets?", "person"),
    ],
)
def test_who_supplies_is_a_firm(question: str, expects: str) -> None:
    assert shape_of(question).expects == expects


@pytest.mark.parametrize(
    ("question", "expects"),
    [
        ("What was our revenue last quarter?", "money"),
        ("What rank did Ivo Brandt hold from 1951 to August 1953?", "thing"),
        ("What rank does Velmoor have among European pump makers?", "number"),
        ("What was our headcount the previous month?", "number"),
        ("revenue last quarter", "money"),
        ("What were net sales this year?", "money"),
        ("What did Foo earn last quarter?", "money"),
        ("上季度的营业收入是多少？", "money"),
        ("上季度营收", "money"),
        ("What was the last quarter with a loss?", "date"),
        ("Which quarter had the highest revenue?", "date"),
        ("What happened last quarter?", "thing"),
        ("What are the main products?", "list"),
    ],
)
def test_a_period_that_only_says_when_is_not_what_is_asked(question: str, expects: str) -> None:
    assert shape_of(question).expects == expects
