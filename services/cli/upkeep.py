"""The upkeep of the indexes as commands use it: that of the running stack, or one that is started here for a while."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from services.cli.stack import state
from services.cli.stack.local import as_running
from services.core.errors import Unavailable
from services.core.rpc.client import call, open_channel, stream
from services.core.settings import SharedSettings
from services.documents.store import DocumentStore
from services.inference.port import Inference
from sextant.retrieval.v1 import upkeep_pb2 as pb
from sextant.retrieval.v1 import upkeep_pb2_grpc


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What an operator's command works with: the service's stub, the document store, the models in force."""

    stub: Any
    store: DocumentStore
    inference: Inference

    def reconcile(self, request: pb.ReconcileRequest) -> AsyncIterator[pb.ReconcileResponse]:
        """Differences, and each tenant's figures. Raises what the service raised."""
        return stream(self.stub.Reconcile, request, pb.ReconcileResponse, service="retrieval", deadline=_some_day())

    def rebuild(self, model: str) -> AsyncIterator[pb.RebuildResponse]:
        """Progress, then what is in force. Raises what the service raised."""
        request = pb.RebuildRequest(model=model)
        return stream(self.stub.Rebuild, request, pb.RebuildResponse, service="retrieval", deadline=_some_day())

    async def abandon(self) -> int:
        """The generation that was begun, dropped; 0 when none was."""
        request = pb.AbandonRebuildRequest()
        done = await call(
            self.stub.AbandonRebuild, request, pb.AbandonRebuildResponse, service="retrieval", deadline=_some_day()
        )
        return int(done.generation)


def _some_day() -> datetime:
    """Work over all documents takes as long as it takes."""
    return datetime.now(UTC) + timedelta(days=7)


@asynccontextmanager
async def opened(settings: SharedSettings, inference_address: str = "") -> AsyncIterator[Upkeep]:
    """Upkeep over a data directory, or over the servers that the settings name.

    `inference_address` names models other than those in force. Raises Conflict when another process owns the data
    directory without serving it, Unavailable while a stack starts.
    """
    async with AsyncExitStack() as stack:
        settings = as_running(settings)
        running = state.read(settings.data_dir.absolute())
        if running is None:
            stack.enter_context(state.owned(settings.data_dir.absolute()))
        elif not running.ready:
            raise Unavailable("The stack is still starting. See `sextant status`.")
        store = await DocumentStore.open(settings.documents_url)
        stack.push_async_callback(store.close)
        addresses = {process.name: process.address for process in running.processes} if running else {}
        inference = _models(settings, inference_address or addresses.get("inference", ""))
        stack.push_async_callback(inference.close)
        address = addresses.get("retrieval") or await _started(stack, settings, store=store, inference=inference)
        channel = open_channel(address)
        stack.push_async_callback(channel.close)
        yield Upkeep(upkeep_pb2_grpc.UpkeepServiceStub(channel), store, inference)


def _models(settings: SharedSettings, address: str) -> Inference:
    # Late: loading models takes a second, which a client of a running stack never needs.
    from services.inference.adapters.inprocess import InProcessInference
    from services.inference.adapters.remote import RemoteInference
    from services.inference.build import ensure_models

    if address:
        return RemoteInference.connect(address)
    ensure_models(settings.model_dir)
    return InProcessInference.load(settings.model_dir)


async def _started(
    stack: AsyncExitStack, settings: SharedSettings, *, store: DocumentStore, inference: Inference
) -> str:
    """The address of an upkeep service of our own."""
    from services.core.rpc.server import start_server
    from services.retrieval.assemble import build_retrieval
    from services.retrieval.settings import Settings

    parts = build_retrieval(Settings(**settings.model_dump()), inference, store)
    stack.push_async_callback(parts.close)
    await parts.keeper.look()
    server = await start_server([parts.upkeep])
    stack.push_async_callback(server.stop, 1.0)
    return server.address
