"""Tables in text, and what gives a cell its meaning."""

import pytest

from services.language.tables import place_at, spoken, tables, unit_in, with_unit

ENGLISH = (
    "Revenue (EUR million)\n\n"
    "| Company | 2024 | 2023 |\n|---|---|---|\n| Velmoor Pumps | 41.7 | 40.9 |\n| Bee | $30.1 | 5% |\n"
)
CHINESE = "营业收入 单位：万元\n| 公司 | 2024年 | 2023年 |\n| 澄砺泵业 | 3,420 | 3,100 |\n"


def _spoken(text: str, cell: str) -> str:
    place = place_at(text, text.index(cell))
    assert place is not None
    return spoken(place)


def test_a_cell_is_told_with_its_label_head_unit_and_caption() -> None:
    assert _spoken(ENGLISH, "40.9") == "Velmoor Pumps, 2023: EUR 40.9 million (Revenue)"
    assert _spoken(CHINESE, "3,420") == "澄砺泵业，2024年：3,420万元（营业收入）"


def test_a_cell_that_carries_its_unit_keeps_it() -> None:
    assert "5%" in _spoken(ENGLISH, "5%")
    assert "EUR" not in _spoken(ENGLISH, "5%")
    assert "$30.1 million" in _spoken(ENGLISH, "$30.1")


def test_a_header_without_a_rule_is_seen_by_its_years() -> None:
    (table,) = tables(CHINESE)
    assert table.header == ("公司", "2024年", "2023年")
    assert [row.label for row in table.rows] == ["澄砺泵业"]


def test_offsets_are_those_of_the_text() -> None:
    (table,) = tables(ENGLISH)
    for row in table.rows:
        for cell in row.cells:
            assert ENGLISH[cell.start : cell.end] == cell.text


@pytest.mark.parametrize("text", ["", "no table here", "a | b", "🙂|🙂"])
def test_prose_has_no_tables(text: str) -> None:
    assert tables(text) == ()
    assert place_at(text, 0) is None


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("Revenue (EUR million)", "EUR million"),
        ("amounts in thousands", "thousands"),
        ("单位：万元", "万元"),
        ("Weight (kg)", "kg"),
        ("Company", ""),
    ],
)
def test_a_unit_is_read_from_a_heading(words: str, unit: str) -> None:
    assert unit_in(words) == unit


def test_a_unit_is_not_put_on_words() -> None:
    assert with_unit("n/a", "EUR million") == "n/a"
    assert with_unit("12", "kg") == "12 kg"


def test_empty_heads_say_that_there_are_none() -> None:
    (table,) = tables("|  |  |\n| --- | --- |\n| Germany | Berlin |\n| 法国 | 巴黎 |")
    assert (table.header, [row.label for row in table.rows]) == ((), ["Germany", "法国"])
