"""Questions that want several things named."""

import re

from services.core.domain.finding import Span
from services.language.entities import name_key
from services.language.statements import periods
from services.language.tables import place_at
from services.synthesis.compose import single
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, shortened
from services.synthesis.plain import ended, plain
from services.synthesis.sources import Source, answering

_SEVERAL = re.compile(r"[,，、;；]|\band\b|和|及")
_MOST = 6
_NEAR_BEST = 0.75


def compose(brief: Brief, reply: Reply) -> Composition:
    """The list as the source gives it; or, where the source gives its members apart, the members together."""
    if _SEVERAL.search(reply.short) or _is_figure(brief, reply):
        return single.compose(brief, reply)
    members = _members(reply)
    if len(members) < 2:
        return single.compose(brief, reply)
    short = shortened(brief.wording.listed([plain(span.text) for span, _ in members]))
    sources = tuple(dict.fromkeys(source for _, source in members))
    parts = [Part(brief.wording.ended(short), "answer", sources)]
    parts += [Part(ended(source.text), "support", (source,)) for source in sources[: brief.support_sentences]]
    return Composition(tuple(parts), short)


def _is_figure(brief: Brief, reply: Reply) -> bool:
    """The one figure of a row, or of a time: "what were the fees in 2021" lists nothing but asks in the plural."""
    quantity = reply.value.quantity if reply.value else None
    if quantity is None:
        return False
    return bool(periods(brief.question.text)) or place_at(reply.source.passage.text, reply.source.start) is not None


def _members(reply: Reply) -> list[tuple[Span, Source]]:
    """Answers nearly as good as the best, none twice, short ones only."""
    found: dict[str, tuple[Span, Source]] = {}
    best = reply.finding.sufficiency.spans[0].score
    for span, source in answering(reply.finding):
        key = name_key(span.text)
        if key and span.score >= _NEAR_BEST * best and len(span.text) <= 60:
            found.setdefault(key, (span, source))
    return list(found.values())[:_MOST]
