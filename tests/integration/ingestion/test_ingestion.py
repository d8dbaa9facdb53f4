"""Documents from their bytes to the indexes, whatever happens on the way."""

import asyncio
import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from services.core.domain.question import Scope
from services.core.errors import InferenceUnavailable
from services.documents.intake import Arrival
from services.documents.models import Acl
from services.documents.status import DocumentReason, DocumentStatus
from services.inference.port import FloatMatrix, Priority, TextKind
from services.ingestion.embed import Embedder
from services.ingestion.parsed import ParsedDocument
from services.ingestion.worker import Worker
from tests.fakes.inference import FakeInference
from tests.integration.ingestion.conftest import ACME, Bench, until
from tests.unit.ingestion.files import archive, pdf, word

ROWS = (("地区", "2023年", "2024年"), ("华东", "1,200", "1,350"), ("华南", "980", "1,010"))
LONG = "\n\n".join(f"Paragraph {n} speaks of matter number {n}. 第{n}段讲第{n}件事。" for n in range(400))


@pytest.mark.parametrize(
    ("name", "data", "language", "words"),
    [
        ("a.txt", "Site handbook\n=====\n\nThe works cover 21,400 square metres.", "en", "21,400"),
        ("手册.md", "---\ndate: 2024-01-02\n---\n# 手册\n\n白鹿工厂占地21,400平方米。", "zh", "21,400"),
        ("p.html", "<html><body><h1>Prices</h1><p>The Kestrel 420 costs EUR 2,800.</p></body></html>", "en", "2,800"),
        ("回顾.docx", word("# 季度回顾", "营业收入如下（单位：万元）。", ROWS), "zh", "2024年: 1,350万元"),
        ("报告.pdf", pdf("# 年度报告", "营业收入如下（单位：万元）。", ROWS), "zh", "2024年: 1,350万元"),
        ("c.jsonl", '{"id": "x1", "title": "T", "text": "Only one line."}', "en", "Only one line"),
    ],
)
async def test_every_format_becomes_passages_with_vectors(
    bench: Bench, name: str, data: bytes | str, language: str, words: str
) -> None:
    row = await bench.take(name, data)
    assert (row.status, row.current_version, row.language) == (DocumentStatus.INDEXED, 1, language)
    passages = await bench.passages(row)
    assert row.passages == len(passages) > 0
    assert any(words in passage.text for passage in passages)
    indexed = bench.indexer.rows[row.id]
    assert [one.passage.id for one in indexed] == [passage.id for passage in passages]
    assert all(abs(float(np.linalg.norm(one.vector)) - 1) < 1e-3 for one in indexed)
    analysed = await bench.store.sentence_analysis([passage.id for passage in passages])
    assert all(analysed[passage.id] for passage in passages)


async def test_a_line_of_json_keeps_its_id_for_citations(bench: Bench) -> None:
    row = await bench.take(
        "c.jsonl", '{"id": "x1", "text": "One."}\n{"id": "x2", "text": "Two.", "date": "2020-02-03"}'
    )
    first, second = await bench.passages(row)
    assert (first.external_id, second.external_id, second.date) == ("x1", "x2", dt.date(2020, 2, 3))


async def test_a_date_is_found_in_the_document_unless_the_caller_says_one(bench: Bench) -> None:
    found = await bench.take("a.txt", "Memo\n\nPublished 5 May 2021.\n\nText.")
    said = await bench.take("b.txt", "Memo\n\nPublished 5 May 2021.\n\nOther.", date=dt.date(2022, 6, 7))
    assert (found.date, said.date) == (dt.date(2021, 5, 5), dt.date(2022, 6, 7))


@pytest.mark.parametrize(
    ("name", "data", "status", "reason"),
    [
        ("empty.pdf", b"", DocumentStatus.REJECTED, DocumentReason.EMPTY_FILE),
        ("secret.pdf", pdf("Secret.", password="p"), DocumentStatus.REJECTED, DocumentReason.ENCRYPTED),
        ("cut.docx", word("Text.")[:700], DocumentStatus.REJECTED, DocumentReason.CORRUPT),
        ("lie.pdf", b"Plain text.", DocumentStatus.REJECTED, DocumentReason.WRONG_EXTENSION),
        (
            "bomb.docx",
            archive({"word/document.xml": b"\0" * 30_000_000}),
            DocumentStatus.REJECTED,
            DocumentReason.LIMITS,
        ),
        ("blank.txt", b"\x00\x00 \n", DocumentStatus.EMPTY, DocumentReason.NO_TEXT),
        ("photo.jpg", b"\xff\xd8\xff\xe0" + b"\x00" * 50, DocumentStatus.EMPTY, DocumentReason.NO_TEXT_LAYER),
    ],
)
async def test_a_bad_file_ends_in_its_state_with_words(
    bench: Bench, name: str, data: bytes, status: DocumentStatus, reason: DocumentReason
) -> None:
    row = await bench.take(name, data)
    assert (row.status, row.reason) == (status, reason)
    assert len(row.detail) > 20
    assert bench.indexer.rows == {}


