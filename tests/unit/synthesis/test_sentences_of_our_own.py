"""What an answer says in its own words reads as a sentence, and what it quotes is whole."""

import pytest

from services.core.domain.plan import Combination, SubQuestion
from services.core.domain.route import Category
from services.synthesis.compose.indirect import indirect
from services.synthesis.compose.replies import shortened
from services.synthesis.plain import balanced, opened
from services.synthesis.wording import Wording
from tests.fakes.answering import answered
from tests.fakes.evidence import source


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("Who is the spouse of Jorge Ravel?", "who the spouse of Jorge Ravel is"),
        ("When was Jorge Ravel born?", "when Jorge Ravel was born"),
        ("When did Ken Orvald die?", "when Ken Orvald died"),
        ("When did the works of Tarn begin?", "when the works of Tarn began"),
        ("What was the revenue of Tarn in 2023?", "what the revenue of Tarn in 2023 was"),
        ("Who manages Millrace Works?", "who manages Millrace Works"),
        ("When did the war with Tarn end?", "when the war with Tarn ended"),
        ("When does the policy take effect?", ""),
        ("Where did Ann Roe study?", "where Ann Roe studied"),
        ("What is Ann Roe known for?", ""),
        ("Is it so?", ""),
        ("", ""),
        ("🙂?", ""),
    ],
)
def test_a_question_becomes_part_of_a_sentence(question: str, clause: str) -> None:
    assert indirect(question) == clause


@pytest.mark.parametrize(
    ("questions", "how", "said"),
    [
        (
            ("Who directed Glass Harbour?", "Who is the spouse of {1}?"),
            "Who is the wife of whoever directed Glass Harbour?",
            "they do not say who the spouse of Jorge Ravel is.",
        ),
        (
            ("Who directed Glass Harbour?", "What is {1} fond of?"),
            "What is the director of Glass Harbour fond of?",
            "they leave “What is Jorge Ravel fond of?” open.",
        ),
        (("《雾桥》的导演是谁？", "{1}的妻子是谁？"), "《雾桥》的导演的妻子是谁？", "文档没有说明陆远帆的妻子是谁。"),
    ],
)
async def test_a_broken_chain_names_its_missing_link_in_a_sentence(
    questions: tuple[str, str], how: str, said: str
) -> None:
    evidence = (
        source("Glass Harbour is a 1995 film directed by Jorge Ravel.", "f", title="Glass Harbour"),
        source("《雾桥》是1956年上映的剧情片，由陆远帆执导。", "z", title="雾桥"),
    )
    subs = (SubQuestion(1, questions[0], aspect="link 1: x"), SubQuestion(2, questions[1], (1,), aspect="answer"))
    done = await answered(how, *evidence, subs=subs, how=Combination.CHAIN, category=Category.FACTUAL)
    assert done.draft.abstained
    assert said in done.text


async def test_each_missing_thing_is_named_once_and_by_its_name() -> None:
    question = "Which film was released first, Lost Gale or Paper Moor?"
    subs = [
        SubQuestion(1, "When was the film Lost Gale released?", aspect="Lost Gale: released"),
        SubQuestion(2, "When was the film Paper Moor released?", aspect="Paper Moor: released"),
        SubQuestion(3, "When was the film “Lost Gale” released?", aspect="Lost Gale: released"),
    ]
    rain = source("It rained over the moor.", "r")
    done = await answered(question, rain, subs=subs, how=Combination.COMPARE, category=Category.COMPARISON)
    assert done.text.count("Lost Gale") == 1
    assert ": released" not in done.text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("「雾桥", "雾桥"),
        ("《雾桥》", "《雾桥》"),
        ("Blue Lantern” (song", "Blue Lantern song"),
        ('He said "no', "He said no"),
        ("the workers’ union", "the workers’ union"),
        ("(5.2) million", "(5.2) million"),
        ("", ""),
    ],
)
def test_quotation_marks_and_brackets_stand_in_pairs(text: str, kept: str) -> None:
    assert balanced(text) == kept


def test_a_short_answer_that_is_cut_leaves_no_open_quotation() -> None:
    long = "「" + "雾桥与春河" * 20 + "」"
    assert len(shortened(long)) <= 50
    assert "「" not in shortened(long)
    assert len(shortened("the “harbour " * 30).split()) <= 20


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("1929) was a career member of the guild.", "… 1929) was a career member of the guild."),
        ("（1920年生）是导演。", "（1920年生）是导演。"),
        ("约1920年生），中国导演。", "… 约1920年生），中国导演。"),
        ("12) Open the valve.", "12) Open the valve."),
        ("Ann Roe (born 1929) was a member.", "Ann Roe (born 1929) was a member."),
    ],
)
def test_a_quote_that_begins_inside_brackets_says_so(text: str, quoted: str) -> None:
    assert opened(text) == quoted


def test_a_question_among_names_stands_in_quotation_marks() -> None:
    assert Wording("en").named(["Who won", "profit"], "Who won?") == "“Who won?” and profit"
    assert Wording("zh").named(["谁赢了"], "谁赢了？") == "“谁赢了？”"


async def test_a_question_of_one_part_that_nothing_answers_is_named_in_a_sentence() -> None:
    rain = source("It rained over the moor.", "r")
    done = await answered("How much revenue did Tarn Pumps record in 2023?", rain)
    assert "they do not say how much revenue Tarn Pumps recorded in 2023." in done.text
    done = await answered("请问青禾机电2023年的营业收入是多少？", rain)
    assert "文档没有说明青禾机电2023年的营业收入是多少。" in done.text
