"""How well a value in the evidence fits what is asked: the right thing, the right measure, the right time, the right
kind.

Each part is in [0, 1]. A part that the text contradicts (another company, net profit for revenue, 2021 for 2022) is
low, one that it leaves open is in between: silence is not agreement, but it is no disagreement either.
"""

import re
from dataclasses import dataclass
from functools import lru_cache, partial

from services.core.domain.passage import Passage
from services.factcheck.asked import Asked, Named
from services.factcheck.holding import holding
from services.factcheck.lines import Line, led_by
from services.factcheck.measured import is_countable
from services.factcheck.placing import is_placed
from services.factcheck.presence import UNKNOWN, comparable_script, names_sibling, partly_present, present
from services.factcheck.prevailing import year_of
from services.factcheck.validity import is_snapshot, is_to_be
from services.language.aspects import aspects, fits, keys
from services.language.lexicon.aspects import FLOWS, MEASURES
from services.language.lexicon.synonyms import synonyms
from services.language.sentences import is_row
from services.language.statements import Days, Value, is_planned, periods
from services.language.tokens import content_tokens, tokens

OTHER = 0.25
SILENT = 0.8
_IN_PASSING = 0.85
_THAT_SPAN, _THAT_START = 0.85, 0.72
_ELSEWHERE = 0.45
_PLAN_FOR_FACT = 0.4
_TRUST = 0.7
_HOLDERS = ("person", "org")
_SOME_TIME = 0.85
_NOT_LONG = 370
_NEARLY_YEAR = 350
_SHORT_SPAN = re.compile(
    r"\b(?:three|six|nine|3|6|9)[ -]months?\b|\bquarter(?:ly)?\b|\bhalf[ -]year|季度|半年", re.IGNORECASE
)
_ANOTHER_NOUN = 0.35
_PARTS = {"name": 0.34, "aspect": 0.36, "period": 0.18, "kind": 0.12}


@dataclass(frozen=True, slots=True)
class Fit:
    """Parts in [0, 1]. `lacking` says in words what is not there, by part."""

    name: float
    aspect: float
    period: float
    kind: float
    lacking: tuple[tuple[str, str], ...] = ()

    @property
    def score(self) -> float:
        """All parts as one: their weighted mean, held down by the worst, because one wrong part makes a wrong
        answer."""
        parts = {"name": self.name, "aspect": self.aspect, "period": self.period, "kind": self.kind}
        mean = sum(weight * parts[part] for part, weight in _PARTS.items())
        return min(mean, 0.25 + 0.75 * min(self.name, self.aspect, self.period, 0.2 + 0.8 * self.kind))

    @property
    def plain(self) -> bool:
        """Whether nothing about it is wrong: it may speak for or against an answer."""
        return min(self.name, self.aspect, self.period) >= UNKNOWN


def fit(asked: Asked, line: Line, value: Value | None, *, kind: float = 1.0, trust: float = 0.0) -> Fit:
    """How a value of a line, or the line as a whole, fits the question.

    `trust` in [0, 1] is a reader's: it may know "assembled" for "made", where words alone do not meet.
    """
    lacking: list[tuple[str, str]] = []
    name = _names(asked, line, value, lacking=lacking)
    aspect = _aspect(asked, line, value, lacking=lacking, trust=trust)
    period = _period(asked, line, value, lacking=lacking)
    if name >= UNKNOWN and _is_of_that_span(asked, line):
        aspect, lacking = max(aspect, _THAT_SPAN), [each for each in lacking if each[0] not in ("aspect", "words")]
    elif name >= UNKNOWN and _begins_then(asked, line):
        aspect = max(aspect, _THAT_START)
    return Fit(name, aspect, period, kind, tuple(lacking))


def _begins_then(asked: Asked, line: Line) -> bool:
    """Whether a line tells of something in the year, and the month where one is given, in which the years asked about
    begin: "In May 1951 she was made colonel" for her rank from May 1951 to 1953."""
    starts = [each.first for each in asked.periods if each.last.year > each.first.year]
    said = [each for each in periods(line.text) if each.grain in ("day", "month", "year")] if starts else []
    return any(
        each.first.year == start.year and (each.grain == "year" or start.month in (1, each.first.month))
        for start in starts
        for each in said
    )


def _is_of_that_span(asked: Asked, line: Line) -> bool:
    """Whether a line gives the very years, several, that are asked about: "2004–2012: Ivo Brandt" in a list of mayors
    says who led the town then, in whatever words."""
    spans = {(each.first.year, each.last.year) for each in asked.periods if each.last.year > each.first.year}
    return bool(spans) and any((each.first.year, each.last.year) in spans for each in periods(line.text))


