"""The keyword index suite on a real Elasticsearch, and what the adapter makes of its faults."""

import asyncio
import itertools
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from services.cli.stack.servers.elasticsearch import ELASTICSEARCH
from services.cli.stack.servers.running import RunningServer
from services.core.errors import IndexUnavailable
from services.indexes.adapters import elasticsearch_query as queries
from services.indexes.adapters.elasticsearch import ElasticsearchEngine
from services.indexes.adapters.elasticsearch_connection import Cluster
from services.indexes.adapters.tantivy import TantivyEngine
from services.indexes.port import KeywordEngine, KeywordRow, RowsRefused
from services.language.tokens import tokens
from tests.contract.index_cases import entry
from tests.contract.keyword_index import ASKER, WORD, KeywordIndexSuite, held, ids, rows
from tests.servers import placed

analyse = partial(tokens, bigrams=True)


def engine_at(server: RunningServer, **more: object) -> ElasticsearchEngine:
    """An engine on a running server, its indexes beside those of other tests."""
    settings = {"prefix": f"t{uuid4().hex}"} | more
    return ElasticsearchEngine(Cluster(f"http://{server.address()}", **settings), analyse)  # type: ignore[arg-type]


class TestElasticsearch(KeywordIndexSuite):
    @pytest.fixture
    async def engine(self, elasticsearch: RunningServer) -> AsyncIterator[KeywordEngine]:
        engine = engine_at(elasticsearch)
        yield engine
        await engine.close()

    @pytest.fixture
    def reopen(self, elasticsearch: RunningServer) -> Callable[[], KeywordEngine]:
        return partial(engine_at, elasticsearch, prefix=f"t{uuid4().hex}")


@pytest.fixture
async def engine(elasticsearch: RunningServer) -> AsyncIterator[ElasticsearchEngine]:
    engine = engine_at(elasticsearch)
    yield engine
    await engine.close()


async def test_it_says_what_it_is(engine: ElasticsearchEngine) -> None:
    (said,) = await engine.capabilities()
    assert re.fullmatch(r"elasticsearch [89]\.\d+\.\d+", said)


@pytest.mark.parametrize("shards", [1, 3])
async def test_ranks_and_scores_are_those_of_tantivy(elasticsearch: RunningServer, tmp_path: Path, shards: int) -> None:
    engine, other = engine_at(elasticsearch, shards=shards), TantivyEngine(tmp_path, analyse)
    corpus = passages()
    try:
        for one in (engine, other):
            await one.index("k").upsert(corpus)
        for question in QUESTIONS:
            here = await engine.index("k").search(question, 10, ASKER)
            there = await other.index("k").search(question, 10, ASKER)
            assert len(there) == 10, question
            scores = {hit.passage_id: hit.score for hit in there}
            shared = [hit for hit in here if hit.passage_id in scores]
            # Where the tenth and the eleventh are as good as each other, either may be the tenth.
            assert len(shared) >= 9, question
            # They count passages without a title differently, and there is the net.
            for hit in shared:
                assert hit.score == pytest.approx(scores[hit.passage_id], rel=0.1), question
            assert rank_correlation([scores[hit.passage_id] for hit in shared]) > 0.95, question
    finally:
        await engine.close()
        await other.close()


async def test_pairs_of_characters_find_what_segmentation_cut_otherwise(engine: ElasticsearchEngine) -> None:
    rows = [KeywordRow(entry("ja"), "", "分散データベースシステム"), KeywordRow(entry("ko"), "", "위성은 발사되었다")]
    await engine.index("k").upsert(rows)
    assert await ids(engine.index("k"), text="データベース 火") == ["ja"]
    assert await ids(engine.index("k"), text="위성") == ["ko"]


async def test_an_item_that_is_refused_is_named_and_the_others_are_stored(engine: ElasticsearchEngine) -> None:
    index, endless = engine.index("k"), "p" * 40_000  # longer than any term may be
    with pytest.raises(RowsRefused, match="refuses 1 passages"):
        await index.upsert([KeywordRow(entry(one), "", WORD) for one in ("a", endless, "b")])
    assert await ids(index) == ["a", "b"]


async def test_a_red_index_is_unavailable_and_not_empty(elasticsearch: RunningServer) -> None:
    engine = engine_at(elasticsearch, prefix="red", timeout_s=3.0)
    index, where = engine.index("k"), "index.routing.allocation.require._name"
    async with httpx.AsyncClient(base_url=f"http://{elasticsearch.address()}", timeout=30) as http:
        # Its only shard belongs on a node that does not exist.
        settings = {where: "nowhere", "analysis": queries.ANALYSIS}
        body = {"settings": settings, "mappings": queries.MAPPING, "aliases": {"red-k-v1": {}}}
        made = await http.put("/red-k-v1-rows", json=body, params={"wait_for_active_shards": 0})
        made.raise_for_status()
        try:
            await all_unavailable(
                ids(index),
                index.count("acme"),
                index.upsert(rows([entry("a")])),
                index.remove("acme", "d1"),
                held(index, "acme"),
                index.discard("acme", ["a"]),
            )
            (await http.put("/red-k-v1-rows/_settings", json={where: None})).raise_for_status()
            (await http.get("/_cluster/health", params={"wait_for_status": "yellow"})).raise_for_status()
            await index.upsert(rows([entry("b")]))
            assert await ids(index) == ["b"]
        finally:
            await engine.drop("k")
            await engine.close()


