"""Workbooks: every sheet that is shown, titles, heads of several lines, gaps, units, and values as they are shown."""

import datetime as dt

import openpyxl
import pytest

from services.documents.status import DocumentReason
from services.ingestion.chunk import Size, chunk
from services.ingestion.parse.number_format import shown
from services.ingestion.parse.registry import parse
from services.ingestion.parse.sheet import sheet_blocks
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument
from tests.unit.ingestion.files import archive, saved, source, tokens, workbook


def spelled(document: ParsedDocument) -> str:
    return "\n".join(passage.text for passage in chunk(document, tokens, Size(200, 200))[1])


def tables(blocks: ParsedDocument | list[Block]) -> list[Block]:
    found = blocks if isinstance(blocks, list) else list(blocks.blocks)
    return [block for block in found if block.kind is BlockKind.TABLE]


LAID_OUT = (
    ("Group report",),
    (),
    ("Results by plant",),
    (),
    ("In millions of CHF", None, None, None, "January–June 2023"),
    (None, "Sales", "Profit", None, "Staff costs"),
    (),
    ("Plant A", 120, 14, None, 31),
    ("工厂乙", 95, -3, None, 28),
    (),
    ("Total", 215, 11, None, 59),
    (),
    ("(a) Sales to other plants are left out.",),
)


def test_titles_gaps_and_heads_of_two_lines_are_read_as_they_are_meant() -> None:
    document = parse(source("a.xlsx", workbook(Plants=LAID_OUT)))
    (table,) = tables(document)
    assert table.header_rows == 2
    assert [row[0] for row in table.rows] == ["In millions of CHF", "", "Plant A", "工厂乙", "Total"]
    text = spelled(document)
    assert "工厂乙; January–June 2023 Sales: 95 million; January–June 2023 Profit: -3 million" in text
    assert "Results by plant · In millions of CHF" in text
    assert document.blocks[-1].text == "(a) Sales to other plants are left out."


def test_every_sheet_is_a_section_and_a_hidden_one_is_named() -> None:
    made = openpyxl.Workbook()
    for name, state in (("收入", "visible"), ("Lists", "hidden"), ("Costs", "visible")):
        sheet = made.create_sheet(name)
        sheet.append(["Item", "2024"])
        sheet.append([f"entry of {name}", 5])
        sheet.sheet_state = state
    document = parse(source("a.xlsx", saved(made)))
    assert [block.text for block in document.blocks if block.kind is BlockKind.HEADING] == ["收入", "Costs"]
    assert "entry of Lists" not in str(document.blocks)
    assert document.notes == ("the sheet 'Lists' is hidden: not read",)


def test_a_merged_cell_heads_all_its_columns_and_labels_all_its_rows() -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    for row in (
        ["Region", "2023", None, "2024", None], [None, "Sales", "Staff", "Sales", "Staff"],
        ["North", 1, 2, 3, 4], [None, 5, 6, 7, 8],
    ):  # fmt: skip
        sheet.append(row)
    for area in ("A1:A2", "B1:C1", "D1:E1", "A3:A4"):
        sheet.merge_cells(area)
    assert "Region: North; 2023 Sales: 5; 2023 Staff: 6; 2024 Sales: 7; 2024 Staff: 8" in spelled(
        parse(source("a.xlsx", saved(made)))
    )


def test_formulas_without_a_stored_value_are_named_and_do_not_stop_the_rest() -> None:
    rows = [("Item", "Count"), ("Bolts", 3), ("Nuts", 4), ("Total", "=SUM(B2:B3)")]
    document = parse(source("a.xlsx", workbook(S=rows)))
    assert "Bolts" in str(document.blocks)
    assert "SUM" not in str(document.blocks)
    assert document.notes == ("1 formulas of 'S' have no stored value (B4): save it in a spreadsheet",)


