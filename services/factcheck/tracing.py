"""Where a statement comes from: the sentence of the evidence that says it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from services.core.errors import InferenceUnavailable
from services.factcheck.claims import Piece
from services.factcheck.lines import Line
from services.factcheck.same_values import same_value
from services.inference.port import Inference, TextKind
from services.language.aspects import aspects
from services.language.clauses import figures
from services.language.lexicon.comparatives import COMPARING
from services.language.statements import periods, values
from services.language.tokens import content_tokens, tokens

COVERED = 0.75
"""Share of a statement's content words that its source must have when there is no embedder to ask."""
HALF_COVERED = 0.5
_SHORTLIST = 4
_CITED_BONUS = 0.08
# Words that an answer sets between what sources say; no source needs to have them.
_CONNECTING = frozenset(
    [
        *COMPARING,
        "equal",
        "differ",
        "differenc",
        "between",
        "against",
        "versu",
        "togeth",
        "total",
        "ratio",
        "time",
        "source",
        "disagre",
        "say",
        "说法",
        "不一",
        "相差",
        "相同",
        "不同",
        "合计",
        "来源",
        "称",
        "截至",
    ]
)
_NOT_WORDS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Trace:
    """The best source of a statement. `coverage` and `similarity` are in [0, 1]; `near` when it counts as its
    source."""

    line: Line | None
    coverage: float = 0.0
    similarity: float = 0.0
    exact: bool = False
    near: bool = False


class Tracer:
    """Finds sources by words first, and by embeddings where words alone do not decide."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference

    async def trace(self, found: Sequence[Piece], lines: Sequence[Line]) -> list[list[Trace]]:
        """Per statement its likely sources, best first, at most four."""
        listed = [shortlist(piece, lines) for piece in found]
        unsure = [
            index
            for index, traces in enumerate(listed)
            if traces and not traces[0].near and found[index].polarity is None
        ]
        if not unsure:
            return listed
        try:
            await self._by_meaning(found, listed, unsure)
        except InferenceUnavailable:
            return listed
        return listed

    async def _by_meaning(self, found: Sequence[Piece], listed: list[list[Trace]], unsure: Sequence[int]) -> None:
        threshold = (await self._inference.capabilities()).calibration.source
        texts = [found[index].text for index in unsure]
        sources = list(dict.fromkeys(trace.line.text for index in unsure for trace in listed[index] if trace.line))
        rows = await self._inference.embed([*texts, *sources], TextKind.PASSAGE)
        place = {text: len(texts) + at for at, text in enumerate(sources)}
        for at, index in enumerate(unsure):
            traces = []
            for trace in listed[index]:
                cosine = float(np.dot(rows[at], rows[place[trace.line.text]])) if trace.line else 0.0
                near = trace.near or (cosine >= threshold and trace.coverage >= 0.34)
                traces.append(replace(trace, similarity=cosine, near=near))
            listed[index] = sorted(traces, key=lambda each: (-each.near, -(each.coverage + each.similarity)))


def shortlist(piece: Piece, lines: Sequence[Line]) -> list[Trace]:
    """Sources by shared words; a cited passage goes first among equals. A verbatim source is exact."""
    wanted = _words(piece.text)
    bare = _bare(piece.text)
    traces = []
    for line in lines:
        exact = bool(bare) and bare in _bare(line.text)
        whole = exact or (not wanted and _states_all(piece.text, line))
        coverage = 1.0 if whole else (_coverage(wanted, line) if wanted else 0.0)
        if coverage <= 0.0:
            continue
        traces.append((coverage + _CITED_BONUS * (line.passage.id in piece.cited), Trace(line, coverage, 0.0, exact)))
    traces.sort(key=lambda pair: -pair[0])
    return [replace(trace, near=trace.exact or trace.coverage >= COVERED) for _, trace in traces[:_SHORTLIST]]


def _words(text: str) -> frozenset[str]:
    """Content words, with the names of aspects as one word of both languages; neither figures and dates, which are
    checked on their own, nor words that only connect."""
    rest = list(text)
    mentions = aspects(text)
    places = [(each.start, each.end) for each in periods(text)]
    places += [(each.start, each.end) for each in figures(text)]
    for start, end in [*places, *((each.start, each.end) for each in mentions)]:
        rest[start:end] = " " * (end - start)
    said = {f"aspect:{mention.key}" for mention in mentions}
    return frozenset(word for word in content_tokens("".join(rest)) if word not in _CONNECTING) | said


def _coverage(wanted: frozenset[str], line: Line) -> float:
    have, around = _line_words(line)
    found = sum(1.0 if word in have else 0.8 * (word in around) for word in wanted)
    # At least one word must come from the line itself: a title alone is no source.
    return found / len(wanted) if wanted & have else 0.0


@lru_cache(maxsize=8_192)
def _line_words(line: Line) -> tuple[frozenset[str], frozenset[str]]:
    """Words and aspects of a line, and the words of its title and section."""
    said = frozenset(tokens(line.text)) | {f"aspect:{key}" for key in line.context.aspects} | _words(line.text)
    return said, frozenset(tokens(line.around))


def _states_all(text: str, line: Line) -> bool:
    """Whether a statement that is nothing but figures and dates has all of them in the line."""
    said = values(text)
    kinds = {"quantity", "date"}
    return bool(said) and all(
        value.kind in kinds and any(same_value(value, each) for each in line.values) for value in said
    )


def _bare(text: str) -> str:
    return _NOT_WORDS.sub("", text).lower()
