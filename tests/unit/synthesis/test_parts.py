"""Questions of several parts, why questions and yes-or-no questions along a chain: what people read of them."""

import pytest

from services.core.domain.answer import AnswerSentence, Citation, Claim, Draft, Verdict
from services.core.domain.plan import Combination, SubQuestion
from services.core.domain.route import Category
from services.synthesis.adapters.rules import RulesWriter
from services.synthesis.ports import DraftToRevise
from tests.fakes.answering import answered
from tests.fakes.evidence import asking, context, source
from tests.fakes.inference import FakeInference

MILL = (
    "Production at the Elsby mill stopped on 4 May 2026. The mill stopped because a main bearing failed. The"
    " bearing had been ordered late. Repair took nine days. The canteen was closed. Staff were paid."
)
MILL_ZH = "埃溪纺纱厂于2026年5月4日停产。停产的原因是主轴承损坏。轴承订购过晚。维修九天。食堂也关闭了。员工照常领薪。"
OTHER = "Dora Finlock visited the Elsby mill in March 2026. The head of dyeing is Pell Hartnoll."
ABOUT_ZH = "岚山织造的总部位于临安市。岚山织造2025年的营业收入为8.6亿元。岚山织造的董事长是顾长松。"


@pytest.mark.parametrize(
    ("question", "again", "text", "first"),
    [
        (
            "Why did production at the Elsby mill stop?",
            "What are the reasons that production at the Elsby mill stop?",
            MILL,
            "The mill stopped because a main bearing failed.",
        ),
        ("埃溪纺纱厂为什么停产？", "埃溪纺纱厂变化的原因是什么？", MILL_ZH, "停产的原因是主轴承损坏。"),
    ],
)
async def test_why_is_answered_first_and_in_five_sentences(question: str, again: str, text: str, first: str) -> None:
    subs = [SubQuestion(1, question, aspect="question"), SubQuestion(2, again, aspect="reasons")]
    result = await answered(
        question,
        source(text, "a", title="Notes"),
        source(OTHER, "b", title="Visits"),
        subs=subs,
        how=Combination.COLLECT,
        category=Category.ANALYTICAL,
    )
    assert result.draft.sentences[0].text == first
    assert len(result.draft.sentences) <= 5
    assert "Dora Finlock" not in result.text
    assert "Pell Hartnoll" not in result.text
    assert not any(word in result.text for word in ("question:", "reasons:", "whole question"))


@pytest.mark.parametrize(
    ("question", "subs", "short"),
    [
        (
            "岚山织造的董事长是谁，总部在哪里？",
            ("岚山织造的董事长是谁？", "岚山织造的总部在哪里？"),
            "董事长：顾长松；总部：临安市",
        ),
        (
            "岚山织造的总部在哪里？2025年营业收入是多少？",
            ("岚山织造的总部在哪里？", "岚山织造2025年的营业收入是多少？"),
            "总部：临安市；营业收入：8.6亿元",
        ),
    ],
)
async def test_each_part_stands_under_its_own_heading(question: str, subs: tuple[str, str], short: str) -> None:
    parts = [SubQuestion(at, text, aspect=f"part {at}") for at, text in enumerate(subs, start=1)]
    result = await answered(question, source(ABOUT_ZH), subs=parts, how=Combination.COLLECT)
    assert result.draft.short_answer == short
    assert all(claim.verdict is Verdict.SUPPORTED for claim in result.check.claims)


async def test_a_part_that_is_not_found_is_named_by_its_words_and_never_by_a_plan_s() -> None:
    subs = [
        SubQuestion(1, "How many vans does the Elsby depot hold?", aspect="whole question"),
        SubQuestion(2, "What is the rent of the Elsby depot?", aspect="figure 2"),
    ]
    result = await answered(
        "How many vans does the Elsby depot hold and what is its rent?",
        source("The Elsby depot holds 41 vans."),
        subs=subs,
        how=Combination.COLLECT,
    )
    assert result.draft.short_answer == "41"
    assert result.text.endswith("Nothing was found for rent.")
    assert "figure 2" not in result.text
    assert "whole question" not in result.text


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Dora Finlock visited the manager of the Elsby mill in March 2026.", ""),
        ("The manager of the Elsby mill is Dora Finlock.", "Yes"),
        ("The manager of the Elsby mill is Pell Hartnoll.", "No"),
    ],
)
async def test_yes_and_no_along_a_chain_need_a_sentence_that_says_so(text: str, short: str) -> None:
    subs = [
        SubQuestion(1, "Who is the manager of the Elsby mill?"),
        SubQuestion(2, "Is Dora Finlock {1}?", depends_on=(1,)),
    ]
    question = "Is Dora Finlock the manager of the Elsby mill?"
    result = await answered(question, source(text), subs=subs, how=Combination.CHAIN, category=Category.MULTI_HOP)
    assert result.draft.short_answer == short
    assert result.draft.abstained is (short == "")


@pytest.mark.parametrize(
    ("sentence", "failed", "leaning", "question"),
    [
        (
            "9,800元与15,600元相差5,800元，即较小者的59.2%。",
            "9,800元与15,600元相差5,800元",
            "即较小者的59.2%",
            "价格相差多少？",
        ),
        (
            "The gap is EUR 850, or 58.6 % of the smaller.",
            "The gap is EUR 850",
            "or 58.6 % of the smaller",
            "How big is the gap?",
        ),
    ],
)
async def test_what_leans_on_a_dropped_clause_goes_with_it(
    sentence: str, failed: str, leaning: str, question: str
) -> None:
    item = source("Prices are set each year.")
    draft = Draft(
        (AnswerSentence("Prices are set each year.", (1,), "answer"), AnswerSentence(sentence, (1,), "support")),
        "Prices are set each year",
        False,
        (Citation(1, item.passage.id, item.passage.document_id, "x", "t", "", 1, "Prices are set each year."),),
    )
    claims = (
        Claim("Prices are set each year.", 0, Verdict.SUPPORTED),
        Claim(failed, 1, Verdict.UNSUPPORTED),
        Claim(leaning, 1, Verdict.SUPPORTED),
    )
    revised = await RulesWriter(FakeInference()).revise(DraftToRevise(context(), asking(question), draft, claims, ()))
    assert leaning not in revised.text
    assert "59.2" not in revised.text
    assert "58.6" not in revised.text
