"""Whether evidence is enough to answer: one reading of it, weighed by what it is said of."""

from collections.abc import Sequence

from services.core.domain.finding import SUFFICIENT, Span, Sufficiency
from services.core.domain.passage import Evidence
from services.core.errors import InferenceUnavailable
from services.factcheck import kinds
from services.factcheck.answers import Candidate, Pointed, candidates
from services.factcheck.asked import Asked
from services.factcheck.evident import settled
from services.factcheck.missing import missing_words, next_query
from services.factcheck.passages import told
from services.factcheck.prevailing import with_years
from services.inference.port import Inference, Text

MAX_SPANS = 5
MAX_PASSAGES = 24
_WHOLE = 1_600
_WORTH_GIVING = 0.35
_GAP = " … "


class EvidenceReader:
    """Reads the evidence once, distilled where passages are long, and maps answers back to the passages."""

    def __init__(self, inference: Inference, limit: int) -> None:
        self._inference, self._limit = inference, limit

    async def read(self, question: str, evidence: Sequence[Evidence]) -> tuple[list[Pointed], tuple[str, ...]]:
        """What the reader points at, and what did not work."""
        items = list(evidence)[:MAX_PASSAGES]
        if not items:
            return [], ()
        parts = [_parts(item) for item in items]
        texts = [
            Text(item.passage.title, _GAP.join(item.passage.text[start:end] for start, end in spans))
            for item, spans in zip(items, parts, strict=True)
        ]
        try:
            reading = await self._inference.read(question, texts, self._limit)
        except InferenceUnavailable:
            return [], ("reader_unavailable",)
        found = []
        for span in reading.spans:
            start = _origin(parts[span.passage], span.start)
            end = _origin(parts[span.passage], span.end - 1) + 1
            none = reading.no_answer[span.passage] if span.passage < len(reading.no_answer) else 0.0
            if start < end:
                found.append(Pointed(items[span.passage].passage, start, end, span.score, none))
        return found, ()


def judged(asked: Asked, evidence: Sequence[Evidence], pointed: Sequence[Pointed]) -> Sufficiency:
    """The judgement on what was read."""
    asked = with_years(settled(asked, evidence), evidence)
    passages = told(asked, evidence)
    if passages:
        return _by_passages(asked, passages, evidence)
    found = candidates(asked, evidence, pointed)
    best = found[0] if found else None
    score = best.score if best else 0.0
    missing = missing_words(asked, best, evidence)
    return Sufficiency(
        score=round(score, 4),
        missing=missing if score < SUFFICIENT else (),
        next_query=next_query(asked, best, evidence) if score < SUFFICIENT else None,
        spans=tuple(candidate.span for candidate in _worth_giving(found)),
        no_answer=round(_no_answer(asked, best), 4),
    )


def _by_passages(asked: Asked, passages: Sequence[Span], evidence: Sequence[Evidence]) -> Sufficiency:
    """The judgement where a few sentences answer: as sure as the best passage is about the question."""
    score = passages[0].score
    enough = score >= SUFFICIENT
    return Sufficiency(
        score=round(score, 4),
        missing=() if enough else missing_words(asked, None, evidence),
        next_query=None if enough else next_query(asked, None, evidence),
        spans=tuple(span for span in passages if span.score >= _WORTH_GIVING)[:MAX_SPANS],
        no_answer=round(1 - score, 4),
    )


def _worth_giving(found: Sequence[Candidate]) -> Sequence[Candidate]:
    return [candidate for candidate in found if candidate.score >= _WORTH_GIVING][:MAX_SPANS]


def _no_answer(asked: Asked, best: Candidate | None) -> float:
    """The complement of how well the best answer fits; the reader's doubt counts where the fit leaves room."""
    if best is None:
        return 1.0
    certain = best.fit.score if kinds.wanted(asked) else best.fit.score * (0.5 + 0.5 * best.reader)
    return max(0.0, min(1.0, 1 - 0.5 * (certain + best.score)))


def _parts(item: Evidence) -> list[tuple[int, int]]:
    """Stretches of a passage to read: all of a short one, the kept sentences of a long one."""
    text = item.passage.text
    if len(text) <= _WHOLE or not item.sentences:
        return [(0, len(text))]
    return [(each.start, each.end) for each in item.sentences if each.start < each.end] or [(0, len(text))]


def _origin(parts: Sequence[tuple[int, int]], offset: int) -> int:
    """The offset in the passage of an offset in the joined stretches."""
    left = offset
    for start, end in parts:
        if left < end - start:
            return start + max(0, left)
        left -= end - start + len(_GAP)
        if left < 0:
            return end
    return parts[-1][1]
