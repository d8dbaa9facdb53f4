"""Passages, their analysis and their vectors."""

import asyncio
import datetime as dt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from sqlalchemy import func, select

from services.core.domain.question import Scope
from services.core.errors import Conflict, LeaseLost, NotFound
from services.documents.analysis_codec import decode_sentences, encode_sentences
from services.documents.models import (
    Acl,
    Amount,
    Day,
    Mention,
    StoredPassage,
    StoredSentence,
    Vector,
    VersionFacts,
    passage_id,
)
from services.documents.schema import embeddings, passage_vectors, vectors
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore
from services.documents.vector_codec import decode_vector, encode_vector
from services.documents.vectors import embedding_key
from tests.unit.documents.arrivals import ACME, arrival, indexed


def vector(seed: int) -> Vector:
    numbers = np.random.default_rng(seed).standard_normal(384).astype(np.float32)
    return (numbers / np.linalg.norm(numbers)).astype(np.float32)


async def rows_in(store: DocumentStore) -> tuple[int, int, int]:
    async with store._database.read() as connection:
        counts = [
            await connection.scalar(select(func.count()).select_from(table))
            for table in (vectors, passage_vectors, embeddings)
        ]
    return counts[0] or 0, counts[1] or 0, counts[2] or 0


async def test_passages_come_in_the_order_of_the_ids_and_only_those_that_are_there(store: DocumentStore) -> None:
    _, ids = await indexed(store, arrival(), "一", "two", "😀 three")
    found = await store.passages(ACME, [ids[2], "unknown", ids[0]])
    assert [passage.text for passage in found] == ["😀 three", "一"]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", " JAVASCRIPT:x", "data:text/html,x"])
async def test_an_address_that_no_browser_should_follow_is_not_kept(store: DocumentStore, address: str) -> None:
    row = await store.receive(arrival(url=address))
    [found] = await store.passages(ACME, await store.write_version(row.id, 1, [StoredPassage("a", url=address)]))
    assert (row.url, found.url) == ("", "")


async def test_passage_ids_do_not_depend_on_when_they_were_written(store: DocumentStore) -> None:
    row, ids = await indexed(store, arrival(), "a", "b")
    assert ids == [passage_id("acme", row.id, version=1, ordinal=0), passage_id("acme", row.id, version=1, ordinal=1)]


async def test_a_passage_takes_from_the_document_what_it_does_not_say(store: DocumentStore) -> None:
    row = await store.receive(
        arrival(tags=("t",), date=dt.date(2020, 1, 2), url="https://u", external_id="doc", title="T")
    )
    said = StoredPassage("b", title="line", external_id="l1", date=dt.date(2021, 3, 4), tags=("s",), url="http://v")
    ids = await store.write_version(row.id, 1, [StoredPassage("a"), said])
    plain, own = await store.passages(ACME, ids)
    assert (plain.title, plain.external_id, plain.date, plain.tags, plain.url) == (
        "T",
        "doc",
        row.date,
        ("t",),
        "https://u",
    )
    assert (own.title, own.external_id, own.date, own.tags, own.url) == (
        "line",
        "l1",
        said.date,
        ("t", "s"),
        "http://v",
    )


@pytest.mark.parametrize(("given", "shown"), [("", ""), ("Given", "Given")])
async def test_a_record_without_a_title_is_not_called_by_the_name_of_its_file(
    store: DocumentStore, given: str, shown: str
) -> None:
    row = await store.receive(arrival(title=given))
    facts = VersionFacts("lines", "en", None, "a")
    ids = await store.write_version(
        row.id, 1, [StoredPassage("a", record=True), StoredPassage("b", title="Own", record=True)], facts=facts
    )
    untitled, titled = await store.passages(ACME, ids)
    assert (untitled.title, titled.title) == (shown, "Own")


@pytest.mark.parametrize(("given", "shown"), [("", "Found"), ("Given", "Given")])
async def test_a_passage_shows_the_title_and_date_that_its_version_turned_out_to_have(
    store: DocumentStore, given: str, shown: str
) -> None:
    row = await store.receive(arrival(title=given))
    facts = VersionFacts("Found", "en", dt.date(2024, 5, 6), "a")
    [found] = await store.passages(ACME, await store.write_version(row.id, 1, [StoredPassage("a")], facts=facts))
    assert (found.title, found.date) == (shown, dt.date(2024, 5, 6))


