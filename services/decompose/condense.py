"""The last question of a conversation, made to stand alone.

The turns before it leave a frame: the last question that stood alone, its subject, measure and time, and the name that
the last answer gave. What a follow-up says replaces the part of the same kind; what it leaves out comes from the frame.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from services.core.domain.question import Locale, Question, Role, RunContext, Turn
from services.decompose.asks_en import measured
from services.decompose.chain import asked
from services.decompose.follow_up import (
    FollowUp,
    filled_person,
    filled_thing,
    filled_time,
    leaning,
    measure_in,
    opened,
)
from services.decompose.periods import moved, named
from services.decompose.subjects import subject_of
from services.language.aspects import Mention
from services.language.dates import Calendar
from services.language.detect import language_of
from services.language.entities import named_entities
from services.language.periods import DateRange, Grain
from services.language.structure.spans import times_of

_MOST_TURNS = 20
_LONGEST_TURN = 2_000
_ASKS_NAME = re.compile(
    (
        r"^\W*(?:and |but )?(?:who|which|what (?:company|firm|plant|supplier|product|city|person|"
        r"country))\b|\bwhere\b|谁|哪"
    ),
    re.IGNORECASE,
)
_ASKS_PERSON = re.compile(r"\bwho\b|谁|哪位", re.IGNORECASE)
_ASKS_PLACE = re.compile(
    r"\bwhere\b|\bwhich (?:city|country|town|place)\b|哪里|哪个?(?:城市|国家|地方)|哪座", re.IGNORECASE
)
_PAST = re.compile(r"\b(?:was|were|did|had)\b", re.IGNORECASE)
_ASKING_EN = re.compile(
    r"\b(?:who|what|when|where|why|how|which|is|are|was|were|did|does|do|has|have)\b", re.IGNORECASE
)
_ASKING_ZH = re.compile("谁|哪|什么|多少|几|何|吗|如何|怎")
_RELATIVE = re.compile(r"(?:last|this|next|yesterday|today|the (?:last|previous|past))\b", re.IGNORECASE)
_PREPOSITION = re.compile(r"\b(?:in|for|during|of|at|on|by|since|until|from|year)\s+$", re.IGNORECASE)
_REFERS_BACK = re.compile(
    r"^(?:how (?:much|many|high|large) (?:was|is|were|are) (?:it|they|that)|what (?:was|is) (?:it|that))\b\s*",
    re.IGNORECASE,
)
_MONTH = re.compile(
    (
        r"(?:in )?(?P<month>January|February|March|April|May|June|July|August|September|October|"
        r"November|December)|(?:1[0-2]|[1-9]|[一二三四五六七八九十]{1,2})月份?"
    ),
    re.IGNORECASE,
)
# What a thing is or has for long: the year that was spoken of does not carry over to it.
_LASTING_KEYS = """
headcount area weight height length width depth distance warranty capacity age power pressure temperature speed voltage
duration
"""
_LASTING = frozenset(_LASTING_KEYS.split())
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
    """What the conversation is about so far."""

    question: str = ""
    subject: str = ""
    when: When | None = None
    person: str = ""
    thing: str = ""
    place: str = ""


def condensed(question: Question, context: RunContext) -> tuple[str, bool]:
    """The question's text, self-contained, and whether it is another than before."""
    reader = _Reader(context)
    frame = Frame()
    for turn in question.history[-_MOST_TURNS:]:
        frame = reader.after(frame, turn)
    text = reader.standing(question.text, frame)
    return text, text != question.text


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads turns against the run's clock and calendar."""

    context: RunContext

    @property
    def _locale(self) -> Locale:
        return self.context.locale

    def after(self, frame: Frame, turn: Turn) -> Frame:
        """The frame after one more turn."""
        text = turn.text[:_LONGEST_TURN]
        if turn.role is Role.ASSISTANT:
            return _answered(frame, text)
        whole = self.standing(text, frame)
        subject, when = subject_of(whole), self._when(whole)
        if not subject and not when and measure_in(whole) is None:
            return replace(frame, question=whole) if _asks(whole) else frame
        return Frame(
            whole, subject or frame.subject, when or (frame.when if not subject or subject == frame.subject else None)
        )

    def standing(self, text: str, frame: Frame) -> str:
        """A follow-up put into its frame; the same text when it needs none, or the frame has nothing for it."""
        lean = leaning(text)
        if not frame.question:
            return text
        if lean.elliptic and not _stands_alone(text, lean):
            return self._completed(text, lean, frame)
        if lean.any:
            return self._filled(text, lean, frame)
        return self._implied(text, lean, frame)

    def _when(self, text: str) -> When | None:
        found = self._times(text)
        return When(found[-1].start, found[-1].end, found[-1].grain, found[-1].text) if found else None

    def _times(self, text: str) -> list[DateRange]:
        calendar = Calendar(self._locale.time_zone, self._locale.fiscal_year_start_month)
        return [each for each, _ in times_of(text, self.context.now, calendar)]

    def _stepped(self, text: str, lean: FollowUp, frame: Frame) -> str:
        """The text with "the year before" said as the year that it is."""
        if lean.step is None or frame.when is None:
            return text
        start, end = moved((frame.when.start, frame.when.end), lean.step.grain, lean.step.count)
        said = _in_style(frame.when.said, lean.step.grain, lean.step.count) or named(
            start, end, locale=self._locale, language=lean.language
        )
        before, after = text[: lean.step.start], text[lean.step.end :]
        return f"{before}{_spoken(said, lean.language)}{after}"

    def _filled(self, text: str, lean: FollowUp, frame: Frame) -> str:
        """Pronouns and times filled in from the frame."""
        made = self._stepped(text, lean, frame)
        if lean.same_time and frame.when:
            made = filled_time(made, _spoken(frame.when.said, lean.language), lean.language)
        own = subject_of(text)
        if lean.person and (frame.person or frame.subject) and not own:
            made = filled_person(made, frame.person or frame.subject, lean.language)
        if lean.thing and not own:
            made = filled_thing(made, _referent(text, frame), lean.language) if _referent(text, frame) else made
        made = self._with_subject(made, lean, frame) if not lean.person else made
        return self._with_time(made, lean, frame)

    def _implied(self, text: str, lean: FollowUp, frame: Frame) -> str:
        """ "What was the net profit?" after a question about a company and a year."""
        mention = measure_in(text)
        if mention is None or mention.kind == "event" or subject_of(text) or not frame.subject:
            return text
        return self._with_time(self._with_subject(text, lean, frame), lean, frame)

    def _with_subject(self, text: str, lean: FollowUp, frame: Frame) -> str:
        mention = measure_in(text)
        if mention is None or subject_of(text) or not frame.subject or frame.subject in text:
            return text
        if lean.language == "zh":
            times = self._times(text)
            at = times[0].end_char if times and times[0].start_char == 0 else 0
            return f"{text[:at]}{frame.subject}{'的' if at == 0 and not times else ''}{text[at:]}"
        return f"{text[: mention.end]} of {frame.subject}{text[mention.end :]}"

    def _with_time(self, text: str, lean: FollowUp, frame: Frame) -> str:
        """A measure keeps the time of the conversation; a role does when it is asked in the past."""
        mention = measure_in(text)
        if (
            mention is None
            or frame.when is None
            or self._times(text)
            or mention.kind == "event"
            or mention.key in _LASTING
        ):
            return text
        if mention.kind == "role" and not (lean.language == "en" and _PAST.search(text)):
            return text
        said = _spoken(frame.when.said, lean.language)
        if lean.language == "zh":
            subject = subject_of(text)
            at = text.find(subject) + len(subject) if subject and subject in text else 0
            return (
                f"{text[:at]}{said}{'' if text[at:].startswith('的') else '的'}{text[at:]}" if at else f"{said}{text}"
            )
        mark = re.search(r"[?.!]*$", text)
        end = mark.start() if mark else len(text)
        return f"{text[:end]} {said}{text[end:]}"

    def _completed(self, text: str, lean: FollowUp, frame: Frame) -> str:
        """An ellipsis: its parts put in the place of the same parts of the last question."""
        stepped = self._stepped(text, lean, frame)
        core = opened(stepped, lean.language)
        if lean.same_time and frame.when:
            core = filled_time(core, "", lean.language).strip(" ，,")
        core = self._with_month(self._named(core, lean, frame), lean, frame)
        times, mention = self._times(core), measure_in(core)
        subject = _named_in(core, times, mention)
        if not (times or mention or subject):
            return text
        when = When(times[-1].start, times[-1].end, times[-1].grain, times[-1].text) if times else frame.when
        if _asks(core) and mention is None and not times:
            return asked(core)
        if mention:
            return _asked_anew(core, mention, frame, subject=subject or frame.subject, when=when)
        return self._replaced(frame, subject, when if times else None, language=lean.language)

    def _named(self, core: str, lean: FollowUp, frame: Frame) -> str:
        """An ellipsis with its pronouns filled. In "how much was it at X" the pronoun is the measure, and goes."""
        if lean.thing and _REFERS_BACK.match(core):
            return _REFERS_BACK.sub("", core)
        if lean.thing and _referent(core, frame):
            core = filled_thing(core, _referent(core, frame), lean.language)
        if lean.person and (frame.person or frame.subject):
            core = filled_person(core, frame.person or frame.subject, lean.language)
        return core

    def _with_month(self, core: str, lean: FollowUp, frame: Frame) -> str:
        """A month alone ("And in May?", 5月呢) is one of the year that was spoken of."""
        match = _MONTH.fullmatch(core)
        if match is None or frame.when is None or self._times(core):
            return core
        year = frame.when.start.year
        return f"{year}年{core}" if lean.language == "zh" else f"in {match['month']} {year}"

    def _replaced(self, frame: Frame, subject: str, when: When | None, *, language: str) -> str:
        """The last question with its subject, its time, or both replaced."""
        made = frame.question
        if subject:
            made = (
                made.replace(frame.subject, subject)
                if frame.subject and frame.subject in made
                else _appended(made, subject, language)
            )
        if when is None:
            return made
        times = self._times(made)
        if not times:
            return self._timed(made, when, subject=subject or frame.subject, language=language)
        last = times[-1]
        before, after = made[: last.start_char], made[last.end_char :]
        if language_of(made) == "zh":
            return f"{before}{when.said}{after}"
        before = re.sub(r"\bthe\s+$", "", before, flags=re.IGNORECASE)
        if _RELATIVE.match(when.said):
            return f"{_PREPOSITION.sub('', before)}{when.said}{after}"
        return f"{before}{when.said if _PREPOSITION.search(before) else _spoken(when.said, 'en')}{after}"

    def _timed(self, text: str, when: When, *, subject: str, language: str) -> str:
        if language_of(text) == "zh":
            at = text.find(subject) + len(subject) if subject and subject in text else 0
            return f"{text[:at]}{when.said}{text[at:]}"
        return f"{text.rstrip(' ?.!')} {_spoken(when.said, language)}?"


