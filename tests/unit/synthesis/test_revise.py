"""What a check did not confirm is taken out, and named."""

from services.core.domain.answer import AnswerSentence, Citation, Claim, Draft, Verdict
from services.synthesis.ports import DraftToRevise
from services.synthesis.revise import revised
from services.synthesis.wording import Wording
from tests.fakes.evidence import asking, context, found, source

EVIDENCE = [source("Revenue was EUR 41.7 million in 2024.", "a", title="Report"), source("It rained.", "b")]
ANSWER = AnswerSentence("EUR 41.7 million.", (1,), "answer")
SUPPORT = AnswerSentence("Revenue was EUR 41.7 million in 2024 and staff 312.", (2,), "support")
OTHER = AnswerSentence("It rained.", (1,), "support")
GOOD = Claim("EUR 41.7 million.", 0, Verdict.SUPPORTED)


def revise(*claims: Claim, sentences: tuple[AnswerSentence, ...] = (ANSWER, SUPPORT, OTHER), zh: bool = False) -> Draft:
    citations = tuple(
        Citation(n, each.passage.id, each.passage.document_id, "", each.passage.title, "", 1, "")
        for n, each in enumerate(EVIDENCE, start=1)
    )
    draft = Draft(sentences, "EUR 41.7 million", abstained=False, citations=citations)
    question = "2024年的收入是多少？" if zh else "What was the revenue in 2024?"
    task = DraftToRevise(context(), asking(question), draft, claims, (found(question, EVIDENCE),))
    return revised(task, Wording("zh" if zh else "en"))


def test_a_draft_of_supported_claims_stays_as_it_is() -> None:
    draft = revise(GOOD, Claim(SUPPORT.text, 1, Verdict.SUPPORTED))
    assert [sentence.text for sentence in draft.sentences] == [ANSWER.text, SUPPORT.text, OTHER.text]
    assert draft.unconfirmed == ()


def test_only_the_supported_half_of_a_sentence_is_kept_and_the_rest_is_named() -> None:
    draft = revise(
        GOOD,
        Claim("Revenue was EUR 41.7 million in 2024", 1, Verdict.SUPPORTED),
        Claim("staff 312.", 1, Verdict.UNSUPPORTED),
    )
    assert draft.sentences[1].text == "Revenue was EUR 41.7 million in 2024."
    assert draft.unconfirmed == ("staff in 2024",)
    assert draft.sentences[-1].kind == "unconfirmed"
    assert "312" not in draft.text


def test_citations_that_nothing_uses_any_more_go_and_the_rest_is_numbered_anew() -> None:
    swapped = (AnswerSentence(ANSWER.text, (2,), "answer"), AnswerSentence("Gone.", (1,), "support"))
    draft = revise(GOOD, Claim("Gone.", 1, Verdict.UNSUPPORTED), sentences=swapped)
    assert draft.sentences[0].citations == (1,)
    assert [(citation.n, citation.passage_id) for citation in draft.citations] == [(1, "p-b")]


def test_without_a_confirmed_answer_nothing_is_answered() -> None:
    draft = revise(Claim("EUR 41.7 million.", 0, Verdict.UNSUPPORTED), Claim("It rained.", 2, Verdict.SUPPORTED))
    assert draft.abstained
    assert draft.short_answer == ""
    assert draft.citations == ()
    assert draft.unconfirmed == ("What was the revenue in 2024",)
    assert "41.7" not in draft.text


def test_a_contradicted_answer_is_not_repeated() -> None:
    against = Claim(
        "Revenue was EUR 43.1 million.",
        0,
        Verdict.CONTRADICTED,
        ("numbers",),
        ("p-a",),
        0.1,
        "x: the source says EUR 41.7 million",
    )
    wrong = AnswerSentence("Revenue was EUR 43.1 million.", (1,), "answer")
    draft = revise(against, sentences=(wrong, OTHER))
    assert draft.abstained
    assert "43.1" not in draft.text


def test_an_abstention_stays_one() -> None:
    notice = AnswerSentence("They do not hold it.", (), "notice")
    draft = Draft((notice,), "", abstained=True)
    task = DraftToRevise(context(), asking("?"), draft, (), ())
    assert revised(task, Wording("en")) is draft


def test_in_chinese_it_is_said_in_chinese() -> None:
    draft = revise(Claim("EUR 41.7 million.", 0, Verdict.UNSUPPORTED), zh=True)
    assert "现有文档中没有这个问题的答案" in draft.text
