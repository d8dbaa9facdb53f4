"""Copies of evaluation data are found through changes of case, spacing and punctuation; everything else is left alone.

The samples are made up here: no line of an evaluation set may stand in this file either.
"""

import pytest

from tests.lint.leaks import PASSAGE, QUESTION, Runs, copies, evaluation_ids

ENGLISH = "Which of the three lighthouses of Port Amsel was painted green before the storm?"
CHINESE = "阿姆塞尔港的三座灯塔中哪一座在风暴之前被漆成了绿色？"


def found(text: str, original: str, runs: Runs = QUESTION) -> bool:
    return bool(copies({"a.py": text}, [original], runs))


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        f"x = '{ENGLISH.upper()}'",
        "which of the\n    # three light" + "houses, of Port-Amsel, was",
        f"一个问题：{CHINESE}",
        "，".join(CHINESE),
    ],
)
def test_a_copied_question_is_found_however_it_is_set(text: str) -> None:
    assert found(text, ENGLISH) or found(text, CHINESE)


@pytest.mark.parametrize(
    "text", ["", "three lighthouses of Port Amsel was painted", "阿姆塞尔港的三座灯塔中", "🧭" * 50]
)
def test_a_few_words_in_common_are_no_copy(text: str) -> None:
    assert not found(text, ENGLISH)
    assert not found(text, CHINESE)


def test_seven_words_pass_and_eight_do_not() -> None:
    words = ENGLISH.split()
    assert not found(" ".join(words[:7]), ENGLISH)
    assert found(" ".join(words[:8]), ENGLISH)


def test_a_passage_may_share_a_longer_phrase_than_a_question() -> None:
    assert found(ENGLISH[:60], ENGLISH, QUESTION)
    assert not found(ENGLISH[:60], ENGLISH, PASSAGE)


def test_the_file_and_the_words_are_reported() -> None:
    assert copies({"a.py": "nothing", "b.md": CHINESE}, [CHINESE], Runs(words=8, han=25)) == {"b.md": CHINESE[:25]}


@pytest.mark.parametrize(
    "identifier", ["en-" + "0a" * 6, "zh-" + "f9" * 6, "o-" + "multi_hop-012", "s-" + "factual-003"]
)
def test_an_evaluation_id_is_found_by_its_form(identifier: str) -> None:
    assert evaluation_ids({"a.py": f'gold = ["{identifier}"]'}) == {"a.py": identifier}


@pytest.mark.parametrize("text", ["en-US", "zh-Hans", "to-do-100", "o-ring", "en-0a0a", "sha256:" + "0a" * 32])
def test_what_only_looks_like_an_id_is_left_alone(text: str) -> None:
    assert evaluation_ids({"a.py": text}) == {}