@pytest.mark.parametrize(
    "scope", [Scope("other", "ann"), Scope("acme", "bob"), Scope("acme"), Scope("acme", "", ("ann",))]
)
async def test_a_passage_is_not_there_for_those_it_is_not_for(store: DocumentStore, scope: Scope) -> None:
    _, ids = await indexed(store, arrival(acl=Acl(users=("ann",))), "secret")
    assert await store.passages(scope, ids) == []
    assert len(await store.passages(Scope("acme", "ann"), ids)) == 1


async def test_the_new_version_replaces_the_old_one_when_it_is_indexed(store: DocumentStore) -> None:
    row, old = await indexed(store, arrival("v1"), "old")
    assert (await store.receive(arrival("v2"))).version == 2
    assert [passage.text for passage in await store.passages(ACME, old)] == ["old"]
    _, new = await indexed(store, arrival("v2"), "new")
    assert [passage.text for passage in await store.passages(ACME, old + new)] == ["new"]
    assert await store.version_passages(row.id, 1) == []


async def test_a_version_that_is_rejected_leaves_the_old_one_searched(store: DocumentStore) -> None:
    row, old = await indexed(store, arrival("v1"), "old")
    await store.receive(arrival("v2"))
    await store.set_status(row.id, DocumentStatus.REJECTED, "corrupt")
    assert [passage.text for passage in await store.passages(ACME, old)] == ["old"]


