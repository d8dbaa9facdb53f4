"""Answers in the evidence: what a reader pointed at, made whole, weighed against the question, equal ones together.

The reader says where to look; code says which figure there is the one asked for. A reader that points at net profit
when revenue was asked, or at the column of another year, is put right by what each value is said of.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from services.core.domain.finding import Span
from services.core.domain.passage import Evidence, Passage
from services.factcheck import kinds
from services.factcheck.asked import Asked
from services.factcheck.clause_words import is_of_another_clause
from services.factcheck.demands import demanded
from services.factcheck.fit import OTHER, Fit, fit, says_all
from services.factcheck.holding import holding
from services.factcheck.labels import label_asked, labelled, without_label
from services.factcheck.lines import Line, all_lines, line_at, lines_of, own_values
from services.factcheck.looked_up import Found, looked_up
from services.factcheck.presence import UNKNOWN
from services.factcheck.ranked_years import ranked
from services.factcheck.related import of_another, related
from services.factcheck.rows import other_rows
from services.factcheck.same_values import same_value
from services.language.answer_edges import edged, named_in_full
from services.language.aspects import fits
from services.language.entities import name_key
from services.language.statements import Value, ValueKind, periods

_NEIGHBOUR = 0.85
_UNREAD_FIT = 0.8
_READER_SHARE = 0.38
_AGREED = 0.82
_STATED = 0.85
_MANY, _PARTLY = 3, 0.75
_NO_LABEL = 0.2
_AS_WELL = 0.9
# Their answers begin with small words that mean something: because of, by doing.
_PHRASES = ("reason", "definition", "yesno")


@dataclass(frozen=True, slots=True)
class Pointed:
    """What the reader said: `passage.text[start:end]`, how sure, and how likely the passage holds nothing."""

    passage: Passage
    start: int
    end: int
    score: float
    no_answer: float = 0.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One possible answer. `start` and `end` are offsets in the passage; `text` may have a table's unit added."""

    line: Line
    value: Value | None
    start: int
    end: int
    text: str
    fit: Fit
    reader: float
    documents: frozenset[tuple[str, int, str]] = frozenset()

    @property
    def score(self) -> float:
        """How good an answer it is, in [0, 1]: how it fits, how sure the reader is, how many documents say the same."""
        alone = self.fit.score * (1 - _READER_SHARE + _READER_SHARE * self.reader)
        return 1 - (1 - alone) * _AGREED ** max(0, len(self.documents) - 1)

    @property
    def span(self) -> Span:
        """The answer as it leaves the service."""
        return Span(self.line.passage.id, self.start, self.end, self.text, round(self.score, 4))


def candidates(asked: Asked, evidence: Sequence[Evidence], pointed: Iterable[Pointed]) -> list[Candidate]:
    """Possible answers, best first, equal ones merged."""
    if asked.is_bare:
        return []
    found: list[Candidate] = []
    read: set[tuple[str, int]] = set()
    for point in pointed:
        line = line_at(point.passage, point.start, point.end)
        if line is None:
            continue
        read.add((point.passage.id, line.start))
        found.extend(_at(asked, line, point))
    if kinds.wanted(asked):
        found.extend(_unread(asked, evidence, read))
    found.extend(_described(asked, each) for each in looked_up(asked, evidence))
    best = ranked(asked, evidence)
    if best:
        year = _described(asked, best[0])
        found.append(replace(year, value=None, text=best[1], fit=replace(year.fit, kind=1.0)))
    said = [_stated(asked, line, extent) for line, extent in related(asked, evidence)]
    found = [*said, *(_of_whom(asked, each, said) for each in found if not _is_beside(each, said))]
    label = label_asked(asked.text)
    if label:
        found = [replace(each, fit=replace(each.fit, kind=min(each.fit.kind, _NO_LABEL))) for each in found]
        plain = without_label(asked)
        found += [_labelled(plain, line, extent) for line, extent in labelled(asked, evidence, label)]
    kept = _in_row(asked, _in_time(asked, [each for each in found if not _is_given(asked, each)]))
    return merged(kept, exact_days=asked.expects == "date")


