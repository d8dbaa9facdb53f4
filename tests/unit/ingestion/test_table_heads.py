"""Which first rows are heads: in pairs and in wide tables, whatever the format."""

from collections.abc import Callable

import pytest

from services.ingestion.chunk import Size, chunk
from services.ingestion.parse.registry import parse
from services.ingestion.parse.table_heads import heads_of
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import BlockKind, ParsedDocument
from tests.unit.ingestion.files import pdf, source, tokens, word

Rows = tuple[tuple[str, ...], ...]
Writer = Callable[[Rows], bytes]

PAIRS: list[Rows] = [
    (("Name", "Velmoor Pumps"), ("Employees", "450"), ("Founded", "1999"), ("Revenue", "3.5")),
    (("Founded", "1999"), ("Employees", "450"), ("Profit", "12")),
    (("Address:", "1 Mill Lane"), ("Built:", "1987"), ("Lines:", "4")),
    (("Housing", "cast iron"), ("Flow rate", "30 l/s"), ("Head", "12 m"), ("Mass", "85 kg")),
    (("Germany", "EUR 45"), ("France", "EUR 50"), ("Spain", "EUR 38")),
    (("名称", "白鹿工厂"), ("员工人数", "450"), ("成立时间", "1999"), ("面积", "21,400")),
    (("地址：", "江北路1号"), ("电话：", "021-1"), ("建成：", "1987")),
    (("德国", "45 欧元"), ("法国", "50 欧元"), ("西班牙", "38 欧元")),
]
HEADED: list[Rows] = [
    (("Country", "Allowance"), ("Germany", "EUR 45"), ("France", "EUR 50"), ("Spain", "EUR 38")),
    (("Country", "Capital"), ("Germany", "Berlin"), ("France", "Paris")),
    (("Destination zone", "Rate"), ("Inner", "12.50"), ("Middle", "14.00"), ("Outer", "19.75")),
    (("Metric", "Value"), ("Revenue", "3.5"), ("Employees", "450"), ("Profit", "12")),
    (("EUR million", "2024"), ("Revenue", "41.7"), ("Profit", "2.3")),
    (("", "2024"), ("Revenue", "41.7"), ("Profit", "2.3")),
    (("国家", "补贴标准"), ("德国", "45 欧元"), ("法国", "50 欧元"), ("西班牙", "38 欧元")),
    (("国家", "首都"), ("德国", "柏林"), ("法国", "巴黎")),
    (("指标", "数值"), ("营业收入", "3.5"), ("员工人数", "450"), ("净利润", "12")),
]
WIDE: list[tuple[Rows, int]] = [
    ((("Name", "City", "Role"), ("Anna", "Berlin", "Engineer"), ("Bo", "Paris", "Clerk")), 1),
    ((("姓名", "城市", "岗位"), ("张三", "上海", "工程师"), ("李四", "成都", "会计")), 1),
    ((("Germany", "45", "50"), ("France", "47", "52"), ("Spain", "38", "41")), 0),
    ((("EUR million", "Half year", "Full year"), ("", "2023", "2024"), ("Sales", "1", "2")), 2),
]


def told(rows: Rows) -> str:
    return rows[0][0] or "corner"


@pytest.mark.parametrize("rows", PAIRS, ids=told)
def test_pairs_keep_their_first_row_as_a_row(rows: Rows) -> None:
    assert heads_of(rows) == 0
    block = table_block(rows)
    assert block.kind is BlockKind.LIST
    assert len(block.text.splitlines()) == len(rows)


@pytest.mark.parametrize("rows", HEADED, ids=told)
def test_labels_and_values_under_a_head_are_a_table(rows: Rows) -> None:
    assert heads_of(rows) == 1


@pytest.mark.parametrize(("rows", "heads"), WIDE, ids=str)
def test_heads_of_wide_tables_are_known(rows: Rows, heads: int) -> None:
    assert heads_of(rows) == heads


def test_a_head_that_a_format_forces_on_data_is_not_believed() -> None:
    assert heads_of(PAIRS[0], said=1) == heads_of(PAIRS[4], said=1) == heads_of(PAIRS[5], said=1) == 0
    assert heads_of((("Germany", "45", "50"), ("France", "47", "52"), ("Spain", "38", "41")), said=1) == 0


def test_a_head_that_a_format_names_is_believed() -> None:
    assert heads_of((("Rivet", "Steel"), ("Bolt", "Brass")), said=1) == 1
    assert heads_of((("x", "2023", "2024"), ("Sales", "2,100", "2,200")), said=1) == 1


def spelled(document: ParsedDocument) -> str:
    """What can be found of a document."""
    return "\n".join(passage.text for passage in chunk(document, tokens, Size(400, 400))[1])


def as_html(rows: Rows) -> str:
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<html><body><p>Text.</p><table>{lines}</table></body></html>"


def as_markdown(rows: Rows) -> str:
    first, *rest = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join(("Text.", "", first, "| --- | --- |", *rest))


FORMATS: list[tuple[str, Writer]] = [
    ("a.html", lambda rows: as_html(rows).encode()),
    ("a.md", lambda rows: as_markdown(rows).encode()),
    ("a.docx", lambda rows: word("Text.", rows)),
    ("a.pdf", lambda rows: pdf("Text.", rows)),
    ("a.txt", lambda rows: ("Text.\n\n" + "\n".join("\t".join(row) for row in rows)).encode()),
]


@pytest.mark.parametrize(("name", "written"), FORMATS, ids=[name for name, _ in FORMATS])
@pytest.mark.parametrize("rows", [PAIRS[0], PAIRS[4], PAIRS[5], PAIRS[7]], ids=told)
def test_pairs_stay_pairs_in_every_format(name: str, written: Writer, rows: Rows) -> None:
    text = spelled(parse(source(name, written(rows))))
    assert all(f"{label}: {value}" in text for label, value in rows)


@pytest.mark.parametrize(("name", "written"), FORMATS, ids=[name for name, _ in FORMATS])
@pytest.mark.parametrize("rows", [HEADED[0], HEADED[6]], ids=told)
def test_a_value_has_its_label_and_its_head_in_every_format(name: str, written: Writer, rows: Rows) -> None:
    text = spelled(parse(source(name, written(rows))))
    (label, value), (one, other) = rows[0], rows[2]
    assert f"{label}: {one}; {value}: {other}" in text
