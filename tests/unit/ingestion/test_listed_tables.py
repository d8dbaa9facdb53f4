"""Tables of one cell a line are put back into rows; everything else is left as it is."""

import pytest

from services.documents.models import StoredPassage
from services.ingestion.chunk import Size, chunk
from services.ingestion.listed_tables import as_grids
from services.ingestion.parsed import Block, BlockKind, ParsedDocument, Record
from services.language.tables import tables

QUARTERS = """Orrin Looms Ltd.
(In millions, except per share amounts)
Three Months Ended
Six Months Ended
June 30,
2021
June 30,
2020
June 30,
2021
June 30,
2020
Net sales:
Ribbons
$
31.4
$
29.9
$
60.2
$
58.8
Sails
12.1
(0.4)
25.0
—
Total net sales
43.5
29.5
85.2
58.8
Margin
9 %
8 %
9 %
7 %
The looms ran on both shifts in the whole half year, which is more than in any year before.
"""
CHANGES = """Three Months Ended
June 30,
Percentage
Change
2021
2020
Ribbons
$
31.4
$
29.9
5%
Sails
12.1
11.0
10%
Threads
7.0
7.7
(9)%
"""


def test_cells_below_each_other_become_rows_under_their_heads() -> None:
    (table,) = tables(as_grids(QUARTERS))
    assert table.header[1:] == (
        "Three Months Ended June 30, 2021",
        "Three Months Ended June 30, 2020",
        "Six Months Ended June 30, 2021",
        "Six Months Ended June 30, 2020",
    )
    rows = {row.label: [cell.text for cell in row.cells[1:]] for row in table.rows if row.cells[1].text}
    assert rows["Ribbons"] == ["$31.4", "$29.9", "$60.2", "$58.8"]
    assert rows["Sails"] == ["12.1", "(0.4)", "25.0", "—"]
    assert rows["Margin"] == ["9 %", "8 %", "9 %", "7 %"]
    assert next(row.group for row in table.rows if row.label == "Sails") == "Net sales"
    assert "on both shifts" in as_grids(QUARTERS).splitlines()[-1]


def test_a_column_of_changes_is_headed_by_itself() -> None:
    (table,) = tables(as_grids(CHANGES))
    assert table.header[1].endswith("June 30, 2021")
    assert table.header[2].endswith("June 30, 2020")
    assert table.header[3].endswith("Change")
    assert [cell.text for cell in table.rows[-1].cells] == ["Threads", "7.0", "7.7", "(9)%"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "One line.",
        "A list\n1\n2\n3\nand\n4\n5\nthen words of no table, which go on and on until the sentence ends here at last.",
        "| a | 1 |\n| b | 2 |\n| c | 3 |",
        "Chapter\n12\nwas written\n1998\nand read\n2004",
    ],
)
def test_what_is_no_table_is_left_alone(text: str) -> None:
    assert as_grids(text) == text


def _passages(text: str) -> list[StoredPassage]:
    block = Block(BlockKind.RECORD, text, record=Record(external_id="r1", title="Accounts"))
    return chunk(ParsedDocument("jsonl", "r", (block,)), lambda part: len(part.split()), Size(40, 60))[1]


def test_every_part_of_a_long_table_of_a_record_has_its_caption_and_heads() -> None:
    rows = "\n".join(f"| Mill {number} | {number}.5 | {number}.1 |" for number in range(30))
    text = f"The mills earned as follows (in millions):\n| | 2021 | 2020 |\n| North: | | |\n{rows}\nThe mills are old."
    parts = [each for each in _passages(text) if "|" in each.text]
    assert len(parts) > 1
    for part in parts:
        (table,) = tables(part.text)
        assert table.header == ("", "2021", "2020")
        assert "in millions" in table.caption
        assert {row.group for row in table.rows if row.cells[1].text} == {"North"}
    assert sum(part.text.count("| Mill ") for part in parts) == 30
    assert any("The mills are old." in each.text and "|" not in each.text for each in _passages(text))