def _in_row(asked: Asked, found: Sequence[Candidate]) -> list[Candidate]:
    """Cells of other rows are figures of something else where the question says a row's label."""
    found = _in_sentence(asked, found)
    others = other_rows(asked.text, [each.line for each in found])
    return [
        replace(each, fit=replace(each.fit, aspect=min(each.fit.aspect, OTHER)))
        if (each.line.passage.id, each.line.start) in others
        else each
        for each in found
    ]


def _in_sentence(asked: Asked, found: Sequence[Candidate]) -> list[Candidate]:
    """Where a sentence says every word of the question, figures of other sentences of its passage are of something
    else."""
    if len(asked.words) < _MANY:
        return list(found)
    full = {each.line for each in found if _is_told_figure(each) and says_all(asked, each.line)}
    passages = {line.passage.id for line in full}
    return [
        replace(each, fit=replace(each.fit, aspect=min(each.fit.aspect, _PARTLY)))
        if each.line.passage.id in passages and each.line not in full and _is_told_figure(each)
        else each
        for each in found
    ]


def _is_told_figure(candidate: Candidate) -> bool:
    return candidate.value is not None and candidate.value.quantity is not None and not candidate.line.is_cell


def _in_time(asked: Asked, found: Sequence[Candidate]) -> list[Candidate]:
    """Names that a dated statement puts at another time are of that time where a statement has no date, too."""
    dated = [each for each in found if each.value and each.value.kind == "name" and asked.periods and _bounded(each)]
    dated = [each for each in dated if each.fit.name >= UNKNOWN and each.fit.aspect >= UNKNOWN]
    held = {each.value.key for each in dated if each.value and each.fit.period >= UNKNOWN}
    apart = {each.value.key for each in dated if each.value and each.fit.period < UNKNOWN} - held
    return [
        replace(each, fit=replace(each.fit, period=min(each.fit.period, OTHER)))
        if each.value and each.value.kind == "name" and each.value.key in apart
        else each
        for each in found
    ]


def _bounded(candidate: Candidate) -> bool:
    return candidate.value is not None and holding(candidate.line, candidate.value.start).bounded


def _is_given(asked: Asked, candidate: Candidate) -> bool:
    """What the question itself gives, or a piece of a name in it ("2077" of "Cyberpunk 2077"), is not its answer."""
    key = name_key(candidate.text)
    if any(key == named.key for named in asked.names) or candidate.text in asked.text:
        return candidate.value is not None
    return False


def merged(found: Iterable[Candidate], *, exact_days: bool = False) -> list[Candidate]:
    """Equal answers as one, the best of them, which knows all documents that say it. With `exact_days`, a day stands
    for its month or year."""
    groups: list[list[Candidate]] = []
    for candidate in sorted(found, key=lambda each: -each.score):
        group = next((group for group in groups if equal(group[0], candidate)), None)
        if group is None:
            groups.append([candidate])
        else:
            group.append(candidate)
    best = [
        replace(
            _exact(group) if exact_days else group[0],
            documents=frozenset(each.line.origin for each in group if each.fit.plain),
        )
        for group in groups
    ]
    return sorted(best, key=lambda each: -each.score)


def _exact(group: Sequence[Candidate]) -> Candidate:
    """The best of a group that names the day, where it fits about as well as the best of all, as sure as that one."""
    best = group[0]
    days = [each for each in group if each.value and each.value.days and each.value.days.grain == "day"]
    fitting = (each for each in days if each.fit.score >= _AS_WELL * best.fit.score)
    exact = next(fitting, best)
    return replace(exact, reader=max(exact.reader, best.reader))


def equal(a: Candidate, b: Candidate) -> bool:
    """Whether two candidates are the same answer."""
    if a.value and b.value and a.value.kind == b.value.kind:
        return same_value(a.value, b.value)
    left, right = name_key(a.text), name_key(b.text)
    return bool(left) and left == right


