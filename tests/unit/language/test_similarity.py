import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.similarity import agree, fuzzy_contains, jaccard, overlap
from services.language.tokens import tokens
from tests.unit.language.strategies import texts


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Revenue was $3.5 million in 2023.", "In 2023 revenue was $3,500,000."),
        ("He was born in May 2020.", "He was born in 2020."),
        ("Steve Jobs founded Apple.", "Jobs founded Apple Inc."),
        ("营收为3.5亿元", "revenue was 350 million yuan"),
        ("Sales grew 5% to $2.1 billion in Q1 2024.", "Sales grew 5%."),
        ("", ""),
    ],
)
def test_sentences_that_can_state_the_same(a: str, b: str) -> None:
    assert agree(a, b)
    assert agree(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Revenue was $3.5 million in 2023.", "Revenue was $3.6 million in 2023."),
        ("Revenue was $3.5 million in 2023.", "Revenue was $3.5 million in 2022."),
        ("Revenue rose 5%.", "Revenue fell 5%."),
        ("营收增长5%", "营收下降5%"),
        ("He won.", "He did not win."),
        ("公司盈利", "公司没有盈利"),
        ("张伟担任董事长", "李明担任董事长"),
        ("2018年柯文哲当选台北市市长", "2018年丁守中当选台北市市长"),
        ("Tim Cook leads Apple.", "Satya Nadella leads Apple."),
        ("Tax was 12%.", "Tax was 12."),
    ],
)
def test_sentences_that_contradict_each_other(a: str, b: str) -> None:
    assert not agree(a, b)
    assert not agree(b, a)


@pytest.mark.parametrize(
    ("needle", "haystack", "found"),
    [
        ("Apple", "an apple pie", True),
        ("pple", "an apple pie", False),
        ("Microsft", "Microsoft reported", True),
        ("Panzers", "the Panzer division", True),
        ("中国人民银行总行", "中国人民银行的总行位于北京", True),
        ("中国工商银行总行", "上海的天气很好", False),
        ("12", "112", False),
        ("1960", "in 1960.", True),
        ("", "anything", False),
        ("José", "jose", True),
    ],
)
def test_fuzzy_containment(needle: str, haystack: str, found: bool) -> None:
    assert fuzzy_contains(needle, haystack) is found


def test_overlap_is_the_covered_share_of_the_query() -> None:
    assert overlap(tokens("revenue of Apple"), tokens("Apple's revenue grew")) == pytest.approx(2 / 3)
    assert overlap([], ["a"]) == 0


@given(st.lists(st.sampled_from("abcdef")), st.lists(st.sampled_from("abcdef")))
def test_shares_lie_between_nought_and_one(a: list[str], b: list[str]) -> None:
    assert 0 <= overlap(a, b) <= 1
    assert jaccard(a, b) == jaccard(b, a)
    assert jaccard(a, a) == (1 if a else 0)


@given(texts)
def test_any_text_agrees_with_itself(text: str) -> None:
    assert agree(text, text)


@given(texts, texts)
def test_agreement_is_symmetric_and_containment_never_fails(a: str, b: str) -> None:
    assert agree(a, b) == agree(b, a)
    assert fuzzy_contains(a, b) in (True, False)
