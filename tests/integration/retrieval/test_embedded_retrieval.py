"""The whole service over its real embedded parts: Milvus Lite, tantivy, SQLite, gRPC. Only the models are fake."""

import datetime as dt
import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest

from services.core.domain.passage import Passage, Retrieval
from services.core.domain.plan import Filter
from services.core.domain.question import Budget, Locale, RunContext, Scope, TimeRange
from services.core.errors import BadInput, IndexUnavailable, NotFound, UnknownProfile
from services.core.rpc.client import call, open_channel, stream
from services.core.rpc.server import start_server
from services.core.wire import from_wire, to_wire
from services.documents.models import Acl, NewDocument, StoredPassage
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore
from services.indexes.adapters.tantivy import TantivyEngine
from services.indexes.port import Entry, KeywordRow
from services.retrieval.assemble import RetrievalParts, build_retrieval
from services.retrieval.settings import Settings
from sextant.common.v1 import common_pb2 as common
from sextant.retrieval.v1 import retrieval_pb2 as pb
from sextant.retrieval.v1.retrieval_pb2_grpc import RetrievalServiceStub
from tests.fakes.passages import MODEL, WordModels, bag, tomorrow

ANYONE = Scope("acme")
ANYTHING = Filter()
FOUNDING = "Halcyon Robotics was founded in Lyon in 2009 by Mira Sato."
STAFF = "As of the end of 2023, Halcyon Robotics employed 1,240 people."
REVENUE = "北辰公司2023年营业收入为三亿五千万元，同比增长百分之十二。"


@dataclass
class Stack:
    """A running retrieval service with the store behind it."""

    parts: RetrievalParts
    store: DocumentStore
    channel: grpc.aio.Channel
    models: WordModels

    @property
    def stub(self) -> RetrievalServiceStub:
        return RetrievalServiceStub(self.channel)

    async def ingest(self, name: str, passages: Sequence[StoredPassage], tenant: str = "acme", **more: Any) -> str:
        """Store a document with passages and vectors, as ingestion does, and have it indexed. Returns its id."""
        text = "\n".join(passage.text for passage in passages)
        new = NewDocument(tenant, name, hashlib.sha256(text.encode()).hexdigest(), len(text), title=name, **more)
        row = await self.store.receive(new)
        await self.store.set_status(row.id, DocumentStatus.PARSING)
        ids = await self.store.write_version(row.id, row.version, passages)
        await self.store.set_status(row.id, DocumentStatus.INDEXING)
        await self.store.put_vectors(
            MODEL, [(key, bag(f"{name} {one.text}")) for key, one in zip(ids, passages, strict=True)]
        )
        request = pb.IndexRequest(scope=common.Scope(tenant=tenant), document_id=row.id, version=row.version)
        written = await call(self.stub.Index, request, pb.IndexResponse, service="retrieval", deadline=tomorrow())
        assert written.passages == len(passages)
        await self.store.set_status(row.id, DocumentStatus.INDEXED)
        return row.id

    async def find(
        self,
        question: str,
        *,
        scope: Scope = ANYONE,
        profile: str = "general",
        wanted: Filter = ANYTHING,
        strategy: pb.Strategy.ValueType = pb.STRATEGY_UNSPECIFIED,
    ) -> Retrieval:
        """The result of a search over gRPC."""
        context = RunContext("run-1", scope, Locale(), dt.datetime.now(dt.UTC), tomorrow(), profile, Budget())
        request = pb.RetrieveRequest(
            context=to_wire(context, common.RunContext),
            question=common.Question(text=question),
            queries=[common.Query(text=question, kind="original", weight=1)],
            filter=to_wire(wanted, common.Filter),
            strategy=strategy,
            limit=10,
            distil=True,
            explain=True,
        )
        answers = stream(
            self.stub.Retrieve, request, pb.RetrieveResponse, service="retrieval", deadline=context.deadline
        )
        messages = [message async for message in answers]
        assert [message.WhichOneof("kind") for message in messages] == ["stage"] * 5 + ["retrieval"]
        return from_wire(messages[-1].retrieval, Retrieval)


def titles(found: Retrieval) -> list[str]:
    return [one.passage.title for one in found.evidence]


