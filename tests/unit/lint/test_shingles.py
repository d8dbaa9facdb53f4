"""A clone without the evaluation set still knows its wording when it sees it, and cannot read it."""

import pytest

from tests.lint.leaks import QUESTION, grams, hashed_copies
from tests.lint.shingles import BYTES, FILE, pack, unpack

ENGLISH = "Which of the three lighthouses of Port Amsel was painted green before the storm?"
CHINESE = "阿姆塞尔港的三座灯塔中哪一座在风暴之前被漆成了绿色？"
KNOWN = unpack(pack(gram for text in (ENGLISH, CHINESE) for gram in grams(text, QUESTION)))


@pytest.mark.parametrize("copy", [ENGLISH, ENGLISH.upper(), "x = '" + CHINESE[:14] + "'", "，".join(CHINESE)])
def test_a_copied_question_is_known_by_its_hashes(copy: str) -> None:
    assert hashed_copies({"a.py": copy}, KNOWN, QUESTION)


@pytest.mark.parametrize("text", ["", "Which of the three lighthouses was painted green?", "灯塔在风暴之前", "🧭" * 99])
def test_other_wording_is_not(text: str) -> None:
    assert not hashed_copies({"a.py": text}, KNOWN, QUESTION)


def test_the_same_questions_give_the_same_file_in_any_order() -> None:
    assert pack(["b", "a", "a"]) == pack(["a", "b"])
    assert len(pack(["a", "b"])) == 2 * BYTES


def test_a_file_that_was_cut_off_is_noticed() -> None:
    with pytest.raises(ValueError, match="whole number"):
        unpack(pack(["a"])[:-1])


def test_the_committed_file_holds_thousands_of_runs() -> None:
    assert len(unpack(FILE.read_bytes())) > 5000
