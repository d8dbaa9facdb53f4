"""What can be seen of a question without a model: words that say its kind, and how it is built."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.core.domain.question import Question
from services.core.domain.route import Category
from services.intent.rules.cues import CUES, MEDIUM, OUT_OF_SCOPE, SMALL_TALK, STRONG, WEAK
from services.language.structure.chains import chain_of
from services.language.structure.comparisons import Setting, comparison_of
from services.language.structure.courtesy import bare
from services.language.structure.each_zh import told_apart
from services.language.structure.operations import operation_of
from services.language.structure.parts import asked_together, parts_of

# A chat or a request for a poem is one as a whole: nothing else about it counts then.
WHOLE = 9.0
SHORT = 200
# The kind of a question shows in its beginning; some cues search in quadratic time.
READ = 1_500


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that speaks for a category, by how much (a logit), in words a person can check."""

    category: Category
    weight: float
    reason: str


def signs(question: Question) -> list[Sign]:
    """Everything that speaks for one category or another, whole-question signs first."""
    text = question.text.strip()
    plain = bare(text)
    if len(text) <= SHORT and (SMALL_TALK.match(text) or SMALL_TALK.match(plain)):
        return [Sign(Category.SMALL_TALK, WHOLE, "it is a greeting, thanks, or about Sextant itself")]
    for reason, pattern in OUT_OF_SCOPE:
        if len(text) <= SHORT and (pattern.search(plain) or pattern.search(text)):
            return [Sign(Category.OUT_OF_SCOPE, WHOLE, reason)]
    return [*_structure(text), *_words(plain[:READ]), *_times(question)]


def _words(text: str) -> Iterator[Sign]:
    for cue in CUES:
        found = cue.pattern.search(text)
        if found:
            yield Sign(cue.category, cue.weight, f"{cue.reason} ({found.group()[:60].strip()!r})")


def _structure(text: str) -> Iterator[Sign]:
    operation = operation_of(text)
    comparison = comparison_of(text) if operation is None else None
    if operation:
        yield Sign(Category.COMPARISON, STRONG + MEDIUM, f"it asks for a {operation.operator.value} of stated figures")
    if comparison:
        names = " / ".join(f"{thing.period}{thing.name}" for thing in comparison.things)
        if comparison.setting is Setting.EACH:
            yield Sign(Category.MULTI_HOP, STRONG, f"it asks the same of several things: {names}")
        else:
            weight = STRONG + MEDIUM if comparison.setting is not Setting.PERIODS else STRONG
            yield Sign(Category.COMPARISON, weight, f"it compares {names}")
    chain = chain_of(text) if operation is None else None
    if chain:
        described = " → ".join(each.text for each in chain.descriptions)
        yield Sign(Category.MULTI_HOP, STRONG + WEAK, f"it asks about something that it describes: {described}")
    if chain is None and comparison is None and operation is None:
        yield from _several(text)


def _several(text: str) -> Iterator[Sign]:
    parts = parts_of(text)
    together = asked_together(parts[0]) if parts else []
    count = max(len(parts), len(together), len(told_apart(text)))
    if count > 1:
        yield Sign(Category.MULTI_HOP, STRONG, f"it asks {count} things at once")


def _times(question: Question) -> Iterator[Sign]:
    relative = [time for time in question.time_ranges if time.relative]
    if relative:
        yield Sign(Category.TEMPORAL, MEDIUM, f"its time is relative to today: {relative[0].text!r}")
