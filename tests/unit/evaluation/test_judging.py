"""Answers are judged by the rules of the evaluation set. The questions here are made up."""

from typing import Any

import pytest

from services.evaluation import wording
from services.evaluation.gold import Gold, Number
from services.evaluation.judging import judge


def gold(*groups: tuple[str, ...], **more: Any) -> Gold:
    fields: dict[str, Any] = {"id": "q", "question": "?", "language": "en", "category": "factual", "expected": "answer"}
    return Gold(**(fields | {"answers": groups} | more))


def right(expected: Gold, text: str, **more: Any) -> bool:
    return judge(expected, {"answer": text, "short_answer": text, **more})["accuracy"] == 1


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("Mira Sato", "It was the engineer Mira Sato.[1]"),
        ("the Ostrava plant", "Ostrava Plant"),
        ("1,234", "about 1234 units"),
        ("12.5%", "a rise of 12.50 %"),
        ("王芳", "创始人是 王 芳。"),
        ("3.2‰", "比率为3.2‰，略有上升"),
        ("Zoë", "ZOË did"),
    ],
)
def test_a_form_is_found_through_spelling_marks_and_spaces(form: str, text: str) -> None:
    assert right(gold((form,)), text)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("Sato", "Satoshi"),
        ("12", "112"),
        ("12", "1.2"),
        ("王芳", "王方"),
        ("no", "nothing"),
        ("Lyon", ""),
        ("Lyon", "🧭"),
    ],
)
def test_what_only_looks_like_a_form_is_wrong(form: str, text: str) -> None:
    assert not right(gold((form,)), text)


def test_every_group_is_needed_and_any_form_of_it_will_do() -> None:
    both = gold(("Lyon", "里昂"), ("Brno",))
    assert right(both, "里昂 and Brno")
    assert not right(both, "Lyon")


def test_only_what_opens_a_short_answer_counts_but_long_forms_are_read_on() -> None:
    late = " ".join(["word"] * 20) + " Lyon"
    assert not right(gold(("Lyon",)), late)
    assert right(gold(("Lyon",), category="analytical"), late)
    assert not right(gold(("里昂",)), "词" * 50 + "里昂")


@pytest.mark.parametrize(("text", "is_right"), [("Yes, it did.", True), ("It did, yes.", False), ("No.", False)])
def test_yes_must_open_the_answer(text: str, is_right: bool) -> None:
    assert right(gold(("yes",)), text) is is_right


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("25.93 million", True),
        ("25,930 thousand", True),
        ("0.02593 billion", True),
        ("26.1", True),
        ("-25.9", True),
        ("25.93 thousand", False),
        ("27", False),
        ("no number", False),
    ],
)
def test_numbers_are_compared_in_their_scale_within_tolerance(text: str, is_right: bool) -> None:
    assert right(gold(number=Number(25.93, "million", 0.01)), text) is is_right


def test_chinese_magnitudes_are_read() -> None:
    assert right(gold(number=Number(1.2, "billion", 0.01)), "12亿元")
    assert wording.numbers("1200万") == [(1200.0, "万")]


def test_a_long_reference_is_met_by_most_of_its_words() -> None:
    reference = "the plant was closed in March because the cooling water of the river had become too warm for it"
    assert right(
        gold((reference,), category="multi_turn"),
        "The plant closed in March because the river's cooling water became too warm.",
    )
    assert not right(gold((reference,), category="multi_turn"), "The plant is in March.")


def test_abstaining_is_right_where_nothing_is_known_and_wrong_elsewhere() -> None:
    assert right(gold(expected="abstain"), "not in the sources", abstained=True)
    assert not right(gold(expected="abstain"), "Lyon")
    assert not right(gold(("Lyon",)), "Lyon", abstained=True)
    assert judge(gold(("Lyon",)), {"answer": "", "abstained": True})["false_abstain"] == 1


def test_an_answer_from_memory_is_counted() -> None:
    withheld = gold(expected="abstain", withheld=("Lyon",))
    assert judge(withheld, {"answer": "Lyon"})["from_memory"] == 1
    assert judge(withheld, {"answer": "Brno"})["from_memory"] == 0


def test_a_conflict_needs_the_right_value_too() -> None:
    expected = gold(("1912",), expected="flag_conflict")
    assert right(expected, "1912, though another source says 1921", conflict=True)
    assert not right(expected, "1912")
    assert not right(expected, "1921", conflict=True)


def test_citations_must_cover_every_group_and_repeats_count_once() -> None:
    expected = gold(("x",), evidence=(frozenset({"a", "b"}), frozenset({"c"})))
    measures = judge(expected, {"answer": "x", "cited_ids": ["b", "b", "c", "z"]})
    assert (measures["citation"], measures["cited"]) == (1, 3)
    assert measures["citation_precision"] == pytest.approx(2 / 3)
    assert judge(expected, {"answer": "x", "cited_ids": ["a"]})["citation"] == 0


def test_recall_counts_groups_and_rank_counts_the_first_hit() -> None:
    expected = gold(("x",), evidence=(frozenset({"a"}), frozenset({"c"})))
    ids = ["z", "a", *(f"n{n}" for n in range(8)), "c"]
    measures = judge(expected, {"answer": "x", "retrieved_ids": ids})
    assert [measures[f"recall@{k}"] for k in (5, 10, 20)] == [0.5, 0.5, 1.0]
    assert (measures["mrr@10"], measures["all@20"], measures["hit@5"]) == (0.5, 1, 1)
    assert "recall@5" not in judge(gold(("1",), category="sql", evidence=expected.evidence), {"answer": "1"})


def test_no_prediction_is_a_wrong_answer_that_found_nothing() -> None:
    measures = judge(gold(("x",), evidence=(frozenset({"a"}),)), {})
    assert (measures["accuracy"], measures["recall@20"]) == (0, 0)


def test_token_f1_counts_characters_of_chinese() -> None:
    assert wording.token_f1("北辰公司", "北辰") == pytest.approx(2 / 3)
    assert wording.token_f1("", "x") == 0


@pytest.mark.parametrize(
    ("license", "free"),
    [("CC BY-NC-SA 4.0", False), ("CC BY-NC-SA 4.0 (X); web", False), ("CC BY-SA 4.0", True), ("MIT", True)],
)
def test_a_non_commercial_licence_is_told(license: str, free: bool) -> None:
    assert gold(license=license).commercial is free
