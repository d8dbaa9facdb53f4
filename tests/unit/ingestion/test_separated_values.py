"""Separated values: what parts the cells is found, and each row is read with its heads."""

import pytest

from services.ingestion.chunk import Size, chunk
from services.ingestion.parse.registry import parse
from services.ingestion.parse.separated import separator_of
from services.ingestion.parsed import BlockKind, ParsedDocument
from tests.unit.ingestion.files import source, tokens

HEAD, FIRST, SECOND = ("Name", "City", "Paid"), ("Ann; B|C", "Köln, Süd", "1,5"), ("Bo", "Paris", "2")


def rows(document: ParsedDocument) -> tuple[tuple[str, ...], ...]:
    return next(block.rows for block in document.blocks if block.kind is BlockKind.TABLE)


def texts(document: ParsedDocument) -> list[str]:
    return [block.text for block in document.blocks if block.kind is BlockKind.PARAGRAPH]


def spelled(document: ParsedDocument) -> str:
    return "\n".join(passage.text for passage in chunk(document, tokens, Size(200, 200))[1])


@pytest.mark.parametrize("separator", list(",;\t|"))
def test_cells_that_hold_the_separator_stay_whole(separator: str) -> None:
    text = "\n".join(separator.join(f'"{cell}"' for cell in row) for row in (HEAD, FIRST, SECOND))
    assert rows(parse(source("a.csv", text))) == (HEAD, FIRST, SECOND)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030", "cp1252"])
def test_cells_in_any_encoding_are_read(encoding: str) -> None:
    said = ("Länge", "Größe", "Straße") if encoding == "cp1252" else ("公司", "收入", "的单位")
    text = "\r\n".join(";".join(row) for row in (said, *[("x" * 20, "1", "2")] * 5))
    assert rows(parse(source("a.csv", text.encode(encoding))))[0] == said


def test_every_row_is_found_with_its_heads() -> None:
    document = parse(source("人员.csv", "姓名,城市,年龄\n张三,上海,30\n李四,成都,25\n"))
    assert "姓名: 李四; 城市: 成都; 年龄: 25" in spelled(document)


def test_lines_above_the_heads_are_the_caption_with_its_unit() -> None:
    document = parse(source("a.csv", "Sales by region\nin millions of CHF\n\nRegion,2023,2024\nNorth,5,6\nSouth,7,8\n"))
    assert texts(document) == ["Sales by region · in millions of CHF"]
    assert "Sales by region · in millions of CHF\nRegion: North; 2023: 5 million; 2024: 6 million" in spelled(document)


def test_lines_with_another_separator_are_cut_by_it_and_noted() -> None:
    document = parse(source("a.csv", "a;b;c\n1;2;3\n4,5,6\n7\t8\t9\n10;11;12\n"))
    assert rows(document)[2:4] == (("4", "5", "6"), ("7", "8", "9"))
    assert document.notes == ("2 lines use another separator than the rest",)


def test_a_quotation_mark_that_is_never_closed_swallows_nothing() -> None:
    lines = ["size,name,count", '3,"5 inch pipe,4', *(f"{n},bolt,{n}" for n in range(200))]
    document = parse(source("a.csv", "\n".join(lines)))
    assert len(rows(document)) == 202
    assert any("never closed" in note for note in document.notes)


def test_a_line_end_inside_a_cell_is_no_new_row() -> None:
    assert rows(parse(source("a.csv", 'a,b,c\n1,"two\nlines",3\n'))) == (("a", "b", "c"), ("1", "two lines", "3"))


def test_the_separator_that_a_spreadsheet_names_is_used() -> None:
    assert rows(parse(source("a.csv", "sep=|\nx|y,z|w\n1|2,5|3\n"))) == (("x", "y,z", "w"), ("1", "2,5", "3"))


def test_rows_without_heads_lose_none() -> None:
    assert "Germany; 45; 50" in spelled(parse(source("a.csv", "Germany,45,50\nFrance,47,52\nSpain,38,41\n")))
    assert "德国: 45" in spelled(parse(source("a.csv", "德国,45\n法国,47\n西班牙,38\n")))


def test_one_column_is_text() -> None:
    document = parse(source("a.csv", "Meeting at noon.\nBring the reports.\n"))
    assert document.format == "txt"


def test_twenty_thousand_rows_are_read() -> None:
    document = parse(source("a.csv", "id,name,count\n" + "".join(f"{n},名称{n},{n * 2}\n" for n in range(20_000))))
    assert len(rows(document)) == 20_001


@pytest.mark.parametrize(
    ("text", "separator"), [("", ""), ("a", ""), ("a,b", ","), ("a\tb\n1\t2", "\t"), ("😀|b\n1|2", "|")]
)
def test_the_separator_is_found(text: str, separator: str) -> None:
    assert separator_of(text) == separator
