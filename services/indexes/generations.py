"""Index generations: both indexes of one embedding, side by side with the next one while that is built.

The number in force is a row of the document store, read once a request; everything the request then does goes to the
indexes of that number, so that a pointer that flips meanwhile cannot mix two embeddings in one result.
"""

from dataclasses import dataclass

from services.indexes.port import KeywordEngine, KeywordIndex, VectorEngine, VectorIndex


@dataclass(frozen=True, slots=True)
class IndexPair:
    """The vector and the keyword index of one generation."""

    generation: int
    vectors: VectorIndex
    keywords: KeywordIndex


class Generations:
    """Opens the indexes of a generation by the name they have in their engines."""

    def __init__(self, vectors: VectorEngine, keywords: KeywordEngine, prefix: str = "passages") -> None:
        self._vectors, self._keywords, self._prefix = vectors, keywords, prefix
        self._open: dict[int, IndexPair] = {}

    def at(self, generation: int) -> IndexPair:
        """The indexes of a generation, from 1. Raises ValueError for other numbers."""
        if generation < 1:
            raise ValueError(f"generations count from 1, not {generation}")
        if generation not in self._open:
            name = self._name(generation)
            self._open[generation] = IndexPair(generation, self._vectors.index(name), self._keywords.index(name))
        return self._open[generation]

    async def drop(self, generation: int) -> None:
        """Remove both indexes of a generation that nothing reads any more."""
        self._open.pop(generation, None)
        await self._vectors.drop(self._name(generation))
        await self._keywords.drop(self._name(generation))

    async def capabilities(self) -> tuple[str, ...]:
        """Names and abilities of both engines."""
        return (*await self._vectors.capabilities(), *await self._keywords.capabilities())

    async def close(self) -> None:
        """Close both engines. Safe to call twice."""
        await self._vectors.close()
        await self._keywords.close()

    def _name(self, generation: int) -> str:
        return f"{self._prefix}_g{generation}"
