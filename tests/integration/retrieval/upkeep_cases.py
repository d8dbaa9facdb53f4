"""What upkeep owes over any engines: run over the embedded ones and over real servers."""

from collections.abc import AsyncIterator
from typing import Any

from services.core.domain.question import Scope
from services.core.rpc.client import call, stream
from services.documents.models import StoredPassage
from services.documents.store import DocumentStore
from sextant.retrieval.v1 import retrieval_pb2
from sextant.retrieval.v1 import upkeep_pb2 as pb
from sextant.retrieval.v1.upkeep_pb2_grpc import UpkeepServiceStub
from tests.fakes.passages import MODEL, tomorrow
from tests.integration.retrieval.test_embedded_retrieval import Stack, titles

TEXTS = {
    "lamp": "The lamp of the Varnholm lighthouse burns rape oil.",
    "keeper": "Orla Tennby keeps the Varnholm lighthouse.",
    "boat": "The supply boat lands at the Varnholm quay on Mondays.",
}


class Upkeep:
    """The upkeep service of a stack."""

    def __init__(self, stack: Stack) -> None:
        self.stub: Any = UpkeepServiceStub(stack.channel)

    async def reconciled(self, *, mend: bool) -> tuple[list[tuple[str, int, int, bool]], list[tuple[int, int, int]]]:
        """Differences (index, fault, passages, mended) and the figures of the tenants."""
        differences, figures = [], []
        request = pb.ReconcileRequest(mend=mend)
        async for told in self._stream(self.stub.Reconcile, request, pb.ReconcileResponse):
            if told.HasField("difference"):
                one = told.difference
                differences.append((one.index, one.fault, one.passages, one.mended))
            else:
                figures.append((told.compared.expected, told.compared.vectors, told.compared.keywords))
        return differences, figures

    async def rebuilt(self) -> tuple[int, str, list[int]]:
        """Generation, embedder and what was replaced."""
        told = [one async for one in self._stream(self.stub.Rebuild, pb.RebuildRequest(), pb.RebuildResponse)]
        built = told[-1].built
        return built.generation, built.model, list(built.replaced)

    async def abandoned(self) -> int:
        """What was dropped."""
        done = await call(
            self.stub.AbandonRebuild, pb.AbandonRebuildRequest(), pb.AbandonRebuildResponse, service="retrieval",
            deadline=tomorrow(),
        )  # fmt: skip
        return int(done.generation)

    def _stream(self, method: Any, request: Any, response: Any) -> AsyncIterator[Any]:
        return stream(method, request, response, service="retrieval", deadline=tomorrow())


async def filled(stack: Stack) -> dict[str, str]:
    """A store and indexes with three documents; their ids by name."""
    return {name: await stack.ingest(name, [StoredPassage(text, language="en")]) for name, text in TEXTS.items()}


async def differences_are_told_and_mended(stack: Stack) -> None:
    """One document lost from both indexes, one from one, and one that only the indexes still have."""
    ids, upkeep = await filled(stack), Upkeep(stack)
    assert await upkeep.reconciled(mend=True) == ([], [(3, 3, 3)])
    pair = stack.parts.generations.at(1)
    await pair.vectors.remove("acme", ids["lamp"])
    await pair.keywords.remove("acme", ids["lamp"])
    await pair.vectors.remove("acme", ids["keeper"])
    await _forgotten(stack.store, ids["boat"])
    missing, extra = pb.FAULT_MISSING, pb.FAULT_EXTRA
    wrong = [("vector", missing, 1), ("keyword", missing, 1), ("vector", missing, 1), ("vector", extra, 1),
             ("keyword", extra, 1)]  # fmt: skip
    told, figures = await upkeep.reconciled(mend=False)
    assert sorted(told) == sorted((*one, False) for one in wrong)
    assert figures == [(2, 1, 2)]
    told, _ = await upkeep.reconciled(mend=True)
    assert sorted(told) == sorted((*one, True) for one in wrong)
    assert await upkeep.reconciled(mend=False) == ([], [(2, 2, 2)])
    assert titles(await stack.find("What does the lamp burn?"))[0] == "lamp"


async def a_rebuild_restores_both_without_embedding(stack: Stack) -> None:
    """Both indexes of the generation in force are gone; the next one is whole."""
    await filled(stack)
    upkeep = Upkeep(stack)
    await stack.parts.generations.drop(1)
    stack.models.embedded.clear()
    assert await upkeep.rebuilt() == (2, MODEL, [1])
    assert stack.models.embedded == []
    found = await stack.find("Who keeps the lighthouse?")
    assert (titles(found)[0], found.generation) == ("keeper", 2)
    assert await upkeep.reconciled(mend=False) == ([], [(3, 3, 3)])
    assert await upkeep.abandoned() == 0
    assert await stack.parts.builder.drop_retired(0) == [1]
    request = retrieval_pb2.GetStatusRequest()
    request.scope.tenant = "acme"
    status = await call(
        stack.stub.GetStatus, request, retrieval_pb2.GetStatusResponse, service="retrieval", deadline=tomorrow()
    )
    assert (status.vector_passages, status.keyword_passages, status.generation) == (3, 3, 2)


async def _forgotten(store: DocumentStore, document_id: str) -> None:
    """Deleted in the store; the indexes have not heard of it."""
    await store.delete(Scope("acme"), document_id)
