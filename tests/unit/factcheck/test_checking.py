"""Verdicts on what an answer says."""

import pytest

from services.core.domain.answer import AnswerSentence, Check, Citation, Claim, Contradiction, Draft, Statement, Verdict
from services.core.domain.passage import Evidence
from services.factcheck.adapters.rules import RulesChecker
from services.factcheck.claims import pieces
from services.factcheck.ports import DraftToCheck
from tests.fakes.evidence import asking, context, found, source
from tests.fakes.inference import FakeInference

RESULT = (
    "In 2024 Velmoor Pumps earned revenue of EUR 41.7 million and a net profit of EUR 4.2 million. "
    "In 2023 its revenue was EUR 40.9 million."
)
TABLE = (
    "Revenue by company (EUR million)\n\n| Company | 2024 | 2023 |\n|---|---|---|\n"
    "| Velmoor Pumps | 41.7 | 40.9 |\n| Caldraith Valves | 38.2 | 37.0 |\n"
)
ZH = "2024年，澄砺泵业实现营业收入3.42亿元，净利润4,300万元。"
CHANGE = "Joan Calloway has been managing director of Velmoor Pumps since 1 June 2024."
ISO = "Ashgrove Works is certified under ISO 9001."
S, P, U, C = Verdict.SUPPORTED, Verdict.PARTIAL, Verdict.UNSUPPORTED, Verdict.CONTRADICTED


def draft_of(evidence: list[Evidence], *sentences: AnswerSentence) -> Draft:
    citations = tuple(
        Citation(n, each.passage.id, each.passage.document_id, "", each.passage.title, "", 1, "")
        for n, each in enumerate(evidence, start=1)
    )
    return Draft(sentences, "", abstained=False, citations=citations)


async def check(
    question: str, evidence: list[Evidence], *sentences: AnswerSentence, inference: FakeInference | None = None
) -> Check:
    draft = draft_of(evidence, *sentences)
    task = DraftToCheck(context(), asking(question), draft, (found(question, evidence),))
    return await RulesChecker(inference or FakeInference(), 5).check(task)


async def verdicts(question: str, text: str, said: str, *, kind: str = "support") -> list[Claim]:
    return list((await check(question, [source(text)], AnswerSentence(said, (1,), kind))).claims)


@pytest.mark.parametrize(
    ("text", "said", "verdict"),
    [
        (RESULT, "EUR 41.7 million.", S),
        (RESULT, "In 2024 Velmoor Pumps earned revenue of EUR 41.7 million.", S),
        (RESULT, "Velmoor Pumps earned a net profit of 4,200,000 euros in 2024.", S),
        (RESULT, "Revenue was EUR 43.1 million in 2024.", C),
        (RESULT, "Velmoor Pumps earned revenue of EUR 4.2 million in 2024.", C),
        (RESULT, "Velmoor Pumps earned revenue of EUR 40.9 million in 2024.", C),
        (RESULT, "Velmoor Pumps did not earn revenue of EUR 41.7 million in 2024.", C),
        (RESULT, "Velmoor Pumps has 312 employees.", U),
        (RESULT, "Velmoor Pumps was founded by Owen Szabo.", U),
        (ZH, "2024年，澄砺泵业实现营业收入3.42亿元。", S),
        (ZH, "澄砺泵业2024年净利润为0.43亿元。", S),
        (ZH, "澄砺泵业2024年净利润为3.42亿元。", C),
        (ZH, "澄砺泵业2024年营业收入为5亿元。", C),
        ("Mira Anton married in 1685, but died in 1692.", "1692.", S),
        ("Mira Anton married in 1685, but died in 1692.", "1702.", U),
        ("The battle was fought in 1066.", "1066.", S),
        (CHANGE, "Joan Calloway took over as managing director of Velmoor Pumps on 1 June 2024.", S),
        (CHANGE, "Joan Calloway has been managing director of Velmoor Pumps since July 2024.", U),
        (CHANGE, "Helen Marsh has been managing director of Velmoor Pumps since 1 June 2024.", U),
        (TABLE, "Velmoor Pumps, 2024: EUR 41.7 million.", S),
        (TABLE, "Velmoor Pumps, 2023: EUR 41.7 million.", C),
    ],
)
async def test_a_claim_stands_or_falls_with_its_source(text: str, said: str, verdict: Verdict) -> None:
    (claim,) = await verdicts("What is said?", text, said)
    assert claim.verdict is verdict, claim.reason
    assert (claim.reason == "") == (verdict is S)


async def test_a_sentence_of_two_figures_is_two_claims_with_a_verdict_each() -> None:
    claims = await verdicts("?", RESULT, "Velmoor Pumps earned revenue of EUR 41.7 million and had 312 employees.")
    assert [claim.verdict for claim in claims] == [S, U]