def settings(folder: Path) -> Settings:
    return Settings(data_dir=folder)


@pytest.fixture
async def stack(tmp_path: Path) -> AsyncIterator[Stack]:
    async with running(tmp_path) as opened:
        yield opened


@asynccontextmanager
async def running(folder: Path, *, following: WordModels | None = None, **more: Any) -> AsyncIterator[Stack]:
    """The service over a data folder, stopped and closed at the end; `following` models to come, `more` settings."""
    chosen, models = Settings(data_dir=folder, **more), WordModels()
    store = await DocumentStore.open(chosen.documents_url)
    parts = build_retrieval(chosen, models, store, following=following)
    server = await start_server([parts.registration, parts.upkeep])
    channel = open_channel(server.address)
    try:
        yield Stack(parts, store, channel, models)
    finally:
        await channel.close()
        await server.stop(0)
        await parts.close()
        await store.close()


async def test_english_and_chinese_passages_are_found_cut_and_cited(stack: Stack) -> None:
    await stack.ingest("founding", [StoredPassage(FOUNDING, section="History", page=2, language="en")])
    await stack.ingest("staff", [StoredPassage(STAFF, language="en")])
    await stack.ingest("北辰年报", [StoredPassage(REVENUE, section="财务", language="zh")])
    found = await stack.find("Who founded Halcyon Robotics?")
    best = found.evidence[0]
    assert (best.passage.title, best.passage.section, best.passage.page) == ("founding", "History", 2)
    assert best.text == FOUNDING
    assert {hit.leg for hit in best.hits} == {"vector", "keyword"}
    assert (found.generation, found.profile, found.degraded, found.embed_calls) == (1, "general@1", (), 2)
    assert titles(await stack.find("北辰公司2023年的营收是多少？", profile="finance"))[0] == "北辰年报"


async def test_filters_hold_through_both_engines(stack: Stack) -> None:
    await stack.ingest("old", [StoredPassage(STAFF, section="Staff > Europe")], tags=("hr",), date=dt.date(2020, 1, 1))
    await stack.ingest("new", [StoredPassage(STAFF + " Update.")], tags=("board",), date=dt.date(2024, 1, 1))
    last_year = TimeRange(dt.date(2024, 1, 1), dt.date(2024, 12, 31))
    for wanted, expected in (
        (Filter(tags=("hr",)), "old"),
        (Filter(section="staff > EUROPE"), "old"),
        (Filter(dated=last_year), "new"),
    ):
        for strategy in (pb.STRATEGY_KEYWORD, pb.STRATEGY_VECTOR, pb.STRATEGY_HYBRID):
            found = await stack.find("How many people does Halcyon Robotics employ?", wanted=wanted, strategy=strategy)
            assert titles(found) == [expected], (wanted, strategy)


async def test_tenants_and_rights_hold_over_the_wire(stack: Stack) -> None:
    await stack.ingest("theirs", [StoredPassage(FOUNDING)], tenant="globex")
    await stack.ingest("secret", [StoredPassage(STAFF)], acl=Acl(("ann",), ("board",)))
    assert titles(await stack.find("Halcyon Robotics Lyon people")) == []
    for scope in (Scope("acme", "ann"), Scope("acme", "eve", ("board",))):
        assert titles(await stack.find("Halcyon Robotics people", scope=scope)) == ["secret"]
    assert titles(await stack.find("Halcyon Robotics", scope=Scope("globex"))) == ["theirs"]
    request = pb.IndexRequest(scope=common.Scope(tenant="globex"), document_id="unknown", version=1)
    with pytest.raises(NotFound):
        await call(stack.stub.Index, request, pb.IndexResponse, service="retrieval", deadline=tomorrow())


async def test_a_new_version_replaces_the_old_one_and_a_deleted_document_is_gone(stack: Stack) -> None:
    first = await stack.ingest("staff", [StoredPassage(STAFF), StoredPassage(FOUNDING)], external_id="s1")
    second = await stack.ingest("staff", [StoredPassage("Halcyon Robotics employs 1,400 people.")], external_id="s1")
    assert first == second
    status = await status_of(stack)
    assert (status.vector_passages, status.keyword_passages) == (1, 1)
    found = await stack.find("How many people does Halcyon Robotics employ?")
    assert [one.text for one in found.evidence] == ["Halcyon Robotics employs 1,400 people."]
    await stack.store.delete(ANYONE, first)
    assert titles(await stack.find("Halcyon Robotics")) == []
    remove = pb.RemoveRequest(scope=common.Scope(tenant="acme"), document_id=first)
    await call(stack.stub.Remove, remove, pb.RemoveResponse, service="retrieval", deadline=tomorrow())
    assert (await status_of(stack)).vector_passages == 0


