"""Rows as text: what is written is read again."""

from hypothesis import given
from hypothesis import strategies as st

from services.language.query_results import NOTHING, Cell, QueryResult, read, result_of, written

_SQL = "SELECT name, fee FROM visit"


def made(columns: list[str], rows: list[tuple[Cell, ...]], *, cut: bool = False) -> QueryResult:
    return result_of("clinic", ("visit", "doctor"), _SQL, columns=columns, rows=rows, cut=cut)


def test_rows_are_told_by_how_many_columns_they_have() -> None:
    assert made(["n"], [(4,)]).short == "4"
    assert made(["city"], [("Velden",), ("Marrow",)]).short == "Velden, Marrow"
    assert made(["name", "fee"], [("Ada", 120.0), ("Cleo", 2.66666)]).short == "Ada: 120; Cleo: 2.6667"
    assert made(["name", "fee", "year"], [("Ada", 9, 2023)]).short == "Ada (9, 2023)"


def test_what_is_not_there_is_told_as_such() -> None:
    assert made(["n"], []).short == NOTHING
    assert made(["name", "fee"], [("Ada", None)]).short == f"Ada: {NOTHING}"


def test_first_and_last_names_are_one_name() -> None:
    result = made(["first_name", "last_name", "fee"], [("Ada", "Lorn", 9)])
    assert (result.columns, result.short) == (("name", "fee"), "Ada Lorn: 9")


_cell = st.one_of(
    st.none(), st.integers(-(10**9), 10**9), st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=12)
)


@given(st.lists(st.tuples(_cell, _cell), min_size=1, max_size=6), st.booleans())
def test_what_is_written_is_read_again(rows: list[tuple[Cell, ...]], cut: bool) -> None:
    result = made(["name", "fee"], rows, cut=cut)
    assert read(written(result)) == result


def test_any_other_text_is_no_result() -> None:
    assert read("The clinic has | three | wards.") is None
    assert read("") is None
