"""Tables of files made readable: heads known, signs joined, titles apart."""

from services.ingestion.parse.registry import parse
from services.ingestion.parse.table_shape import shaped, table_block
from services.ingestion.parsed import BlockKind
from tests.unit.ingestion.files import drawn_pdf, source


def test_signs_in_cells_of_their_own_join_their_figures_and_empty_columns_go() -> None:
    rows = (
        ("", "", "2023", "", "", "2022", ""),
        ("Sales", "$", "39,669", "", "$", "40,665", ""),
        ("Margin", "", "44.5", "%", "", "43.3", "%"),
    )
    assert shaped(rows) == ((("", "2023", "2022"), ("Sales", "$39,669", "$40,665"), ("Margin", "44.5%", "43.3%")), 1)


def test_upper_heads_span_the_columns_on_their_right() -> None:
    rows = (
        ("", "Three months", "", "Nine months", ""),
        ("", "2023", "2022", "2023", "2022"),
        ("iPhone", "1", "2", "3", "4"),
    )
    table, heads = shaped(rows)
    assert heads == 2
    assert table[0] == ("", "Three months", "Three months", "Nine months", "Nine months")


def test_a_line_over_the_whole_width_is_a_title_of_the_heads() -> None:
    rows = (("年度数据", "年度数据", "年度数据"), ("地区", "2023年", "2024年"), ("华东", "1,200", "1,350"))
    assert shaped(rows)[1] == 2


def test_pairs_without_heads_are_a_list() -> None:
    block = table_block((("Founded", "April 4, 1975"), ("Founders:", "Bill Gates"), ("总部", "雷德蒙德")))
    assert block.kind is BlockKind.LIST
    assert block.text.splitlines() == ["Founded: April 4, 1975", "Founders: Bill Gates", "总部: 雷德蒙德"]


def test_two_columns_with_a_head_over_figures_are_a_table() -> None:
    block = table_block((("Item", "Count"), ("Bolts", "12"), ("Nuts", "140"), ("Washers", "9")))
    assert (block.kind, block.header_rows) == (BlockKind.TABLE, 1)


def test_a_table_of_figures_alone_has_no_heads() -> None:
    assert shaped((("1", "2", "3"), ("4", "5", "6"))) == ((("1", "2", "3"), ("4", "5", "6")), 0)


def test_odd_shapes_are_no_trouble() -> None:
    assert shaped(()) == ((), 0)
    assert shaped((("", ""), ("", "")))[0] == ()
    assert shaped((("a",), ("b", "c", "d")))[0] == (("a", "", ""), ("b", "c", "d"))


def test_spaces_that_run_under_the_next_column_do_not_cut_its_words() -> None:
    lines = [
        (x, 700 - 16 * row, text)
        for row, day in enumerate(("03/25/2016", "08/29/2015", "07/01/2015", "11/12/2014"))
        for x, text in ((72, "Notice" + " " * 40), (130, day + " " * 20), (200, "Closure"))
    ]
    text = str(parse(source("a.pdf", drawn_pdf([lines]))).blocks)
    assert all(day in text for day in ("03/25/2016", "08/29/2015", "07/01/2015", "11/12/2014"))


def test_text_that_was_decoded_wrongly_once_is_put_right() -> None:
    spoiled = "1997–2004 café “quoted” 正文".encode().decode("latin-1").encode()
    assert "1997–2004 café" in str(parse(source("a.txt", spoiled)).blocks)
