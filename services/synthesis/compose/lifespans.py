"""Who lived longer: the days between birth and death of each, by code."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from services.language.entities import name_key
from services.language.relations.asked import Relation
from services.language.relations.stated import stated
from services.language.statements import periods
from services.synthesis.compose.labels import is_whole
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, replies
from services.synthesis.plain import ended
from services.synthesis.sources import Source

_LONGER = re.compile(
    r"\b(?:lived|live) (?:the )?(?:longer|longest)\b|\blonger li(?:fe|ved)\b|\blongest[- ]lived\b"
    r"|长寿|活[得了]?[更最较]?[久长]|寿命[更最较]长",
    re.IGNORECASE,
)
_SHORTER = re.compile(
    r"\blived (?:the )?(?:shorter|shortest)\b|\bshorter li(?:fe|ved)\b|短命|活[得了]?[更最较]?短|寿命[更最较]短",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Life:
    """One compared life, under the name of what the question compares."""

    label: str
    born: date
    died: date
    sources: tuple[Source, ...]

    @property
    def days(self) -> int:
        return (self.died - self.born).days

    @property
    def years(self) -> int:
        """Birthdays lived to see."""
        before = (self.died.month, self.died.day) < (self.born.month, self.born.day)
        return self.died.year - self.born.year - before


def compose(brief: Brief) -> Composition | None:
    """The one with the longer or shorter life, by years, or by days where years tie; None when the question asks for
    something else or a date is missing."""
    shorter = bool(_SHORTER.search(brief.question.text))
    if not shorter and not _LONGER.search(brief.question.text):
        return None
    lives = _lives(brief)
    if len(lives) != 2 or lives[0].days == lives[1].days:
        return None
    ranked = sorted(lives, key=lambda life: life.days if shorter else -life.days)
    first, second = _spans(brief, ranked)
    say = brief.wording.say
    text = say(
        "outlived_less" if shorter else "outlived",
        winner=ranked[0].label,
        first=first,
        second=second,
        loser=ranked[1].label,
    )
    sources = tuple(dict.fromkeys(source for life in ranked for source in life.sources))
    support = [Part(ended(source.text), "support", (source,)) for source in sources]
    answer = Part(brief.wording.ended(text), "answer", sources, computed=True)
    return Composition((answer, *support), ranked[0].label)


def _spans(brief: Brief, ranked: Sequence[_Life]) -> list[str]:
    unit = "years" if ranked[0].years != ranked[1].years else "days"
    return [brief.wording.say(f"lived_{unit}", count=f"{getattr(life, unit)}") for life in ranked]


def _lives(brief: Brief) -> list[_Life]:
    """The lives of which both ends are known, in the order of the question."""
    by_label: dict[str, list[Reply]] = {}
    for reply in replies(brief):
        if not is_whole(brief, reply.finding):
            by_label.setdefault(reply.label, []).append(reply)
    found = [_life(label, told) for label, told in by_label.items()]
    return [life for life in found if life is not None]


def _life(label: str, told: Sequence[Reply]) -> _Life | None:
    """Birth and death from the sentences found for one thing: of its own, or of the person who stands for it."""
    names = [label, *(reply.short for reply in told if not periods(reply.short))]
    ends: dict[Relation, tuple[date, Source]] = {}
    for reply in told:
        for relation in (Relation.BORN, Relation.DIED):
            day = _day(relation, reply.source.text, names)
            if day and relation not in ends:
                ends[relation] = (day, reply.source)
    if len(ends) < 2 or ends[Relation.DIED][0] <= ends[Relation.BORN][0]:
        return None
    dated = (ends[Relation.BORN][1], ends[Relation.DIED][1])
    return _Life(
        label, ends[Relation.BORN][0], ends[Relation.DIED][0], tuple(dict.fromkeys((*dated, *(r.source for r in told))))
    )


def _day(relation: Relation, sentence: str, names: Sequence[str]) -> date | None:
    """The day that a sentence gives for the birth or death of one of the names."""
    for name in reversed(names):
        for start, end in stated(relation, sentence, of=name_key(name), implied=True):
            said = periods(sentence[start:end])
            if said:
                return said[0].first
    return None
