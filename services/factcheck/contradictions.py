"""Where sources disagree about what is asked.

Two statements disagree when they answer the same question (same thing, same measure, same time), come from different
documents and give values that cannot both be true. Not so: different periods, things or measures; one value in two
units or roundings; a plan against what came of it; a state that changed on a stated date. A false alarm on a plain
question is worse than a missed one, so whatever a statement leaves open speaks against a disagreement.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from services.core.domain.answer import Contradiction, Statement
from services.core.domain.finding import Finding, Span
from services.factcheck import kinds
from services.factcheck.asked import Asked
from services.factcheck.clause_variants import clause_variants
from services.factcheck.fit import fit, line_subjects, says_all, standing
from services.factcheck.holding import holding
from services.factcheck.lines import Line, all_lines
from services.factcheck.names_apart import may_be_one
from services.factcheck.one_document import of_one_matter, of_other_scope
from services.factcheck.preference import preferred
from services.factcheck.presence import UNKNOWN, present
from services.factcheck.same_values import same_value
from services.factcheck.validity import Validity
from services.factcheck.variants import variant_of
from services.language.aspects import fits
from services.language.negation import negated
from services.language.open_questions import wants_passage
from services.language.openings import opening
from services.language.statements import Value
from services.language.units import BASES

_MOST = 3
_WORDS_SHARED = 0.5
_APPROXIMATE = 0.02
_MOST_LINES = 60
_SURE = 0.9


@dataclass(frozen=True, slots=True)
class Sighting:
    """A line that answers the question, with its value and how well it fits."""

    line: Line
    value: Value
    score: float

    @property
    def validity(self) -> Validity:
        """When it held, as far as its sentence says."""
        return holding(self.line, self.value.start)


def contradictions(asked: Asked, finding: Finding) -> list[Contradiction]:
    """Disagreements among the evidence of one finding about its question, most important first."""
    if wants_passage(asked.text):
        return []  # Two pieces of advice complement each other.
    lines = all_lines(finding.evidence)
    group = _by_value(asked, lines) or _by_wording(asked, finding, lines) or _by_clause(asked, finding, lines)
    return [_told(asked, group)] if group else []


def _by_value(asked: Asked, lines: Sequence[Line]) -> list[Sighting]:
    """Statements that answer the question by a figure, a date or a name that fits in every part."""
    want = kinds.wanted(asked)
    if want is None or not (asked.names or asked.words):
        return []
    lines = [line for line in lines if says_all(asked, line)]
    sightings = [sighting for line in lines for sighting in _sightings(asked, line, want)]
    return _disagreeing(_best_of_each(sightings)) or _within_one(asked, sightings)


def _sightings(asked: Asked, line: Line, want: str) -> Iterable[Sighting]:
    for value in line.values:
        if value.kind != want or kinds.worth(asked, value) < 0.6:
            continue
        if value.kind == "name" and any(named.key == value.key for named in asked.names):
            continue
        if _is_of_another(asked, line, value) or _is_of_any_time(asked, value):
            continue
        if not _said_of_it(asked, value) or any(standing(named, line, value) < 0.95 for named in asked.names):
            continue
        if value.kind == "name" and (value.carried or not asked.names or kinds.worth(asked, value) < 0.85):
            continue
        how = fit(asked, line, value, kind=kinds.worth(asked, value))
        if how.plain and how.score >= 0.75:
            yield Sighting(line, value, how.score)


def _is_of_another(asked: Asked, line: Line, value: Value) -> bool:
    """A figure or date that its sentence gives to another thing beside the one asked about: "A, B and C made 6, 4 and
    3 tonnes respectively"."""
    given = line_subjects(line, value)
    if value.kind == "name" or line.is_cell or not given:
        return False
    keys = [key for each in asked.names if present(each.key, line.text) >= _SURE for key in (each.key, *each.aliases)]
    return bool(keys) and not any(present(key, name) >= _SURE for key in keys for name in given)


def _is_of_any_time(asked: Asked, value: Value) -> bool:
    """A figure without a time, for a question that names one: it may be of another year."""
    return value.kind == "quantity" and value.period is None and any(each.start >= 0 for each in asked.periods)


