"""What a caller sees of a served call: the answer, or the very error that was raised."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.core import errors
from services.core.domain.question import Budget, Locale, Question, RunContext, Scope
from services.core.rpc.client import call, open_channel
from services.core.rpc.server import Registration, start_server
from services.core.wire import to_wire
from services.indexes.port import RowsRefused
from sextant.common.v1 import common_pb2 as common
from sextant.intent.v1 import intent_pb2 as pb
from sextant.intent.v1 import intent_pb2_grpc as intent_grpc

SERVICE = "sextant.intent.v1.IntentService"


def context(**changes: Any) -> RunContext:
    now = datetime(2024, 5, 6, tzinfo=UTC)
    return replace(RunContext("r1", Scope("acme"), Locale(), now, now, "general", Budget()), **changes)


class Scripted(intent_grpc.IntentServiceServicer):
    """Raises what it is told to, or echoes."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.calls = 0

    async def Route(self, request: pb.RouteRequest, context: Any) -> pb.RouteResponse:
        self.calls += 1
        if self.error:
            raise self.error
        return pb.RouteResponse(question=request.question)


@pytest.fixture
async def served() -> AsyncIterator[tuple[Scripted, grpc.aio.Channel]]:
    servicer = Scripted()
    server = await start_server(
        [Registration(SERVICE, lambda s: intent_grpc.add_IntentServiceServicer_to_server(servicer, s))]
    )
    channel = open_channel(server.address)
    yield servicer, channel
    await channel.close()
    await server.stop(0)


async def ask(channel: grpc.aio.Channel, request: pb.RouteRequest, seconds: float = 5) -> pb.RouteResponse:
    stub = intent_grpc.IntentServiceStub(channel)
    deadline = datetime.now(UTC) + timedelta(seconds=seconds)
    return await call(stub.Route, request, pb.RouteResponse, service="intent", deadline=deadline)


def request(**changes: Any) -> pb.RouteRequest:
    return pb.RouteRequest(
        context=to_wire(context(**changes), common.RunContext), question=to_wire(Question("hi"), common.Question)
    )


async def test_an_answer_comes_back(served: tuple[Scripted, grpc.aio.Channel]) -> None:
    assert (await ask(served[1], request())).question.text == "hi"


@pytest.mark.parametrize(
    "error",
    [
        errors.EmptyQuestion(),
        errors.QuestionTooLong(30_000, 20_000),
        errors.UnknownProfile("x", ("general",)),
        errors.InjectionLike("It tries to change the rules. Ask for what you want to know.", rule="override"),
        errors.NotFound("没有这个文档 🚫"),
        errors.Conflict("It has ended."),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_an_error_arrives_as_it_was_raised(
    served: tuple[Scripted, grpc.aio.Channel], error: errors.SextantError
) -> None:
    served[0].error = error
    with pytest.raises(type(error)) as caught:
        await ask(served[1], request())
    assert (caught.value.message, caught.value.facts, caught.value.code) == (error.message, error.facts, error.code)
    assert served[0].calls == 1


async def test_an_unforeseen_fault_is_internal_and_tells_no_secret(served: tuple[Scripted, grpc.aio.Channel]) -> None:
    served[0].error = RuntimeError("password=hunter2")
    with pytest.raises(errors.Internal) as caught:
        await ask(served[1], request())
    assert "hunter2" not in caught.value.message


async def test_an_unavailable_service_is_tried_again(served: tuple[Scripted, grpc.aio.Channel]) -> None:
    served[0].error = errors.IndexUnavailable("vector", "it restarts")
    with pytest.raises(errors.IndexUnavailable, match="it restarts"):
        await ask(served[1], request())
    assert 1 < served[0].calls <= 4


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        (pb.RouteRequest(), "context"),
        (request(scope=Scope("Not A Tenant!")), "context.scope.tenant"),
        (request(locale=Locale("UTC", 13)), "context.locale.fiscal_year_start_month"),
        (request(profile="../../etc"), "context.profile"),
        (request(budget=Budget(steps=-1)), "context.budget.steps"),
    ],
)
async def test_a_bad_message_is_refused_with_the_field_named(
    served: tuple[Scripted, grpc.aio.Channel], bad: pb.RouteRequest, field: str
) -> None:
    with pytest.raises(errors.BadInput, match=field):
        await ask(served[1], bad)
    assert served[0].calls == 0


async def test_a_deadline_in_the_past_is_not_called_at_all(served: tuple[Scripted, grpc.aio.Channel]) -> None:
    with pytest.raises(errors.DeadlinePassed):
        await ask(served[1], request(), seconds=-1)
    assert served[0].calls == 0


async def test_health_says_serving_until_the_server_stops(served: tuple[Scripted, grpc.aio.Channel]) -> None:
    health = health_pb2_grpc.HealthStub(served[1])
    for name in ("", SERVICE):
        reply = await health.Check(health_pb2.HealthCheckRequest(service=name))
        assert reply.status == health_pb2.HealthCheckResponse.SERVING


async def test_an_address_in_use_is_told_with_what_to_do() -> None:
    first = await start_server([])
    try:
        with pytest.raises(errors.Unavailable, match="sextant down"):
            await start_server([], first.address)
    finally:
        await first.stop(0)


async def test_an_error_of_an_index_arrives_as_itself(served: tuple[Scripted, grpc.aio.Channel]) -> None:
    servicer, channel = served
    servicer.error = RowsRefused("keyword", {"p7": "too odd"})
    with pytest.raises(RowsRefused, match="p7: too odd") as caught:
        await ask(channel, request())
    assert caught.value.facts == {"index": "keyword", "passages": "1"}
