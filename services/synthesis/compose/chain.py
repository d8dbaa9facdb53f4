"""A chain of facts: the last answer first, then the links that lead to it."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from services.core.domain.finding import Finding
from services.language.entities import name_key
from services.synthesis.compose.notices import abstention
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, in_order, reply_of
from services.synthesis.plain import ended
from services.synthesis.sources import Source

_NAMED = ("person", "org", "place", "date", "year")
# A question that offers its answers gives the right one, too.
_OFFERS = re.compile(r"\bor\b|还是|或", re.IGNORECASE)


def compose(brief: Brief) -> Composition:
    """The answer of the sub-question on which no other depends; an abstention that names the broken link otherwise."""
    order = in_order(brief)
    found = {finding.sub_question_id: reply_of(brief, finding) for finding in order}
    last = _last(brief, order)
    links = [each for finding in order if (each := found[finding.sub_question_id]) and finding is not last]
    reply = _new(brief, last, links) if last else None
    if reply is None:
        return _broken(brief, order, links)
    cited = tuple(dict.fromkeys((reply.source, *(link.source for link in links))))
    parts = [Part(ended(reply.short), "answer", (reply.source,))]
    parts += [Part(ended(source.text), "support", (source,)) for source in _in_story_order(links, reply, cited)]
    return Composition(tuple(parts), reply.short)


def _new(brief: Brief, last: Finding, links: Sequence[Reply]) -> Reply | None:
    """The last link's best answer that is neither an earlier link's nor a name or date that the question gives; None
    when there is none that is good enough."""
    before = {name_key(link.short) for link in links}
    spans = [span for span in last.sufficiency.spans if not _is_known(brief, span.text, before)]
    if spans == list(last.sufficiency.spans):
        return reply_of(brief, last)
    score = min(last.sufficiency.score, spans[0].score) if spans else 0.0
    judged = replace(last.sufficiency, spans=tuple(spans), score=score)
    return reply_of(brief, replace(last, sufficiency=judged, answer=spans[0].text if spans else None))


def _is_known(brief: Brief, text: str, before: Collection[str]) -> bool:
    key = name_key(text)
    if key in before:
        return True
    asked = name_key(brief.question.text)
    given = f" {key} " in f" {asked} " if key.isascii() else len(key) > 1 and key in asked
    return brief.shape.expects in _NAMED and not _OFFERS.search(brief.question.text) and given


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
