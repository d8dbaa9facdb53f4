"""A comparison as branches: one full question for each compared thing and aspect."""

import re
from collections.abc import Sequence

from services.core.domain.plan import SubQuestion
from services.decompose.ask import THING, Ask
from services.decompose.asks_en import asks_en, measured
from services.decompose.asks_zh import asks_zh
from services.decompose.chain import asked, needs
from services.decompose.subjects import subject_of
from services.language.aspects import aspects
from services.language.structure.comparisons import Comparison, Setting, Thing

# The first aspect matters most, then the things in order; what comes last is cut first.
_ASPECT_COST, _THING_COST = 0.2, 0.01
_PRONOUN_EN = re.compile(
    r"\b(?:it|they|them|that one|the winner|that (?:company|firm|plant|film|one))\b", re.IGNORECASE
)
_POSSESSIVE_EN = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PRONOUN_ZH = re.compile("它们?|其|该(?:公司|企业|工厂|集团)?|这家(?:公司|企业|工厂)?|那家(?:公司|企业|工厂)?")
_ON_DAY = re.compile(r"^(?:\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2},? \d{4}|\d{4}-\d{2}-\d{2})$")
_ROLE_ASKED = re.compile(r"^Who is the (.+?) of\b|的([^的]+?)是谁")
_HAS_PREPOSITION = re.compile(
    r"^(?:in|on|from|between|since|during|as of|at|over|for|until|by|last|this|next)\b", re.IGNORECASE
)


def branches(comparison: Comparison, further: Sequence[str], past: bool) -> list[SubQuestion]:
    """Sub-questions with ids from 1, aspect by aspect. `further` are other questions about the same things."""
    asks = [*_asks(comparison, past), *(ask for each in further if (ask := _further(each, comparison)))]
    made: list[SubQuestion] = []
    for rank, ask in enumerate(asks):
        for place, thing in enumerate(comparison.things):
            priority = max(0.05, 1.0 - rank * _ASPECT_COST - place * _THING_COST)
            made += _branch(ask, thing, comparison, before=len(made), priority=priority)
    return made


def _branch(ask: Ask, thing: Thing, comparison: Comparison, *, before: int, priority: float) -> list[SubQuestion]:
    label = f"{label_of(comparison, thing)}: {ask.label}"
    if not ask.via:
        return [
            SubQuestion(
                before + 1, _filled(ask.text, thing, comparison, timed=ask.timed), priority=priority, aspect=label
            )
        ]
    first = SubQuestion(
        before + 1, _filled(ask.via, thing, comparison), priority=priority, aspect=_via_label(ask, thing, comparison)
    )
    text = asked(ask.text.replace(THING, f"{{{first.id}}}").replace("{when}", ""))
    return [first, SubQuestion(before + 2, text, needs(text), priority=priority, aspect=label)]


def _via_label(ask: Ask, thing: Thing, comparison: Comparison) -> str:
    """ "Paper Harbour: director" of the question for the director."""
    role = _ROLE_ASKED.search(ask.via)
    name = next((group for group in role.groups() if group), "") if role else ""
    return f"{label_of(comparison, thing)}: {name or ask.via.replace(THING, '').strip(' ?？')}"


def label_of(comparison: Comparison, thing: Thing) -> str:
    """How the compared thing is called in aspects: its name, with its own period when it has one."""
    if comparison.setting is Setting.PERIODS or not thing.period:
        return thing.name
    return f"{thing.name} {thing.period}" if comparison.language != "zh" else f"{thing.period}{thing.name}"


def _asks(comparison: Comparison, past: bool) -> list[Ask]:
    if comparison.setting is Setting.PERIODS:
        return _over_time(comparison, past)
    return asks_zh(comparison.asked) if comparison.language == "zh" else asks_en(comparison.asked, past)


def _over_time(comparison: Comparison, past: bool) -> list[Ask]:
    """One thing at several times: the time takes the place of the thing."""
    text = comparison.asked
    subject = subject_of(text) or ("" if comparison.language == "zh" else "it")
    said = [each for each in aspects(text) if each.kind in ("measure", "role")]
    if comparison.language == "zh":
        name = text[said[0].start : said[0].end] if said else ""
        rest = f"的{name}是多少？" if name else "的情况如何？"
        return [Ask(f"{subject}在{THING}{rest}", name or "情况")]
    if not said:
        return [Ask(f"What is said about {subject} {THING}?", "situation")]
    name = text[said[0].start : said[0].end]
    tensed = (
        measured(text, said[0], thing=subject, when=f" {THING}")
        .replace("{be}", "was" if past else "is")
        .replace("{do}", "did" if past else "does")
    )
    return [Ask(tensed, name)]


def _filled(template: str, thing: Thing, comparison: Comparison, *, timed: bool = True) -> str:
    lead, period = thing.lead or comparison.lead, (thing.period or comparison.period) if timed else ""
    if comparison.language == "zh":
        when = f"在{period.removeprefix('在')}" if period else ""
        text = template.replace("{when}", when) if "{when}" in template else _dated_zh(template, when)
        return asked(f"{lead}，{text}" if lead else text).replace(THING, _name(thing, comparison))
    text = template.rstrip("?").replace(THING, _name(thing, comparison))
    if period and comparison.setting is not Setting.PERIODS:
        text = f"{text} {_when(period)}"
    return asked(f"{lead}, {text[:1].lower()}{text[1:]}" if lead else text)


def _dated_zh(template: str, when: str) -> str:
    return template.replace(THING, f"{when}{THING}", 1) if when and "什么时候" not in template else template


def _name(thing: Thing, comparison: Comparison) -> str:
    if comparison.setting is not Setting.PERIODS:
        return thing.name
    return thing.name.removeprefix("在") if comparison.language == "zh" else _when(thing.name)


def _when(period: str) -> str:
    """A period with the preposition that a question needs: "in 2023", "on 5 May 2021", "last year"."""
    period = period.strip()
    if _HAS_PREPOSITION.match(period):
        return period[:1].lower() + period[1:]
    return f"on {period}" if _ON_DAY.match(period) else f"in {period}"


def _further(question: str, comparison: Comparison) -> Ask | None:
    """A further question of the same things, the thing in place of its pronoun; None when it is not about them."""
    if comparison.language == "zh":
        text = _PRONOUN_ZH.sub(THING, question, count=1)
        text = text if THING in text else f"{THING}{text}"
        return Ask(text.replace(f"{THING}是由", f"{THING}由"), _short(question), timed=False)
    text = _POSSESSIVE_EN.sub(f"{THING}'s", question, count=1)
    text = text if THING in text else _PRONOUN_EN.sub(THING, question, count=1)
    return Ask(text, _short(question), timed=False) if THING in text else None


def _short(question: str) -> str:
    return question.strip(" ?？,，")[:60]
