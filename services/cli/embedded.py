"""The whole of Sextant in one process: the same servicers over the same protos, on loopback."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

from services.cli.stack import state
from services.core.rpc.server import Registration, start_server
from services.core.settings import SharedSettings
from services.core.telemetry import configure
from services.decompose.assemble import build_decompose
from services.decompose.settings import Settings as DecomposeSettings
from services.documents.intake import NoBell
from services.documents.store import DocumentStore
from services.factcheck.assemble import build_factcheck
from services.factcheck.settings import Settings as FactcheckSettings
from services.gateway.app import create_app
from services.gateway.assemble import opened
from services.gateway.server import serving
from services.gateway.settings import Settings as GatewaySettings
from services.inference.adapters.inprocess import InProcessInference
from services.inference.build import ensure_models
from services.inference.port import Inference
from services.inference.timed import TimedInference
from services.ingestion.embedded import ingesting
from services.ingestion.settings import Settings as IngestionSettings
from services.intent.assemble import build_intent
from services.intent.settings import Settings as IntentSettings
from services.ledger.ledger import Ledger
from services.orchestrator.adapters.grpc import Channels
from services.orchestrator.in_process import running
from services.orchestrator.pipeline import Pipeline
from services.orchestrator.settings import Settings as OrchestratorSettings
from services.retrieval.assemble import build_retrieval
from services.retrieval.settings import Settings as RetrievalSettings
from services.synthesis.assemble import build_synthesis
from services.synthesis.settings import Settings as SynthesisSettings

SERVICE_ADDRESSES = ("intent", "decompose", "retrieval", "factcheck", "synthesis")


@asynccontextmanager
async def embedded_stack(settings: SharedSettings) -> AsyncIterator[str]:
    """Run everything over a data directory; gives the gateway's URL. Raises Conflict when another process owns it."""
    async with AsyncExitStack() as stack:
        stack.enter_context(state.owned(settings.data_dir))
        configure("embedded", _quiet(settings))
        ensure_models(settings.model_dir)
        ledger = await Ledger.open(settings.database_url)
        stack.push_async_callback(ledger.close)
        store = await DocumentStore.open(settings.documents_url)
        stack.push_async_callback(store.close)
        inference = TimedInference(InProcessInference.load(settings.model_dir))
        stack.push_async_callback(inference.close)
        address = await _services(stack, settings.model_dump(), inference=inference, store=store)
        values = settings.model_dump() | {f"{name}_address": address for name in SERVICE_ADDRESSES}
        channels = Channels.open(SharedSettings(**values))
        stack.push_async_callback(channels.close)
        orchestrator = OrchestratorSettings(**values)
        await stack.enter_async_context(running(ledger, Pipeline(channels.services), orchestrator))
        intake = await stack.enter_async_context(ingesting(IngestionSettings(**values), store, inference))
        gateway = GatewaySettings(**values, gateway_port=0)
        parts = replace(await stack.enter_async_context(opened(gateway, NoBell())), intake=intake)
        yield await stack.enter_async_context(serving(create_app(parts), gateway))


async def _services(
    stack: AsyncExitStack, values: dict[str, Any], *, inference: Inference, store: DocumentStore
) -> str:
    """Start the five services on one server; its address."""
    retrieval = build_retrieval(RetrievalSettings(**values), inference, store)
    stack.push_async_callback(retrieval.close)
    await retrieval.renewed()
    await retrieval.keeper.look()
    registrations: list[Registration] = [
        build_intent(IntentSettings(**values)),
        build_decompose(DecomposeSettings(**values)),
        retrieval.registration,
        retrieval.upkeep,
        build_factcheck(FactcheckSettings(**values), inference),
        build_synthesis(SynthesisSettings(**values), inference),
    ]
    server = await start_server(registrations)
    stack.push_async_callback(server.stop, 1.0)
    return server.address


def _quiet(settings: SharedSettings) -> SharedSettings:
    """No metrics port, and errors only: a command's output is for its reader, unless a level was asked for."""
    level = settings.log_level if "log_level" in settings.model_fields_set else "error"
    return settings.model_copy(update={"metrics_port": 0, "log_level": level, "log_format": "console"})