def _said_of_it(asked: Asked, value: Value) -> bool:
    """The value must be said of the very aspect asked; a question without one needs the wording to match instead."""
    if asked.aspects:
        return fits(asked.aspects, value.aspects)
    return False


def _best_of_each(sightings: Sequence[Sighting]) -> list[Sighting]:
    """One sighting a document and value: the best. A document that gives several values itself is read at its best
    fit."""
    best: dict[tuple[str, int, str], Sighting] = {}
    for sighting in sorted(sightings, key=lambda each: -each.score):
        best.setdefault(sighting.line.origin, sighting)
    return list(best.values())


def _within_one(asked: Asked, sightings: Sequence[Sighting]) -> list[Sighting]:
    """Two statements of one document about the very same."""
    sure = [each for each in sightings if each.score >= _SURE and not each.value.carried]
    known = frozenset(named.key for named in asked.names)
    for ours, theirs in combinations(sure, 2):
        pair = (ours.line, ours.value), (theirs.line, theirs.value)
        if not _same_document(ours, theirs) or not of_one_matter(*pair, known=known):
            continue
        if _values_disagree(ours, theirs) and _same_time(ours, theirs):
            return [ours, theirs]
    return []


def _by_wording(asked: Asked, finding: Finding, lines: Sequence[Line]) -> list[Sighting]:
    """Statements about what is asked that are word for word the same but for the answer."""
    near = [line for line in lines if _is_near(asked, line)][:_MOST_LINES]
    for ours, theirs in combinations(near, 2):
        if ours.origin == theirs.origin or _other_times(ours, theirs):
            continue
        pair = variant_of(ours, theirs)
        if pair is None:
            continue
        group = [Sighting(ours, pair[0], 1.0), Sighting(theirs, pair[1], 1.0)]
        if _answers(asked, group, finding) and _may_disagree(*group):
            return group
    return []


def _by_clause(asked: Asked, finding: Finding, lines: Sequence[Line]) -> list[Sighting]:
    """Statements of which only the clause that answers is the same, but for the answer."""
    near = [line for line in lines if _is_near(asked, line)][:_MOST_LINES]
    for ours, theirs in combinations(near, 2):
        if ours.origin == theirs.origin or _other_times(ours, theirs):
            continue
        for value, other in clause_variants(asked, ours, theirs):
            group = [Sighting(ours, value, 1.0), Sighting(theirs, other, 1.0)]
            if _answers(asked, group, finding) and _may_disagree(*group):
                return group
    return []


def _is_near(asked: Asked, line: Line) -> bool:
    about = fit(asked, line, None)
    return min(about.name, about.aspect) >= _WORDS_SHARED and about.period >= UNKNOWN


def _answers(asked: Asked, group: Sequence[Sighting], finding: Finding) -> bool:
    """Whether the differing value is of the kind asked for, or was read as an answer on either side."""
    want = kinds.wanted(asked)
    if want is not None and all(each.value.kind == want and kinds.worth(asked, each.value) >= 0.6 for each in group):
        return True
    return any(_is_read(each, span) for each in group for span in finding.sufficiency.spans)


def _is_read(sighting: Sighting, span: Span) -> bool:
    start = sighting.line.start + sighting.value.start
    end = sighting.line.start + sighting.value.end
    return span.passage_id == sighting.line.passage.id and span.start < end and start < span.end


def _other_times(a: Line, b: Line) -> bool:
    """Two reports of one form, of two periods: their titles or sections say so."""
    first, second = a.context.period, b.context.period
    return first is not None and second is not None and not first.meets(second)


def _disagreeing(sightings: Sequence[Sighting]) -> list[Sighting]:
    """The sightings of the largest disagreement: the best of each value, those that a change explains left out."""
    pairs = [pair for pair in combinations(sightings, 2) if _may_disagree(*pair) and _same_time(*pair)]
    if not pairs:
        return []
    involved = {id(each): each for pair in pairs for each in pair}
    distinct: list[Sighting] = []
    for sighting in sorted(involved.values(), key=lambda each: (-round(each.score, 1), _coarseness(each.value))):
        if not any(same_value(sighting.value, known.value) for known in distinct):
            distinct.append(sighting)
    return distinct[:_MOST] if len(distinct) > 1 else []