def test_a_second_table_below_a_gap_has_its_own_heads() -> None:
    rows = [["Item", "2023", "2024"], ["Bolts", "1", "2"], [], ["Plant", "Area", "Staff"], ["A", "21", "4"]]
    first, second = tables(list(sheet_blocks(rows)))
    assert first.rows[0] == ("Item", "2023", "2024")
    assert second.rows == (("Plant", "Area", "Staff"), ("A", "21", "4"))


def test_rows_behind_a_gap_belong_to_the_heads_above() -> None:
    rows = [["项目", "2023年", "2024年"], ["收入", "1", "2"], [], ["利润", "3", "4"]]
    (table,) = tables(list(sheet_blocks(rows)))
    assert len(table.rows) == 3


def test_heads_stand_over_their_group_of_columns() -> None:
    rows = [
        ["", "", "2023", "", "", "2022"], ["", "Goodwill", "Other", "", "Goodwill", "Other"],
        ["North", "1", "2", "", "3", "4"], ["South", "5", "6", "", "7", "8"],
    ]  # fmt: skip
    (table,) = tables(list(sheet_blocks(rows)))
    assert table.rows[0] == ("", "2023", "2023", "2022", "2022")


def test_a_sheet_of_texts_is_read_line_by_line() -> None:
    document = parse(source("a.xlsx", workbook(Notes=[("First remark.",), ("第二条说明。",)])))
    assert [block.text for block in document.blocks] == ["Notes", "First remark.\n第二条说明。"]


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (9467, "General", "9467"),
        (0.1 + 0.2, "General", "0.3"),
        (1e6, "General", "1000000"),
        (True, "General", "TRUE"),
        (12553, "#,##0\\ ;\\(#,##0\\)", "12,553"),
        (-1164, '_(* #,##0_);_(* \\(#,##0\\);_(* "—"_);_(@_)', "-1,164"),
        (0.445, "0.0%", "44.5%"),
        (0.5, "0%", "50%"),
        (3_500_000, '#,##0.0,,"m"', "3.5m"),
        (12.5, '"$"#,##0.00', "$12.50"),
        (12.5, "[$EUR] #,##0.00", "EUR 12.50"),
        (1250, "[$¥-804]#,##0", "¥1,250"),
        (85, '0.0 "kg"', "85.0 kg"),
        (30, '0"天"', "30天"),
        (0.004, "0", "0.004"),
        (2.50, "0.##", "2.5"),
        (1.5, "# ?/?", "1.5"),
        (dt.datetime(2024, 3, 5), "d/m/yy", "2024-03-05"),
        (dt.datetime(2024, 3, 5, 9, 30), "General", "2024-03-05 09:30"),
        (dt.time(9, 30), "h:mm", "09:30:00"),
        (dt.timedelta(hours=30), "[h]:mm", "1 day, 6:00:00"),
    ],
)
def test_a_value_is_read_as_it_is_shown(value: object, form: str, text: str) -> None:
    assert shown(value, form) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (workbook(S=[("Item", 1)])[:900], DocumentReason.CORRUPT),
        (archive({"xl/workbook.xml": b"<workbook"}), DocumentReason.CORRUPT),
        (archive({"xl/workbook.xml": b"<workbook/>", "[Content_Types].xml": b"<Types/>"}), DocumentReason.CORRUPT),
        (workbook(S=[]), DocumentReason.NO_TEXT),
        (archive({"xl/workbook.xml": b"\0" * 50_000_000}), DocumentReason.LIMITS),
    ],
    ids=["cut", "no xml", "no parts", "empty", "bomb"],
)
def test_a_bad_workbook_ends_with_its_reason(data: bytes, reason: DocumentReason) -> None:
    with pytest.raises(NotParsed) as refused:
        parse(source("a.xlsx", data))
    assert refused.value.reason is reason


def test_a_cell_at_the_far_corner_costs_nothing() -> None:
    made = openpyxl.Workbook()
    made.active["A1"], made.active["A2"], made.active["XFD1048576"] = "Item", "Bolts", "far away"
    assert all(text in str(parse(source("a.xlsx", saved(made))).blocks) for text in ("Bolts", "far away"))