def _names(asked: Asked, line: Line, value: Value | None, *, lacking: list[tuple[str, str]]) -> float:
    if not asked.names:
        return 1.0
    scores = []
    titled = any(_has(named, line.around) >= 0.97 for named in asked.names if not named.passing)
    for named in asked.names:
        score = standing(named, line, value)
        if named.passing and titled and not names_sibling(named.key, line.text):
            score = max(score, _IN_PASSING)
        scores.append(score)
        if score < UNKNOWN:
            lacking.append(("name", named.text))
    return 0.5 * min(scores) + 0.5 * sum(scores) / len(scores)


def standing(named: Named, line: Line, value: Value | None) -> float:
    """How surely a line is about a name: in the line, in its title or section, in the sentences that it goes on
    from."""
    here, around = _has(named, line.text), 0.97 * _has(named, line.around)
    if here < 0.97 and names_sibling(named.key, line.text):
        return OTHER
    if here >= 0.97 and value is not None and is_row(line.text) and _is_of_another(named, value):
        return OTHER
    best = max(here, around)
    if best >= 0.97:
        return best
    others = (
        line.is_cell
        or value is not None
        and any(key not in (named.key, value.key) for key in line_subjects(line, value))
    )
    if not others and any(_has(named, before.text) >= 0.97 for before in led_by(line)):
        return 0.95
    whole = _has(named, line.passage.text)
    if whole >= 0.97:
        return max(best, _ELSEWHERE if others else 0.8)
    best = max(best, 0.9 * whole)
    if best == 0.0 and not comparable_script(named.key, f"{line.around} {line.passage.text}"):
        return UNKNOWN
    return best


def _is_of_another(named: Named, value: Value) -> bool:
    """In a row of several things each with its figure: whether the figure is another's."""
    return bool(value.subjects) and not any(_has(named, key) >= 0.97 for key in (*value.subjects, value.key))


def line_subjects(line: Line, value: Value) -> tuple[str, ...]:
    """Names that the line itself gives to a value, without those of its title."""
    context = set(line.context.subjects)
    return tuple(key for key in value.subjects if key not in context or present(key, line.text) >= 0.97)


def _has(named: Named, text: str) -> float:
    here = partly_present(named.key, text) if named.loose else present(named.key, text)
    return max([here, *(present(alias, text) for alias in named.aliases)])


def _aspect(asked: Asked, line: Line, value: Value | None, *, lacking: list[tuple[str, str]], trust: float) -> float:
    share = _word_share(asked, line)
    parts = [share + (1 - share) * _TRUST * trust] if asked.words else []
    said = frozenset(each.key for each in aspects(line.text)) | line.context.aspects
    for key in asked.aspects:
        score = 0.95 if key == "location" and is_placed(asked, line, value) else _said(key, said, value)
        parts.extend([score, score])
        if score < UNKNOWN:
            lacking.append(("aspect", asked.name_of(key)))
    if not parts:
        return 1.0
    score = sum(parts) / len(parts)
    if value is not None and value.quantity and _is_uncounted(asked, line):
        # Containers are no cranes; only a reader may know that two nouns mean one thing.
        lacking.append(("words", " ".join(asked.written(asked.counted))))
        return min(score, OTHER + _ANOTHER_NOUN * trust)
    if not asked.aspects and score < 0.5:
        lacking.append(("words", " ".join(asked.written(unsaid_words(asked, line)))))
    if _is_yet_to_come(asked, line, value):
        score *= _PLAN_FOR_FACT
    if not asked.aspects or asked.aspects == {"location"} and is_placed(asked, line, value):
        return score
    return min(score, 0.15 + max(_said(key, said, value) for key in asked.aspects))


def _is_yet_to_come(asked: Asked, line: Line, value: Value | None) -> bool:
    """A plan for a fact, or someone who is to hold an office for the one who holds it until then."""
    if is_planned(asked.text):
        return False
    if value is None or value.kind == "name":
        if asked.today is None or asked.expects not in _HOLDERS or holding(line, value.start if value else 0).last:
            return False
        return is_to_be(line.text) or value is not None and value.planned
    return value.planned


def _is_uncounted(asked: Asked, line: Line) -> bool:
    """Whether the line lacks the noun that is measured, though its script could hold it.

    A reservoir that "holds 3 million cubic metres" need not say water when all else of the question is there.
    """
    missing = unsaid_words(asked, line)
    lacking, others = asked.counted & missing, asked.words - asked.counted
    if not is_countable(asked.text) and others and not others & missing:
        return False
    return any(comparable_script(word, f"{line.text} {line.around}") for word in lacking)


def _said(key: str, said: frozenset[str], value: Value | None) -> float:
    """1 when the value is said of the aspect; low when it is said of another one; between when nothing is said."""
    if value is not None and value.aspects:
        if fits({key}, value.aspects):
            return 0.8 if value.carried else 1.0
        return _ELSEWHERE if fits({key}, said) and key not in MEASURES else OTHER
    if fits({key}, said):
        return 0.95
    return 0.4 if not said else OTHER + 0.1


