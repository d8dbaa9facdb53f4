"""Where a short answer begins and ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.answer_edges import edged
from tests.unit.language.strategies import texts


def cut(text: str, span: str) -> str:
    at = text.index(span)
    start, end = edged(text, at, at + len(span))
    return text[start:end]


@pytest.mark.parametrize(
    ("text", "span", "bare"),
    [
        ("阀体由泓垣铸件厂供货。", "由泓垣铸件厂", "泓垣铸件厂"),
        ("馆长是沈怀瑾。", "是沈怀瑾。", "沈怀瑾"),
        ("分店在2023年开业。", "在2023年", "2023年"),
        ("阀体由她供货。", "供", "供货"),
        ("阀体由她供货。", "。", ""),
        ("It was made by the Hessel works in Tarrow.", "by the Hessel wor", "Hessel works"),
        ("Its revenue was 3.5 million in May.", "was 3.5 million in", "3.5 million"),
        ("She lives in Tarrow, near the sea.", "Tarrow,", "Tarrow"),
        ("plain", "plain", "plain"),
    ],
)
def test_small_words_and_marks_are_cut_and_words_made_whole(text: str, span: str, bare: str) -> None:
    assert cut(text, span) == bare


@given(texts, st.integers(0, 60), st.integers(0, 60))
def test_any_span_stays_inside_its_text(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    left, right = edged(text, start, end)
    assert 0 <= left <= right <= len(text)
