"""The judge lets right answers pass in any wording, and no wrong one."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from services.cli.demo import DemoQuestion, DemoSet, Expected, judge
from services.cli.demo.questions import QuestionKind
from services.cli.demo.values import Amount, Name, Value, plain

REVENUE = Amount(Decimal(41_700_000), "EUR")
TURNOVER = Amount(Decimal(342_000_000), "CNY")
FILE = "annual-report-2024.pdf"


def question(
    kind: QuestionKind = "simple", values: tuple[Value, ...] = (REVENUE,), wrong: tuple[Value, ...] = (), **more: Any
) -> DemoQuestion:
    documents = more.pop("documents", () if more.get("abstain") else (frozenset({FILE}),))
    expected = Expected(values=values, wrong=wrong, documents=documents, **more)
    return DemoQuestion(id="q", kind=kind, variant="v", text="?", language="en", expected=expected)


def answer(short: str, text: str = "", *files: str, **more: Any) -> dict[str, Any]:
    cited = [{"n": number, "external_id": name} for number, name in enumerate(files or (FILE,), start=1)]
    said = text or f"{short} [1]."
    return {"short_answer": short, "answer": said, "abstained": False, "conflict": False, "citations": cited, **more}


@pytest.mark.parametrize(
    "short",
    [
        "EUR 41.7 million",
        "€41.7m",
        "41,700,000 euros",
        "0.0417 billion euros",
        "4170万欧元",
        "４１.７ million EUR",
        "Revenue rose to EUR 41.7 million in 2024, from EUR 38.2 million in 2023.",
    ],
)
def test_an_amount_is_right_in_every_equivalent_form(short: str) -> None:
    assert judge(question(wrong=(Amount(Decimal(38_200_000), "EUR"),)), answer(short)).right


@pytest.mark.parametrize(
    "short", ["3.42亿元", "34,200万元", "34200万元", "342,000,000元", "人民币3.42亿", "3亿4200万元", "CNY 342 million"]
)
def test_a_chinese_amount_is_right_in_every_equivalent_form(short: str) -> None:
    assert judge(question(values=(TURNOVER,)), answer(short)).right


@pytest.mark.parametrize(
    "short",
    [
        "EUR 41.8 million",
        "41.7",
        "EUR 41.7 billion",
        "USD 41.7 million",
        "41.7%",
        "EUR 141.7 million",
        "",
        "🤷",
        "不知道",
    ],
)
def test_another_amount_unit_or_currency_is_wrong(short: str) -> None:
    judged = judge(question(), answer(short, "No idea [1]."))
    assert not judged.right
    assert judged.reasons


def test_a_list_of_chinese_numbers_is_not_read_as_one_grouped_number() -> None:
    assert Amount(Decimal(412_386)).find(plain("分别为412，386")) is None
    assert Amount(Decimal(412)).find(plain("分别为412，386")) is not None


def test_a_look_alike_before_the_right_value_is_wrong() -> None:
    other = Amount(Decimal(38_200_000), "EUR")
    judged = judge(question(wrong=(other,)), answer("EUR 38.2 million, later EUR 41.7 million"))
    assert judged.reasons == ["puts EUR 38,200,000 before EUR 41,700,000"]


def test_without_a_short_answer_the_first_sentence_counts() -> None:
    long = "Revenue was EUR 41.7 million [1]. Net profit was EUR 3 million [1]."
    assert judge(question(), answer("", long)).right
    assert not judge(
        question(), answer("", "Net profit was EUR 3 million [1]. Revenue was EUR 41.7 million [1].")
    ).right


def test_a_look_alike_person_is_someone_else() -> None:
    director = question(values=(Name(("Helena Marsh",)),), wrong=(Name(("Helen Marsh",)),))
    assert judge(director, answer("Helena Marsh")).right
    assert judge(director, answer("HELENA MARSH (since July)")).right
    assert judge(director, answer("由Helena Marsh负责")).right
    assert not judge(director, answer("Helen Marsh")).right
    assert not judge(director, answer("Helena Marshall")).right


def test_an_abstaining_answer_is_wrong_where_the_documents_know() -> None:
    judged = judge(question(), answer("EUR 41.7 million", abstained=True))
    assert judged.reasons == ["abstained, but the documents hold the answer"]


def test_an_answer_without_a_mark_or_with_an_unlisted_mark_is_wrong() -> None:
    assert (
        "the answer cites nothing" in judge(question(), answer("EUR 41.7 million", "It was EUR 41.7 million.")).reasons
    )
    assert judge(question(), answer("EUR 41.7 million", "It was EUR 41.7 million [1][3].")).reasons == [
        "cites [3], which is not listed"
    ]


def test_a_source_that_does_not_hold_the_fact_is_not_enough() -> None:
    assert not judge(question(), answer("EUR 41.7 million", "", "site-handbook.md")).right
    listed_but_not_used = answer("EUR 41.7 million", "It was EUR 41.7 million [1].", "site-handbook.md", FILE)
    assert judge(question(), listed_but_not_used).reasons == [f"does not cite {FILE}"]


@pytest.mark.parametrize(
    "citation",
    [
        {"n": 1, "external_id": f"filings/{FILE}"},
        {"n": 1, "document_id": "d1", "url": f"file:///data/{FILE}"},
        {"n": 1, "document_id": "d1", "title": "annual-report-2024"},
    ],
)
def test_a_source_is_known_by_path_address_or_title(citation: dict[str, Any]) -> None:
    assert judge(question(), answer("EUR 41.7 million", citations=[citation])).right


def test_a_conflict_that_is_none_is_wrong() -> None:
    assert not judge(question(), answer("EUR 41.7 million", conflict=True)).right


@pytest.mark.parametrize(
    ("short", "right"),
    [
        ("Velmoor Pumps", True),
        ("Velmoor Pumps (EUR 41.7 million against EUR 38.2 million for Velmoor Drives)", True),
        ("Velmoor Drives had lower revenue than Velmoor Pumps.", True),
        ("Velmoor Pumps的营业收入高于Velmoor Drives", True),
        ("Velmoor Drives", False),
        ("Velmoor Pumps had lower revenue than Velmoor Drives.", False),
        ("Velmoor Drives had higher revenue than Velmoor Pumps.", False),
        ("Velmoor Pumps: EUR 41.7 million; Velmoor Drives: EUR 38.2 million", False),
        ("Between Velmoor Drives and Velmoor Pumps, Velmoor Pumps had the higher revenue.", True),
        ("Velmoor Drives、Velmoor Pumps两家之中，Velmoor Pumps更高", True),
        ("Of Velmoor Pumps and Velmoor Drives, Velmoor Drives earned more.", False),
        ("Velmoor Pumps opened earlier; Velmoor Drives later", True),
        ("Both did well.", False),
    ],
)
def test_a_comparison_has_to_be_decided_for_the_right_one(short: str, right: bool) -> None:
    compared = question("comparison", (Name(("Velmoor Pumps",)),), (Name(("Velmoor Drives",)),))
    assert judge(compared, answer(short)).right is right


class TestConflict:
    asked = question(
        "contradictory",
        (Amount(Decimal(45_800)), Amount(Decimal(49_200))),
        conflict=True,
        documents=(frozenset({"site-handbook.md"}), frozenset({"operations-bulletin.md"})),
    )
    files = ("site-handbook.md", "operations-bulletin.md")
    text = "The handbook gives 45,800 units a year [1]. The newer bulletin gives 49,200 [2]. The sources disagree."

    def test_both_values_with_both_sources_and_the_flag_are_right(self) -> None:
        assert judge(
            self.asked, answer("49,200 or 45,800: sources disagree", self.text, *self.files, conflict=True)
        ).right
        chinese = "两份文件不一致：4.58万台[1]，4.92万台[2]。"
        assert judge(self.asked, answer("4.92万台或4.58万台", chinese, *self.files, conflict=True)).right

    def test_one_value_or_one_source_or_no_flag_is_wrong(self) -> None:
        one = answer("49,200", "It is 49,200 [2], the sources disagree [1].", *self.files, conflict=True)
        assert judge(self.asked, one).reasons == ["does not report 45,800"]
        unflagged = answer("49,200 or 45,800", self.text, *self.files)
        assert judge(self.asked, unflagged).reasons == ["does not flag the conflict"]
        uncited = answer("49,200 or 45,800", self.text.replace("[2]", "[1]"), *self.files, conflict=True)
        assert judge(self.asked, uncited).reasons == ["does not cite operations-bulletin.md"]

    def test_the_disagreement_has_to_be_said(self) -> None:
        silent = "It is 45,800 [1]. It is 49,200 [2]."
        assert not judge(self.asked, answer("49,200", silent, *self.files, conflict=True)).right
        listed = answer("49,200", silent, *self.files, conflict=True, contradictions=[{"values": ["45,800", "49,200"]}])
        assert judge(self.asked, listed).right


class TestAbstention:
    asked = question("unanswerable", (), (REVENUE,), abstain=True)

    def test_an_honest_abstention_is_right_even_when_it_mentions_what_is_near(self) -> None:
        said = "The documents do not say. They give a revenue of EUR 41.7 million for 2024 [1]."
        assert judge(self.asked, answer("Not found in the documents", said, abstained=True)).right
        assert judge(self.asked, {"answer": "", "short_answer": "", "abstained": True, "citations": []}).right

    def test_an_answer_is_wrong_with_and_without_the_flag(self) -> None:
        assert not judge(self.asked, answer("EUR 12 million")).right
        assert not judge(self.asked, answer("EUR 41.7 million", abstained=True)).right


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"answer": None, "citations": None},
        {"answer": 7, "citations": ["x", {"n": "1"}]},
        {"answer": "[99]" * 5_000},
    ],
)
def test_a_broken_answer_object_is_wrong_and_raises_nothing(broken: dict[str, Any]) -> None:
    assert not judge(question(), broken).right


def test_a_perfect_answer_to_every_drawn_question_is_right_and_a_look_alike_is_not(demo: DemoSet) -> None:
    for asked in (*demo.questions, *demo.bonus):
        expected = asked.expected
        files = [sorted(group)[0] for group in expected.documents]
        marks = "".join(f"[{number}]" for number in range(1, len(files) + 1))
        told = " and ".join(str(value) for value in expected.values)
        flags = {"abstained": expected.abstain, "conflict": expected.conflict}
        perfect = answer(
            told, f"{told} {marks}" + (" (sources disagree)" if expected.conflict else ""), *files, **flags
        )
        assert judge(asked, perfect).right, judge(asked, perfect).reasons
        for wrong in expected.wrong:
            assert not judge(asked, answer(str(wrong), f"{wrong} {marks or '[1]'}", *files, **flags)).right
