"""The noun that a Chinese phrase opens with; a phrase that opens with a verb has none."""

import pytest
from hypothesis import given

from services.language.chinese_phrases import leading_noun
from tests.unit.language.strategies import texts


@pytest.mark.parametrize(
    ("phrase", "noun"),
    [
        ("出差住酒店每晚最多报销", ""),
        ("报销需要谁签字", ""),
        ("国内出差住宿标准", ""),
        ("最多报销", ""),
        ("青石工厂厂长", "青石工厂厂长"),
        ("澜远泵业逃税", "澜远泵业"),
        ("林岚逃税", "林岚"),
        ("海川640重", "海川640"),
        ("KV-31贵", "KV-31"),
        ("三号仓库", "三号仓库"),
        ("叉车操作需要", "叉车"),
        ("试用期多长", "试用期"),
        ("合同到期", "合同"),
        ("年假", "年假"),
        ("采购单需要", "采购单"),
        ("", ""),
        ("😀", ""),
        ("。，？", ""),
    ],
)
def test_a_phrase_is_about_the_noun_that_it_opens_with(phrase: str, noun: str) -> None:
    assert leading_noun(phrase) == noun


@given(texts)
def test_any_text_opens_with_a_part_of_itself(text: str) -> None:
    assert text.startswith(leading_noun(text))