def _answered(frame: Frame, text: str) -> Frame:
    """The name that an answer gave, for what the question asked for."""
    if not _ASKS_NAME.search(frame.question):
        return frame
    fresh = [
        name.text
        for name in named_entities(text[:400])
        if name.text not in frame.question and frame.question.find(name.text) < 0
    ]
    if not fresh:
        return frame
    if _ASKS_PERSON.search(frame.question):
        return replace(frame, person=fresh[0])
    if _ASKS_PLACE.search(frame.question):
        return replace(frame, place=fresh[0])
    return replace(frame, thing=fresh[0])


def _referent(text: str, frame: Frame) -> str:
    """What "it" or 它 stands for: the thing that was answered, else the subject; "there" is the place."""
    if re.search(r"\bthere\b|那里|那边|that city|这座城市|那座城市|该城市", text, re.IGNORECASE) and (
        frame.place or frame.thing
    ):
        return frame.place or frame.thing
    return frame.thing or frame.subject


def _stands_alone(text: str, lean: FollowUp) -> bool:
    """A full question that only begins with "and": it has a subject of its own and says what it asks."""
    core = opened(text, lean.language)
    asks = (_ASKING_ZH if lean.language == "zh" else _ASKING_EN).search(core)
    return (
        bool(asks and subject_of(core) and measure_in(core))
        and not lean.thing
        and not lean.person
        and lean.step is None
    )