def _word_share(asked: Asked, line: Line) -> float:
    missing = unsaid_words(asked, line)
    if not missing:
        return 1.0
    further = _passage_words(line.passage)
    half = sum(0.5 for word in missing if word in further)
    return (len(asked.words) - len(missing) + half) / len(asked.words)


def says_all(asked: Asked, line: Line) -> bool:
    """Whether every further word of the question stands in the line, its title or its section."""
    return not unsaid_words(asked, line)


def unsaid_words(asked: Asked, line: Line) -> frozenset[str]:
    """Further words of the question that a line, its title and its section say neither as they are nor otherwise."""
    said_words = _line_words(line)
    missing = frozenset(word for word in asked.words - said_words if not synonyms(word) & said_words)
    if missing and asked.beside:
        said = _line_aspects(line)
        met = " ".join(asked.text[each.start : each.end] for each in asked.beside if each.key in said)
        missing -= frozenset(content_tokens(met))
    return missing


@lru_cache(maxsize=8_192)
def _line_aspects(line: Line) -> frozenset[str]:
    return keys(f"{line.text} {line.around}")


@lru_cache(maxsize=8_192)
def _line_words(line: Line) -> frozenset[str]:
    return frozenset(content_tokens(f"{line.text} {line.around}"))


@lru_cache(maxsize=1_024)
def _passage_words(passage: Passage) -> frozenset[str]:
    return frozenset(tokens(passage.text))


def _period(asked: Asked, line: Line, value: Value | None, *, lacking: list[tuple[str, str]]) -> float:
    validity = holding(line, value.start if value else 0)
    if asked.today:
        if not validity.bounded or asked.expects in ("date", "year"):
            return 1.0
        return 1.0 if validity.holds_in(asked.today, asked.today) else OTHER
    if not asked.periods:
        return 1.0
    if validity.bounded and not (value and value.kind == "date"):
        score = max(1.0 if validity.holds_in(each.first, each.last) else OTHER for each in asked.periods)
    else:
        year = year_of(asked, line.passage)
        score = max(_met(each, line, value, year=year) for each in asked.periods)
    if score < UNKNOWN:
        lacking.append(("period", _written(asked.periods[0], asked.text)))
    return score


def _met(asked: Days, line: Line, value: Value | None, *, year: Days | None) -> float:
    if value is not None and value.kind == "date" and value.days:
        own: tuple[Days, ...] = (value.days,)
    elif value is not None and value.period:
        own = (value.period,)
        if _is_other_span(asked, value, line.text):
            return _ELSEWHERE
    else:
        around = line.context.period or year
        own = tuple(periods(line.text)) or ((around,) if around else ())
    if own:
        met = [each for each in own if asked.meets(each)]
        if not met and any(_was_so(asked, line, value, at=each) for each in own):
            return _SOME_TIME
        return max(map(partial(_closeness, asked, value), met)) if met else _apart(asked, line, value)
    written = line.passage.date
    if written is None:
        return SILENT
    if written < asked.first:
        return 0.4
    return 0.9 if (written - asked.last).days < 400 else 0.7


def _was_so(asked: Days, line: Line, value: Value | None, *, at: Days) -> bool:
    """Whether an office is found to be someone's not long after the time asked about."""
    if value is None or value.kind != "name" or not is_snapshot(line.text, at):
        return False
    return 0 <= (at.first - asked.last).days < _NOT_LONG


def _closeness(asked: Days, value: Value | None, met: Days) -> float:
    """A title that names the year only says that someone held an office at some time of it."""
    spans = (met.last - met.first).days > (asked.last - asked.first).days
    return _SOME_TIME if value is not None and value.kind == "name" and met.start < 0 and spans else 1.0


def _is_other_span(asked: Days, value: Value, text: str) -> bool:
    """A flow of a quarter is not that of the year, nor the other way round. The day on which books are closed stands
    for the year that ends then."""
    if value.period is None or not value.aspects or not value.aspects <= FLOWS or not asked.meets(value.period):
        return False
    long = (asked.last - asked.first).days > _NEARLY_YEAR
    if long and (value.period.grain == "day" or (value.period.last - value.period.first).days > _NEARLY_YEAR):
        return _SHORT_SPAN.search(text) is not None
    return (asked.first, asked.last) != (value.period.first, value.period.last)


def _apart(asked: Days, line: Line, value: Value | None) -> float:
    """Another period: plainly so for figures; a birth or founding date in the line says nothing about when the rest
    held."""
    if value is not None and value.kind == "name" and not any(asked.meets(each) for each in periods(line.text)):
        return 0.55
    return OTHER


def _written(period: Days, text: str) -> str:
    if period.start >= 0:
        return text[period.start : period.end]
    if (period.first.month, period.first.day, period.last.month, period.last.day) == (1, 1, 12, 31):
        return str(period.first.year)
    return f"{period.first.isoformat()} – {period.last.isoformat()}"
