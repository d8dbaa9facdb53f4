"""The five services over gRPC. Wire types stop here."""

from collections.abc import AsyncIterator, Sequence

import grpc

from services.core.domain.answer import AnswerSentence, Check, Claim, Confidence, Contradiction, Draft
from services.core.domain.finding import Finding, Sufficiency
from services.core.domain.passage import Evidence, Passage, Retrieval
from services.core.domain.plan import Decision, Plan, Query
from services.core.domain.question import Question, RunContext
from services.core.domain.route import Route
from services.core.errors import Internal
from services.core.rpc.client import call, open_channel, stream
from services.core.settings import SharedSettings
from services.core.wire import enum_member, enum_number, from_wire, to_wire
from services.orchestrator.ports import (
    Assessment,
    Hint,
    Link,
    Queried,
    Reflection,
    Rewriting,
    Routed,
    Search,
    Services,
    Writing,
)
from sextant.common.v1 import common_pb2 as common
from sextant.decompose.v1 import decompose_pb2 as decompose
from sextant.decompose.v1.decompose_pb2_grpc import DecomposeServiceStub
from sextant.factcheck.v1 import factcheck_pb2 as factcheck
from sextant.factcheck.v1.factcheck_pb2_grpc import FactcheckServiceStub
from sextant.intent.v1 import intent_pb2 as intent
from sextant.intent.v1.intent_pb2_grpc import IntentServiceStub
from sextant.retrieval.v1 import retrieval_pb2 as retrieval
from sextant.retrieval.v1.retrieval_pb2_grpc import RetrievalServiceStub
from sextant.synthesis.v1 import synthesis_pb2 as synthesis
from sextant.synthesis.v1.synthesis_pb2_grpc import SynthesisServiceStub


def _context(context: RunContext) -> common.RunContext:
    return to_wire(context, common.RunContext)


def _question(question: Question) -> common.Question:
    return to_wire(question, common.Question)


def _findings(findings: Sequence[Finding]) -> list[common.Finding]:
    return [to_wire(finding, common.Finding) for finding in findings]


def _contradictions(contradictions: Sequence[Contradiction]) -> list[common.Contradiction]:
    return [to_wire(contradiction, common.Contradiction) for contradiction in contradictions]


class GrpcIntent:
    """IntentService by gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = IntentServiceStub(channel)

    async def route(self, context: RunContext, question: Question) -> Routed:
        """Screen, resolve times and route."""
        request = intent.RouteRequest(context=_context(context), question=_question(question))
        reply = await call(self._stub.Route, request, intent.RouteResponse, service="intent", deadline=context.deadline)
        return Routed(from_wire(reply.question, Question), from_wire(reply.route, Route))


class GrpcDecompose:
    """DecomposeService by gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = DecomposeServiceStub(channel)

    async def condense(self, context: RunContext, question: Question) -> Question:
        """Make the question self-contained."""
        request = decompose.CondenseRequest(context=_context(context), question=_question(question))
        reply = await call(
            self._stub.Condense, request, decompose.CondenseResponse, service="decompose", deadline=context.deadline
        )
        return from_wire(reply.question, Question)

    async def plan(self, context: RunContext, writing: Writing, *, reason: str, room: int) -> Plan:
        """Plan, or plan again."""
        request = decompose.PlanRequest(
            context=_context(context),
            question=_question(writing.question),
            route=to_wire(writing.route, common.Route),
            max_sub_questions=room,
            findings=_findings(writing.findings),
            reason=reason,
        )
        reply = await call(
            self._stub.Plan, request, decompose.PlanResponse, service="decompose", deadline=context.deadline
        )
        return from_wire(reply.plan, Plan)

    async def rewrite(self, context: RunContext, question: Question, hint: Hint) -> Rewriting:
        """Queries to search with."""
        request = decompose.RewriteRequest(
            context=_context(context),
            question=_question(question),
            attempt=hint.attempt,
            tried=hint.tried,
            missing=hint.missing,
            next_query=hint.next_query,
        )
        reply = await call(
            self._stub.Rewrite, request, decompose.RewriteResponse, service="decompose", deadline=context.deadline
        )
        return Rewriting(tuple(from_wire(query, Query) for query in reply.queries), tuple(reply.keywords))

    async def decide(self, context: RunContext, writing: Writing, replans: int) -> Reflection:
        """Reflect."""
        request = decompose.DecideRequest(
            context=_context(context),
            question=_question(writing.question),
            plan=to_wire(writing.plan, common.Plan),
            findings=_findings(writing.findings),
            replans=replans,
        )
        reply = await call(
            self._stub.Decide, request, decompose.DecideResponse, service="decompose", deadline=context.deadline
        )
        decision = enum_member(decompose.Decision.DESCRIPTOR, reply.decision, Decision, field="decision")
        return Reflection(decision, reply.reason)


