import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.sentences import LONGEST, sentences
from tests.unit.language.strategies import texts


def split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The U.S. economy grew 3.5% in Q1.",
        "Apple Inc. reported $3.5 billion, e.g. in China.",
        "Mr. J. K. Smith met Dr. Lee at St. Mary's on Sept. 5.",
        "Yahoo! is old, and so is Jeopardy! in its way.",
        "See No. 5 and pp. 12 of vol. 3.",
        "It fell from 3.5 to 2.25 vs. 1.75 before.",
        "He works for Foo Ltd. in the U.K. and others.",
        "1. First item of a list",
        "《你好！李焕英》上映了。",
        "版本v1.2.3已发布。",
        "他……没有说话。",
    ],
)
def test_what_is_one_sentence_stays_one(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("He works at Apple Inc. The company is big.", ["He works at Apple Inc.", "The company is big."]),
        ('He said "Go." Then he left.', ['He said "Go."', "Then he left."]),
        ("他说：“你好。”然后走了！真的？是；对。", ["他说：“你好。”", "然后走了！", "真的？", "是；", "对。"]),
        ("It ended.[1] After that, more.[2][3] End", ["It ended.[1]", "After that, more.[2][3]", "End"]),
        ("It ended.The next began.", ["It ended.", "The next began."]),
        ("Is he in? No. He left.", ["Is he in?", "No.", "He left."]),
        ("The end... Really?! Yes.", ["The end...", "Really?!", "Yes."]),
        ("标题\n正文第一句。第二句", ["标题", "正文第一句。", "第二句"]),
        ("| a | 1.5 |\n| b | 2.5 |", ["| a | 1.5 |", "| b | 2.5 |"]),
        ("Heading\n\nBody text.", ["Heading", "Body text."]),
        ("- one\r\n- two", ["- one", "- two"]),
        ("English here. 中文在这里。Mixed 了", ["English here.", "中文在这里。", "Mixed 了"]),
    ],
)
def test_borders_are_found(text: str, parts: list[str]) -> None:
    assert split(text) == parts


def test_rows_of_a_table_in_words_are_sentences_of_their_own() -> None:
    rows = [
        "型号: 海鸥100; 组装工厂: 河湾工厂; 重量（公斤）: 158公斤; 出厂价: 28,600元",
        "型号: 海鸥200; 组装工厂: 山前工厂; 重量（公斤）: 48公斤",
    ]
    assert split("\n".join(rows)) == rows
    english = ["model: gull 100 and its spare parts; plant: the river works", "model: gull 200; plant: the hill works"]
    assert split("\n".join(english)) == english


def test_a_wrapped_line_goes_on_in_the_next() -> None:
    text = "This line of prose was wrapped by an editor at some\nwidth and goes on here. Next."
    assert split(text) == ["This line of prose was wrapped by an editor at some\nwidth and goes on here.", "Next."]


@pytest.mark.parametrize("text", ["word " * 5_000, "字" * 30_000, "a" * 9_999, "，字" * 4_000])
def test_text_without_borders_is_cut_and_nothing_is_lost(text: str) -> None:
    parts = split(text)
    assert max(map(len, parts)) <= LONGEST
    assert "".join("".join(parts).split()) == "".join(text.split())


@pytest.mark.parametrize("text", ["", " \n\t ", "\u2028\n"])
def test_nothing_visible_gives_no_sentence(text: str) -> None:
    assert sentences(text) == []


@given(texts)
def test_spans_are_ordered_trimmed_short_and_hold_every_visible_character(text: str) -> None:
    at, kept = 0, []
    for span in sentences(text):
        assert at <= span.start < span.end <= len(text)
        assert span.end - span.start <= LONGEST
        piece = text[span.start : span.end]
        assert piece == piece.strip()
        kept.append(piece)
        at = span.end
    assert "".join("".join(kept).split()) == "".join(text.split())


@given(st.lists(st.sampled_from(["It rose by 5 units", "Sales fell", "营收增长了", "他走了"]), min_size=1, max_size=6))
def test_as_many_sentences_as_were_written(clauses: list[str]) -> None:
    text = " ".join(clause + ("。" if clause[0] > "z" else ".") for clause in clauses)
    assert len(sentences(text)) == len(clauses)


def test_rows_in_words_that_begin_with_a_bare_label_are_lines_of_their_own() -> None:
    text = "北区产量; 2023年: 41吨; 2022年: 40吨; 2021年: 39吨\n南区产量; 2023年: 31吨; 2022年: 30吨; 2021年: 29吨"
    assert [text[each.start : each.end] for each in sentences(text)] == text.split("\n")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Roe (b. c. 1921; d. Nov. 1980) was a painter. She left.", 2),
        ("Ilse (fl. 1350 – d. 1380) was queen. Next came Doma.", 2),
        ("Karl (known as K. Next to his brother. He said so) was a smith.", 1),
        ("He left. (It rained. The road was wet.) She stayed.", 4),
        ("陆远帆（字伯年。江苏人）是导演。他去世了。", 2),
        ("An open bracket (never closes. Then it goes on.", 2),
    ],
)
def test_brackets_inside_a_sentence_hold_together(text: str, count: int) -> None:
    assert len(sentences(text)) == count
