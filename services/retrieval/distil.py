"""From passages to the sentences that matter, each by its place in the passage.

Words choose which sentences are worth a vector (a sentence costs about 10 ms on a laptop), one call embeds them, and
the score mixes cosine and words. A sentence that begins with a pronoun brings the one before it, a table row its
header.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from services.core.domain.passage import Evidence, Sentence
from services.indexes.port import Vector
from services.inference.port import Calibration
from services.language.sentences import Span, sentences
from services.language.tables import tables
from services.retrieval.duplicates import Agree, is_duplicate
from services.retrieval.wanted import Wanted

EmbedSentences = Callable[[Sequence[str]], Awaitable[Mapping[str, Vector]]]
"""Sentences to their unit vectors, in one call."""

_COSINE_SHARE = 0.6
_BELOW_FLOOR = 0.1
_FRAGMENT, _FRAGMENTS = 60, 300
_ENDS = ".!?。！？；;…"
_SHORT = 4
_MOST, _MOST_SHARE = 8, 0.5
_PRONOUN = re.compile(
    r"[\"“'(]?(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|"
    r"the (?:company|group|former|latter))\b"
    r"|[“「（]?(?:它|他|她|其|该|此|这|那|上述|前者|后者|两者|同期|公司)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence of one of the passages: which passage, where, its text, and its score by words in [0, 1]."""

    passage: int
    start: int
    end: int
    text: str
    words: float


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence that is shown already, with the passage it is shown from."""

    passage_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Distiller:
    """`sentences_embedded` bounds the call; `ratio` of a passage's best score is what a sentence needs."""

    sentences_embedded: int
    ratio: float
    calibration: Calibration
    agree: Agree

    async def distil(
        self, question: str, evidence: Sequence[Evidence], *, asked: Vector | None, embed: EmbedSentences
    ) -> tuple[list[Evidence], list[Evidence]]:
        """Evidence with its sentences, in reading order, and passages all of whose sentences a better one already says.

        Without a question vector words alone decide, and no call is made. Offsets are those of the passage's own text.
        """
        parts = _parts(question, evidence)
        vectors: Mapping[str, Vector] = {}
        chosen = self._worth_a_vector(parts) if asked is not None else []
        if chosen:
            vectors = await embed(chosen)
        kept: list[Evidence] = []
        gone: list[Evidence] = []
        said: list[_Said] = []
        for index, one in enumerate(evidence):
            own = [part for part in parts if part.passage == index]
            scored = self._scores(own, asked, vectors)
            picked = self._picked(one.passage.text, own, [scored[part] for part in own])
            fresh, twin = self._fresh((one.passage.title, picked), said, vectors)
            if not fresh and twin:
                gone.append(replace(one, fate=f"duplicate_of:{twin}"))
                continue
            said.extend(_Said(one.passage.id, one.passage.title, part.text) for part in fresh)
            spans = tuple(Sentence(part.start, part.end, round(scored[part], 4)) for part in fresh)
            kept.append(replace(one, sentences=spans))
        return kept, gone

    def _worth_a_vector(self, parts: Sequence[_Part]) -> list[str]:
        """Texts to embed: each passage's best sentences by words in turn, so that none goes without."""
        queues: dict[int, list[_Part]] = {}
        for part in parts:
            queues.setdefault(part.passage, []).append(part)
        ranked = [sorted(queue, key=lambda part: (-part.words, part.start)) for queue in queues.values()]
        rounds = max(map(len, ranked), default=0)
        in_turn = [queue[turn].text for turn in range(rounds) for queue in ranked if turn < len(queue)]
        return list(dict.fromkeys(in_turn))[: self.sentences_embedded]

    def _scores(
        self, parts: Sequence[_Part], asked: Vector | None, vectors: Mapping[str, Vector]
    ) -> dict[_Part, float]:
        """Scores in [0, 1] of the sentences of one passage."""
        if asked is None:
            return {part: part.words for part in parts}
        near = {part: self._nearness(asked, vectors[part.text]) for part in parts if part.text in vectors}
        # A sentence without a vector is taken to be as near as the farthest of its passage that has one.
        guess = min(near.values(), default=0.0)
        return {part: _COSINE_SHARE * near.get(part, guess) + (1 - _COSINE_SHARE) * part.words for part in parts}

    def _nearness(self, asked: Vector, vector: Vector) -> float:
        """The cosine on the scale of this embedder, in [0, 1]."""
        low = self.calibration.floor - _BELOW_FLOOR
        return min(max((float(np.dot(asked, vector)) - low) / (1 - low), 0.0), 1.0)

    def _picked(self, text: str, parts: Sequence[_Part], scores: Sequence[float]) -> list[_Part]:
        """The sentences of one passage that stay, with those they lean on. A short passage stays whole."""
        if len(parts) <= _SHORT:
            return list(parts)
        best = max(scores)
        order = sorted(range(len(parts)), key=lambda index: (-scores[index], index))
        most = max(_MOST, ceil(len(parts) * _MOST_SHARE))
        chosen = {index for index in order[:most] if scores[index] >= best * self.ratio}
        leaning = {index - 1 for index in chosen if index and _PRONOUN.match(parts[index].text)}
        return [parts[index] for index in sorted(chosen | leaning | _headers(text, parts, chosen))]

    def _fresh(
        self, own: tuple[str, Sequence[_Part]], said: Sequence[_Said], vectors: Mapping[str, Vector]
    ) -> tuple[list[_Part], str]:
        """What a passage (its title and picked sentences) keeps, and the better passage that says some of it."""
        title, picked = own
        told = [(title, part.text) for part in picked]
        twins = [next((one.passage_id for one in said if self._twins(one, each, vectors)), "") for each in told]
        # A passage that keeps something keeps all it picked: a sentence out of its context says less.
        return ([] if all(twins) else list(picked)), next(filter(None, twins), "")

    def _twins(self, kept: _Said, other: tuple[str, str], vectors: Mapping[str, Vector]) -> bool:
        title, text = other
        theirs, mine = vectors.get(kept.text), vectors.get(text)
        cosine = float(np.dot(theirs, mine)) if theirs is not None and mine is not None else -1.0
        # Titles belong to what is compared: the same sentence under two years' reports is two facts.
        texts = (f"{kept.title}\n{kept.text}", f"{title}\n{text}")
        return is_duplicate(*texts, cosine, threshold=self.calibration.duplicate, agree=self.agree)


