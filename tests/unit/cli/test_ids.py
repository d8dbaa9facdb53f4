"""Ids: short ones in lists, as many characters as it takes in commands."""

import pytest

from services.cli import ids
from services.core.errors import BadInput, NotFound
from services.documents.models import NewDocument, document_id
from tests.unit.cli.conftest import Bench


async def received(bench: Bench, *names: str) -> list[str]:
    rows = [await bench.store.receive(NewDocument("acme", name, f"{name:0>64}", 1)) for name in names]
    return [row.id for row in rows]


def names_that_begin_alike() -> tuple[str, str]:
    """Two names whose documents' ids have the same first four characters."""
    by_start: dict[str, str] = {}
    for name in map(str, range(5_000)):
        other = by_start.setdefault(document_id("acme", f"at:{name}")[:4], name)
        if other != name:
            return other, name
    raise AssertionError


async def test_an_id_is_found_by_how_it_begins_and_a_whole_one_costs_no_call(bench: Bench) -> None:
    one, two = await received(bench, "a", "报告")
    assert await ids.whole(bench.gateway, ids.DOCUMENT, one[:8]) == one
    assert await ids.whole(bench.gateway, ids.DOCUMENT, two[:5]) == two
    calls = bench.asked.total()
    assert await ids.whole(bench.gateway, ids.DOCUMENT, one) == one
    assert bench.asked.total() == calls


async def test_a_deleted_document_is_found_too(bench: Bench) -> None:
    (one,) = await received(bench, "a")
    await bench.gateway.delete(f"/v1/documents/{one}")
    assert await ids.whole(bench.gateway, ids.DOCUMENT, one[:8]) == one


@pytest.mark.parametrize("kind", [ids.RUN, ids.DOCUMENT])
async def test_what_begins_no_id_is_said_with_where_to_look(bench: Bench, kind: ids.Kind) -> None:
    with pytest.raises(NotFound, match=f"sextant {kind.plural} list"):
        await ids.whole(bench.gateway, kind, "zzzz")


@pytest.mark.parametrize("given", ["", "a", "abc"])
async def test_too_few_characters_are_refused(bench: Bench, given: str) -> None:
    with pytest.raises(BadInput, match="at least 4"):
        await ids.whole(bench.gateway, ids.RUN, given)


@pytest.mark.parametrize("given", ["%%%%", "____", "'; --", "😀😀😀😀", "..%2f"])
async def test_hostile_beginnings_find_nothing(bench: Bench, given: str) -> None:
    await received(bench, "a")
    with pytest.raises(NotFound):
        await ids.whole(bench.gateway, ids.DOCUMENT, given)


async def test_a_beginning_of_several_names_them(bench: Bench) -> None:
    made = await received(bench, *names_that_begin_alike())
    with pytest.raises(BadInput, match="Several documents") as refused:
        await ids.whole(bench.gateway, ids.DOCUMENT, made[0][:4])
    assert all(key[:8] in refused.value.message for key in made)


def test_a_short_id_has_8_characters_or_as_many_as_tell_it_from_the_others() -> None:
    assert ids.short(["0123456789", "1123456789"]) == {"0123456789": "01234567", "1123456789": "11234567"}
    assert ids.short(["0123456789a", "0123456789b"])["0123456789a"] == "0123456789a"
    assert ids.short([]) == {}
