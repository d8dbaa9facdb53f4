"""Documents arriving, changing, being listed and leaving."""

import datetime as dt

import pytest

from services.core.domain.question import Scope
from services.core.errors import BadInput, Conflict, NotFound
from services.documents.models import Acl, Listed
from services.documents.status import DocumentReason, DocumentStatus
from services.documents.store import DocumentStore
from tests.unit.documents.arrivals import ACME, arrival, indexed


async def test_an_arrival_is_received_as_version_one_with_everything_said_about_it(store: DocumentStore) -> None:
    new = arrival(
        "a", external_id="X1", tags=("财报", "q3"), date=dt.date(2024, 5, 6), url="https://example.org/a", title="A"
    )
    row = await store.receive(new)
    assert (row.version, row.current_version, row.status, row.duplicate) == (1, 0, DocumentStatus.RECEIVED, False)
    assert (row.external_id, row.tags, row.date, row.url, row.title) == ("X1", ("财报", "q3"), new.date, new.url, "A")
    assert (await store.get(ACME, row.id)) == row


async def test_the_same_bytes_twice_are_one_document(store: DocumentStore) -> None:
    first = await store.receive(arrival("same", name="a.txt"))
    second = await store.receive(arrival("same", name="b.txt"))
    assert second.id == first.id
    assert second.duplicate
    assert second.version == 1


@pytest.mark.parametrize("end", [DocumentStatus.REJECTED, DocumentStatus.EMPTY, DocumentStatus.FAILED])
async def test_bytes_that_came_to_nothing_are_tried_again_under_another_name(
    store: DocumentStore, end: DocumentStatus
) -> None:
    refused = await store.receive(arrival("同样的文字", name="minutes.xyz"))
    await store.set_status(refused.id, end, DocumentReason.UNSUPPORTED)
    renamed = await store.receive(arrival("同样的文字", name="minutes.txt"))
    assert renamed.id != refused.id
    assert (renamed.status, renamed.duplicate) == (DocumentStatus.RECEIVED, False)


async def test_the_same_bytes_under_two_external_ids_are_two_documents(store: DocumentStore) -> None:
    first = await store.receive(arrival("same", external_id="1"))
    second = await store.receive(arrival("same", external_id="2"))
    assert first.id != second.id


async def test_the_same_bytes_of_another_tenant_are_another_document(store: DocumentStore) -> None:
    first = await store.receive(arrival("same"))
    second = await store.receive(arrival("same", tenant="other"))
    assert first.id != second.id
    assert not second.duplicate


async def test_the_same_bytes_for_other_readers_are_another_document(store: DocumentStore) -> None:
    first = await store.receive(arrival("same", name="a", acl=Acl(users=("ann",))))
    second = await store.receive(arrival("same", name="b", acl=Acl(users=("bob",))))
    assert first.id != second.id


async def test_changed_bytes_under_the_same_name_are_the_next_version(store: DocumentStore) -> None:
    first, _ = await indexed(store, arrival("old"), "old text")
    second = await store.receive(arrival("new"))
    assert (second.id, second.version, second.current_version) == (first.id, 2, 1)
    assert second.status is DocumentStatus.RECEIVED


async def test_changed_readers_of_the_same_bytes_are_a_new_version(store: DocumentStore) -> None:
    await indexed(store, arrival("a"), "text")
    changed = await store.receive(arrival("a", acl=Acl(users=("ann",))))
    assert changed.version == 2
    with pytest.raises(NotFound):
        await store.get(Scope("acme", "bob"), changed.id)


async def test_a_failed_document_that_arrives_again_is_tried_again(store: DocumentStore) -> None:
    row = await store.receive(arrival("a"))
    await store.set_status(row.id, DocumentStatus.FAILED, DocumentReason.PARSER_CRASHED)
    again = await store.receive(arrival("a"))
    assert (again.status, again.reason, again.duplicate) == (DocumentStatus.RECEIVED, "", False)