async def test_indexing_again_and_opening_again_change_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as stack:
        document = await stack.ingest("founding", [StoredPassage(FOUNDING)])
        again = pb.IndexRequest(scope=common.Scope(tenant="acme"), document_id=document, version=1)
        await call(stack.stub.Index, again, pb.IndexResponse, service="retrieval", deadline=tomorrow())
        before = await stack.find("Who founded Halcyon Robotics?")
    async with running(tmp_path) as stack:
        assert (await status_of(stack)).keyword_passages == 1
        assert await stack.find("Who founded Halcyon Robotics?") == before


async def test_indexes_of_an_earlier_release_are_built_anew_without_embedding(tmp_path: Path) -> None:
    async with running(tmp_path) as stack:
        await stack.ingest("founding", [StoredPassage(FOUNDING)])
        assert await stack.parts.renewed() == 0
    folder = tmp_path / "tantivy"
    (folder / "passages_g1.v2").rename(folder / "passages_g1")
    async with running(tmp_path) as stack:
        assert titles(await stack.find("Halcyon", strategy=pb.STRATEGY_KEYWORD)) == []
        embedded = len(stack.models.embedded)
        assert await stack.parts.renewed() == 1
        assert len(stack.models.embedded) == embedded
        assert titles(await stack.find("Halcyon", strategy=pb.STRATEGY_KEYWORD)) == ["founding"]
        assert [path.name for path in folder.iterdir()] == ["passages_g1.v2"]


async def test_passages_by_id_come_in_order_without_what_is_forbidden(stack: Stack) -> None:
    await stack.ingest("founding", [StoredPassage(FOUNDING), StoredPassage(STAFF)])
    found = await stack.find("Halcyon Robotics Lyon employed people")
    ids = [one.passage.id for one in found.evidence][::-1]
    for scope, expected in ((ANYONE, ids), (Scope("globex"), [])):
        context = RunContext("r", scope, Locale(), dt.datetime.now(dt.UTC), tomorrow(), "general", Budget())
        request = pb.GetPassagesRequest(context=to_wire(context, common.RunContext), ids=["nope", *ids])
        answer = await call(
            stack.stub.GetPassages, request, pb.GetPassagesResponse, service="retrieval", deadline=tomorrow()
        )
        assert [from_wire(one, Passage).id for one in answer.passages] == expected


async def test_status_names_the_engines_and_their_precision(stack: Stack) -> None:
    words = list((await status_of(stack)).capabilities)
    assert words[0].startswith("milvus-lite 2.5")
    assert "precision: fp32" in words
    assert words[-1].startswith("tantivy ")


async def test_a_bad_request_is_refused_by_name(stack: Stack) -> None:
    with pytest.raises(UnknownProfile):
        await stack.find("Halcyon", profile="legal")
    request = pb.IndexRequest(scope=common.Scope(tenant="acme"), document_id="d", version=0)
    with pytest.raises(BadInput, match="version"):
        await call(stack.stub.Index, request, pb.IndexResponse, service="retrieval", deadline=tomorrow())


async def test_a_second_owner_of_the_index_files_is_refused(stack: Stack, tmp_path: Path) -> None:
    await stack.ingest("founding", [StoredPassage(FOUNDING)])
    other = TantivyEngine(tmp_path / "tantivy", analyse=str.split)
    with pytest.raises(IndexUnavailable):
        await other.index("passages_g1").upsert([KeywordRow(Entry("p", "acme", "d"), "", "x")])
    await other.close()


async def status_of(stack: Stack) -> pb.GetStatusResponse:
    request = pb.GetStatusRequest(scope=common.Scope(tenant="acme"))
    return await call(stack.stub.GetStatus, request, pb.GetStatusResponse, service="retrieval", deadline=tomorrow())
