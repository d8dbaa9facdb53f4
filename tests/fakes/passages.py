"""The document store as retrieval sees it, in memory, and models that are honest about what they are: word counts."""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence

import numpy as np

from services.core.domain.passage import Passage
from services.core.domain.question import Scope
from services.core.errors import InferenceUnavailable
from services.documents.census import Place
from services.documents.generations import Pointer
from services.documents.models import Acl, IndexRow, StoredPassage, StoredSentence
from services.documents.tiers import Use
from services.indexes.port import Vector
from services.inference.port import (
    Ability,
    Calibration,
    Capabilities,
    FloatMatrix,
    Priority,
    Reading,
    ReadSpan,
    Text,
    TextKind,
)
from services.ingestion.analyse import analyse
from services.ingestion.analysis.choose import Analysers
from services.language.similarity import overlap
from services.language.tokens import content_tokens, tokens

DIMENSIONS = 256
MODEL = "bag-of-words"
CALIBRATION = Calibration(floor=0.1, source=0.6, duplicate=0.85)
FOR_ALL = Acl()
PLAIN = Analysers({})


def passage(passage_id: str, text: str, document_id: str = "d1", **more: object) -> Passage:
    """A passage with plausible defaults."""
    fields: dict[str, object] = {
        "external_id": document_id,
        "title": "",
        "section": "",
        "page": 0,
        "date": None,
        "language": "en",
        "char_start": 0,
        "char_end": len(text),
    }
    return Passage(passage_id, document_id, text=text, **(fields | more))  # type: ignore[arg-type]


def bag(text: str) -> Vector:
    """A unit vector of hashed word counts: texts that share words are near."""
    vector = np.full(DIMENSIONS, 1e-3, dtype=np.float32)
    for token in content_tokens(text) or tokens(text):
        vector[int.from_bytes(hashlib.sha256(token.encode()).digest()[:4], "big") % DIMENSIONS] += 1
    unit: Vector = vector / np.float32(np.linalg.norm(vector))
    return unit


class WordModels:
    """Inference by word counts. `down` holds the abilities that fail; every call is counted."""

    def __init__(self, calibration: Calibration = CALIBRATION, model: str = MODEL) -> None:
        self._calibration, self._model = calibration, model
        self.down: set[str] = set()
        self.embedded: list[tuple[TextKind, tuple[str, ...]]] = []
        self.reranked: list[int] = []

    async def capabilities(self) -> Capabilities:
        rules = Ability("words", trained=False, max_tokens=0)
        return Capabilities(
            Ability(self._model, trained=False, max_tokens=0), rules, rules, DIMENSIONS, self._calibration
        )

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        self._up("embed")
        self.embedded.append((kind, tuple(texts)))
        return np.stack([bag(text) for text in texts]) if texts else np.zeros((0, DIMENSIONS), np.float32)

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        self._up("rerank")
        self.reranked.append(len(passages))
        asked = content_tokens(question)
        return [overlap(asked, tokens(f"{one.title} {one.text}")) for one in passages]

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        self._up("read")
        spans = tuple(ReadSpan(index, 0, len(one.text), 0.5) for index, one in enumerate(passages))
        return Reading(spans[:limit], tuple(0.5 for _ in passages))

    async def close(self) -> None:
        """Nothing is held."""

    def _up(self, ability: str) -> None:
        if ability in self.down:
            raise InferenceUnavailable(ability, "it was switched off by a test")