@pytest.mark.parametrize(("word", "verdict"), [("Yes.", S), ("No.", C)])
async def test_a_bare_yes_or_no_is_held_against_the_question(word: str, verdict: Verdict) -> None:
    (claim,) = await verdicts("Is Ashgrove Works certified under ISO 9001?", ISO, word, kind="answer")
    assert claim.verdict is verdict


async def test_a_bare_yes_against_a_denial_is_contradicted() -> None:
    denied = ISO.replace("is certified", "is not certified")
    (claim,) = await verdicts("Is Ashgrove Works certified under ISO 9001?", denied, "Yes.", kind="answer")
    assert claim.verdict is C


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("Velmoor Pumps is higher: EUR 41.7 million, against EUR 38.2 million for Caldraith Valves.", S),
        ("Caldraith Valves is higher: EUR 38.2 million, against EUR 41.7 million for Velmoor Pumps.", C),
        ("The difference between EUR 41.7 million and EUR 38.2 million is EUR 3.5 million.", S),
        ("The difference between EUR 41.7 million and EUR 38.2 million is EUR 5.5 million.", U),
    ],
)
async def test_comparisons_and_differences_are_recomputed(said: str, verdict: Verdict) -> None:
    claims = await verdicts("Which is higher?", TABLE, said, kind="answer")
    assert {claim.verdict for claim in claims} == {verdict}


async def test_a_report_of_a_disagreement_needs_both_sources() -> None:
    evidence = [source("Ashgrove Works employs 520 people.", "a"), source("Staff at Ashgrove Works number 563.", "b")]
    told = "Sources disagree: Document A says 520 people; Document B says 563."
    both = await check("How many?", evidence, AnswerSentence(told, (1, 2), "conflict"))
    one = await check("How many?", evidence, AnswerSentence(told, (1,), "conflict"))
    assert both.claims[0].verdict is S
    assert one.claims[0].verdict is P


async def test_another_source_that_says_otherwise_makes_a_supported_claim_less_sure() -> None:
    evidence = [source("Ashgrove Works employs 520 people.", "a"), source("Ashgrove Works employs 563 people.", "b")]
    said = AnswerSentence("Ashgrove Works employs 520 people.", (1,), "answer")
    (claim,) = (await check("How many?", evidence, said)).claims
    assert claim.verdict is S
    assert "consistency" in claim.methods
    assert "563 people" in claim.reason
    assert claim.score < 1.0


async def test_notices_make_no_claims() -> None:
    sentences = (AnswerSentence("The documents do not hold it.", (), "notice"), AnswerSentence("x.", (), "unconfirmed"))
    assert pieces(draft_of([], *sentences)) == []


async def test_failing_claims_ask_for_another_search() -> None:
    said = AnswerSentence("Revenue was EUR 43.1 million in 2024.", (1,), "answer")
    checked = await check("What was the revenue of Velmoor Pumps in 2024?", [source(RESULT)], said)
    assert checked.next_queries
    assert "Velmoor Pumps" in checked.next_queries[0]
    good = await check("?", [source(RESULT)], AnswerSentence("EUR 41.7 million.", (1,), "answer"))
    assert good.next_queries == ()


async def test_verbatim_answers_need_no_embedding() -> None:
    models = FakeInference()
    await check("?", [source(RESULT)], AnswerSentence(RESULT, (1,), "answer"), inference=models)
    assert models.embedded == []


async def test_a_check_without_an_embedder_rests_on_words() -> None:
    models = FakeInference()
    models.down.update({"embed", "capabilities"})
    said = AnswerSentence("Something wholly unheard of is told here.", (1,), "answer")
    (claim,) = (await check("?", [source(RESULT)], said, inference=models)).claims
    assert claim.verdict is U


async def test_confidence_follows_the_verdicts() -> None:
    good = await check("?", [source(RESULT)], AnswerSentence("EUR 41.7 million.", (1,), "answer"))
    bad = await check("?", [source(RESULT)], AnswerSentence("EUR 43.1 million in revenue.", (1,), "answer"))
    assert good.confidence.label == "high"
    assert bad.confidence.label == "low"
    assert good.confidence.reasons


async def test_an_undecided_disagreement_lowers_confidence() -> None:
    evidence = [source(RESULT)]
    draft = draft_of(evidence, AnswerSentence("EUR 41.7 million.", (1,), "answer"))
    statement = Statement("EUR 41.7 million", "p-a", "A", "…")
    disagreement = Contradiction("revenue", (statement, statement), -1, "none")
    task = DraftToCheck(context(), asking("?"), draft, (found("?", evidence),), (disagreement,))
    plain = await check("?", evidence, *draft.sentences)
    assert (await RulesChecker(FakeInference(), 5).check(task)).confidence.score < plain.confidence.score - 0.1