async def test_a_bad_document_does_not_stop_the_others(bench: Bench) -> None:
    ids = []
    for name, data in (("a.txt", b"Fine."), ("b.pdf", b""), ("c.txt", b"Also fine."), ("d.docx", b"PK\x03\x04broken")):
        ids.append((await bench.intake.receive("acme", data, Arrival(name=name))).id)
    heard: list[str] = []

    async def finished(document_id: str, status: DocumentStatus | None) -> None:
        heard.append(f"{ids.index(document_id)} {status}")

    results = await bench.worker().work_through(ids, finished)
    S = DocumentStatus
    assert [results[key] for key in ids] == [S.INDEXED, S.REJECTED, S.INDEXED, S.REJECTED]
    assert len(heard) == 4


async def test_the_same_bytes_are_worked_on_once(bench: Bench) -> None:
    first = await bench.take("a.txt", "Same text.")
    again = await bench.intake.receive("acme", b"Same text.", Arrival(name="b.txt"))
    assert again.id == first.id
    assert again.duplicate
    assert await bench.ingestor().ingest(again.id) is None
    assert len(bench.indexer.calls) == 1


async def test_a_changed_document_replaces_what_was_searched(bench: Bench) -> None:
    old = await bench.take("a.txt", "The price is 10 euros.")
    old_ids = [one.id for one in await bench.passages(old)]
    new = await bench.take("a.txt", "The price is 12 euros.")
    assert (new.id, new.version, new.current_version) == (old.id, 2, 2)
    assert await bench.store.passages(ACME, old_ids) == []
    assert [one.passage.text for one in bench.indexer.rows[new.id]] == ["The price is 12 euros."]


async def test_a_changed_document_that_cannot_be_read_leaves_the_old_one_searched(bench: Bench) -> None:
    old = await bench.take("a.pdf", pdf("The price is 10 euros."))
    broken = await bench.take("a.pdf", b"%PDF-1.7 broken")
    assert (broken.status, broken.version, broken.current_version) == (DocumentStatus.REJECTED, 2, 1)
    ids = [one.id for one in await bench.store.version_passages(old.id, 1)]
    assert len(await bench.store.passages(ACME, ids)) == 1
    assert broken.detail.endswith("The version before it is still searched.")


async def test_a_deleted_document_leaves_store_indexes_and_blobs(bench: Bench) -> None:
    row = await bench.take("a.txt", "Delete me.")
    blob = bench.blobs.path(row.blob_sha256)
    await bench.intake.delete(ACME, row.id)
    assert await bench.passages(row) == []
    assert not blob.exists()
    assert await bench.ingestor().ingest(row.id) is DocumentStatus.DELETED
    assert bench.indexer.rows == {}
    assert await bench.store.next_unfinished() == []


async def test_readers_that_are_not_named_see_nothing(bench: Bench) -> None:
    row = await bench.intake.receive("acme", b"For Ann only.", Arrival(name="a.txt", acl=Acl(users=("ann",))))
    await bench.ingestor().ingest(row.id)
    readers = (Scope("acme", "ann"), Scope("acme", "bob"), Scope("acme"), Scope("other", "ann"))
    assert [len(await bench.passages(row, reader)) for reader in readers] == [1, 0, 0, 0]
    assert bench.indexer.rows[row.id][0].acl == Acl(users=("ann",))


async def test_nothing_is_embedded_twice(bench: Bench) -> None:
    await bench.take("a.txt", LONG, title="T")
    first = len(bench.inference.embedded)
    assert first > 10
    assert {priority for _, _, priority in bench.inference.embedded} == {Priority.BULK}
    await bench.take("b.txt", LONG + "\n\nOne more line.", title="T")
    assert len(bench.inference.embedded) - first < first / 2


