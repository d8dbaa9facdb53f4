"""What a query is searched by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.retrieval.words import asked_tokens, stored_tokens


@pytest.mark.parametrize(
    ("question", "there", "gone"),
    [
        ("Which of the plants is the oldest?", {"plant"}, {"which", "of", "the", "is"}),
        ("北辰公司的总部在哪里？", {"北辰", "公司", "总部"}, {"的", "在"}),
        ("What does the IT budget of the US cost?", {"it", "usa", "budget"}, {"what", "the"}),
        ("Halcyon卫星由谁制造？", {"halcyon", "卫星", "制造"}, {"由"}),
    ],
)
def test_small_words_are_left_out_of_a_question(question: str, there: set[str], gone: set[str]) -> None:
    found = set(asked_tokens(question))
    assert there <= found
    assert not gone & found


def test_a_question_of_nothing_but_small_words_keeps_them() -> None:
    assert asked_tokens("who is it?") == stored_tokens("who is it?")
    assert asked_tokens("") == []


@given(st.text(max_size=60))
def test_what_is_asked_is_spelt_as_what_is_stored(text: str) -> None:
    stored = stored_tokens(text)
    assert set(asked_tokens(text)) <= set(stored)
    assert bool(asked_tokens(text)) == bool(stored)
