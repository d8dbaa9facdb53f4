"""`sextant.retrieval.v1.UpkeepService`: translates and delegates."""

from collections.abc import AsyncIterator

import grpc
from google.protobuf.message import Message

from services.core.rpc.server import Registration
from services.inference.port import Inference
from services.retrieval.builder import Builder, Building
from services.retrieval.ports import PassageStore
from services.retrieval.reconciler import Difference, Fault, Reconciler
from sextant.retrieval.v1 import upkeep_pb2 as pb
from sextant.retrieval.v1 import upkeep_pb2_grpc

Context = grpc.aio.ServicerContext[Message, Message]
NAME: str = pb.DESCRIPTOR.services_by_name["UpkeepService"].full_name

_FAULTS = {Fault.MISSING: pb.FAULT_MISSING, Fault.EXTRA: pb.FAULT_EXTRA}


class UpkeepServicer(upkeep_pb2_grpc.UpkeepServiceServicer):
    """The service over one builder and one reconciler."""

    def __init__(self, reconciler: Reconciler, builder: Builder, store: PassageStore, *, inference: Inference) -> None:
        self._reconciler, self._builder, self._store, self._inference = reconciler, builder, store, inference

    async def Reconcile(self, request: pb.ReconcileRequest, context: Context) -> AsyncIterator[pb.ReconcileResponse]:
        """Differences as they are found and mended; each tenant's figures at its end."""
        for tenant in [request.tenant] if request.tenant else await self._store.tenants():
            pointer = await self._store.pointer(tenant)
            async for told in self._reconciler.reconcile(pointer, tenant, mend=request.mend):
                if isinstance(told, Difference):
                    yield pb.ReconcileResponse(difference=_difference(told))
                else:
                    yield pb.ReconcileResponse(
                        compared=pb.Compared(
                            tenant=told.tenant, expected=told.expected, vectors=told.vectors, keywords=told.keywords,
                            unsettled=told.unsettled,
                        )
                    )  # fmt: skip

    async def Rebuild(self, request: pb.RebuildRequest, context: Context) -> AsyncIterator[pb.RebuildResponse]:
        """Documents as they are written, then what is in force."""
        async for told in self._builder.build(request.model or await self._model_in_force()):
            if isinstance(told, Building):
                building = pb.Building(generation=told.generation, done=told.done, total=told.total)
                yield pb.RebuildResponse(building=building)
            else:
                built = pb.Built(
                    generation=told.generation, model=told.model, samples=told.samples, replaced=told.replaced
                )
                yield pb.RebuildResponse(built=built)

    async def AbandonRebuild(self, request: pb.AbandonRebuildRequest, context: Context) -> pb.AbandonRebuildResponse:
        """The generation that was begun, dropped."""
        return pb.AbandonRebuildResponse(generation=await self._builder.abandon())

    async def _model_in_force(self) -> str:
        pointer = await self._store.pointer("")
        return pointer.model or (await self._inference.capabilities()).embed.name


def _difference(told: Difference) -> pb.Difference:
    return pb.Difference(
        tenant=told.tenant, index=told.index, fault=_FAULTS[told.fault], document_id=told.document_id,
        version=told.version, passages=told.passages, mended=told.mended,
    )  # fmt: skip


def registration(servicer: UpkeepServicer) -> Registration:
    """The service for a server to be started with."""

    def add(server: grpc.aio.Server) -> None:
        upkeep_pb2_grpc.add_UpkeepServiceServicer_to_server(servicer, server)

    return Registration(NAME, add)