class Stumbling(FakeInference):
    """Models that fail after some batches."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self.left = batches

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        self.left -= 1
        if self.left < 0:
            raise InferenceUnavailable("embed", "restarting")
        return await super().embed(texts, kind, priority)


async def test_an_ingestion_that_was_interrupted_ends_with_the_same_result(bench: Bench, tmp_path: Path) -> None:
    whole = await bench.take("whole.txt", LONG, title="T")
    expected = [(one.passage.text, one.vector.tobytes()) for one in bench.indexer.rows[whole.id]]
    row = await bench.intake.receive("other", LONG.encode(), Arrival(name="cut.txt", title="T"))
    # A different model name is not needed: the cache is emptied by deleting its only user.
    await bench.intake.delete(ACME, whole.id)
    stumbling = Stumbling(batches=3)
    assert await bench.ingestor("w1", embedder=Embedder(bench.store, stumbling, batch=4)).ingest(row.id) is None
    counting = Stumbling(batches=10_000)
    assert await bench.ingestor("w2", embedder=Embedder(bench.store, counting, batch=4)).ingest(row.id)
    assert [(one.passage.text, one.vector.tobytes()) for one in bench.indexer.rows[row.id]] == expected
    assert 10_000 - counting.left == -(-len(expected) // 4) - 3  # what was embedded before is not embedded again


class Frozen:
    """A parser that never answers."""

    def __init__(self) -> None:
        self.asked = 0

    async def parse(self, path: Path, name: str) -> ParsedDocument:
        self.asked += 1
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_document_of_a_dead_worker_is_taken_up_when_its_lease_ends(bench: Bench) -> None:
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    assert await bench.store.claim_job(row.id, "dead", lease_s=0.2) is not None
    assert await bench.ingestor("w2").ingest(row.id) is None
    await asyncio.sleep(0.3)
    assert await bench.ingestor("w2").ingest(row.id) is DocumentStatus.INDEXED


async def test_a_worker_keeps_its_lease_while_it_works(bench: Bench) -> None:
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    working = asyncio.create_task(bench.ingestor("w1", lease_s=0.3, parser=Frozen()).ingest(row.id))
    await asyncio.sleep(0.9)
    assert await bench.store.claim_job(row.id, "w2") is None
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert await bench.store.next_unfinished() == [row.id]


async def test_a_worker_whose_document_changed_stops_and_writes_nothing(bench: Bench) -> None:
    frozen = Frozen()
    row = await bench.intake.receive("acme", b"Old.", Arrival(name="a.txt"))
    working = asyncio.create_task(bench.ingestor("w1", lease_s=0.2, parser=frozen).ingest(row.id))
    await until(lambda: frozen.asked == 1)
    newer = await bench.intake.receive("acme", b"New.", Arrival(name="a.txt"))
    assert await working is None
    await asyncio.sleep(0.3)  # until its lease is over
    assert (newer.version, await bench.ingestor("w2").ingest(row.id)) == (2, DocumentStatus.INDEXED)


async def test_two_workers_on_one_document_index_it_once(bench: Bench) -> None:
    row = await bench.intake.receive("acme", LONG.encode(), Arrival(name="a.txt"))
    statuses = await asyncio.gather(bench.ingestor("w1").ingest(row.id), bench.ingestor("w2").ingest(row.id))
    assert sorted(statuses, key=str) == [None, DocumentStatus.INDEXED]
    assert len(bench.indexer.calls) == 1


async def test_two_documents_at_once_do_not_mix(bench: Bench) -> None:
    texts = {f"{n}.txt": f"Document {n} speaks of {n}. " * 60 for n in range(6)}
    rows = [await bench.intake.receive("acme", text.encode(), Arrival(name=name)) for name, text in texts.items()]
    await bench.worker().work_through([row.id for row in rows])
    for n, row in enumerate(rows):
        assert all(f"Document {n} speaks of {n}" in one.passage.text for one in bench.indexer.rows[row.id])


async def test_a_worker_finds_by_itself_what_nobody_rang_for(bench: Bench) -> None:
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    worker = bench.worker()
    running = asyncio.create_task(worker.run())
    await until(lambda: row.id in bench.indexer.rows)
    await worker.stop(1.0)
    await running


async def test_an_index_that_is_away_postpones_the_document(bench: Bench) -> None:
    bench.indexer._unavailable = 1
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    assert await bench.worker().work_on(row.id) is None
    assert (await bench.store.get(ACME, row.id)).status is DocumentStatus.INDEXING
    assert await bench.store.next_unfinished() == []  # it waits a little
    assert await bench.worker().work_on(row.id) is DocumentStatus.INDEXED


class Broken:
    """A parser with a fault of ours."""

    async def parse(self, path: Path, name: str) -> ParsedDocument:
        raise ZeroDivisionError


async def test_a_fault_of_ours_costs_one_document_only(bench: Bench) -> None:
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    worker: Worker = bench.worker(parser=Broken())
    assert await worker.work_on(row.id) is DocumentStatus.FAILED
    failed = await bench.store.get(ACME, row.id)
    assert (failed.reason, failed.detail.split()[0]) == (DocumentReason.PARSER_CRASHED, "ZeroDivisionError")


async def test_a_stopped_worker_gives_its_documents_back(bench: Bench) -> None:
    frozen = Frozen()
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    worker = bench.worker(parser=frozen)
    working = asyncio.create_task(worker.work_on(row.id))
    await until(lambda: frozen.asked == 1)
    await worker.stop(0.0)
    assert await working is None
    assert await bench.ingestor().ingest(row.id) is DocumentStatus.INDEXED


async def test_a_blob_that_is_gone_fails_the_document(bench: Bench) -> None:
    row = await bench.intake.receive("acme", b"Some words.", Arrival(name="a.txt"))
    await bench.blobs.remove(row.blob_sha256)
    assert await bench.ingestor().ingest(row.id) is DocumentStatus.FAILED


async def test_an_unknown_document_is_nobodys_work(bench: Bench) -> None:
    assert await bench.ingestor().ingest("nope") is None
