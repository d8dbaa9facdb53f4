"""Passages, and what retrieval thinks of them."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum


class Strategy(StrEnum):
    """How to search. AUTO lets the supervisor choose."""

    AUTO = "auto"
    KEYWORD = "keyword"
    VECTOR = "vector"
    HYBRID = "hybrid"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document that is searched, read and cited. `page` is from 1, or 0 when the format has none."""

    id: str
    document_id: str
    external_id: str
    title: str
    section: str
    page: int
    text: str
    date: dt.date | None
    language: str
    char_start: int
    char_end: int
    tags: tuple[str, ...] = ()
    url: str = ""
    version: int = 1


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage by character offsets in its text, and how much it matters in [0, 1]."""

    start: int
    end: int
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class LegHit:
    """One leg's sight of a passage: rank from 1; score is a cosine for "vector", BM25 for "keyword"."""

    leg: str
    query: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage with what retrieval thinks of it.

    `fused` follows fusion and time decay, `relevance` in [0, 1] the reranker as well, `similarity` is the best cosine
    (0 without a vector). `fate` is "kept" or why the passage went. `sentences` are those that matter, in order.
    """

    passage: Passage
    hits: tuple[LegHit, ...] = ()
    fused: float = 0.0
    relevance: float = 0.0
    similarity: float = 0.0
    sentences: tuple[Sentence, ...] = ()
    fate: str = "kept"

    @property
    def text(self) -> str:
        """The sentences that matter, one a line, or the whole passage before distillation."""
        if not self.sentences:
            return self.passage.text
        return "\n".join(self.passage.text[sentence.start : sentence.end] for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a search that ended: how many passages it left, and its seconds."""

    name: str
    passages: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The result of a search; `dropped` only when an explanation was asked for."""

    evidence: tuple[Evidence, ...]
    dropped: tuple[Evidence, ...] = ()
    strategy: Strategy = Strategy.HYBRID
    strategy_reason: str = ""
    degraded: tuple[str, ...] = ()
    profile: str = ""
    generation: int = 0
    embed_calls: int = 0
