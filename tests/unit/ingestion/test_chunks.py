"""Passages: by section, on sentence borders, within their size, and each where it says it is."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.documents.models import StoredPassage
from services.ingestion.analyse import analyse
from services.ingestion.chunk import Size, chunk
from services.ingestion.parsed import Block, BlockKind, ParsedDocument, Record
from tests.unit.ingestion.files import tokens

H, P, T = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.TABLE


def cut(*blocks: Block, title: str = "", passage: int = 40) -> tuple[str, list[StoredPassage]]:
    return chunk(ParsedDocument("txt", title, blocks), tokens, Size(passage, 60))


def test_sections_are_not_mixed_and_carry_their_path() -> None:
    _, passages = cut(
        Block(H, "Guide", level=1), Block(P, "Intro."), Block(H, "安装", level=2), Block(P, "先下载。"),
        Block(H, "Linux", level=3), Block(P, "Unpack."), Block(H, "Usage", level=2), Block(P, "Run it."), title="Guide",
    )  # fmt: skip
    assert [(one.section, one.text) for one in passages] == [
        ("", "Intro."), ("安装", "先下载。"), ("安装 > Linux", "Unpack."), ("Usage", "Run it."),
    ]  # fmt: skip


def test_a_heading_with_nothing_under_it_is_not_lost() -> None:
    _, passages = cut(Block(H, "Closed on Sundays", level=2), Block(H, "Prices", level=2), Block(P, "Five euros."))
    assert [one.text for one in passages] == ["Closed on Sundays", "Five euros."]


def test_a_document_that_is_nothing_but_its_title_is_not_empty() -> None:
    text, passages = cut(Block(H, "Revenue 2025: 5 million", level=1), title="Revenue 2025: 5 million")
    assert [(one.text, one.char_start, one.char_end) for one in passages] == [(text, 0, len(text))]


def test_a_heading_that_only_opens_others_lives_in_their_path() -> None:
    _, passages = cut(Block(H, "Part", level=1), Block(H, "Chapter", level=2), Block(P, "Text."))
    assert [(one.section, one.text) for one in passages] == [("Part > Chapter", "Text.")]


@pytest.mark.parametrize("sentence", ["This is sentence number {n} of many. ", "这是很多句子中的第{n}句话。"])
def test_long_sections_are_cut_between_sentences_into_like_parts(sentence: str) -> None:
    text = "".join(sentence.format(n=n) for n in range(30)).strip()
    _, passages = cut(Block(P, text))
    assert len(passages) > 1
    assert all(one.text[-1] in ".。" for one in passages)
    sizes = [tokens(one.text) for one in passages]
    assert max(sizes) <= 40
    assert min(sizes) >= 0.5 * max(sizes)


def test_a_sentence_longer_than_a_passage_is_cut_softly() -> None:
    _, passages = cut(Block(P, "，".join("很长的部分" for _ in range(40))))
    assert all(tokens(one.text) <= 40 for one in passages)
    assert "".join(one.text for one in passages).count("很长的部分") == 40


def test_a_text_without_any_break_is_cut_all_the_same() -> None:
    _, passages = cut(Block(P, "字" * 5_000))
    assert sum(one.text.count("字") for one in passages) == 5_000
    assert all(tokens(one.text) <= 40 for one in passages)


def test_a_small_table_stays_with_its_text_and_its_rows_are_spelled() -> None:
    rows = (("Region", "2023", "2024"), ("North", "5", "6"), ("South", "7", "8"))
    _, passages = cut(Block(P, "Sales in EUR million."), Block(T, page=3, rows=rows), passage=60)
    whole, spelled = passages
    assert "| North | 5 | 6 |" in whole.text
    assert whole.text.startswith("Sales in EUR million.")
    assert spelled.text.splitlines()[1] == "Region: North; 2023: EUR 5 million; 2024: EUR 6 million"
    assert spelled.page == 3


def test_rows_of_a_large_table_all_carry_caption_and_heads() -> None:
    rows = (("Item", "Count"), *((f"thing{n}", str(n)) for n in range(100)))
    _, passages = cut(Block(P, "Stock list"), Block(T, rows=rows))
    spelled = passages[1:]
    assert all(one.text.startswith("Stock list\n") for one in spelled)
    assert all(tokens(one.text) <= 40 for one in spelled)
    assert [line for one in spelled for line in one.text.splitlines()[1:]] == [
        f"Item: thing{n}; Count: {n}" for n in range(100)
    ]


def test_prose_around_a_large_table_does_not_take_it_in() -> None:
    rows = (("Item", "Count"), *((f"thing{n}", str(n)) for n in range(100)))
    _, passages = cut(Block(P, "Before."), Block(T, rows=rows), Block(P, "After."))
    assert max(tokens(one.text) for one in passages) <= 40
    assert {"Before.", "After."} <= {one.text for one in passages}


def test_a_record_is_one_passage_with_its_own_metadata() -> None:
    record = Record("id1", "标题", "S", "http://x", "en", dt.date(2024, 1, 2), ("t",))
    _, (one,) = cut(Block(BlockKind.RECORD, "word " * 50, record=record))
    assert (one.external_id, one.title, one.section, one.url, one.language, one.date, one.tags) == (
        "id1", "标题", "S", "http://x", "en", dt.date(2024, 1, 2), ("t",),
    )  # fmt: skip


def test_a_record_that_is_too_long_becomes_passages_of_the_same_id() -> None:
    text = "".join(f"Sentence number {n} is here. " for n in range(40)).strip()
    _, passages = cut(
        Block(BlockKind.RECORD, text, record=Record("id1")), Block(BlockKind.RECORD, "Next.", record=Record("id2"))
    )
    assert {one.external_id for one in passages[:-1]} == {"id1"}
    assert len(passages) > 2
    assert passages[-1].external_id == "id2"


BLOCKS = st.lists(
    st.one_of(
        st.builds(
            lambda text, level: Block(H, text, level=level),
            st.text("ab 标题", min_size=1, max_size=20),
            st.integers(1, 4),
        ),
        st.builds(lambda text: Block(P, text), st.text("ab 。.字 \n😀", min_size=1, max_size=300)),
        st.builds(lambda rows: Block(T, rows=tuple(rows)), st.lists(st.just(("a", "1")), min_size=2, max_size=30)),
    ),
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(BLOCKS)
def test_every_passage_of_prose_is_where_it_says(blocks: list[Block]) -> None:
    text, passages = cut(*blocks)
    for one in passages:
        assert 0 <= one.char_start < one.char_end <= len(text)
        if "; " not in one.text and "1" not in one.text:
            assert text[one.char_start : one.char_end] == one.text
    letters = sum(block.text.count("字") for block in blocks if block.kind is P)
    spelled = [one for one in passages if "1" in one.text and "|" not in one.text]  # may repeat a caption
    assert sum(one.text.count("字") for one in passages if one not in spelled) == letters


def test_analysis_is_kept_with_the_sentence_it_is_in() -> None:
    found = analyse(StoredPassage("Mozhou Holdings earned EUR 3.5 million. 2024年3月1日，公司开业。"))
    first, second = found.sentences
    assert [(float(one.value), one.unit, one.kind) for one in first.amounts] == [(3_500_000, "EUR", "money")]
    assert any(found.text[one.start : one.end] == "Mozhou Holdings" for one in first.entities)
    assert [(one.first, one.last, one.grain) for one in second.days] == [("2024-03-01", "2024-03-01", "day")]


@pytest.mark.parametrize("text", ["😀", "。。。", "a", "\n", "1" * 2_000])
def test_odd_texts_can_be_analysed(text: str) -> None:
    assert analyse(StoredPassage(text)).text == text
