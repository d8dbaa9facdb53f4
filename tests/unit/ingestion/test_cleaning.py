"""Text without what nobody sees, dates that a document says of itself, tables spelled out, files of folders."""

import datetime as dt
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.ingestion.dateline import dateline
from services.ingestion.parse.clean import one_line, paragraph, visible
from services.ingestion.parse.dates import day_of
from services.ingestion.parse.encoding import decode
from services.ingestion.parsed import Block, BlockKind
from services.ingestion.table_text import grid, spelled_rows


@settings(deadline=None)  # the first call loads tables, and the machine may be busy
@given(st.text())
def test_cleaning_twice_is_cleaning_once_and_leaves_no_control_characters(text: str) -> None:
    cleaned = visible(text)
    assert visible(cleaned) == cleaned
    assert not any(unicodedata.category(one) in ("Cc", "Cs") and one not in "\n\t" for one in cleaned)
    assert "\u202e" not in cleaned
    assert "\n" not in one_line(text)
    assert "\n\n" not in paragraph(text)


def test_letters_that_fonts_hide_are_given_back() -> None:
    assert visible("ﬁnance ⼀⼆") == "finance 一二"


def test_joiners_stay_where_they_shape_letters() -> None:
    assert visible("می\u200cخواهم") == "می\u200cخواهم"
    assert visible("pass\u200dword") == "password"


@settings(deadline=None)  # the first call loads tables, and the machine may be busy
@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_utf8_is_always_read_as_utf8(text: str) -> None:
    assert decode(("ASCII first " + text).encode()) == "ASCII first " + text


@settings(deadline=None)  # the first call loads tables, and the machine may be busy
@given(st.binary(max_size=400))
def test_any_bytes_are_text_or_are_not(data: bytes) -> None:
    assert decode(data) is None or isinstance(decode(data), str)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("年度报告\n\n发布日期：2024年3月16日。本报告", dt.date(2024, 3, 16)),
        ("Report\nPublished 16 March 2024. European division.", dt.date(2024, 3, 16)),
        ("Memo\n2024-03-16\n\nHello", dt.date(2024, 3, 16)),
        ("The company was founded on 4 April 1975 in a town that nobody remembers.", None),
        ("Report of 2024\nQ3 2024", None),
        ("", None),
        ("\n".join(f"Line {n} of running text goes here." for n in range(20)) + "\nDate: 2024-03-16", None),
    ],
)
def test_a_dateline_is_a_date_that_stands_alone_or_is_called_one(text: str, day: dt.date | None) -> None:
    assert dateline(text) == day


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-01-31T10:00:00Z", dt.date(2024, 1, 31)),
        ("D:20240131090000Z", dt.date(2024, 1, 31)),
        ("2024/1/31", dt.date(2024, 1, 31)),
        ("2024年1月31日", dt.date(2024, 1, 31)),
        ("2024-02", dt.date(2024, 2, 1)),
        ("2024-13-40", None),
        ("soon", None),
        ("", None),
    ],
)
def test_days_of_metadata_are_read(written: str, day: dt.date | None) -> None:
    assert day_of(written) == day


def table(*rows: tuple[str, ...], heads: int | None = None) -> str:
    return grid(Block(BlockKind.TABLE, rows=rows, header_rows=heads))


def test_a_row_carries_its_heads_and_the_unit_of_its_caption() -> None:
    text = table(("项目", "2023年", "2024年"), ("营业收入", "1,200", "1,350"))
    rows = spelled_rows("主要数据（单位：万元）", text)
    assert [line for _, _, line in rows] == ["项目: 营业收入; 2023年: 1,200万元; 2024年: 1,350万元"]
    start, end, _ = rows[0]
    assert text[start:end] == "| 营业收入 | 1,200 | 1,350 |"


def test_a_row_takes_the_unit_of_its_head() -> None:
    text = table(("EUR million", "2024"), ("Caldwell Pumps", "41.7"))
    assert [line for _, _, line in spelled_rows("", text)] == ["Caldwell Pumps; 2024: EUR 41.7 million"]


def test_two_lines_of_heads_are_one_head() -> None:
    text = table(("", "Sales", "Sales"), ("Region", "2023", "2024"), ("North", "5", "6"), heads=2)
    assert [line for _, _, line in spelled_rows("", text)] == ["Region: North; Sales 2023: 5; Sales 2024: 6"]


def test_bars_and_line_ends_inside_cells_do_not_break_the_grid() -> None:
    text = table(("a|b", "c"), ("line\nend", "x"))
    assert text.splitlines() == ["| a/b | c |", "| line end | x |"]


def test_a_table_known_to_have_no_heads_loses_no_row() -> None:
    text = table(("德国", "Berlin", "Mark"), ("法国", "Paris", "Franc"), heads=0)
    assert [line for _, _, line in spelled_rows("", text)] == ["德国; Berlin; Mark", "法国; Paris; Franc"]


def test_a_table_without_figures_is_spelled_too() -> None:
    text = table(("Name", "Office"), ("Ann", "Berlin"), ("Bob", "上海"), heads=1)
    assert [line for _, _, line in spelled_rows("", text)] == ["Name: Ann; Office: Berlin", "Name: Bob; Office: 上海"]