def _parts(question: str, evidence: Sequence[Evidence]) -> list[_Part]:
    spans = [(index, span) for index, one in enumerate(evidence) for span in pieces(one.passage.text)]
    texts = [evidence[index].passage.text[span.start : span.end] for index, span in spans]
    wanted = Wanted(question, texts)
    return [
        _Part(index, span.start, span.end, text, wanted.score(text))
        for (index, span), text in zip(spans, texts, strict=True)
    ]


def pieces(text: str) -> list[Span]:
    """Sentences, with runs of short unfinished lines as one piece of at most 300 characters.

    A table that lost its bars comes as a line a cell: a label away from its figure says nothing. Rows with bars stay
    apart, because they hold both.
    """
    found: list[Span] = []
    open_ended = False
    for span in sentences(text):
        piece = text[span.start : span.end]
        fragment = len(piece) <= _FRAGMENT and piece[-1] not in _ENDS and not piece.startswith("|")
        if fragment and open_ended and span.end - found[-1].start <= _FRAGMENTS:
            found[-1] = Span(found[-1].start, span.end)
        else:
            found.append(span)
        open_ended = fragment
    return found


def _headers(text: str, parts: Sequence[_Part], chosen: set[int]) -> set[int]:
    """Indexes of the lines above the first data row of every table that a chosen sentence is in."""
    wanted: set[int] = set()
    for table in tables(text):
        inside = {index for index, part in enumerate(parts) if table.start <= part.start < table.end}
        if inside & chosen:
            first = table.rows[0].start if table.rows else table.end
            wanted |= {index for index in inside if parts[index].start < first}
    return wanted