class GrpcRetrieval:
    """RetrievalService by gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = RetrievalServiceStub(channel)

    async def retrieve(self, context: RunContext, search: Search) -> Retrieval:
        """Search; the stages of the stream are the service's own metrics, the result is what the run needs."""
        strategies = retrieval.Strategy.DESCRIPTOR
        request = retrieval.RetrieveRequest(
            context=_context(context),
            question=_question(search.question),
            queries=[to_wire(query, common.Query) for query in search.queries],
            filter=to_wire(search.filter, common.Filter),
            tried=[retrieval.Strategy.ValueType(enum_number(strategies, tried)) for tried in search.tried],
            limit=search.limit,
            distil=True,
            precise=search.precise,
            explain=True,
        )
        replies = stream(
            self._stub.Retrieve,
            request,
            retrieval.RetrieveResponse,
            service="retrieval",
            deadline=context.deadline,
        )
        async for reply in replies:
            if reply.HasField("retrieval"):
                return from_wire(reply.retrieval, Retrieval)
        raise Internal("The retrieval service ended its stream without a result.")

    async def passages(self, context: RunContext, ids: Sequence[str]) -> tuple[Passage, ...]:
        """Passages by id."""
        request = retrieval.GetPassagesRequest(context=_context(context), ids=ids)
        reply = await call(
            self._stub.GetPassages,
            request,
            retrieval.GetPassagesResponse,
            service="retrieval",
            deadline=context.deadline,
        )
        return tuple(from_wire(passage, Passage) for passage in reply.passages)

    async def link(self, context: RunContext, question: Question, texts: Sequence[str]) -> tuple[Link, ...]:
        """Which texts a database can answer."""
        request = retrieval.LinkRequest(context=_context(context), question=_question(question), texts=texts)
        reply = await call(
            self._stub.Link, request, retrieval.LinkResponse, service="retrieval", deadline=context.deadline
        )
        return tuple(from_wire(link, Link) for link in reply.links)

    async def query(self, context: RunContext, question: Question) -> Queried:
        """What a database answers."""
        request = retrieval.QueryRequest(context=_context(context), question=_question(question))
        reply = await call(
            self._stub.Query, request, retrieval.QueryResponse, service="retrieval", deadline=context.deadline
        )
        return from_wire(reply, Queried)

    async def holdings(self, context: RunContext) -> int:
        """Passages in the index that has more of them."""
        request = retrieval.GetStatusRequest(scope=to_wire(context.scope, common.Scope))
        reply = await call(
            self._stub.GetStatus, request, retrieval.GetStatusResponse, service="retrieval", deadline=context.deadline
        )
        return max(reply.vector_passages, reply.keyword_passages)


