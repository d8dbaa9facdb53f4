"""The last question of a conversation, made to stand alone.

The turns before it leave a frame: the last question that stood alone, its subject, measure and time, and the name that
the last answer gave. What a follow-up says replaces the part of the same kind; what it leaves out comes from the frame.
"""

import re
from dataclasses import dataclass, replace

from services.core.domain.question import Locale, Question, Role, RunContext, Turn
from services.decompose.back_references import after_answer, for_another, related, says_little, with_topic
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
from services.decompose.frames import (
    ASKING_EN,
    ASKING_ZH,
    LASTING,
    PAST,
    Frame,
    When,
    appended,
    asked_anew,
    asks,
    in_style,
    named_in,
    spoken,
)
from services.decompose.periods import moved, named
from services.decompose.subjects import subject_of
from services.language.dates import Calendar
from services.language.detect import language_of
from services.language.entities import named_entities
from services.language.periods import DateRange
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
_ORDERS = re.compile(
    r"^\W*(?:compare|list|show|tell|give|explain|describe|summari[sz]e|name|find)\b|^(?:请|比较|列出|说明)",
    re.IGNORECASE,
)
_IF = re.compile(r"^\W*(?:and |but |so )?(?:what )?if\b|^(?:那)?(?:如果|要是|万一)", re.IGNORECASE)
# A role that says which kind of thing it is of: the plant's manager, 厂长.
_OF_PLANT = re.compile(r"\b(?:plant|works|site|factory) manager\b|厂长", re.IGNORECASE)
_PLANT = re.compile(r"\b(?:works|plant|site|factory)\b|厂", re.IGNORECASE)
_PEOPLE_EN = re.compile(r"\b(?:employees|staff|workers|people|personnel|managers|trainees)\b", re.IGNORECASE)
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
            return _answered(after_answer(frame, text), text)
        whole = self.standing(text, frame)
        if not asks(whole) and not _ORDERS.match(whole) and measure_in(whole) is None and whole == text:
            return frame  # It tells something, and asks nothing.
        subject, when = subject_of(whole), self._when(whole)
        if not subject and not when and measure_in(whole) is None:
            return replace(frame, question=whole) if asks(whole) else frame
        return Frame(
            whole, subject or frame.subject, when or (frame.when if not subject or subject == frame.subject else None)
        )

    def standing(self, text: str, frame: Frame) -> str:
        """A follow-up put into its frame; the same text when it needs none, or the frame has nothing for it."""
        lean = leaning(text)
        if not frame.question:
            return text
        made = related(text, frame, self._locale) or self._whole(text, lean, frame)
        return with_topic(text, frame) if made == text and _leaves_open(text, lean) else made

    def _whole(self, text: str, lean: FollowUp, frame: Frame) -> str:
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
        said = in_style(frame.when.said, lean.step.grain, lean.step.count) or named(
            start, end, locale=self._locale, language=lean.language
        )
        before, after = text[: lean.step.start], text[lean.step.end :]
        return f"{before}{spoken(said, lean.language)}{after}"

    def _filled(self, text: str, lean: FollowUp, frame: Frame) -> str:
        """Pronouns and times filled in from the frame."""
        made = self._stepped(text, lean, frame)
        if lean.same_time and frame.when:
            made = filled_time(made, spoken(frame.when.said, lean.language), lean.language)
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
        if frame.thing and _OF_PLANT.search(text) and _PLANT.search(frame.question):
            frame = replace(frame, subject=frame.thing)
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
            or mention.key in LASTING
        ):
            return text
        if mention.kind == "role" and not (lean.language == "en" and PAST.search(text)):
            return text
        said = spoken(frame.when.said, lean.language)
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
        subject = named_in(core, times, mention)
        if not (times or mention or subject):
            return text
        people = _PEOPLE_EN.search(core)
        if people and people.end() == len(core) and core != people.group() and _PEOPLE_EN.search(frame.question):
            return _PEOPLE_EN.sub(lambda _: core, frame.question, count=1)
        when = When(times[-1].start, times[-1].end, times[-1].grain, times[-1].text) if times else frame.when
        if asks(core) and mention is None and not times:
            return asked(core)
        if mention:
            return asked_anew(core, mention, frame, subject=subject or frame.subject, when=when)
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
                else for_another(frame, subject)
                if language == "zh" and language_of(made) == "zh"
                else appended(made, subject, language)
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
        return f"{before}{when.said if _PREPOSITION.search(before) else spoken(when.said, 'en')}{after}"

    def _timed(self, text: str, when: When, *, subject: str, language: str) -> str:
        if language_of(text) == "zh":
            at = text.find(subject) + len(subject) if subject and subject in text else 0
            return f"{text[:at]}{when.said}{text[at:]}"
        return f"{text.rstrip(' ?.!')} {spoken(when.said, language)}?"


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


def _leaves_open(text: str, lean: FollowUp) -> bool:
    """Whether a question that nothing was found for cannot be understood alone."""
    if lean.elliptic or lean.thing or lean.person:
        return not _stands_alone(text, lean) and not subject_of(text)
    return says_little(text) or _IF.match(text) is not None


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
    asks = (ASKING_ZH if lean.language == "zh" else ASKING_EN).search(core)
    return (
        bool(asks and subject_of(core) and measure_in(core))
        and not lean.thing
        and not lean.person
        and lean.step is None
    )
