"""One question, one answer: the short answer first, then the source's own words."""

from services.core.domain.route import Category
from services.language.statements import periods
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply
from services.synthesis.plain import ended
from services.synthesis.sources import Source, key_sentences

_EXPLAINED = frozenset({"reason", "definition", "thing", "list"})


def compose(brief: Brief, reply: Reply) -> Composition:
    """The answer, the sentence that holds it, and for open questions what else matters."""
    first = ended(reply.short)
    parts = [Part(_dated(brief, reply, first), "answer", reply.sources)]
    if _bare(first) != _bare(reply.source.text):
        parts.append(Part(ended(reply.source.text), "support", (reply.source,)))
    parts += [Part(ended(source.text), "support", (source,)) for source in _more(brief, reply)]
    return Composition(tuple(parts), reply.short)


def _dated(brief: Brief, reply: Reply, first: str) -> str:
    """Questions about time are answered with the date of the source, unless the answer or the question names one."""
    date = reply.source.date
    dated = periods(reply.source.text) or brief.question.time_ranges or periods(brief.question.text)
    if brief.route.category is not Category.TEMPORAL or date is None or dated:
        return first
    return brief.wording.ended(brief.wording.say("as_of", date=brief.wording.day(date), answer=reply.short))


def _more(brief: Brief, reply: Reply) -> list[Source]:
    """Further key sentences, only where one sentence does not answer."""
    if brief.shape.expects not in _EXPLAINED or reply.value is not None:
        return []
    used = {(reply.source.passage.id, reply.source.start)}
    further = [
        source
        for source in key_sentences(reply.finding.evidence)
        if (source.passage.id, source.start) not in used and source.passage.id == reply.source.passage.id
    ]
    return sorted(further[: brief.support_sentences - 1], key=lambda source: source.start)


def _bare(text: str) -> str:
    return "".join(character for character in text if character.isalnum()).lower()
