"""What stays away, what versions leave behind, and who comes too late."""

import asyncio
from pathlib import Path

from sqlalchemy import update

from services.documents.intake import Arrival
from services.documents.models import StoredPassage
from services.documents.schema import documents
from services.documents.status import DocumentReason, DocumentStatus
from services.ingestion.embed import Embedder
from services.ingestion.ingest import Patience
from services.ingestion.parsed import ParsedDocument
from tests.integration.ingestion.conftest import ACME, Bench
from tests.unit.ingestion.files import pdf


async def test_what_stays_away_fails_the_document_with_what_to_do_and_is_tried_again_when_asked(bench: Bench) -> None:
    bench.indexer._unavailable = 3
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    ingestor = bench.ingestor(patience=Patience(waits=3, wait_s=0.0))
    assert [await ingestor.ingest(row.id) for _ in range(3)] == [None, None, DocumentStatus.FAILED]
    failed = await bench.store.get(ACME, row.id)
    assert failed.reason == DocumentReason.UNAVAILABLE
    assert "the index is restarting" in failed.detail
    assert "3 times" in failed.detail
    assert "sextant documents retry" in failed.detail
    assert (await bench.intake.retry(ACME, row.id)).status is DocumentStatus.RECEIVED
    assert await ingestor.ingest(row.id) is DocumentStatus.INDEXED


async def test_a_document_that_failed_because_something_was_away_is_taken_up_when_it_arrives_again(
    bench: Bench,
) -> None:
    bench.indexer._unavailable = 1
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    assert await bench.ingestor(patience=Patience(waits=1)).ingest(row.id) is DocumentStatus.FAILED
    again = await bench.take("a.txt", "Some words.")
    assert (again.id, again.version, again.status) == (row.id, 1, DocumentStatus.INDEXED)


async def test_waits_grow_up_to_the_longest_and_begin_anew_with_progress(bench: Bench) -> None:
    assert [Patience(wait_s=10, longest_s=45).wait_after(waits) for waits in (0, 1, 2, 3, 5000)] == [10, 20, 40, 45, 45]
    bench.indexer._unavailable = 2
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    for waits in (1, 2):
        await bench.ingestor().ingest(row.id)
        assert (await bench.store.get(ACME, row.id)).waits == waits
    await bench.ingestor().ingest(row.id)
    assert (await bench.store.get(ACME, row.id)).waits == 0


async def test_a_deletion_waits_for_the_index_as_long_as_it_takes(bench: Bench) -> None:
    row = await bench.take("a.txt", "Delete me.")
    bench.indexer._unavailable = 3
    await bench.intake.delete(ACME, row.id)
    ingestor = bench.ingestor(patience=Patience(waits=1, wait_s=0.0))
    assert [await ingestor.ingest(row.id) for _ in range(4)] == [None, None, None, DocumentStatus.DELETED]
    assert bench.indexer.rows == {}


async def test_a_deleted_document_that_comes_back_broken_leaves_nothing_in_the_indexes(bench: Bench) -> None:
    row = await bench.take("a.pdf", pdf("The price is 10 euros."))
    await bench.intake.delete(ACME, row.id)
    broken = await bench.take("a.pdf", b"%PDF-1.7 broken")
    assert (broken.status, broken.current_version, bench.indexer.rows) == (DocumentStatus.REJECTED, 0, {})
    assert await bench.store.next_unfinished() == []


async def test_a_version_that_was_indexed_but_never_noted_gives_its_place_back(bench: Bench) -> None:
    old = await bench.take("a.txt", "The price is 10 euros.")
    new = await bench.intake.receive("acme", b"The price is 12 euros.", Arrival(name="a.txt"))
    job = await bench.store.claim_job(new.id, "dead")
    assert job is not None
    passages = [StoredPassage("The price is 12 euros.")]
    await bench.store.write_version(new.id, 2, passages, fence=job.fence)
    for status in (DocumentStatus.PARSING, DocumentStatus.INDEXING):
        await bench.store.set_status(new.id, status, fence=job.fence)
    await Embedder(bench.store, bench.inference).embed(new.id, 2)
    await bench.indexer.index(ACME, new.id, 2)
    await bench.store.set_status(new.id, DocumentStatus.FAILED, DocumentReason.UNAVAILABLE, fence=job.fence)
    assert await bench.ingestor().ingest(new.id) is DocumentStatus.FAILED
    assert [one.passage.text for one in bench.indexer.rows[old.id]] == ["The price is 10 euros."]
    assert await bench.store.next_unfinished() == []


class Late:
    """A parser whose answer comes, as a fault, when another has gone on with the document."""

    def __init__(self) -> None:
        self.asked, self.told = asyncio.Event(), asyncio.Event()

    async def parse(self, path: Path, name: str) -> ParsedDocument:
        self.asked.set()
        await self.told.wait()
        raise ZeroDivisionError


async def test_a_late_worker_does_not_overwrite_what_a_newer_attempt_came_to(bench: Bench) -> None:
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    late = Late()
    working = asyncio.create_task(bench.ingestor("late", parser=late).ingest(row.id))
    await late.asked.wait()
    async with bench.store._database.write() as connection:  # its lease is over, and it has not noticed yet
        await connection.execute(update(documents).values(lease_until=0.0))
    newer = await bench.store.claim_job(row.id, "newer")
    assert newer is not None
    late.told.set()
    assert await working is None
    assert (await bench.store.get(ACME, row.id)).status is DocumentStatus.PARSING
    await bench.store.heartbeat(row.id, newer.fence)


async def test_a_passage_that_an_index_will_never_take_fails_its_document_and_no_other(bench: Bench) -> None:
    old = await bench.take("a.txt", "The price is 10 euros.")
    bench.indexer.refused = "12 euros"
    new = await bench.take("a.txt", "The price is 12 euros.")
    assert (new.id, new.status, new.reason) == (old.id, DocumentStatus.FAILED, DocumentReason.ROWS_REFUSED)
    assert "too odd" in new.detail
    # Its other passages are taken out again, and the version before is what is searched.
    await bench.ingestor().ingest(new.id)
    assert [row.passage.text for row in bench.indexer.rows[old.id]] == ["The price is 10 euros."]
    assert (await bench.take("b.txt", "The price is 13 euros.")).status is DocumentStatus.INDEXED
