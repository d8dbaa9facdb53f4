"""A chain of facts: the last answer first, then the links that lead to it."""

from services.core.domain.finding import Finding
from services.synthesis.compose.notices import abstention
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, in_order, reply_of
from services.synthesis.plain import ended
from services.synthesis.sources import Source


def compose(brief: Brief) -> Composition:
    """The answer of the sub-question on which no other depends; an abstention that names the broken link otherwise."""
    order = in_order(brief)
    found = {finding.sub_question_id: reply_of(brief, finding) for finding in order}
    last = _last(brief, order)
    reply = found.get(last.sub_question_id) if last else None
    links = [each for finding in order if (each := found[finding.sub_question_id]) and each is not reply]
    if reply is None:
        return _broken(brief, order, links)
    cited = tuple(dict.fromkeys((reply.source, *(link.source for link in links))))
    parts = [Part(ended(reply.short), "answer", (reply.source,))]
    parts += [Part(ended(source.text), "support", (source,)) for source in _in_story_order(links, reply, cited)]
    return Composition(tuple(parts), reply.short)


def _last(brief: Brief, order: list[Finding]) -> Finding | None:
    """The last sub-question that no other one needs."""
    needed = {number for sub in brief.plan.sub_questions for number in sub.depends_on}
    ends = [finding for finding in order if finding.sub_question_id not in needed]
    return ends[-1] if ends else (order[-1] if order else None)


def _in_story_order(links: list[Reply], reply: Reply, cited: tuple[Source, ...]) -> list[Source]:
    ordered = [*(link.source for link in links), reply.source]
    return [source for source in dict.fromkeys(ordered) if source in cited]


def _broken(brief: Brief, order: list[Finding], links: list[Reply]) -> Composition:
    known = {link.finding.sub_question_id for link in links}
    missing = next((finding.question for finding in order if finding.sub_question_id not in known), "")
    told = abstention(brief, asked=missing)
    support = tuple(Part(ended(link.source.text), "support", (link.source,)) for link in links)
    return Composition((*told.parts[:1], *support), "", abstained=True)