async def test_writing_a_version_again_replaces_it(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    await store.write_version(row.id, 1, [StoredPassage("a"), StoredPassage("b")])
    await store.write_version(row.id, 1, [StoredPassage("c")])
    assert [passage.text for passage in await store.version_passages(row.id, 1)] == ["c"]


async def test_a_version_that_was_overtaken_is_not_written(store: DocumentStore) -> None:
    row = await store.receive(arrival("v1"))
    await store.receive(arrival("v2"))
    with pytest.raises(Conflict, match="newest"):
        await store.write_version(row.id, 1, [StoredPassage("late")])
    with pytest.raises(NotFound):
        await store.write_version("nope", 1, [])


async def test_a_version_is_written_whole_or_not_at_all(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    broken = StoredPassage("b", page="x" * 10, char_start=object())  # type: ignore[arg-type]
    with pytest.raises(Exception, match="."):
        await store.write_version(row.id, 1, [StoredPassage("a")] * 600 + [broken])
    assert await store.version_passages(row.id, 1) == []
    assert not await store.version_is_written(row.id, 1)


async def test_the_text_of_a_version_is_kept_for_citations(store: DocumentStore) -> None:
    text = "标题\n\n正文 😀. " * 1000
    row = await store.receive(arrival())
    await store.set_status(row.id, DocumentStatus.PARSING)
    facts = VersionFacts("Found title", "zh", dt.date(2024, 1, 1), text)
    await store.write_version(row.id, 1, [StoredPassage("标题", char_end=2)], facts=facts)
    await store.set_status(row.id, DocumentStatus.INDEXING)
    shown = await store.set_status(row.id, DocumentStatus.INDEXED)
    assert (shown.title, shown.language, shown.date, shown.passages) == ("Found title", "zh", facts.date, 1)
    assert await store.version_text(ACME, row.id) == text
    with pytest.raises(NotFound):
        await store.version_text(Scope("other"), row.id)


async def test_deleting_takes_text_vectors_and_cached_embeddings_away(store: DocumentStore) -> None:
    row, ids = await indexed(store, arrival("1", name="a"), "gone", "shared")
    _, other = await indexed(store, arrival("2", name="b"), "shared")
    keys = [embedding_key("m", "passage", text) for text in ("gone", "shared")]
    await store.put_vectors("m", list(zip(ids, [vector(1), vector(2)], strict=True)), keys=keys)
    await store.put_vectors("m", [(other[0], vector(2))], keys=keys[1:])
    await store.delete(ACME, row.id)
    assert await store.passages(ACME, ids) == []
    assert set(await store.cached_vectors(keys)) == {keys[1]}
    assert await rows_in(store) == (1, 1, 1)
    assert len(await store.passages(ACME, other)) == 1


async def test_equal_vectors_are_kept_once(store: DocumentStore) -> None:
    _, ids = await indexed(store, arrival(), "a", "a", "b")
    await store.put_vectors("m", [(ids[0], vector(1)), (ids[1], vector(1)), (ids[2], vector(2))])
    assert await rows_in(store) == (2, 3, 0)


async def test_index_rows_are_complete_and_in_order_over_several_pages(store: DocumentStore) -> None:
    acl = Acl(users=("ann",), groups=("g",))
    row, ids = await indexed(store, arrival(acl=acl), *(f"text {number}" for number in range(600)))
    await store.put_vectors("m", [(key, vector(number)) for number, key in enumerate(ids)])
    rows = [found async for found in store.index_rows(row.id, 1)]
    assert [found.passage.id for found in rows] == ids
    assert {found.tenant for found in rows} == {"acme"}
    assert rows[0].acl == acl
    assert np.array_equal(rows[599].vector, vector(599))


async def test_index_rows_without_a_vector_are_refused(store: DocumentStore) -> None:
    row, ids = await indexed(store, arrival(), "a", "b")
    await store.put_vectors("m", [(ids[0], vector(1))])
    with pytest.raises(Conflict, match="no vector"):
        _ = [found async for found in store.index_rows(row.id, 1)]


async def test_what_is_not_embedded_yet_is_known_by_model(store: DocumentStore) -> None:
    row, ids = await indexed(store, arrival(), "a", "b")
    await store.put_vectors("m", [(ids[0], vector(1))])
    assert [passage.id for passage in await store.unembedded(row.id, 1, "m")] == [ids[1]]
    assert len(await store.unembedded(row.id, 1, "other")) == 2
    assert set(await store.vectors(ids, "m")) == {ids[0]}


async def test_vectors_of_a_removed_passage_are_refused(store: DocumentStore) -> None:
    with pytest.raises(Conflict, match="removed"):
        await store.put_vectors("m", [("gone", vector(1))])


async def test_a_fence_that_is_not_the_newest_writes_nothing(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    job = await store.claim_job(row.id, "w1")
    assert job is not None
    await store.receive(arrival("changed"))
    with pytest.raises(LeaseLost):
        await store.write_version(row.id, 1, [StoredPassage("late")], fence=job.fence)
    with pytest.raises(LeaseLost):
        await store.set_status(row.id, DocumentStatus.PARSING, fence=job.fence)


async def test_two_writers_at_once_both_succeed(store: DocumentStore) -> None:
    await asyncio.gather(*(indexed(store, arrival(str(n), name=f"n{n}"), *["t"] * 20) for n in range(8)))
    assert (await store.counts("acme")).documents == {DocumentStatus.INDEXED: 8}


async def test_analysis_comes_back_as_it_was_stored(store: DocumentStore) -> None:
    sentence = StoredSentence(
        0, 20, (Mention(0, 4, "ORG"),), (Amount(5, 9, "3500000", "USD", "1000000", "money", "100000"),),
        (Day(10, 14, "2024-01-01", "2024-03-31", "quarter"),),
    )  # fmt: skip
    row = await store.receive(arrival())
    ids = await store.write_version(row.id, 1, [StoredPassage("x", sentences=(sentence,)), StoredPassage("y")])
    assert await store.sentence_analysis([*ids, "unknown"]) == {ids[0]: [sentence], ids[1]: []}
    assert decode_sentences(encode_sentences([sentence])) == [sentence]


@settings(deadline=None)  # the first call loads tables, and the machine may be busy
@given(npst.arrays(np.float32, st.integers(0, 50), elements=st.floats(width=32, allow_nan=False)))
def test_a_vector_comes_back_bit_by_bit(numbers: Vector) -> None:
    assert np.array_equal(decode_vector(encode_vector(numbers)), numbers)


def test_a_unit_vector_is_stored_in_less_than_its_fp32_bytes() -> None:
    assert len(encode_vector(vector(3))) < 384 * 4 * 0.93


async def test_a_summary_leads_to_what_it_covers_and_is_never_read_itself(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    fine = [StoredPassage(f"Passage {n}.") for n in range(4)]
    ids = await store.write_version(row.id, 1, [*fine, StoredPassage("In short.", covers=(1, 3))])
    assert await store.covered(ACME, ids) == {ids[4]: ids[1:4]}
    assert await store.covered(Scope("other"), ids) == {}
    assert [one.id for one in await store.passages(ACME, ids)] == ids[:4]
    assert len(await store.version_passages(row.id, 1)) == 5  # embedded and indexed like the others


async def test_a_version_written_again_keeps_no_summary_of_what_it_was(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    await store.write_version(row.id, 1, [StoredPassage("One."), StoredPassage("In short.", covers=(0, 0))])
    ids = await store.write_version(row.id, 1, [StoredPassage("One."), StoredPassage("Two.")])
    assert await store.covered(ACME, ids) == {}
    assert [one.text for one in await store.passages(ACME, ids)] == ["One.", "Two."]
