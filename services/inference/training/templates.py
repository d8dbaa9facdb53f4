"""Made-up passages with figures and posts by subject, measure and period, and questions whose answer is known.

Each comes with passages that have everything but what was asked for: another period, another measure, another subject.
Tables are written as they reach a reader: rows in words, rows with bars, or sentences.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from services.inference.training.near_misses import Passage
from services.inference.training.template_words import LANGUAGES, Language, Measure, Theme

_MARK = "\x00"
_ORDINALS = {"en": ("first", "second", "third", "fourth"), "zh": ("一", "二", "三", "四")}


@dataclass(frozen=True, slots=True)
class Synthetic:
    """A question, a passage that answers it, and passages that nearly do."""

    question: str
    passage: Passage
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Grid:
    """Values by subject, measure and period."""

    subjects: Sequence[str]
    measures: Sequence[str]
    periods: Sequence[str]
    values: dict[tuple[str, str, str], str]

    def without(self, axis: int, name: str) -> "_Grid":
        axes = [list(self.subjects), list(self.measures), list(self.periods)]
        axes[axis] = [one for one in axes[axis] if one != name]
        return _Grid(axes[0], axes[1], axes[2], self.values)


def synthetic(language: str, rng: random.Random) -> Synthetic:
    """One question of the kind, with passages of about 30 to 150 tokens."""
    words = LANGUAGES[language]
    return _post(words, rng) if rng.random() < 0.2 else _figure(words, rng)


def _figure(words: Language, rng: random.Random) -> Synthetic:
    theme = rng.choice(words.themes)
    many = rng.random() < 0.3
    subjects = _distinct(lambda: _subject(theme, rng), rng.randint(2, 3) if many else rng.randint(1, 2))
    measures = rng.sample(theme.measures, rng.randint(2, 4))
    periods = _periods(words, rng)
    units = {one.name: rng.choice(one.units) for one in measures}
    values = {
        (subject, one.name, period): _value(one, units[one.name], rng)
        for subject in subjects
        for one in measures
        for period in periods
    }
    grid = _Grid(subjects, [one.name for one in measures], periods, values)
    target = (rng.choice(subjects), measures[0].name, rng.choice(periods))
    question = rng.choice(words.questions).format(s=target[0], m=target[1], p=target[2])
    layout = rng.choice((_sentences, _rows, _bars, _bars))
    near = [layout(words, grid.without(2, target[2]), rng), layout(words, grid.without(1, target[1]), rng)]
    other = _distinct(lambda: _subject(theme, rng), 1)[0]
    moved = {(other if key[0] == target[0] else key[0], *key[1:]): value for key, value in values.items()}
    stand_in = _Grid([other if one == target[0] else one for one in subjects], grid.measures, periods, moved)
    near.append(layout(words, stand_in, rng))
    marked = {**values, target: f"{_MARK}{values[target]}{_MARK}"}
    return Synthetic(
        question, _unmarked(layout(words, _Grid(subjects, grid.measures, periods, marked), rng)), tuple(near)
    )


def _sentences(words: Language, grid: _Grid, rng: random.Random) -> str:
    told = [
        rng.choice(words.sentences).format(s=s, m=m, p=p, v=grid.values[s, m, p])
        for s in grid.subjects
        for m in grid.measures
        for p in grid.periods
    ]
    told = _least(told, rng, 8)
    if rng.random() < 0.5:
        told.insert(rng.randint(0, len(told)), rng.choice(words.fillers))
    return ("" if words.code == "zh" else " ").join(told)


def _rows(words: Language, grid: _Grid, rng: random.Random) -> str:
    form = rng.choice(words.rows)
    told = [
        form.format(s=s, m=m, p=p, v=grid.values[s, m, p])
        for s in grid.subjects
        for m in grid.measures
        for p in grid.periods
    ]
    return "\n".join(_least(told, rng, 10))


def _bars(words: Language, grid: _Grid, rng: random.Random) -> str:
    """A table a subject: measures down and periods across."""
    lines: list[str] = []
    for subject in grid.subjects:
        lines.append(f"{subject} {rng.choice(words.captions)}" if rng.random() < 0.7 else subject)
        lines.append(" | ".join(["", *grid.periods]).strip())
        lines += [" | ".join([m, *(grid.values[subject, m, p] for p in grid.periods)]) for m in grid.measures]
    return "\n".join(lines)


def _least(told: list[str], rng: random.Random, most: int) -> list[str]:
    """At most so many of the lines in order, the marked one among them."""
    kept = [line for line in told if _MARK in line]
    others = [line for line in told if _MARK not in line]
    chosen = {*kept, *rng.sample(others, min(len(others), most - len(kept)))}
    found = [line for line in told if line in chosen]
    if rng.random() < 0.5:
        rng.shuffle(found)
    return found


def _post(words: Language, rng: random.Random) -> Synthetic:
    theme = words.themes[rng.randrange(len(words.themes) - 1)]
    subject, role = _subject(theme, rng), rng.choice(words.roles)
    form = rng.choice(words.role_sentences)
    holders = _distinct(lambda: _person(words, rng), 3)
    year, terms = rng.randint(1950, 2012), []
    for holder in holders:
        end = year + rng.randint(1, 6)
        terms.append((holder, year, end))
        year = end + 1
    at = rng.randrange(3)
    _, begin, end = terms[at]
    asked = rng.randint(begin, end)
    question = rng.choice(words.role_questions).format(r=role, s=subject, y=asked)

    def tell(who: Sequence[tuple[str, int, int]], what: str, where: str) -> str:
        lines = [form.format(n=n, a=a, b=b, r=what, s=where) for n, a, b in who]
        lines.insert(rng.randint(0, len(lines)), rng.choice(words.fillers))
        return ("" if words.code == "zh" else " ").join(lines)

    others = [term for number, term in enumerate(terms) if number != at]
    marked = [(f"{_MARK}{n}{_MARK}" if number == at else n, a, b) for number, (n, a, b) in enumerate(terms)]
    another_role = rng.choice([one for one in words.roles if one != role])
    near = (
        tell(others, role, subject),
        tell(terms, another_role, subject),
        tell(terms, role, _subject(theme, rng) + " "),
    )
    return Synthetic(question, _unmarked(tell(marked, role, subject)), near)


def _subject(theme: Theme, rng: random.Random) -> str:
    return rng.choice(theme.starts) + rng.choice(theme.middles) + rng.choice(theme.ends)


def _person(words: Language, rng: random.Random) -> str:
    given, family = rng.choice(words.given), rng.choice(words.family)
    return family + given if words.family_first else f"{given} {family}"


def _distinct(make: Callable[[], str], count: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found[make()] = None
    return list(found)


def _periods(words: Language, rng: random.Random) -> list[str]:
    year, count = rng.randint(1990, 2024), rng.randint(2, 3)
    if rng.random() < 0.25:
        form = rng.choice(words.quarters)
        ordinals = _ORDINALS[words.code]
        first = rng.randint(0, 4 - count)
        return [form.format(y=year, q=q + 1, o=ordinals[q]) for q in range(first, first + count)]
    form = rng.choice(words.years)
    years = [year - back for back in range(count)]
    return [form.format(y=one) for one in (years if rng.random() < 0.5 else reversed(years))]


def _value(measure: Measure, unit: str, rng: random.Random) -> str:
    if unit == "%":
        return f"{rng.uniform(0.5, 60):.1f}%"
    figure = rng.choice(
        (
            f"{rng.uniform(1, 100):.1f}",
            f"{rng.randint(100, 99999):,}",
            f"{rng.randint(2, 900)}",
            f"{rng.uniform(1, 900):.2f}",
        )
    )
    if unit == "$":
        return f"${figure}"
    return f"{figure}{unit}" if not unit.isascii() or not unit else f"{figure} {unit}"


def _unmarked(text: str) -> Passage:
    start = text.index(_MARK)
    end = text.index(_MARK, start + 1) - 1
    return Passage(text.replace(_MARK, ""), start, end)