class GrpcFactcheck:
    """FactcheckService by gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = FactcheckServiceStub(channel)

    async def assess(self, context: RunContext, question: Question, evidence: Sequence[Evidence]) -> Assessment:
        """Judge evidence."""
        request = factcheck.AssessRequest(
            context=_context(context),
            question=_question(question),
            evidence=[to_wire(item, common.Evidence) for item in evidence],
        )
        reply = await call(
            self._stub.Assess, request, factcheck.AssessResponse, service="factcheck", deadline=context.deadline
        )
        return Assessment(from_wire(reply.sufficiency, Sufficiency), tuple(reply.degraded))

    async def compare(
        self, context: RunContext, question: Question, findings: Sequence[Finding]
    ) -> tuple[Contradiction, ...]:
        """Find disagreements."""
        request = factcheck.CompareRequest(
            context=_context(context), question=_question(question), findings=_findings(findings)
        )
        reply = await call(
            self._stub.Compare, request, factcheck.CompareResponse, service="factcheck", deadline=context.deadline
        )
        return tuple(from_wire(contradiction, Contradiction) for contradiction in reply.contradictions)

    async def check(self, context: RunContext, writing: Writing, draft: Draft) -> Check:
        """Check a draft."""
        request = factcheck.CheckRequest(
            context=_context(context),
            question=_question(writing.question),
            draft=to_wire(draft, common.Draft),
            findings=_findings(writing.findings),
            contradictions=_contradictions(writing.contradictions),
        )
        reply = await call(
            self._stub.Check, request, factcheck.CheckResponse, service="factcheck", deadline=context.deadline
        )
        claims = tuple(from_wire(claim, Claim) for claim in reply.claims)
        return Check(claims, from_wire(reply.confidence, Confidence), tuple(reply.next_queries))


class GrpcSynthesis:
    """SynthesisService by gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = SynthesisServiceStub(channel)

    async def synthesize(self, context: RunContext, writing: Writing) -> AsyncIterator[AnswerSentence | Draft]:
        """Write an answer."""
        request = synthesis.SynthesizeRequest(
            context=_context(context),
            question=_question(writing.question),
            route=to_wire(writing.route, common.Route),
            plan=to_wire(writing.plan, common.Plan),
            findings=_findings(writing.findings),
            contradictions=_contradictions(writing.contradictions),
        )
        replies = stream(
            self._stub.Synthesize,
            request,
            synthesis.SynthesizeResponse,
            service="synthesis",
            deadline=context.deadline,
        )
        async for reply in replies:
            if reply.HasField("draft"):
                yield from_wire(reply.draft, Draft)
            else:
                yield from_wire(reply.sentence, AnswerSentence)

    async def revise(self, context: RunContext, writing: Writing, draft: Draft, *, claims: Sequence[Claim]) -> Draft:
        """Revise a draft."""
        request = synthesis.ReviseRequest(
            context=_context(context),
            question=_question(writing.question),
            draft=to_wire(draft, common.Draft),
            claims=[to_wire(claim, common.Claim) for claim in claims],
            findings=_findings(writing.findings),
        )
        reply = await call(
            self._stub.Revise, request, synthesis.ReviseResponse, service="synthesis", deadline=context.deadline
        )
        return from_wire(reply.draft, Draft)


class Channels:
    """The channels to the five services. Make it inside the running loop."""

    def __init__(self, channels: Sequence[grpc.aio.Channel]) -> None:
        self._channels = channels
        intent_channel, decompose_channel, retrieval_channel, factcheck_channel, synthesis_channel = channels
        self.services = Services(
            GrpcIntent(intent_channel),
            GrpcDecompose(decompose_channel),
            GrpcRetrieval(retrieval_channel),
            GrpcFactcheck(factcheck_channel),
            GrpcSynthesis(synthesis_channel),
        )

    @classmethod
    def open(cls, settings: SharedSettings) -> "Channels":
        """Channels to the addresses that the settings name."""
        addresses = (
            settings.intent_address,
            settings.decompose_address,
            settings.retrieval_address,
            settings.factcheck_address,
            settings.synthesis_address,
        )
        return cls([open_channel(address) for address in addresses])

    async def close(self) -> None:
        """Close them all."""
        for channel in self._channels:
            await channel.close()