def _asks(text: str) -> bool:
    return bool(_ASKING_EN.search(text) or _ASKING_ZH.search(text))


def _named_in(core: str, times: Sequence[DateRange], mention: Mention | None) -> str:
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


def _asked_anew(core: str, mention: Mention, frame: Frame, *, subject: str, when: When | None) -> str:
    """A plain question for another measure or role of the subject."""
    words = core[mention.start : mention.end]
    chinese = language_of(core) == "zh"
    timed = when is not None and mention.key not in _LASTING and (mention.kind == "measure" or bool(_PAST.search(core)))
    if chinese:
        ask = {"role": "是谁", "event": "是什么时候"}.get(mention.kind, "是多少")
        said = when.said if timed and when else ""
        of = f"{subject}{said}" if subject else said
        return f"{of}的{words}{ask}？" if of else f"{words}{ask}？"
    if mention.kind == "event":
        return f"{core[:1].upper()}{core[1:]}?" if _asks(core) else f"When was {subject} {words}?"
    said = f" {_spoken(when.said, 'en')}" if timed and when else ""
    text = measured(core, mention, thing=subject or "it", when=said)
    past = _PAST.search(frame.question) or _PAST.search(core)
    be = "was" if (past and (timed or mention.kind == "measure")) else "is"
    return text.replace("{be}", be).replace("{do}", "did" if past else "does")


def _appended(question: str, thing: str, language: str) -> str:
    if language_of(question) == "zh" or language == "zh":
        return f"{thing}：{question}"
    return f"{question.rstrip(' ?.!')} for {thing}?"


def _spoken(said: str, language: str) -> str:
    """A time as an English question takes it: "in 2023"; what has its preposition, and Chinese, stays."""
    if language == "zh" or re.match(
        r"(?:in|on|for|during|from|between|since|at|over|by|until|last|this|next|the|past|yesterday|today)\b",
        said,
        re.IGNORECASE,
    ):
        return said
    return f"on {said}" if re.match(r"\d{1,2} [A-Z]|[A-Z][a-z]+ \d{1,2},", said) else f"in {said}"


def _in_style(said: str, grain: Grain, count: int) -> str:
    """The other year in the words of the time before it: FY2023 → FY2022, 2023年度 → 2022年度; "" when that fails."""
    years = re.findall(r"(?<!\d)(?:19|20)\d{2}(?!\d)", said)
    if grain != "year" or len(years) != 1:
        return ""
    return said.replace(years[0], str(int(years[0]) + count))
