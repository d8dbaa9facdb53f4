"""Factcheck and synthesis over in-process gRPC: what leaves one may enter the other."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest

from services.core.domain.answer import Check, Draft, Verdict
from services.core.domain.plan import Plan, SubQuestion
from services.core.domain.question import RunContext
from services.core.domain.route import Category, Path, Route
from services.core.errors import BadInput
from services.core.rpc.client import call, open_channel, stream
from services.core.rpc.server import start_server
from services.core.wire import from_wire, to_wire
from services.factcheck.assemble import build_factcheck
from services.factcheck.ports import Assessment, Comparison, DraftToCheck, EvidenceToAssess, FindingsToCompare
from services.factcheck.settings import Settings as FactcheckSettings
from services.synthesis.assemble import build_synthesis
from services.synthesis.ports import AnswerToWrite, DraftToRevise, Revision
from services.synthesis.settings import Settings as SynthesisSettings
from sextant.factcheck.v1 import factcheck_pb2, factcheck_pb2_grpc
from sextant.synthesis.v1 import synthesis_pb2, synthesis_pb2_grpc
from tests.fakes.evidence import asking, context, found, source
from tests.fakes.inference import FakeInference

QUESTION = asking("What was the revenue of Velmoor Pumps in 2024?")
EVIDENCE = source("In 2024 Velmoor Pumps earned revenue of EUR 41.7 million.")


def now_context() -> RunContext:
    now = datetime.now(UTC)
    return replace(context(), now=now, deadline=now + timedelta(seconds=60))


@pytest.fixture
async def channel() -> AsyncIterator[grpc.aio.Channel]:
    models = FakeInference()
    server = await start_server(
        [build_factcheck(FactcheckSettings(), models), build_synthesis(SynthesisSettings(), models)]
    )
    opened = open_channel(server.address)
    yield opened
    await opened.close()
    await server.stop(0)


async def test_evidence_becomes_a_checked_answer(channel: grpc.aio.Channel) -> None:
    factcheck: Any = factcheck_pb2_grpc.FactcheckServiceStub(channel)
    synthesis: Any = synthesis_pb2_grpc.SynthesisServiceStub(channel)
    ctx = now_context()

    async def ask(method: Any, request: Any, response: Any) -> Any:
        return await call(method, request, response, service="x", deadline=ctx.deadline)

    request = to_wire(EvidenceToAssess(ctx, QUESTION, (EVIDENCE,)), factcheck_pb2.AssessRequest)
    assessed = from_wire(await ask(factcheck.Assess, request, factcheck_pb2.AssessResponse), Assessment)
    assert assessed.sufficiency.spans[0].text == "EUR 41.7 million"

    finding = found(QUESTION.text, (EVIDENCE,), assessed.sufficiency)
    compare = to_wire(FindingsToCompare(ctx, QUESTION, (finding,)), factcheck_pb2.CompareRequest)
    compared = from_wire(await ask(factcheck.Compare, compare, factcheck_pb2.CompareResponse), Comparison)
    assert compared.contradictions == ()

    task = AnswerToWrite(
        ctx, QUESTION, Route(Category.FACTUAL, Path.FAST), Plan((SubQuestion(1, QUESTION.text),)), (finding,)
    )
    written = to_wire(task, synthesis_pb2.SynthesizeRequest)
    method = synthesis.Synthesize
    parts = [
        part
        async for part in stream(
            method, written, synthesis_pb2.SynthesizeResponse, service="synthesis", deadline=ctx.deadline
        )
    ]
    assert [part.WhichOneof("kind") for part in parts] == ["sentence", "sentence", "draft"]
    draft = from_wire(parts[-1].draft, Draft)
    assert draft.short_answer == "EUR 41.7 million"

    checking = to_wire(DraftToCheck(ctx, QUESTION, draft, (finding,)), factcheck_pb2.CheckRequest)
    checked = from_wire(await ask(factcheck.Check, checking, factcheck_pb2.CheckResponse), Check)
    assert {claim.verdict for claim in checked.claims} == {Verdict.SUPPORTED}
    assert checked.confidence.label == "high"

    revising = to_wire(DraftToRevise(ctx, QUESTION, draft, checked.claims, (finding,)), synthesis_pb2.ReviseRequest)
    revised = from_wire(await ask(synthesis.Revise, revising, synthesis_pb2.ReviseResponse), Revision)
    assert revised.draft == draft


async def test_a_request_without_a_question_is_refused_by_name(channel: grpc.aio.Channel) -> None:
    stub: Any = factcheck_pb2_grpc.FactcheckServiceStub(channel)
    ctx = now_context()
    request = to_wire(EvidenceToAssess(ctx, QUESTION, ()), factcheck_pb2.AssessRequest)
    request.ClearField("question")
    with pytest.raises(BadInput, match="question"):
        await call(stub.Assess, request, factcheck_pb2.AssessResponse, service="factcheck", deadline=ctx.deadline)