def _at(asked: Asked, line: Line, point: Pointed) -> Iterable[Candidate]:
    """The span itself, and the other values of the expected kind beside it."""
    if asked.expects not in _PHRASES:
        point = _edged(line, point)
    sure = point.score * (1 - 0.5 * point.no_answer)
    want = kinds.wanted(asked)
    own = _own_value(line, point, want)
    yield _candidate(asked, line, own, reader=sure, point=point)
    want = want or _figure_pointed_at(asked, line, point)
    if want is None:
        return
    beside = lines_of(line.passage) if line.is_cell else (line,)
    for other in beside:
        if other.is_cell != line.is_cell:
            continue
        for value in other.values:
            if value.kind == want and not (other is line and value is own) and _may_answer(asked, value):
                yield _candidate(asked, other, value, reader=sure * _NEIGHBOUR)


def _figure_pointed_at(asked: Asked, line: Line, point: Pointed) -> ValueKind | None:
    """Where a question of any kind names a time and a figure is pointed at: the figure of that time is meant."""
    if not asked.periods or asked.expects not in ("thing", "list"):
        return None
    left, right = point.start - line.start, point.end - line.start
    told = [value for value in line.values if value.quantity and value.start < right and left < value.end]
    covered = sum(min(right, value.end) - max(left, value.start) for value in told)
    return "quantity" if covered * 2 > right - left else None


def _edged(line: Line, point: Pointed) -> Pointed:
    """The span within its line, without small words at its ends where anything else is left."""
    start, end = edged(line.passage.text, max(line.start, point.start), min(line.end, point.end))
    start, end = named_in_full(line.passage.text, start, end)
    return replace(point, start=start, end=end) if start < end else point


def _unread(asked: Asked, evidence: Sequence[Evidence], read: set[tuple[str, int]]) -> Iterable[Candidate]:
    """Values that fit well where the reader saw nothing."""
    want = kinds.wanted(asked)
    for line in all_lines(evidence):
        if (line.passage.id, line.start) in read:
            continue
        for value in line.values:
            if value.kind != want or not _may_answer(asked, value):
                continue
            candidate = _candidate(asked, line, value, reader=0.0)
            if candidate.fit.score >= _UNREAD_FIT and candidate.fit.kind >= 0.6:
                # The better all parts fit, the less a reader is needed to see it.
                yield replace(candidate, reader=0.3 + 0.25 * (candidate.fit.score - _UNREAD_FIT) / (1 - _UNREAD_FIT))


def _stated(asked: Asked, line: Line, extent: tuple[int, int]) -> Candidate:
    """What a set phrase gives: nothing about it is left to a reader."""
    start, end = extent
    text = line.passage.text[start:end]
    days = [each for each in line.values if each.kind == "date" and each.start < end - line.start]
    value = next((each for each in days if start - line.start < each.end), None)
    return Candidate(
        line=line,
        value=_narrowed(value, extent, line) if value and kinds.wanted(asked) == "date" else None,
        start=start,
        end=end,
        text=text,
        fit=Fit(1.0, 1.0, 1.0, 1.0),
        reader=_STATED,
        documents=frozenset({line.origin}),
    )


def _labelled(asked: Asked, line: Line, extent: tuple[int, int]) -> Candidate:
    start, end = extent
    return Candidate(
        line=line,
        value=None,
        start=line.start + start,
        end=line.start + end,
        text=line.text[start:end],
        fit=fit(asked, line, None),
        reader=_STATED,
        documents=frozenset({line.origin}),
    )


def _described(asked: Asked, found: Found) -> Candidate:
    """What a table gives for the row, the column and the time of the question."""
    line, value = found.line, found.value
    start, end, text = _extent(line, value, None)
    how = Fit(
        1.0,
        max(0.0, min(1.0, 1.5 * found.words - 0.4)),
        found.period,
        kinds.worth_in_row(asked, value, text, said=found.words),
    )
    told = demanded(how, asked, line, value=value, trust=1.0)
    return Candidate(
        line=line,
        value=value,
        start=start,
        end=end,
        text=text,
        # That a row counts a part only is for its label to say, and the label was weighed.
        fit=replace(how, name=told.name, aspect=how.aspect if told.aspect > OTHER else told.aspect),
        reader=_STATED,
        documents=frozenset({line.origin}),
    )


