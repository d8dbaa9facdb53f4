"""Tables of PDFs: heads above the rules, over pages, and figures beside their signs."""

import io

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from services.ingestion.chunk import Size, chunk
from services.ingestion.parse.registry import parse
from services.ingestion.parsed import Block, BlockKind
from tests.unit.ingestion.files import pdf, source, tokens

EDGES = (72, 200, 215, 290, 305, 380, 395, 470, 485, 560)


def tables(data: bytes) -> list[Block]:
    return [block for block in parse(source("a.pdf", data)).blocks if block.kind is BlockKind.TABLE]


def statement() -> bytes:
    """Rows in rules with currency signs in cells of their own, and two lines of heads on white above them."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Helvetica", 9)
    for x, y, text in (
        (250, 640, "Three months ended"), (430, 640, "Nine months ended"),
        (240, 628, "May 2024"), (330, 628, "May 2023"), (420, 628, "May 2024"), (510, 628, "May 2023"),
    ):  # fmt: skip
        canvas.drawString(x, y, text)
    lines = (("Pumps", "$", "5,100"), ("Valves", "", "610"), ("Seals", "", "45"))
    for number, (label, sign, figure) in enumerate(lines):
        top, bottom = 620 - 16 * number, 604 - 16 * number
        canvas.rect(EDGES[0], bottom, EDGES[1] - EDGES[0], 16)
        canvas.drawString(EDGES[0] + 3, bottom + 4, label)
        for left, middle, right in zip(EDGES[1::2], EDGES[2::2], EDGES[3::2], strict=False):
            if sign:
                canvas.rect(left, bottom, middle - left, top - bottom)
                canvas.rect(middle, bottom, right - middle, top - bottom)
                canvas.drawString(left + 3, bottom + 4, sign)
            else:
                canvas.rect(left, bottom, right - left, top - bottom)
            canvas.drawRightString(right - 4, bottom + 4, figure)
    canvas.save()
    return out.getvalue()


def test_heads_on_white_above_the_rules_belong_to_the_table() -> None:
    (table,) = tables(statement())
    assert table.header_rows == 1
    assert table.rows[0] == (
        "", "Three months ended May 2024", "Three months ended May 2023", "Nine months ended May 2024",
        "Nine months ended May 2023",
    )  # fmt: skip


def test_figures_with_and_without_a_sign_stand_in_one_column() -> None:
    (table,) = tables(statement())
    assert [row[:2] for row in table.rows[1:]] == [("Pumps", "$5,100"), ("Valves", "610"), ("Seals", "45")]


def test_a_table_over_pages_keeps_its_heads_on_each() -> None:
    rows = [("工厂 Plant", "Staff", "Opened"), *((f"Plant {n}", f"{n},000", "2019") for n in range(1, 90))]
    found = tables(pdf("# Plants", rows))
    assert len(found) > 1
    assert all(table.rows[0] == rows[0] and table.header_rows == 1 for table in found)
    text = "\n".join(
        passage.text for passage in chunk(parse(source("a.pdf", pdf("# Plants", rows))), tokens, Size())[1]
    )
    assert "工厂 Plant: Plant 88; Staff: 88,000; Opened: 2019" in text


def test_a_second_table_on_the_next_page_takes_no_heads_but_its_own() -> None:
    first = (("Plant", "Staff", "Opened"), ("Lyon", "1,000", "2019"), ("Brno", "900", "2020"))
    second = (("Item", "Price", "Stock"), ("Bolts", "3.50", "12"), ("Nuts", "0.75", "140"))
    assert [table.rows[0] for table in tables(pdf(first, "---", second))] == [first[0], second[0]]


def test_a_sentence_above_a_table_is_no_head() -> None:
    rows = (("Bolts", "12", "3.50"), ("Nuts", "140", "0.75"), ("Washers", "9", "11.20"))
    document = parse(source("a.pdf", pdf("The stock was counted on 3 May 2024.", rows)))
    assert document.blocks[0].text == "The stock was counted on 3 May 2024."
    assert document.blocks[1].header_rows == 0


def in_one_cell(*lines: tuple[tuple[float, str], ...]) -> bytes:
    """A table whose head cell over three columns holds lines of texts at places."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Helvetica", 8)
    canvas.rect(60, 620, 100, 40)
    canvas.drawString(64, 636, "Plant")
    canvas.rect(160, 620, 240, 40)
    for number, line in enumerate(lines):
        for x, text in line:
            canvas.drawString(x, 648 - 11 * number, text)
    for number, row in enumerate((("Lyon", "12", "7", "4"), ("Brno", "15", "9", "2"), ("Graz", "11", "3", "8"))):
        for x, width, text in zip((60, 160, 240, 320), (100, 80, 80, 80), row, strict=True):
            canvas.rect(x, 600 - 20 * number, width, 20)
            canvas.drawString(x + 8, 606 - 20 * number, text)
    canvas.save()
    return out.getvalue()


def test_names_of_columns_in_one_cell_are_given_to_their_columns() -> None:
    names = ((180, "Day"), (262, "Night"), (340, "Half day"))
    (table,) = tables(in_one_cell(((260, "Staff"),), names))
    assert table.header_rows == 2
    assert table.rows[:3] == (
        ("Plant", "Staff", "Staff", "Staff"), ("", "Day", "Night", "Half day"), ("Lyon", "12", "7", "4"),
    )  # fmt: skip


def test_a_sentence_in_a_cell_over_columns_stays_whole() -> None:
    said = "Staff on the first of May in each of", "the shifts that the plant works"
    (table,) = tables(in_one_cell(*(((164, line),) for line in said)))
    assert " ".join(said) in table.rows[0]