@pytest.mark.parametrize("said", ["🙂🙂🙂", "…", "a" * 3_000, "\u200b", "的的的", "[1][2][3]"])
async def test_any_text_gets_verdicts_and_never_an_error(said: str) -> None:
    checked = await check("?", [source(RESULT), source("", "b")], AnswerSentence(said, (1, 99), "answer"))
    assert all(claim.verdict is not S for claim in checked.claims)


async def test_an_abstention_is_of_low_confidence() -> None:
    draft = Draft((AnswerSentence("They do not hold it.", (), "notice"),), "", abstained=True)
    task = DraftToCheck(context(), asking("?"), draft, ())
    checked = await RulesChecker(FakeInference(), 5).check(task)
    assert checked.claims == ()
    assert checked.confidence.label == "low"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("Rowan Ellery is later: May 18, 1975, against 9 March 1962 for Sunil Prasad.", S),
        ("Sunil Prasad is earlier: 9 March 1962, against May 18, 1975 for Rowan Ellery.", S),
        ("Sunil Prasad is later: 9 March 1962, against May 18, 1975 for Rowan Ellery.", C),
        ("Sunil Prasad is later: May 18, 1975, against 9 March 1962 for Rowan Ellery.", U),
    ],
)
async def test_dates_of_two_people_are_ranked_by_what_is_said_of_each(said: str, verdict: Verdict) -> None:
    evidence = [
        source("Rowan Ellery (born May 18, 1975) is a former rower.", "a", title="Rowan Ellery"),
        source("Sunil Prasad (9 March 1962 – 22 January 2010) was a pianist.", "b", title="Sunil Prasad"),
    ]
    checked = await check("Who was born later?", evidence, AnswerSentence(said, (1, 2), "answer"))
    assert checked.claims[0].verdict in ((U, P) if verdict is U else (verdict,)), checked.claims[0].reason


@pytest.mark.parametrize(("film", "verdict"), [("The Quiet Harbour", S), ("The Loud Harbour", U)])
async def test_a_film_is_ranked_by_the_dates_of_the_director_that_its_page_names(film: str, verdict: Verdict) -> None:
    evidence = [
        source("The Quiet Harbour is a film directed by Rowan Ellery.", "f", title="The Quiet Harbour"),
        source("Copper Road is a film directed by Sunil Prasad.", "g", title="Copper Road"),
        source("Rowan Ellery (born May 18, 1975) is a director.", "a", title="Rowan Ellery (director)"),
        source("Sunil Prasad (9 March 1962 – 22 January 2010) was a director.", "b", title="Sunil Prasad"),
    ]
    said = f"{film} is younger: May 18, 1975, against 9 March 1962 for Copper Road."
    checked = await check("Whose director is younger?", evidence, AnswerSentence(said, (1, 2, 3, 4), "answer"))
    assert (checked.claims[0].verdict is S) == (verdict is S), checked.claims[0].reason


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("2022年男单：拉斐·纳托；女单冠军：丹妮·柯林。", (S, S)),
        ("2022年男单：拉斐·纳托；女单冠军：安娜·史密斯。", (S, U)),
    ],
)
async def test_words_of_the_question_over_a_value_need_no_source(said: str, verdict: tuple[Verdict, Verdict]) -> None:
    text = "2022年的比赛里，拉斐·纳托在决赛中逆转夺冠，成为男子组的赢家；丹妮·柯林赢得了女子组的桂冠。"
    checked = await check("2022年男单和女单冠军分别是谁？", [source(text)], AnswerSentence(said, (1,), "answer"))
    assert tuple(claim.verdict for claim in checked.claims) == verdict


async def test_a_year_in_a_title_is_no_third_date_that_is_ranked() -> None:
    evidence = [
        source("Vasant 2011 is a Kannada film. The film was released on 11 February 2011.", "a", title="Vasant 2011"),
        source("Sahara is a 2001 documentary film.", "b", title="Sahara"),
    ]
    said = AnswerSentence("Sahara is earlier: 2001, against 11 February 2011 for Vasant 2011.", (1, 2), "answer")
    assert (await check("Which was released earlier?", evidence, said)).claims[0].verdict is S
    wrong = AnswerSentence("Sahara is earlier: 2001, against 12 May 2011 for Vasant 2011.", (1, 2), "answer")
    assert (await check("Which was released earlier?", evidence, wrong)).claims[0].verdict is not S


@pytest.mark.parametrize("dash", ["- ", " - ", "-", "–", " – "])
async def test_the_end_of_a_life_is_a_date_however_the_dash_is_set(dash: str) -> None:
    evidence = [
        source(f"Tom Vale (January 16, 1835{dash}December 19, 1909) was a politician.", "a", title="Tom Vale"),
        source("Ann Roe (3 May 1860 – 9 March 1939) was a writer.", "b", title="Ann Roe"),
    ]
    said = AnswerSentence("Tom Vale is earlier: December 19, 1909, against 9 March 1939 for Ann Roe.", (1, 2), "answer")
    assert (await check("Who died first?", evidence, said)).claims[0].verdict is S
