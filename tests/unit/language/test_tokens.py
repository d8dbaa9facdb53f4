import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.tokens import QUESTION_WORDS, STOPWORDS, content_tokens, keywords, stem, tokens
from tests.unit.language.strategies import texts


@pytest.mark.parametrize(
    "family",
    [
        "acquire acquired acquires acquiring",
        "company companies",
        "stop stops stopped stopping",
        "name names named naming",
        "control controlled controlling controls",
        "raise raised raising raises",
        "sell sold selling sells",
        "write wrote written writing",
        "woman women",
        "class classes",
    ],
)
def test_inflected_forms_share_a_stem(family: str) -> None:
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("rate", "rat"), ("news", "new"), ("business", "busy"), ("united", "unite")]
)
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(st.from_regex(r"[a-z]{1,14}", fullmatch=True))
def test_a_stem_is_its_own_stem(word: str) -> None:
    assert stem(stem(word)) == stem(word)
    assert stem(word)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1,234.5", ["1234.5"]),
        ("12,345,678 people", ["12345678", "people"]),
        ("3.5m", ["3.5", "m"]),
        ("X-200", ["x200", "200"]),
        ("the A10G's", ["the", "a10g"]),
        ("2019-2021", ["2019", "2021"]),
        ("don't can't", ["do", "not", "can", "not"]),
        ("U.S. US USA", ["usa", "usa", "usa"]),
        ("Díaz naïve", ["diaz", "naiv"]),
        ("１２３ＡＢＣ", ["123abc"]),
        ("2024年03月", ["2024", "年", "3", "月"]),
        ("1.2.3", ["1.2.3"]),
        ("", []),
        ("😀 — …", []),
    ],
)
def test_tokens(text: str, wanted: list[str]) -> None:
    got = tokens(text)
    assert [token for token in got if token in wanted] == wanted


def test_chinese_gives_long_words_and_their_parts_and_pairs_when_asked() -> None:
    plain, with_pairs = tokens("中国人民银行宣布"), tokens("中国人民银行宣布", bigrams=True)
    assert {"中国人民银行", "银行", "中国"} <= set(plain)
    assert "民银" not in plain
    assert "民银" in with_pairs
    assert len([token for token in with_pairs if token == "中国"]) == 1


def test_the_same_word_is_found_whatever_its_spelling() -> None:
    assert tokens("The ACQUISITIONS of Café-Zürich") == tokens("the acquisition of cafe zurich")


def test_content_is_without_grammar_and_question_words() -> None:
    assert content_tokens("What is the revenue of the company in 2023?") == [stem("revenue"), "company", "2023"]
    assert content_tokens("公司的营收是多少？") == ["公司", "营收"]


def test_an_acronym_that_looks_like_a_stop_word_is_content() -> None:
    assert "it" in content_tokens("the IT budget of WHO")
    assert "it" not in content_tokens("it rained")
    assert "it" not in content_tokens("IT RAINED IN THE CITY")


def test_keywords_put_names_and_numbers_first_and_respect_the_limit() -> None:
    found = keywords("what did the Federal Reserve say about inflation in 2023 and what will it do", limit=4)
    assert len(found) == 4
    assert {"reserve", "2023"} <= set(found)
    assert keywords("anything", limit=0) == []


def test_word_lists_are_lower_case_words() -> None:
    for words in (*STOPWORDS.values(), *QUESTION_WORDS.values()):
        assert words
        assert all(word == word.lower().strip() and " " not in word for word in words)


@given(texts)
def test_tokens_of_any_text_are_clean_and_content_is_part_of_them(text: str) -> None:
    found = tokens(text)
    assert all(token and not token.isspace() for token in found)
    assert set(content_tokens(text)) <= set(found)
    assert tokens(text) == found
    assert set(found) <= set(tokens(text, bigrams=True))
    assert len(keywords(text)) <= 12
