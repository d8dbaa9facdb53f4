"""What the adapter makes of an Elasticsearch in trouble: nothing is lost silently, nothing partial taken for whole."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from services.core.errors import IndexUnavailable, StorageFull
from services.indexes.adapters import elasticsearch_bulk as bulk
from services.indexes.adapters.elasticsearch import ElasticsearchEngine
from services.indexes.adapters.elasticsearch_connection import Cluster
from services.indexes.port import IndexFilter, KeywordIndex, KeywordRow, RowsRefused
from tests.contract.index_cases import entry
from tests.fakes.elasticsearch import Answer, ScriptedElasticsearch, found, items

ASKER = IndexFilter("acme")


@pytest.fixture
def server() -> Iterator[ScriptedElasticsearch]:
    started = ScriptedElasticsearch()
    yield started
    started.close()


@pytest.fixture
async def engine(server: ScriptedElasticsearch) -> AsyncIterator[ElasticsearchEngine]:
    engine = ElasticsearchEngine(Cluster(server.url, timeout_s=2.0), str.split)
    yield engine
    await engine.close()


@pytest.fixture
def index(engine: ElasticsearchEngine) -> KeywordIndex:
    return engine.index("i")


def rows(*ids: str) -> list[KeywordRow]:
    """A row for each id."""
    return [KeywordRow(entry(one), "", "words") for one in ids]


def in_turn(*statuses: list[int]) -> Answer:
    """Bulk replies, one a request; the last one for ever."""
    left = list(statuses)
    return lambda _: (200, items(left.pop(0) if len(left) > 1 else left[0]))


@pytest.mark.parametrize("status", [429, 502, 503, 504])
async def test_items_that_may_go_later_are_sent_again_and_only_those(
    server: ScriptedElasticsearch, index: KeywordIndex, status: int
) -> None:
    server.bulk = in_turn([201, status, 200], [status], [201])
    await index.upsert(rows("a", "b", "c"))
    sent = [[line["passage_id"] for line in lines[1::2]] for lines in server.bulks()]
    assert sent == [["a", "b", "c"], ["b"], ["b"]]


async def test_a_whole_request_that_is_rejected_is_sent_again(
    server: ScriptedElasticsearch, index: KeywordIndex
) -> None:
    busy = [429, 503]
    server.bulk = lambda lines: (busy.pop(), {}) if busy else (200, items([201] * (len(lines) // 2)))
    await index.upsert(rows("a"))
    assert len(server.bulks()) == 3


async def test_what_stays_busy_is_unavailable_after_some_tries(
    server: ScriptedElasticsearch, index: KeywordIndex
) -> None:
    server.bulk = in_turn([429])
    with pytest.raises(IndexUnavailable, match="status 429"):
        await index.upsert(rows("a"))
    assert len(server.bulks()) == bulk.TRIES


async def test_a_full_disk_says_so(server: ScriptedElasticsearch, index: KeywordIndex) -> None:
    reason = "index [i] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark];"
    server.bulk = lambda _: (200, items([429], reason))
    with pytest.raises(StorageFull, match="Free some space"):
        await index.upsert(rows("a"))


async def test_many_writers_to_a_busy_server_make_no_storm(server: ScriptedElasticsearch, index: KeywordIndex) -> None:
    server.bulk = in_turn([503])
    budget, writers = bulk.RetryBudget(), 100
    allowed = budget._most + writers * budget._share
    await asyncio.gather(*(index.upsert(rows("a")) for _ in range(writers)), return_exceptions=True)
    assert writers < len(server.bulks()) <= writers + allowed <= writers * 1.2


async def test_refused_items_are_told_by_passage_and_the_others_are_stored(
    server: ScriptedElasticsearch, index: KeywordIndex
) -> None:
    server.bulk = in_turn([201, 400, 429], [201])
    with pytest.raises(RowsRefused, match=r"refuses 1 passages.*b: some_exception: rejected") as caught:
        await index.upsert(rows("a", "b", "c"))
    assert caught.value.facts == {"index": "keyword", "passages": "1"}
    assert [line["passage_id"] for line in server.bulks()[-1][1::2]] == ["c"]


@pytest.mark.parametrize("status", [401, 403, 404, 500])
async def test_other_failures_of_items_are_not_blamed_on_the_document(
    server: ScriptedElasticsearch, index: KeywordIndex, status: int
) -> None:
    server.bulk = in_turn([status])
    with pytest.raises(IndexUnavailable, match=f"status {status}"):
        await index.upsert(rows("a"))


@pytest.mark.parametrize("reply", [found(failed=1), found(timed_out=True), found(("a", "acme", ["*"]), failed=1)])
async def test_a_partial_answer_is_none(
    server: ScriptedElasticsearch, index: KeywordIndex, reply: dict[str, object]
) -> None:
    server.search = lambda _: (200, reply)
    with pytest.raises(IndexUnavailable, match="shards answered in time"):
        await index.search("words", 5, ASKER)
    with pytest.raises(IndexUnavailable):
        await index.count("acme")


async def test_a_foreign_hit_is_dropped_whatever_the_server_says(
    server: ScriptedElasticsearch, index: KeywordIndex
) -> None:
    hits = (("ours", "acme", ["*"]), ("theirs", "globex", ["*"]), ("hers", "acme", ["u:ann"]))
    server.search = lambda _: (200, found(*hits))
    assert [hit.passage_id for hit in await index.search("words", 5, ASKER)] == ["ours"]


async def test_an_index_that_was_never_made_is_empty_and_a_closed_one_is_not(
    server: ScriptedElasticsearch, index: KeywordIndex
) -> None:
    server.search = lambda _: (404, {"error": {"type": "index_not_found_exception"}})
    assert await index.search("words", 5, ASKER) == []
    server.search = lambda _: (400, {"error": {"type": "index_closed_exception"}})
    with pytest.raises(IndexUnavailable):
        await index.search("words", 5, ASKER)


@pytest.mark.parametrize(
    "version", [{"number": "7.17.3"}, {"number": "10.0.0"}, {"number": "9.1.0", "distribution": "opensearch"}, {}]
)
async def test_a_server_of_another_version_or_make_is_refused_in_words(
    server: ScriptedElasticsearch, engine: ElasticsearchEngine, version: dict[str, str]
) -> None:
    server.info = {"version": version}
    with pytest.raises(IndexUnavailable, match="Sextant speaks to Elasticsearch 8 and 9"):
        await engine.capabilities()
    with pytest.raises(IndexUnavailable, match="Sextant speaks to Elasticsearch 8 and 9"):
        await engine.index("i").search("words", 5, ASKER)
    server.info = {"version": {"number": "8.14.1"}}
    assert await engine.capabilities() == ("elasticsearch 8.14.1",)


async def test_a_server_that_hangs_is_given_up_in_time(server: ScriptedElasticsearch) -> None:
    release = asyncio.Event()
    loop = asyncio.get_running_loop()

    def hang(_: list[dict[str, object]]) -> tuple[int, dict[str, object]]:
        asyncio.run_coroutine_threadsafe(release.wait(), loop).result(10)
        return 200, found()

    server.search = hang
    engine = ElasticsearchEngine(Cluster(server.url, timeout_s=0.3), str.split)
    began = time.monotonic()
    with pytest.raises(IndexUnavailable):
        await engine.index("i").search("words", 5, ASKER)
    assert time.monotonic() - began < 2
    release.set()
    await engine.close()


async def test_no_server_is_unavailable_and_so_is_a_closed_engine(server: ScriptedElasticsearch) -> None:
    engine = ElasticsearchEngine(Cluster("http://127.0.0.1:1"), str.split)
    with pytest.raises(IndexUnavailable):
        await engine.index("i").count("acme")
    await engine.close()
    with pytest.raises(IndexUnavailable, match="it is closed"):
        await engine.index("i").count("acme")
