"""A question that a few sentences answer: those of the passages that are about it, in reading order, none twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from services.core.domain.finding import Finding
from services.language.open_questions import wants_passage
from services.language.tokens import content_tokens, tokens
from services.synthesis.compose import yesno
from services.synthesis.compose.labels import is_whole, label_of
from services.synthesis.compose.notices import abstention, lack
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, in_order, reply_of, shortened
from services.synthesis.plain import ended
from services.synthesis.sources import Source, key_sentences

_SENTENCES, _WORDS = 6, 200
_FEWEST = 2
_NEAR_BEST = 0.7
"""Passages that are worth less than this share of the best one stay away."""
_SAID = 0.7
"""Share of the question's words that a sentence must have to say yes or no to it."""
_ENDS = frozenset('.!?:;。！？：；…)”"')
_LONG = 12
"""Words of a sentence that lost its mark."""


@dataclass(frozen=True, slots=True)
class _Ranked:
    source: Source
    rank: int
    score: float


def compose(brief: Brief, answered: Sequence[Reply]) -> Composition:
    """The sentences that answer, part by part where there are several; yes or no first where one of them says so."""
    parted = [reply for reply in answered if len(answered) == 1 or not is_whole(brief, reply.finding)]
    answered = parted or answered
    each = max(_FEWEST, _SENTENCES // len(answered))
    chosen = [(reply, sentences_of(brief, reply.finding, each)) for reply in answered]
    sources = list(dict.fromkeys(source for _, found in chosen for source in found))
    if not sources:
        return abstention(brief)
    polar = _polar(brief, sources)
    parts = [] if polar is None else [Part(brief.wording.ended(polar[0]), "answer", (polar[1],))]
    kinds = ["answer" if polar is None else "support", *["support"] * len(sources)]
    parts += [Part(ended(source.text), kind, (source,)) for kind, source in zip(kinds, sources, strict=False)]
    missing = _missing(brief, answered)
    if missing:
        parts.append(Part(lack(brief, brief.wording.listed(missing), phrase="no_figure"), "unconfirmed"))
    return Composition(tuple(parts), polar[0] if polar else shortened(sources[0].text), unconfirmed=missing)


def sentences_of(brief: Brief, finding: Finding, most: int) -> list[Source]:
    """The best sentences of the best passages of a finding, passage by passage, each in reading order."""
    pool = brief.pool.get(finding.sub_question_id) or tuple(key_sentences(finding.evidence))
    ranks = {item.passage.id: at for at, item in enumerate(finding.evidence)}
    worth = _worth(finding)
    least = _NEAR_BEST * max(worth.values(), default=0.0)
    able = [source for source in pool if worth.get(source.passage.id, -1.0) >= least and _tells(source)]
    telling = _weights(frozenset(content_tokens(finding.question)), able)
    ranked = [_Ranked(source, ranks[source.passage.id], source.score + _said(telling, source.text)) for source in able]
    kept: list[_Ranked] = []
    words = 0
    for item in sorted(ranked, key=lambda each: -each.score):
        words += len(tokens(item.source.text))
        if len(kept) >= most or kept and words > _WORDS:
            break
        kept.append(item)
    first = {item.source.passage.id: at for at, item in reversed(list(enumerate(kept)))}
    return [item.source for item in sorted(kept, key=lambda each: (first[each.source.passage.id], each.source.start))]


def _worth(finding: Finding) -> dict[str, float]:
    """Passages by how far they are about the question: as the assessment says, else as retrieval does."""
    if wants_passage(finding.question):
        return {span.passage_id: span.score for span in reversed(finding.sufficiency.spans)}
    return {item.passage.id: item.relevance for item in finding.evidence}


def _weights(wanted: frozenset[str], sources: Sequence[Source]) -> dict[str, float]:
    """How much each word of the question tells among these sentences: what all of them say tells little."""
    said = [frozenset(tokens(source.text)) for source in sources]
    return {word: log(1 + len(said) / (1 + sum(word in each for each in said))) for word in wanted}


def _said(telling: dict[str, float], text: str) -> float:
    """Share of what the question's words tell that a sentence has, in [0, 1]."""
    have = frozenset(tokens(text))
    whole = sum(telling.values())
    return sum(weight for word, weight in telling.items() if word in have) / whole if whole else 0.0


def _tells(source: Source) -> bool:
    """Whether it is a sentence, and no heading or a list of words: it ends as one, or is long enough to be one."""
    return source.raw.rstrip()[-1:] in _ENDS or len(tokens(source.text)) >= _LONG


def _polar(brief: Brief, sources: Sequence[Source]) -> tuple[str, Source] | None:
    """Yes or no, where a sentence with nearly all the words of the question decides it."""
    if brief.shape.expects != "yesno":
        return None
    wanted = frozenset(content_tokens(brief.question.text))
    for source in sources:
        yes = yesno.decided(brief.question.text, source) if _share(wanted, source.text) >= _SAID else None
        if yes is not None:
            return brief.wording.say("yes" if yes else "no"), source
    return None


def _missing(brief: Brief, answered: Sequence[Reply]) -> tuple[str, ...]:
    """Parts of the question that nothing answers, by name."""
    known = {reply.finding.sub_question_id for reply in answered}
    open_ones = [finding for finding in in_order(brief) if finding.sub_question_id not in known]
    open_ones = [finding for finding in open_ones if reply_of(brief, finding) is None]
    return tuple(dict.fromkeys(label_of(brief, finding) for finding in open_ones))


def _share(wanted: frozenset[str], text: str) -> float:
    return len(wanted & frozenset(tokens(text))) / len(wanted) if wanted else 0.0
