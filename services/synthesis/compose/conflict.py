"""Sources that disagree: who says what, which is newer, and what is preferred."""

from collections.abc import Sequence
from dataclasses import replace

from services.core.domain.answer import Contradiction, Statement
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import shortened
from services.synthesis.plain import ended, plain
from services.synthesis.sources import Source, sentence_at


def compose(brief: Brief, contradiction: Contradiction) -> Composition | None:
    """The preferred value first, marked as disputed, then both statements; None when a statement cannot be cited."""
    placed = [(each, _source(brief, each)) for each in contradiction.statements]
    if any(source is None for _, source in placed):
        return None
    sources = [source for _, source in placed if source is not None]
    say = brief.wording.say
    values = [plain(each.value) for each in contradiction.statements]
    chosen = contradiction.preferred
    if 0 <= chosen < len(values):
        answer, cited = values[chosen], sources[chosen : chosen + 1]
    else:
        answer, cited = say("or").join(values), sources
    parts = [Part(ended(answer), "answer", tuple(cited)), *told(brief, contradiction, sources)]
    return Composition(tuple(parts), _marked(brief, answer, [value for value in values if value not in answer]))


def _marked(brief: Brief, answer: str, others: Sequence[str]) -> str:
    """The answer marked as disputed, with the values that it was preferred to where all that is still short."""
    say, joint = brief.wording.say, "" if brief.wording.chinese else " "
    whole = f"{answer}{joint}{say('disagree_other', others=brief.wording.listed(others))}" if others else ""
    return whole if whole and shortened(whole) == whole else f"{answer}{joint}{say('disagree_mark')}"


def told(brief: Brief, contradiction: Contradiction, sources: Sequence[Source]) -> list[Part]:
    """The sentences that report a disagreement."""
    say = brief.wording.say
    said = [_says(brief, statement) for statement in contradiction.statements]
    text = say("sources_disagree", statements=say("joint").join(said))
    parts = [Part(brief.wording.ended(text), "conflict", tuple(sources))]
    chosen = contradiction.preferred
    if 0 <= chosen < len(contradiction.statements):
        value = plain(contradiction.statements[chosen].value)
        reason = say("prefer", value=value, reason=contradiction.reason)
        parts.append(Part(brief.wording.ended(reason), "conflict", tuple(sources)))
    else:
        parts.append(Part(brief.wording.ended(say("undecided")), "notice"))
    return parts


def with_conflicts(brief: Brief, composition: Composition) -> Composition:
    """An answer of several parts with the disagreements among its sources told behind it."""
    if composition.abstained:
        return composition
    extra: list[Part] = []
    for contradiction in brief.contradictions:
        sources = [_source(brief, statement) for statement in contradiction.statements]
        if all(sources):
            extra += told(brief, contradiction, [source for source in sources if source])
    return replace(composition, parts=(*composition.parts, *extra))


def _says(brief: Brief, statement: Statement) -> str:
    date = brief.wording.say("on", date=brief.wording.day(statement.date)) if statement.date else ""
    return brief.wording.say("says", title=plain(statement.title), date=date, value=plain(statement.value))


def _source(brief: Brief, statement: Statement) -> Source | None:
    passages = {item.passage.id: item.passage for finding in brief.findings for item in finding.evidence}
    passage = passages.get(statement.passage_id)
    if passage is None:
        return None
    at = passage.text.find(statement.quote)
    if at < 0:
        at = passage.text.find(statement.value)
    return sentence_at(passage, max(at, 0), max(at, 0) + 1)