async def test_a_deleted_document_that_arrives_again_is_a_new_version(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival("a"), "text")
    await store.delete(ACME, row.id)
    again = await store.receive(arrival("a"))
    assert (again.id, again.version, again.status) == (row.id, 2, DocumentStatus.RECEIVED)


@pytest.mark.parametrize("following", [DocumentStatus.INDEXED, DocumentStatus.INDEXING, DocumentStatus.DELETED])
async def test_a_state_that_cannot_follow_is_refused(store: DocumentStore, following: DocumentStatus) -> None:
    row = await store.receive(arrival())
    with pytest.raises(Conflict, match="cannot become"):
        await store.set_status(row.id, following)
    assert (await store.get(ACME, row.id)).status is DocumentStatus.RECEIVED


async def test_a_state_keeps_its_reason_and_its_words(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    ended = await store.set_status(
        row.id, DocumentStatus.REJECTED, DocumentReason.CORRUPT, detail="第 3 页\x00 broken 😀"
    )
    assert (ended.reason, ended.detail) == ("corrupt", "第 3 页 broken 😀")


async def test_an_unknown_document_is_not_found(store: DocumentStore) -> None:
    for attempt in (
        store.get(ACME, "nope"),
        store.delete(ACME, "nope"),
        store.set_status("nope", DocumentStatus.PARSING),
    ):
        with pytest.raises(NotFound, match="nope"):
            await attempt


async def test_another_tenant_can_neither_see_nor_delete(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival(), "text")
    other = Scope("other")
    with pytest.raises(NotFound):
        await store.get(other, row.id)
    with pytest.raises(NotFound):
        await store.delete(other, row.id)
    assert (await store.list_documents(other)).rows == ()
    assert (await store.get(ACME, row.id)).status is DocumentStatus.INDEXED


async def test_a_list_shows_only_what_its_reader_may_see(store: DocumentStore) -> None:
    await store.receive(arrival("1", name="open"))
    await store.receive(arrival("2", name="ann's", acl=Acl(users=("ann",))))
    await store.receive(arrival("3", name="board's", acl=Acl(groups=("board",))))
    seen = {row.name for row in (await store.list_documents(Scope("acme", "bob", ("board",)))).rows}
    assert seen == {"open", "board's"}


async def test_a_user_is_not_taken_for_a_group_of_the_same_name(store: DocumentStore) -> None:
    await store.receive(arrival("1", acl=Acl(groups=("ann",))))
    assert (await store.list_documents(Scope("acme", "ann"))).rows == ()


async def test_pages_of_a_list_meet_every_document_once(store: DocumentStore) -> None:
    for number in range(7):
        await store.receive(arrival(str(number), name=f"n{number}"))
    seen: list[str] = []
    cursor = ""
    while True:
        page = await store.list_documents(ACME, cursor=cursor, limit=3)
        seen += [row.name for row in page.rows]
        cursor = page.next_cursor
        if not cursor:
            break
    assert seen == [f"n{number}" for number in reversed(range(7))]


@pytest.mark.parametrize("cursor", ["x", "😀", "AAAA", "' OR 1=1 --"])
async def test_a_cursor_of_somebody_else_is_bad_input(store: DocumentStore, cursor: str) -> None:
    with pytest.raises(BadInput, match="cursor"):
        await store.list_documents(ACME, cursor=cursor)


async def test_a_list_can_be_of_one_state_or_of_one_folder(store: DocumentStore) -> None:
    kept = await store.receive(arrival("1", source_path="/docs/a_b/x.md"))
    await store.receive(arrival("2", source_path="/docs/aXb/y.md"))
    gone = await store.receive(arrival("3", name="gone"))
    await store.delete(ACME, gone.id)
    assert [row.id for row in (await store.list_documents(ACME, Listed(under="/docs/a_b/"))).rows] == [kept.id]
    assert [row.id for row in (await store.list_documents(ACME, Listed(DocumentStatus.DELETED))).rows] == [gone.id]
    assert gone.id not in {row.id for row in (await store.list_documents(ACME)).rows}


async def test_a_list_can_be_of_what_came_under_an_external_id(store: DocumentStore) -> None:
    mine = await store.receive(arrival("1", external_id="/报告/a_b/x.md"))
    await store.receive(arrival("2", external_id="/报告/a%b/y.md"))
    assert [row.id for row in (await store.list_documents(ACME, Listed(under="/报告/a_b/"))).rows] == [mine.id]


async def test_a_list_can_be_of_ids_or_of_how_they_begin_deleted_ones_too(store: DocumentStore) -> None:
    rows = [await store.receive(arrival(str(n), name=f"n{n}")) for n in range(4)]
    await store.delete(ACME, rows[0].id)

    async def found(*ids: str) -> set[str]:
        return {row.id for row in (await store.list_documents(ACME, Listed(ids=ids))).rows}

    assert await found(rows[0].id, rows[1].id, "nope", "%", "_") == {rows[0].id, rows[1].id}
    assert await found(rows[2].id[:12]) == {rows[2].id}
    assert await found("%") == set()
    assert (await store.list_documents(Scope("other"), Listed(ids=(rows[1].id,)))).rows == ()


async def test_counts_are_of_one_tenant(store: DocumentStore) -> None:
    await indexed(store, arrival("1", name="a"), "one", "two")
    await store.receive(arrival("2", name="b"))
    await indexed(store, arrival("3", tenant="other"), "three")
    counts = await store.counts("acme")
    assert counts.documents == {DocumentStatus.INDEXED: 1, DocumentStatus.RECEIVED: 1}
    assert counts.passages == 2


@pytest.mark.parametrize(
    "name", ["", "报告 2024 (终稿).txt", "'; DROP TABLE documents; --", "a\x00b", "\udcff.txt", "😀" * 300]
)
async def test_any_name_is_only_a_name(store: DocumentStore, name: str) -> None:
    row = await store.receive(arrival("1", name=name, external_id="k"))
    assert row.id == (await store.receive(arrival("1", name=name, external_id="k"))).id
    assert "\x00" not in row.name


@pytest.mark.parametrize("end", [DocumentStatus.REJECTED, DocumentStatus.EMPTY, DocumentStatus.FAILED])
async def test_what_came_to_nothing_is_tried_again_when_it_is_asked_for(
    store: DocumentStore, end: DocumentStatus
) -> None:
    row = await store.receive(arrival())
    job = await store.claim_job(row.id, "w")
    assert job is not None
    await store.postpone_job(row.id, job.fence, delay_s=60)
    await store.set_status(row.id, end, DocumentReason.UNAVAILABLE, detail="away")
    again = await store.retry(ACME, row.id)
    assert (again.status, again.reason, again.detail, again.waits) == (DocumentStatus.RECEIVED, "", "", 0)
    assert await store.next_unfinished() == [row.id]


async def test_only_what_came_to_nothing_is_tried_again_and_only_by_its_readers(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival(), "text")
    with pytest.raises(Conflict, match="is indexed"):
        await store.retry(ACME, row.id)
    with pytest.raises(NotFound):
        await store.retry(Scope("other"), row.id)


async def test_a_version_that_came_to_nothing_says_that_the_one_before_is_still_searched(
    store: DocumentStore,
) -> None:
    await indexed(store, arrival("old"), "old text")
    row = await store.receive(arrival("new"))
    refused = await store.set_status(row.id, DocumentStatus.REJECTED, DocumentReason.CORRUPT, detail="It is broken.")
    assert refused.detail == "It is broken. The version before it is still searched."
    first = await store.receive(arrival("x", name="first"))
    refused = await store.set_status(first.id, DocumentStatus.REJECTED, DocumentReason.CORRUPT, detail="It is broken.")
    assert refused.detail == "It is broken."