def _coarseness(value: Value) -> int:
    """Of equal dates the more exact one is told."""
    return (value.days.last - value.days.first).days if value.days else 0


def _may_disagree(a: Sighting, b: Sighting) -> bool:
    return not _same_document(a, b) and _values_disagree(a, b)


def _same_document(a: Sighting, b: Sighting) -> bool:
    return a.line.origin == b.line.origin


def _values_disagree(a: Sighting, b: Sighting) -> bool:
    if of_other_scope((a.line, a.value), (b.line, b.value)):
        return False
    if a.value.planned != b.value.planned or negated(a.line.text) != negated(b.line.text):
        return False
    if same_value(a.value, b.value) or _roughly(a.value, b.value) or _of_other_kinds(a.value, b.value):
        return False
    if a.value.kind == b.value.kind == "name" and may_be_one(a.value, b.value):
        return False
    return not _explained_by_change(a, b)


def _of_other_kinds(a: Value, b: Value) -> bool:
    """Tonnes and hours, or tonnes and a bare number: such figures measure different things."""
    if not a.quantity or not b.quantity:
        return False
    first, second = (BASES[each.unit][0] if each.unit in BASES else "" for each in (a.quantity, b.quantity))
    return first != second


def _roughly(a: Value, b: Value) -> bool:
    """ "About 500" and 497: a rounding that announces itself."""
    if not a.quantity or not b.quantity or a.quantity.unit != b.quantity.unit:
        return False
    left, right = abs(a.quantity.value), abs(b.quantity.value)
    precise = max(a.quantity.precision, b.quantity.precision)
    near = abs(left - right) <= precise / 2 or (left and right and abs(left - right) / max(left, right) <= _APPROXIMATE)
    exact = min(a.quantity.precision, b.quantity.precision)
    return bool(near) and precise > exact


def _same_time(a: Sighting, b: Sighting) -> bool:
    """Whether both are said of one time: of the same period, or neither of any. Dates and names answer for
    themselves."""
    if a.value.kind == "date":
        return True
    first, second = a.value.period, b.value.period
    if first and second:
        return (first.first, first.last) == (second.first, second.last)
    if a.value.kind == "name":
        return True
    return first is None and second is None


def _explained_by_change(a: Sighting, b: Sighting) -> bool:
    """A state that one statement begins or ends on a date is a change, not a disagreement, unless both hold at once."""
    if a.value.kind == "date":
        return False  # The date is what is asked: it begins nothing that the other ends.
    left, right = a.validity, b.validity
    if not left.bounded and not right.bounded:
        return False
    if not left.overlaps(right):
        return True
    if left.bounded and right.bounded:
        return False
    bounded, free = (left, b) if left.bounded else (right, a)
    written = free.line.passage.date
    if bounded.first:
        # What was written before the change, or undated, tells the state before it.
        return written is None or written < bounded.first
    return written is None or (bounded.last is not None and written > bounded.last)


def _told(asked: Asked, group: Sequence[Sighting]) -> Contradiction:
    statements = tuple(
        Statement(
            value=each.value.text,
            passage_id=each.line.passage.id,
            title=each.line.passage.title or opening(each.line.passage.text),
            quote=each.line.text,
            date=each.line.passage.date,
        )
        for each in group
    )
    index, reason = preferred(group_lines(group), "zh" if asked.language == "zh" else "en")
    return Contradiction(_topic(asked), statements, index, reason)


def group_lines(group: Sequence[Sighting]) -> list[Line]:
    """The lines of a group, in order."""
    return [each.line for each in group]


def _topic(asked: Asked) -> str:
    names = [named.text for named in asked.names]
    measures = [asked.name_of(key) for key in sorted(asked.aspects)]
    times = [asked.text[each.start : each.end] for each in asked.periods if each.start >= 0]
    topic = ("" if asked.language == "zh" else " ").join([*names, *times, *measures])
    return topic or asked.text
