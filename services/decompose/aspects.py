"""Questions that no single fact answers: what, why, and how it went, each as a sub-question of its own."""

import re

from services.core.domain.plan import SubQuestion
from services.core.domain.question import Question
from services.decompose.chain import asked
from services.decompose.periods import years_of
from services.decompose.subjects import subject_of
from services.language.aspects import aspects
from services.language.structure.courtesy import bare

_WHY = re.compile(
    r"\bwhy\b|\breasons?\b|\bcauses?d?\b|\bexplains?\b|\bled to\b|为什么|为何|原因|因素|导致", re.IGNORECASE
)
_TREND = re.compile(
    (
        r"\btrends?\b|\b(?:chang|develop|evolv|fluctuat|grow|progress|vari)\w*|\bgrown?\b|\bover "
        r"(?:time|the years|the (?:last|past))|趋势|变化|走势|演变|波动|增长情况|发展"
    ),
    re.IGNORECASE,
)
_WHY_EN = re.compile(
    r"^(?:explain |tell me )?why (?P<asked>(?:did|does|do|has|have|had|is|was|are|were)\s+.+)$", re.IGNORECASE
)
_MOST_YEARS = 4


def aspects_of(question: Question, text: str, *, past: bool) -> list[SubQuestion]:
    """Sub-questions with ids from 1, the question itself first: it stays the one that matters most."""
    chinese = question.language == "zh"
    made = [(_label(text), asked(text), 1.0)]
    subject, measure = subject_of(text), _measure(text)
    if subject and measure:
        made += _figures(question, f"{subject}|{measure}", chinese, past=past)
    if subject and (_TREND.search(text) or _WHY.search(text)):
        made += _reasons(text, subject, measure, chinese=chinese)
    distinct = {each[1]: each for each in reversed(made)}
    ordered = sorted(distinct.values(), key=lambda each: -each[2])
    return [
        SubQuestion(number, each[1], priority=each[2], aspect=each[0]) for number, each in enumerate(ordered, start=1)
    ]


def _label(text: str) -> str:
    """The question as a label: people read it."""
    return text.strip(" ?？。.")[:60]


def _measure(text: str) -> str:
    return next((text[each.start : each.end] for each in aspects(text) if each.kind == "measure"), "")


def _figures(question: Question, of: str, chinese: bool, *, past: bool) -> list[tuple[str, str, float]]:
    """What the figure was: in each year of a span, else in the one time that is asked about."""
    subject, _, measure = of.partition("|")
    spans = years_of(question, _MOST_YEARS)
    times = spans or [time.text for time in question.time_ranges[:1]]
    made = []
    for rank, time in enumerate(times):
        if chinese:
            when = f"在{time}{'年' if time.isdigit() else ''}"
            text = f"{subject}{when.replace('在在', '在')}的{measure}是多少？"
        else:
            when = (
                f" in {time}"
                if not re.match(r"(?:in|last|this|since|over|from|between|during)\b", time, re.IGNORECASE)
                else f" {time}"
            )
            text = f"What {'was' if past or spans else 'is'} the {measure} of {subject}{when}?"
        made.append((f"{time}{measure}" if chinese else f"{measure} {time}", text, 0.8 - rank * 0.05))
    return made


def _reasons(text: str, subject: str, measure: str, *, chinese: bool) -> list[tuple[str, str, float]]:
    plain = bare(text)
    if chinese:
        about = f"{subject}的{measure}" if measure else subject
        return [("原因", f"{about}变化的原因是什么？", 0.6)]
    why = _WHY_EN.match(plain)
    if why:
        return [("reasons", f"For what reasons {why['asked']}?", 0.6)]
    about = f"the {measure} of {subject}" if measure else subject
    return [
        (
            "reasons",
            f"What are the reasons for the change in {about}?"
            if _TREND.search(text)
            else f"What are the reasons given for {about}?",
            0.6,
        )
    ]
