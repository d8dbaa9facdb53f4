import pytest
from hypothesis import given

from services.language.negation import negated, negation_scope
from tests.unit.language.strategies import texts


@pytest.mark.parametrize(
    "sentence",
    [
        "He did not go.",
        "It isn't true.",
        "You can’t.",
        "No evidence was found.",
        "The firm never paid.",
        "They left without paying.",
        "Apple failed to pay.",
        "Neither side won.",
        "He denied the charge.",
        "It is no longer sold.",
        "没有增长",
        "他否认指控",
        "尚未公布",
        "无法确认",
        "并非如此",
        "从未发生",
        "公司不再生产",
        "未能完成",
        "该项目不包括税费",
    ],
)
def test_a_denial_is_seen(sentence: str) -> None:
    assert negated(sentence)
    assert negation_scope(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Not only A but also B.",
        "No. 5 is here.",
        "no less than five",
        "There is no doubt.",
        "Isn't it true?",
        "It is big, isn't it?",
        "whether or not he comes",
        "He never failed to pay.",
        "a non-profit company",
        "he knows notes",
        "nothing but praise",
        "",
        "😀",
        "不仅增长",
        "无锡是城市",
        "公司不断发展",
        "是不是真的",
        "他喜不喜欢你",
        "他不得不走",
        "非常好",
        "未来可期",
        "除非",
        "无人机",
        "差不多",
        "特别好",
        "有没有增长",
        "没收财产",
        "不同的方案",
        "无论如何",
    ],
)
def test_what_looks_like_a_denial_and_is_none(sentence: str) -> None:
    assert not negated(sentence)
    assert negation_scope(sentence) == []


def test_the_scope_ends_with_the_clause() -> None:
    text = "He did not pay, but she did. 公司没有盈利，营收增长。"
    assert [text[span.start : span.end] for span in negation_scope(text)] == ["not pay", "没有盈利"]


@given(texts)
def test_scopes_lie_in_the_text_in_order(text: str) -> None:
    at = 0
    for span in negation_scope(text):
        assert at <= span.start < span.end <= len(text)
        at = span.end
    assert negated(text) == bool(negation_scope(text))