async def test_an_index_that_somebody_dropped_is_made_again_with_our_mapping(engine: ElasticsearchEngine) -> None:
    index = engine.index("k")
    await index.upsert(rows([entry("a")]))
    await engine.drop("k")  # this object still believes that it is there, as another process would
    with pytest.raises(IndexUnavailable):
        await index.upsert(rows([entry("b")]))
    await index.upsert(rows([entry("b")]))
    assert await ids(index) == ["b"]


async def test_indexes_of_another_format_are_known_and_forgotten(elasticsearch: RunningServer) -> None:
    engine = engine_at(elasticsearch, prefix="aged")
    try:
        await engine.index("k").upsert(rows([entry("a")]))
        assert not await engine.outdated()
        async with httpx.AsyncClient(base_url=f"http://{elasticsearch.address()}", timeout=30) as http:
            (await http.put("/aged-k-v0-rows")).raise_for_status()
        assert await engine.outdated()
        await engine.forget_outdated()
        assert not await engine.outdated()
        assert await engine.index("k").count("acme") == 1
    finally:
        await engine.drop("k")
        await engine.close()


@pytest.mark.timeout(300)
async def test_killed_in_the_middle_of_writing_nothing_is_lost_and_it_goes_on(tmp_path: Path) -> None:
    server = placed(ELASTICSEARCH, tmp_path / "own")
    engine = engine_at(server, timeout_s=5.0)
    index, stored, enough = engine.index("k"), set[str](), asyncio.Event()

    async def write() -> None:
        for batch in range(40):
            names = [f"p{batch:02}-{number:03}" for number in range(200)]
            await index.upsert(rows([entry(name, document_id=f"d{batch}") for name in names]))
            stored.update(names)
            if len(stored) >= 600:
                enough.set()

    try:
        await asyncio.to_thread(server.start)
        writing = asyncio.create_task(write())
        await enough.wait()
        await asyncio.sleep(0.02)  # into the next batch
        await asyncio.to_thread(server.kill)
        with pytest.raises(IndexUnavailable):
            await writing
        assert 600 <= len(stored) < 8_000
        with pytest.raises(IndexUnavailable):
            await index.count("acme")
        await asyncio.to_thread(server.start)
        # What upsert returned for is there; what it did not return for is written again, and nothing is there twice.
        assert stored <= set(await held(index, "acme"))
        await write()
        assert await index.count("acme") == 8_000
        assert len(await ids(index)) == 1_000
    finally:
        await engine.close()
        await asyncio.to_thread(server.stop)


async def all_unavailable(*calls: Awaitable[object]) -> None:
    """Each of the calls raises IndexUnavailable."""
    for call in calls:
        with pytest.raises(IndexUnavailable):
            await call


def passages() -> list[KeywordRow]:
    """Some hundred passages in English and Chinese out of a few words, some rare and some in nearly all."""
    rng = random.Random(5)
    texts = [" ".join(rng.choices(ENGLISH, WEIGHTS, k=rng.randint(8, 60))) for _ in range(90)]
    texts += ["".join(rng.choices(CHINESE, WEIGHTS, k=rng.randint(8, 60))) for _ in range(90)]
    titles = ("", "Harbour notes", "港口记录", "Turbine")
    return [
        KeywordRow(entry(f"p{number:03}", section=rng.choice(("", "Costs", "费用"))), rng.choice(titles), text)
        for number, text in enumerate(texts)
    ]


ENGLISH = ("the", "harbour", "repair", "turbine", "crane", "costs", "inspector", "berth", "winter", "glacier")
CHINESE = ("的", "港口", "维修", "涡轮机", "起重机", "费用", "检查员", "泊位", "冬季", "冰川")
WEIGHTS = (30, 12, 9, 7, 5, 5, 4, 3, 2, 1)
QUESTIONS = (
    "harbour repair costs",
    "the glacier in winter",
    "which inspector saw the crane at the berth",
    "turbine",
    "港口维修费用是多少",
    "冬季的冰川",
    "检查员在泊位看到的起重机",
    "harbour 港口 turbine 涡轮机",
)


def rank_correlation(scores: list[float]) -> float:
    """Share of pairs that are not in the wrong order, from -1 to 1 (Kendall's tau; equal scores are in no order)."""
    pairs = list(itertools.combinations(scores, 2))
    wrong = sum(later > earlier * 1.03 for earlier, later in pairs)
    return 1 - 2 * wrong / len(pairs)
