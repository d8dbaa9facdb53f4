import pytest
from hypothesis import given

from services.language.detect import is_cjk, language_of
from tests.unit.language.strategies import texts


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What was the revenue of the company?", "en"),
        ("公司去年的营收是多少？", "zh"),
        ("Tesla在2023年的营收是多少", "zh"),
        ("iPhone 15 Pro Max和Samsung Galaxy S24 Ultra哪个更贵？", "zh"),
        ("What does 人民币 mean in English?", "en"),
        ("WHAT IS THE REVENUE OF 阿里巴巴集团", "en"),
        ("これは日本語の文章です", "und"),
        ("안녕하세요 세계", "und"),
        ("Привет, мир", "und"),
        ("مرحبا بالعالم", "und"),
        ("", "und"),
        ("12,345 😀 !!", "und"),
    ],
)
def test_the_language_is_the_one_that_carries_the_sentence(text: str, language: str) -> None:
    assert language_of(text) == language


def test_han_is_cjk_and_kana_hangul_latin_and_strings_are_not() -> None:
    assert [is_cjk(ch) for ch in ("中", "〇", "𠀀", "あ", "한", "a", "", "中国")] == [True, True, True] + [False] * 5


@given(texts)
def test_any_text_has_one_of_three_languages(text: str) -> None:
    assert language_of(text) in {"zh", "en", "und"}


def test_a_huge_text_is_judged_by_its_beginning() -> None:
    assert language_of("revenue grew again " * 200_000) == "en"
