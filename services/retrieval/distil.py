"""From passages to the sentences that matter, each by its place in the passage.

Words choose which sentences are worth a vector (a sentence costs about 10 ms on a laptop), one call embeds them, and
the score mixes cosine and words. A sentence that begins with a pronoun brings the one before it, a table row its
header.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from services.core.domain.passage import Evidence, Sentence
from services.indexes.port import Vector
from services.inference.port import Calibration
from services.language.entities import named_entities
from services.language.sentences import sentences
from services.language.similarity import overlap
from services.language.tables import tables
from services.language.tokens import content_tokens, tokens
from services.retrieval.duplicates import Agree, is_duplicate

EmbedSentences = Callable[[Sequence[str]], Awaitable[Mapping[str, Vector]]]
"""Sentences to their unit vectors, in one call."""

_COSINE_SHARE = 0.6
_SHORT = 3
_MOST = 6
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
        scored = {part: self._score(part, asked, vectors) for part in parts}
        kept: list[Evidence] = []
        gone: list[Evidence] = []
        said: list[_Said] = []
        for index, one in enumerate(evidence):
            own = [part for part in parts if part.passage == index]
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

    def _score(self, part: _Part, asked: Vector | None, vectors: Mapping[str, Vector]) -> float:
        if asked is None:
            return part.words
        vector = vectors.get(part.text)
        if vector is None:
            return (1 - _COSINE_SHARE) * part.words
        low = self.calibration.floor - 0.1
        near = (float(np.dot(asked, vector)) - low) / max(1 - low, 1e-6)
        return _COSINE_SHARE * min(max(near, 0.0), 1.0) + (1 - _COSINE_SHARE) * part.words

    def _picked(self, text: str, parts: Sequence[_Part], scores: Sequence[float]) -> list[_Part]:
        """The sentences of one passage that stay, with those they lean on. A short passage stays whole."""
        if len(parts) <= _SHORT:
            return list(parts)
        best = max(scores)
        order = sorted(range(len(parts)), key=lambda index: (-scores[index], index))
        chosen = {index for index in order[:_MOST] if scores[index] >= best * self.ratio}
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
    asked = content_tokens(question)
    names = {entity.text.casefold() for entity in named_entities(question)}
    numbers = {token for token in asked if token[:1].isdigit()}
    found = []
    for index, one in enumerate(evidence):
        for span in sentences(one.passage.text):
            text = one.passage.text[span.start : span.end]
            found.append(_Part(index, span.start, span.end, text, _by_words(text, asked, (names, numbers))))
    return found


def _by_words(text: str, asked: Sequence[str], signs: tuple[set[str], set[str]]) -> float:
    """Share of the question's words, raised by names and numbers of the question that the sentence has, in [0, 1]."""
    names, numbers = signs
    have = tokens(text, bigrams=True)
    folded = text.casefold()
    named = sum(name in folded for name in names) / len(names) if names else 0.0
    numbered = len(numbers & set(have)) / len(numbers) if numbers else 0.0
    return min(0.7 * overlap(asked, have) + 0.2 * named + 0.1 * numbered, 1.0)


def _headers(text: str, parts: Sequence[_Part], chosen: set[int]) -> set[int]:
    """Indexes of the lines above the first data row of every table that a chosen sentence is in."""
    wanted: set[int] = set()
    for table in tables(text):
        inside = {index for index, part in enumerate(parts) if table.start <= part.start < table.end}
        if inside & chosen:
            first = table.rows[0].start if table.rows else table.end
            wanted |= {index for index in inside if parts[index].start < first}
    return wanted
