"""Sentences of the evidence as an answer may use them: in words, with the place they come from."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from services.core.domain.finding import Finding, Span
from services.core.domain.passage import Evidence, Passage
from services.language.openings import opening
from services.language.sentences import Span as Stretch
from services.language.sentences import sentences
from services.language.statements import Context, Value, context_of, values
from services.language.tables import Place, place_at, spoken
from services.synthesis.plain import is_evidence, opened, plain

QUOTE = 300


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence, or a table cell in words, at `passage.text[start:end]`; `score` orders sources of one finding."""

    passage: Passage
    start: int
    end: int
    text: str
    score: float = 0.0

    @property
    def raw(self) -> str:
        """The words as they stand in the passage."""
        return self.passage.text[self.start : self.end]

    @property
    def quote(self) -> str:
        """The words relied upon, at most 300 characters."""
        return self.text if len(self.text) <= QUOTE else self.text[: QUOTE - 1] + "…"

    @property
    def origin(self) -> tuple[str, str]:
        """The document that says it, or the record of one that came with an id of its own."""
        return self.passage.document_id, self.passage.external_id

    @property
    def title(self) -> str:
        """The passage's title, or the words by which one without a title is known."""
        return self.passage.title or opening(self.passage.text)

    @property
    def date(self) -> dt.date | None:
        """Date of the document."""
        return self.passage.date

    @property
    def context(self) -> Context:
        """What title, section and table say about the sentence."""
        return passage_context(self.passage, self.start)

    def values(self) -> list[Value]:
        """What the sentence says of what."""
        return values(self.text, self.context)


@lru_cache(maxsize=2_048)
def _stretches(text: str) -> tuple[Stretch, ...]:
    return tuple(sentences(text))


@lru_cache(maxsize=2_048)
def passage_context(passage: Passage, offset: int) -> Context:
    """Context of the sentence at an offset: its table's label, head and caption before section and title."""
    place = place_at(passage.text, offset)
    table = (place.head, place.label, place.table.caption) if place else ()
    return context_of(*table, passage.section, passage.title)


def sentence_at(passage: Passage, start: int, end: int) -> Source | None:
    """The sentence, or the table cell, around `passage.text[start:end]`; None when it may not be used."""
    place = place_at(passage.text, start)
    if place:
        return _cell(passage, place)
    around = [each for each in _stretches(passage.text) if each.start < max(end, start + 1) and start < each.end]
    if not around:
        return None
    left, right = around[0].start, around[-1].end
    raw = passage.text[left:right]
    text = plain(raw)
    return Source(passage, left, right, opened(text)) if text and is_evidence(raw) else None


def _cell(passage: Passage, place: Place) -> Source | None:
    text = plain(spoken(place))
    usable = text and is_evidence(place.cell.text) and is_evidence(place.context)
    return Source(passage, place.row.start, place.row.end, text) if usable else None


def answering(finding: Finding) -> list[tuple[Span, Source]]:
    """The finding's answers with the sentences they stand in, best first."""
    passages = {item.passage.id: item.passage for item in finding.evidence}
    found = []
    for span in finding.sufficiency.spans:
        passage = passages.get(span.passage_id)
        source = sentence_at(passage, span.start, span.end) if passage else None
        if source:
            found.append((span, source))
    return found


def key_sentences(evidence: Iterable[Evidence]) -> list[Source]:
    """The sentences that distillation kept (all of a passage that was not distilled), best first, none twice."""
    found: dict[tuple[str, int], Source] = {}
    for item in evidence:
        spans: Sequence[tuple[int, int, float]] = [(each.start, each.end, each.score) for each in item.sentences] or [
            (each.start, each.end, 0.0) for each in _stretches(item.passage.text)
        ]
        for start, end, score in spans:
            source = sentence_at(item.passage, start, end)
            if source:
                ranked = Source(source.passage, source.start, source.end, source.text, score + 0.5 * item.relevance)
                found.setdefault((item.passage.id, source.start), ranked)
    return sorted(found.values(), key=lambda source: -source.score)