def _of_whom(asked: Asked, candidate: Candidate, said: Sequence[Candidate]) -> Candidate:
    """Where the answer is stated of the very thing, a value in a sentence about another thing is that other's."""
    if not said or any(equal(each, candidate) for each in said) or not of_another(asked, candidate.line):
        return candidate
    return replace(candidate, fit=replace(candidate.fit, name=min(candidate.fit.name, OTHER)))


def _narrowed(value: Value, extent: tuple[int, int], line: Line) -> Value:
    """The one date of a life that is meant: "1 May 1920" of "1 May 1920 – 3 June 1970" is not any day between."""
    start, end = extent[0] - line.start, extent[1] - line.start
    text = line.passage.text[slice(*extent)]
    days = periods(text)
    if len(days) != 1 or (start <= value.start and value.end <= end):
        return value
    return replace(value, start=start, end=end, text=text, days=replace(days[0], start=start, end=end))


def _is_beside(candidate: Candidate, said: Sequence[Candidate]) -> bool:
    """Another value of a line that states the answer: the father where the mother is asked for and named."""
    return any(each.line is candidate.line for each in said) and not any(equal(each, candidate) for each in said)


def _may_answer(asked: Asked, value: Value) -> bool:
    """A name that the reader did not point at answers only when it is said of the very role or event asked about."""
    if value.kind != "name":
        return True
    return bool(asked.aspects) and fits(asked.aspects, value.aspects) and not value.carried


def _own_value(line: Line, point: Pointed, want: str | None) -> Value | None:
    """The value of the expected kind under the reader's finger."""
    if line.is_cell:
        return next((value for value in own_values(line) if want is None or value.kind == want), None)
    left, right = point.start - line.start, point.end - line.start
    touching = [value for value in line.values if value.start < right and left < value.end]
    wanted = [value for value in touching if value.kind == want]
    return max(wanted, key=lambda value: min(right, value.end) - max(left, value.start), default=None)


def _candidate(
    asked: Asked, line: Line, value: Value | None, *, reader: float, point: Pointed | None = None
) -> Candidate:
    start, end, text = _extent(line, value, point)
    trust = reader if point else 0.0
    how = fit(asked, line, value, kind=kinds.worth(asked, value, text) * kinds.exactness(line.text, value), trust=trust)
    if value is not None and is_of_another_clause(asked, line, value):
        how = replace(how, aspect=min(how.aspect, _PARTLY))
    return Candidate(
        line=line,
        value=value,
        start=start,
        end=end,
        text=text,
        fit=demanded(how, asked, line, value=value, trust=trust),
        reader=max(0.0, min(1.0, reader)),
        documents=frozenset({line.origin}),
    )


def _extent(line: Line, value: Value | None, point: Pointed | None) -> tuple[int, int, str]:
    if line.is_cell:
        return line.start, line.end, value.text if value else line.passage.text[line.start : line.end]
    if value is not None:
        start, end = line.start + value.start, line.start + value.end
        if point and value.kind == "name":
            start, end = named_in_full(line.passage.text, *_with_span(line, (start, end), point))
        return start, end, line.passage.text[start:end]
    if point:
        start, end = max(line.start, point.start), min(line.end, point.end)
        return start, end, line.passage.text[start:end].strip()
    return line.start, line.end, line.text


def _with_span(line: Line, extent: tuple[int, int], point: Pointed) -> tuple[int, int]:
    """A name and the span that holds it whole: the reader may know a longer name than the rules do."""
    start, end = extent
    if point.start <= start and end <= point.end and point.end - point.start <= end - start + 12:
        return max(line.start, point.start), min(line.end, point.end)
    return extent
