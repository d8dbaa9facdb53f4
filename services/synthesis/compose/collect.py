"""Several findings told one after another: key sentences of each, none twice."""

from services.synthesis.compose.notices import abstention
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, in_order, reply_of, shortened
from services.synthesis.plain import ended
from services.synthesis.sources import Source

_SHORT_PARTS = 5


def compose(brief: Brief) -> Composition:
    """Per sub-question its answer and its key sentences; what was not found is said."""
    order = in_order(brief)
    found = {finding.sub_question_id: reply_of(brief, finding) for finding in order}
    answered = [reply for finding in order if (reply := found[finding.sub_question_id])]
    if not answered:
        return abstention(brief)
    missing = [finding.question.rstrip("?？ ") for finding in order if found[finding.sub_question_id] is None]
    parts = [_opening(brief, answered)] if _has_values(answered) else []
    quota = max(1, brief.collect_sentences // len(answered))
    used: set[tuple[str, int]] = set()
    for reply in answered:
        parts += [
            Part(ended(source.text), _kind(parts), (source,)) for source in _told(brief, reply, quota=quota, used=used)
        ]
    if missing:
        text = brief.wording.say("no_figure", missing=brief.wording.listed(missing))
        parts.append(Part(text, "unconfirmed"))
    return Composition(tuple(parts), short_of(brief, answered), unconfirmed=tuple(missing))


def short_of(brief: Brief, answered: list[Reply]) -> str:
    """The short answers together, each with its label when there are several."""
    if len(answered) == 1:
        return answered[0].short
    say = brief.wording.say
    texts = [say("each", name=reply.label, value=reply.short) for reply in answered[:_SHORT_PARTS]]
    joined = say("joint").join(texts)
    if shortened(joined) == joined:
        return joined
    return shortened(say("joint").join(reply.short for reply in answered[:_SHORT_PARTS]))


def _opening(brief: Brief, answered: list[Reply]) -> Part:
    sources = tuple(reply.source for reply in answered[:_SHORT_PARTS])
    return Part(brief.wording.ended(short_of(brief, answered)), "answer", sources)


def _has_values(answered: list[Reply]) -> bool:
    return all(reply.value is not None for reply in answered)


def _kind(parts: list[Part]) -> str:
    return "support" if parts else "answer"


def _told(brief: Brief, reply: Reply, *, quota: int, used: set[tuple[str, int]]) -> list[Source]:
    """The sentence of the answer, then the pool's, in reading order within a passage."""
    chosen: list[Source] = []
    for source in (reply.source, *brief.pool.get(reply.finding.sub_question_id, ())):
        key = (source.passage.id, source.start)
        if key not in used and len(chosen) < quota:
            used.add(key)
            chosen.append(source)
    places = {source.passage.id: at for at, source in reversed(list(enumerate(chosen)))}
    return sorted(chosen, key=lambda source: (places[source.passage.id], source.start))
