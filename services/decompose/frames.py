"""What a conversation is about so far, and questions put together from its parts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from services.decompose.asks_en import measured
from services.decompose.subjects import subject_of
from services.language.aspects import Mention
from services.language.detect import language_of
from services.language.periods import DateRange, Grain

PAST = re.compile(r"\b(?:was|were|did|had)\b", re.IGNORECASE)
ASKING_EN = re.compile(r"\b(?:who|what|when|where|why|how|which|is|are|was|were|did|does|do|has|have)\b", re.IGNORECASE)
ASKING_ZH = re.compile("谁|哪|什么|多少|几|何|吗|如何|怎")
# What a thing is or has for long: the year that was spoken of does not carry over to it.
_LASTING_KEYS = """
headcount area weight height length width depth distance warranty capacity age power pressure temperature speed voltage
duration
"""
LASTING = frozenset(_LASTING_KEYS.split())
_REFERENCE_ZH = re.compile("^(?:的|是|有|又|多少|同)*$")


@dataclass(frozen=True, slots=True)
class When:
    """A time of the conversation: its days and how it was said."""

    start: date
    end: date
    grain: Grain
    said: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What the conversation is about so far.

    `question` is the last one made whole; `person`, `thing` and `place` are what answers named; `other` is the compared
    thing that an answer did not choose, `told` the answer's first sentence.
    """

    question: str = ""
    subject: str = ""
    when: When | None = None
    person: str = ""
    thing: str = ""
    place: str = ""
    other: str = ""
    told: str = ""


def asks(text: str) -> bool:
    return bool(ASKING_EN.search(text) or ASKING_ZH.search(text))


def named_in(core: str, times: Sequence[DateRange], mention: Mention | None) -> str:
    """The thing that an ellipsis names: what is left of it besides times and measure."""
    subject = subject_of(core)
    if subject:
        return subject
    left = core
    for each in times:
        left = left.replace(each.text, " ")
    if mention:
        left = left.replace(core[mention.start : mention.end], " ")
    left = re.sub(
        r"^(?:in|for|at|of|the|its|their|how much|was|is|it|by|on|during|with)\b\s*|\b(?:was|is|it|in|for|at|of)\s*$",
        "",
        left.strip(" ?.,"),
        flags=re.IGNORECASE,
    ).strip(" ?.,的是？。，")
    left = re.sub(
        r"^(?:how much (?:was|is) it|what (?:was|is) it)\s*(?:in|at|for|of)?\s*", "", left, flags=re.IGNORECASE
    ).strip()
    if _REFERENCE_ZH.fullmatch(left) or re.fullmatch(
        r"(?:how much|what|was|is|it|in|the|of|for|same|and|year|period|\s)*", left, re.IGNORECASE
    ):
        return ""
    return left


def asked_anew(core: str, mention: Mention, frame: Frame, *, subject: str, when: When | None) -> str:
    """A plain question for another measure or role of the subject."""
    words = core[mention.start : mention.end]
    chinese = language_of(core) == "zh"
    timed = when is not None and mention.key not in LASTING and (mention.kind == "measure" or bool(PAST.search(core)))
    if chinese:
        ask = {"role": "是谁", "event": "是什么时候"}.get(mention.kind, "是多少")
        said = when.said if timed and when else ""
        of = f"{subject}{said}" if subject else said
        return f"{of}的{words}{ask}？" if of else f"{words}{ask}？"
    if mention.kind == "event":
        return f"{core[:1].upper()}{core[1:]}?" if asks(core) else f"When was {subject} {words}?"
    said = f" {spoken(when.said, 'en')}" if timed and when else ""
    text = measured(core, mention, thing=subject or "it", when=said)
    past = PAST.search(frame.question) or PAST.search(core)
    be = "was" if (past and (timed or mention.kind == "measure")) else "is"
    return text.replace("{be}", be).replace("{do}", "did" if past else "does")


def appended(question: str, thing: str, language: str) -> str:
    if language_of(question) == "zh" or language == "zh":
        return f"{thing}：{question}"
    return f"{question.rstrip(' ?.!')} for {thing}?"


def spoken(said: str, language: str) -> str:
    """A time as an English question takes it: "in 2023"; what has its preposition, and Chinese, stays."""
    if language == "zh" or re.match(
        r"(?:in|on|for|during|from|between|since|at|over|by|until|last|this|next|the|past|yesterday|today)\b",
        said,
        re.IGNORECASE,
    ):
        return said
    return f"on {said}" if re.match(r"\d{1,2} [A-Z]|[A-Z][a-z]+ \d{1,2},", said) else f"in {said}"


def in_style(said: str, grain: Grain, count: int) -> str:
    """The other year in the words of the time before it: FY2023 → FY2022, 2023年度 → 2022年度; "" when that fails."""
    years = re.findall(r"(?<!\d)(?:19|20)\d{2}(?!\d)", said)
    if grain != "year" or len(years) != 1:
        return ""
    return said.replace(years[0], str(int(years[0]) + count))
