"""The next generation of both indexes, beside the one in force: filled from the document store, checked, flipped to.

Nothing is embedded here. Whatever is cut off is gone on with: what the begun generation has already is not written
again.
"""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass

from services.core.errors import Conflict
from services.documents.generations import Pointer
from services.documents.models import IndexRow
from services.indexes.generations import Generations
from services.indexes.port import IndexFilter
from services.retrieval.ports import PassageStore
from services.retrieval.reconciler import Difference, Reconciler

_LOOKS = 5
_SAMPLES = 20
_NEAREST = 5


@dataclass(frozen=True, slots=True)
class Building:
    """Documents that were written, of all that are searched."""

    generation: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Built:
    """A generation that was checked and is in force now; those that it replaced are kept for a while."""

    generation: int
    model: str
    samples: int
    replaced: tuple[int, ...]


class Builder:
    """Builds one generation at a time for all tenants."""

    def __init__(self, generations: Generations, store: PassageStore, reconciler: Reconciler) -> None:
        self._generations, self._store, self._reconciler = generations, store, reconciler

    async def build(self, model: str) -> AsyncIterator[Building | Built]:
        """Fill, check, flip. Raises Conflict when vectors of the model are missing, when another embedder's generation
        is begun, and when the check fails: the pointer stays where it was then.
        """
        pointer = Pointer(await self._store.begin_generation(model), model)
        total = len(await self._store.indexed_documents())
        done: set[tuple[str, str]] = set()
        for _ in range(_LOOKS):
            before = len(done)
            async for difference in self._differences(pointer):
                if difference.document_id:
                    done.add((difference.tenant, difference.document_id))
                yield Building(pointer.generation, min(len(done), total), total)
            if len(done) == before:
                break
        samples = await self._checked(pointer)
        replaced = await self._store.flip_generation(pointer.generation)
        # What a writer that had read the old pointer wrote meanwhile is only in the old generation.
        async for _ in self._differences(pointer):
            pass
        yield Built(pointer.generation, model, samples, tuple(replaced))

    async def abandon(self) -> int:
        """Drop the generation that was begun; its number, 0 when none was."""
        begun = await self._store.generation_begun()
        if begun is None:
            return 0
        await self._drop(begun.generation)
        return begun.generation

    async def drop_retired(self, older_than_s: float) -> list[int]:
        """Drop the generations that were replaced at least that many seconds ago; their numbers."""
        retired = await self._store.retired_generations(older_than_s)
        for generation in retired:
            await self._drop(generation)
        return retired

    async def _drop(self, generation: int) -> None:
        await self._generations.drop(generation)
        await self._store.forget_generation(generation)

    async def _differences(self, pointer: Pointer) -> AsyncIterator[Difference]:
        for tenant in await self._store.tenants():
            async for told in self._reconciler.reconcile(pointer, tenant, mend=True):
                if isinstance(told, Difference):
                    yield told

    async def _checked(self, pointer: Pointer) -> int:
        """Golden searches: a passage looked for by its own vector is found. Returns how many were made."""
        documents = await self._store.indexed_documents()
        chosen = random.Random(pointer.generation).sample(documents, min(_SAMPLES, len(documents)))
        vectors = self._generations.at(pointer.generation).vectors
        for tenant, document_id, version in chosen:
            async for row in self._store.index_rows(document_id, version, pointer.model):
                hits = await vectors.nearest(row.vector, _NEAREST, _reader(tenant, row))
                best = max((hit.score for hit in hits), default=0.0)
                if row.passage.id not in {hit.passage_id for hit in hits} and best < _SAME:
                    raise Conflict(
                        f"Generation {pointer.generation} does not find passage {row.passage.id} by its own vector. "
                        "It was not put in force; build it again.",
                        generation=pointer.generation,
                    )
                break
        return len(chosen)


_SAME = 0.999
"""Texts that are as near as this are the same, and any of them may come first."""


def _reader(tenant: str, row: IndexRow) -> IndexFilter:
    user = row.acl.users[0] if row.acl.users else ""
    return IndexFilter(tenant, user, row.acl.groups, document_ids=(row.passage.document_id,))
