"""The gateway's foreign ends: search and health by gRPC, the doorbell through a broker."""

import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import grpc
import pytest

from services.core.domain.passage import Strategy
from services.core.domain.plan import Filter
from services.core.domain.question import Question
from services.core.errors import ServiceUnavailable, Unavailable, UnknownProfile
from services.core.rpc.client import open_channel
from services.core.rpc.server import Registration, start_server
from services.core.wire import to_wire
from services.gateway.adapters.broker import DOCUMENT_TASK, DOCUMENTS_QUEUE, BrokerDoorbell
from services.gateway.adapters.grpc import GrpcHealth, GrpcSearching
from services.gateway.ports import Search
from services.ingestion.celery_app import QUEUE, TASK
from sextant.common.v1 import common_pb2 as common
from sextant.retrieval.v1 import retrieval_pb2 as pb
from sextant.retrieval.v1 import retrieval_pb2_grpc as rpc
from tests.fakes.gateway import PASSAGE
from tests.fakes.runs import TENANT, run_request

SEARCH = Search(Question("谁批准的？", language="zh"), Filter(tags=("board",)), Strategy.KEYWORD, limit=3, explain=True)


class Retrieval(rpc.RetrievalServiceServicer):
    """Answers with one passage, or as its profile says it cannot."""

    def __init__(self) -> None:
        self.requests: list[pb.RetrieveRequest] = []

    async def Retrieve(self, request: pb.RetrieveRequest, _context: Any) -> AsyncIterator[pb.RetrieveResponse]:
        self.requests.append(request)
        if request.context.profile == "poetry":
            raise UnknownProfile("poetry", ("general",))
        yield pb.RetrieveResponse(stage=pb.Stage(name="recall", passages=5, seconds=0.5))
        evidence = common.Evidence(passage=to_wire(PASSAGE, common.Passage), relevance=0.5, fate="kept")
        yield pb.RetrieveResponse(
            retrieval=pb.Retrieval(evidence=[evidence], strategy=pb.STRATEGY_KEYWORD, profile="general@1", generation=2)
        )


@asynccontextmanager
async def served() -> AsyncIterator[tuple[Retrieval, grpc.aio.Channel]]:
    servicer = Retrieval()  # type: ignore[abstract]  # the other calls are not made
    name = pb.DESCRIPTOR.services_by_name["RetrievalService"].full_name
    server = await start_server(
        [Registration(name, lambda added: rpc.add_RetrievalServiceServicer_to_server(servicer, added))]
    )
    channel = open_channel(server.address)
    yield servicer, channel
    await channel.close()
    await server.stop(0)


async def test_a_search_goes_out_whole_and_comes_back_with_its_stages() -> None:
    async with served() as (servicer, channel):
        found = await GrpcSearching(channel).search(run_request().context, SEARCH)
    request = servicer.requests[0]
    assert [query.text for query in request.queries] == ["谁批准的？"]
    assert (request.strategy, request.limit, list(request.filter.tags)) == (pb.STRATEGY_KEYWORD, 3, ["board"])
    assert request.context.scope.tenant == TENANT
    assert (request.distil, request.explain) == (True, True)
    assert found.retrieval.evidence[0].passage == PASSAGE
    assert (found.retrieval.strategy, found.retrieval.generation) == (Strategy.KEYWORD, 2)
    assert [(stage.name, stage.passages) for stage in found.stages] == [("recall", 5)]


async def test_a_long_question_is_searched_for_by_its_beginning() -> None:
    async with served() as (servicer, channel):
        await GrpcSearching(channel).search(run_request().context, replace(SEARCH, question=Question("谁" * 20_000)))
    (query,) = servicer.requests[0].queries
    assert (len(query.text), len(servicer.requests[0].question.text)) == (4_000, 20_000)


async def test_an_error_of_the_search_service_is_the_same_error_here() -> None:
    async with served() as (_, channel):
        with pytest.raises(UnknownProfile, match="general"):
            await GrpcSearching(channel).search(replace(run_request().context, profile="poetry"), SEARCH)


async def test_a_service_is_well_when_it_says_so_and_named_when_it_is_gone() -> None:
    async with served() as (_, channel):
        await GrpcHealth("retrieval", channel).check()
    gone = open_channel(f"127.0.0.1:{_free_port()}")
    with pytest.raises(ServiceUnavailable, match="retrieval"):
        await GrpcHealth("retrieval", gone).check()
    await gone.close()


async def test_a_service_that_takes_the_call_and_never_answers_is_named_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:  # the kernel takes the connection, nobody reads it
        mute = open_channel(f"127.0.0.1:{listening.getsockname()[1]}")
        with pytest.raises(ServiceUnavailable, match="retrieval"):
            await GrpcHealth("retrieval", mute).check()
        await mute.close()


def test_the_doorbell_and_the_workers_mean_the_same_queue_and_task() -> None:
    assert (DOCUMENTS_QUEUE, DOCUMENT_TASK) == (QUEUE, TASK)


async def test_a_ring_puts_the_id_and_nothing_else_into_the_queue() -> None:
    bell = BrokerDoorbell("memory://")
    await bell.ring("d-1")
    with bell._app.connection_for_read() as connection, connection.SimpleQueue(DOCUMENTS_QUEUE) as queue:
        message = queue.get(timeout=1)
    assert message.headers["task"] == DOCUMENT_TASK
    assert json.loads(message.body)[:2] == [["d-1"], {}]
    bell.close()


async def test_a_broker_that_does_not_answer_is_told_soon() -> None:
    bell = BrokerDoorbell(f"redis://127.0.0.1:{_free_port()}/0")
    began = time.monotonic()
    with pytest.raises(Unavailable, match="broker"):
        await bell.ring("d-1")
    assert time.monotonic() - began < 5
    bell.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
