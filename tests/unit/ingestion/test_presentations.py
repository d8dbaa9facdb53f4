"""Presentations: slides as sections, in reading order, with tables, charts, groups and notes."""

import datetime as dt
from typing import Any

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from services.documents.status import DocumentReason
from services.ingestion.parse.registry import parse
from services.ingestion.parsed import BlockKind, NotParsed, ParsedDocument
from tests.unit.ingestion.files import archive, saved, source

BOX = (Inches(1), Inches(1), Inches(4), Inches(1))
Deck = Any  # python-pptx makes its classes by functions


def deck(*titles: str) -> Deck:
    made = pptx.Presentation()
    for title in titles:
        slide = made.slides.add_slide(made.slide_layouts[5])
        slide.shapes.title.text = title
    return made


def read(made: Deck) -> ParsedDocument:
    return parse(source("a.pptx", saved(made)))


def box(shapes: Any, text: str, *, top: float = 1) -> None:
    shapes.add_textbox(Inches(1), Inches(top), Inches(4), Inches(1)).text_frame.text = text


def test_slides_are_sections_with_their_number_and_page() -> None:
    made = deck("Plan", "计划")
    box(made.slides[0].shapes, "We build two plants.")
    box(made.slides[1].shapes, "今年建两座工厂。")
    made.core_properties.title = "Strategy"
    document = read(made)
    assert document.title == "Strategy"
    assert [(block.text, block.level, block.page) for block in document.blocks] == [
        ("Slide 1: Plan", 2, 1), ("We build two plants.", 0, 1), ("Slide 2: 计划", 2, 2), ("今年建两座工厂。", 0, 2),
    ]  # fmt: skip


def test_shapes_are_read_from_top_to_bottom_and_groups_in_their_place() -> None:
    made = deck("T")
    shapes = made.slides[0].shapes
    box(shapes, "last", top=6)
    group = shapes.add_group_shape()
    box(group.shapes, "inside a group", top=4)
    box(group.shapes.add_group_shape().shapes, "deeper inside", top=5)
    box(shapes, "first", top=2)
    assert [block.text for block in read(made).blocks[1:]] == ["first", "inside a group", "deeper inside", "last"]


def test_a_table_with_merged_cells_is_a_table() -> None:
    made = deck("T")
    table = made.slides[0].shapes.add_table(3, 3, *BOX).table
    for row, line in enumerate((("Region", "Sales", ""), ("North", "2023", "2024"), ("", "5", "6"))):
        for column, text in enumerate(line):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).merge(table.cell(2, 0))
    (block,) = [block for block in read(made).blocks if block.kind is BlockKind.TABLE]
    assert block.rows == (("Region", "Sales", "Sales"), ("North", "2023", "2024"), ("North", "5", "6"))


def test_a_chart_is_the_table_of_its_categories_and_values() -> None:
    made = deck("T")
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["华东", "South"]
    data.add_series("2023", (5, None))
    data.add_series("2024", (6.25, 8))
    chart = made.slides[0].shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *BOX, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Sales in EUR million"
    blocks = read(made).blocks
    assert blocks[1].text == "Sales in EUR million"
    assert (blocks[2].rows, blocks[2].header_rows) == (
        (("", "2023", "2024"), ("华东", "5", "6.25"), ("South", "", "8")),
        1,
    )


def test_notes_and_what_a_picture_shows_are_read() -> None:
    made = deck("T")
    made.slides[0].notes_slide.notes_text_frame.text = "Say that the price is firm."
    assert read(made).blocks[-1].text == "Say that the price is firm."


def test_hidden_slides_are_named_and_not_read() -> None:
    made = deck("Shown", "Hidden")
    made.slides[1]._element.set("show", "0")
    document = read(made)
    assert "Hidden" not in str(document.blocks)
    assert document.notes == ("hidden slides are not read: 2",)


def test_the_day_of_an_empty_template_is_not_the_decks() -> None:
    assert read(deck("T")).file_date is None
    made = deck("T")
    made.core_properties.modified = dt.datetime(2024, 5, 6)
    assert read(made).file_date == dt.date(2024, 5, 6)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (saved(deck("T"))[:5_000], DocumentReason.CORRUPT),
        (archive({"ppt/presentation.xml": b"<p"}), DocumentReason.CORRUPT),
        (saved(deck()), DocumentReason.NO_TEXT),
        (saved(deck("")), DocumentReason.NO_TEXT),
        (archive({"ppt/presentation.xml": b"\0" * 50_000_000}), DocumentReason.LIMITS),
    ],
    ids=["cut", "no parts", "no slides", "no text", "bomb"],
)
def test_a_bad_presentation_ends_with_its_reason(data: bytes, reason: DocumentReason) -> None:
    with pytest.raises(NotParsed) as refused:
        parse(source("a.pptx", data))
    assert refused.value.reason is reason