class InMemoryPassages:
    """Passages of any tenant with their rights."""

    def __init__(self) -> None:
        self.rows: dict[str, IndexRow] = {}
        self.pointers: dict[str, Pointer] = {}
        self.begun: Pointer | None = None
        self.retired: set[int] = set()
        self.tiers: dict[str, str] = {}
        self.moving: dict[str, str] = {}
        self.claimed: set[str] = set()
        self.hits: Counter[str] = Counter()
        self.summaries: dict[str, list[str]] = {}

    def put(self, passages: Sequence[Passage], tenant: str = "acme", acl: Acl = FOR_ALL) -> None:
        """Store passages with the vectors of their words."""
        for one in passages:
            self.rows[one.id] = IndexRow(one, tenant, acl, bag(f"{one.title} {one.text}"))

    def forget(self, document_id: str) -> None:
        """Delete a document, as the store does before the indexes hear of it."""
        self.rows = {key: row for key, row in self.rows.items() if row.passage.document_id != document_id}

    async def pointer(self, tenant: str) -> Pointer:
        return self.pointers.get(tenant) or self.pointers.get("") or Pointer(1)

    async def generation_begun(self) -> Pointer | None:
        return self.begun

    async def begin_generation(self, model: str) -> int:
        highest = max((one.generation for one in self.pointers.values()), default=1)
        self.begun = self.begun or Pointer(highest + 1, model)
        return self.begun.generation

    async def flip_generation(self, generation: int) -> list[int]:
        assert self.begun is not None
        assert self.begun.generation == generation
        former = {one.generation for one in self.pointers.values()} or {1}
        self.pointers, self.begun = {"": self.begun}, None
        self.retired |= former
        return sorted(former)

    async def retired_generations(self, older_than_s: float) -> list[int]:
        return sorted(self.retired)

    async def forget_generation(self, generation: int) -> None:
        self.retired.discard(generation)
        if self.begun is not None and self.begun.generation == generation:
            self.begun = None

    async def tenants(self) -> list[str]:
        return sorted({row.tenant for row in self.rows.values()})

    async def unsettled(self, tenant: str) -> int:
        return 0

    async def searched_places(self, tenant: str) -> AsyncIterator[Sequence[Place]]:
        yield await self.known_places(tenant, list(self.rows))

    async def known_places(self, tenant: str, passage_ids: Sequence[str]) -> list[Place]:
        rows = [self.rows[key] for key in passage_ids if key in self.rows]
        return [
            Place(row.passage.id, row.passage.document_id, row.passage.version) for row in rows if row.tenant == tenant
        ]

    async def record_hits(self, counts: Mapping[str, int]) -> None:
        self.hits.update(counts)

    async def tier_uses(self) -> AsyncIterator[Sequence[Use]]:
        days = {row.passage.document_id: row.passage.date or dt.date(2025, 6, 1) for row in self.rows.values()}
        yield [
            Use(
                tenant, key, version, "general", self.tiers.get(key, "hot"), self.moving.get(key, ""),
                float(self.hits[key]), days[key],
            )
            for tenant, key, version in await self.indexed_documents()
        ]  # fmt: skip

    async def claim_move(self, document_id: str, target: str) -> bool:
        if document_id in self.claimed:
            return False
        self.claimed.add(document_id)
        self.moving[document_id] = target
        return True

    async def finish_move(self, document_id: str, target: str) -> None:
        self.claimed.discard(document_id)
        if self.moving.get(document_id) == target:
            self.tiers[document_id] = target
            del self.moving[document_id]

    async def written_hot(self, document_id: str) -> None:
        if self.tiers.get(document_id) == "cold" or document_id in self.moving:
            self.moving[document_id] = "hot"

    async def indexed_documents(self) -> list[tuple[str, str, int]]:
        found = {(row.tenant, row.passage.document_id, row.passage.version) for row in self.rows.values()}
        return sorted(found)

    async def passages(self, scope: Scope, ids: Sequence[str]) -> list[Passage]:
        rows = [self.rows[key] for key in ids if key in self.rows and key not in self.summaries]
        return [row.passage for row in rows if row.tenant == scope.tenant and row.acl.admits(scope)]

    async def covered(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {key: self.summaries[key] for key in ids if key in self.summaries}

    async def sentence_analysis(self, passage_ids: Sequence[str]) -> Mapping[str, Sequence[StoredSentence]]:
        texts = {key: self.rows[key].passage for key in passage_ids if key in self.rows}
        return {
            key: analyse(StoredPassage(one.text, title=one.title), reader=PLAIN).sentences for key, one in texts.items()
        }

    async def vectors(self, passage_ids: Sequence[str], model: str) -> Mapping[str, Vector]:
        return {key: self.rows[key].vector for key in passage_ids if key in self.rows and model == MODEL}

    async def index_rows(self, document_id: str, version: int, model: str = "") -> AsyncIterator[IndexRow]:
        for row in list(self.rows.values()):
            if row.passage.document_id == document_id and row.passage.version == version:
                yield row


def tomorrow() -> dt.datetime:
    """A deadline that no test meets."""
    return dt.datetime.now(dt.UTC) + dt.timedelta(days=1)
