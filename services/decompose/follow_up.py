"""How a question leans on the turns before it: pronouns, ellipsis, "the year before"."""

import re
from dataclasses import dataclass

from services.language.aspects import Mention, aspects
from services.language.detect import language_of
from services.language.periods import Grain

_OPENER_EN = re.compile(
    r"^(?:(?:ok(?:ay)?|thanks|thank you|great|and|but|so|also|now|then|well)\b[\s,.!]*)*(?:and |but |also |now )*"
    r"(?:(?:what|how) about|(?:anything|something|more|any) (?:on|about|for|regarding)"
    r"|and for|and in|same (?:question )?for|the same for|what of)?\s*",
    re.IGNORECASE,
)
_ELLIPSIS_EN = re.compile(
    (
        r"^(?:(?:ok(?:ay)?|thanks|so|also|then|well)[\s,.!]+)*(?:and\b|but\b|(?:what|how) about\b|"
        r"what of\b|anything (?:on|about|for)\b|same (?:question )?for\b|the same for\b|also\b)"
    ),
    re.IGNORECASE,
)
_ELLIPSIS_ZH = re.compile(r"^(?:那么?|而|又|还有|再|换成|如果是|至于)|呢[？?。]?$|又(?:是|有)多少")
_THING_EN = re.compile(
    (
        r"\b(?:it|this|that(?= (?:company|firm|plant|works|product|one|subsidiary|project|city|"
        r"contract|policy|department|site|film|book|place))|they|them|there)\b"
    ),
    re.IGNORECASE,
)
_NOUN_EN = re.compile(
    (
        r"\b(?:that|this|the same|the said|these|those)\s+(?:company|firm|plant|works|product|one|"
        r"subsidiary|project|city|contract|policy|department|site|factory|film|book|place|"
        r"supplier|customer|person|man|woman|country|team)\b"
    ),
    re.IGNORECASE,
)
_PLACE_EN = re.compile(
    r"\bthere\b(?!\s+(?:is|are|was|were|a|an|any)\b)(?<!is there)(?<!are there)(?<!was there)(?<!were there)",
    re.IGNORECASE,
)
_THING_POSSESSIVE_EN = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PERSON_EN = re.compile(r"\b(?:he|she|him|that person|this person)\b|\bher\b(?!\s+[a-z])", re.IGNORECASE)
_PERSON_POSSESSIVE_EN = re.compile(r"\b(?:his|her)\b(?=\s+[a-z])", re.IGNORECASE)
_DUMMY_EN = re.compile(
    (
        r"\bit (?:is|was) (?:possible|allowed|necessary|true|required|permitted)\b|\bis it "
        r"(?:possible|allowed|necessary|true|required|permitted)\b|\bhow long does it take\b|"
        r"\bdoes it take\b|\bit takes\b"
    ),
    re.IGNORECASE,
)
_THING_ZH = re.compile(
    "它们?|其(?!他|它|中|余|实|次)|(?:该|这家|那家|此|这个|那个|这座|那座|这款|那款)(?:公司|"
    "企业|工厂|集团|厂|城市|产品|项目|部门|子公司|合同|制度|供应商|地方)?|那里|那边|该厂"
)
_PERSON_ZH = re.compile("他们?|她们?|此人|该人|这个人|那个人|这位|那位")
_SAME_TIME_EN = re.compile(
    (
        r"\b(?:in |for |during |over |at )?(?:that|the same|this same|said)\s+(?:fiscal |"
        r"financial )?(?:year|quarter|month|period|time|day|week)\b|\bthen\b(?=[?.!]?$)|\bin the "
        r"same (?:year|period|quarter|month)\b"
    ),
    re.IGNORECASE,
)
_SAME_TIME_ZH = re.compile(
    "(?:在)?(?:当年|当季|当月|当时|当期|同年|同期(?!相比)|同一?(?:年|季度|月|时期|期)|"
    "那一?年|那个?(?:月|季度)|该年度?|该季度|该月)(?:度)?"
)
_STEP_EN = re.compile(
    r"\b(?:(?:in|for|during)\s+)?(?:the\s+)?(?P<unit>year|quarter|month|half(?:[- ]year)?|"
    r"week|day)\s+(?P<dir>before|after|earlier|later|prior)(?:\s+(?:that|this|it))?\b"
    r"|\b(?:(?:in|for|during)\s+)?(?:the\s+)?(?P<dir2>previous|prior|preceding|following|next|"
    r"subsequent)\s+(?:fiscal\s+|financial\s+)?(?P<unit2>year|quarter|month|half|week|day)\b"
    r"|\b(?:a|one)\s+(?P<unit3>year|quarter|month|week|day)\s+(?P<dir3>before|earlier|after|later)\b",
    re.IGNORECASE,
)
_STEP_ZH = re.compile(
    "(?:在)?(?:再)?(?:往)?(?P<dir>上|前|下|后)(?:面)?(?:的)?(?:那)?(?P<count>一|1)"
    "?个?(?P<unit>财年|年度|年|季度|月|周)(?:度)?(?!以来|底|初)"
)
_UNITS: dict[str, Grain] = {
    "year": "year",
    "quarter": "quarter",
    "month": "month",
    "half": "half",
    "week": "week",
    "day": "day",
    "年": "year",
    "年度": "year",
    "财年": "year",
    "季度": "quarter",
    "月": "month",
    "周": "week",
}
_BACK = frozenset(("before", "earlier", "prior", "previous", "preceding", "上", "前"))
_VERB_EN = re.compile(
    (
        r"\b(?:is|are|was|were|did|does|do|has|have|had|will|can|could|should|may|might)\b|"
        r"\b(?:who|when|where|why|which)\b"
    ),
    re.IGNORECASE,
)
_FRAGMENT_WORDS = 6


@dataclass(frozen=True, slots=True)
class Step:
    """A time said from an earlier one: `count` periods of `grain` away, at `text[start:end]` of the question."""

    grain: Grain
    count: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What a question lacks: a thing, a person, a time, or all but one part of a question."""

    elliptic: bool
    thing: bool
    person: bool
    same_time: bool
    step: Step | None
    language: str

    @property
    def any(self) -> bool:
        """Whether it lacks something at all."""
        return self.elliptic or self.thing or self.person or self.same_time or self.step is not None


def leaning(text: str) -> FollowUp:
    """How a question leans on what was said before."""
    language = "zh" if language_of(text) == "zh" else "en"
    step = step_of(text, language)
    if language == "zh":
        return FollowUp(
            bool(_ELLIPSIS_ZH.search(text)),
            bool(_THING_ZH.search(text)),
            bool(_PERSON_ZH.search(text)),
            bool(_SAME_TIME_ZH.search(text)),
            step,
            "zh",
        )
    plain = _DUMMY_EN.sub(" ", text)
    thing = bool(_THING_EN.search(plain) or _THING_POSSESSIVE_EN.search(plain) or _NOUN_EN.search(plain))
    person = bool(_PERSON_EN.search(plain) or _PERSON_POSSESSIVE_EN.search(plain))
    elliptic = bool(_ELLIPSIS_EN.match(text)) or _is_fragment(text)
    return FollowUp(elliptic, thing, person, bool(_SAME_TIME_EN.search(text)), step, "en")


def _is_fragment(text: str) -> bool:
    """ "In 2022?", "Net profit?": a few words without a verb, one of them known as a part of a question."""
    words = text.split()
    return (
        len(words) <= _FRAGMENT_WORDS
        and not _VERB_EN.search(text)
        and not re.search(r"\b(?:what|how)\b", text, re.IGNORECASE)
    )


def opened(text: str, language: str) -> str:
    """The question without what opens an ellipsis: "And what about Leeds?" → "Leeds", 那上海呢 → 上海."""
    if language == "zh":
        core = re.sub(
            r"^(?:那么|那|而|又|还有|再|换成|如果是|至于)[，,]?(?!个|家|座|款|里|边|一年|位)",
            "",
            text.strip(" ？?。！!"),
        )
        return re.sub(r"(?:又?(?:是|有)多少)?呢?$|又?是多少$", "", core).strip(" ，,")
    return _OPENER_EN.sub("", text.strip(" ?.!"), count=1).strip(" ,")


def step_of(text: str, language: str) -> Step | None:
    """ "The year before", "the previous quarter", 上一年, 再往前一年; None when the text has no such time."""
    match = (_STEP_ZH if language == "zh" else _STEP_EN).search(text)
    if match is None:
        return None
    groups = match.groupdict()
    unit = next(groups[name] for name in ("unit", "unit2", "unit3") if groups.get(name))
    way = next(groups[name] for name in ("dir", "dir2", "dir3") if groups.get(name)).lower()
    grain = _UNITS["half" if unit.lower().startswith("half") else unit.lower()]
    return Step(grain, -1 if way in _BACK else 1, match.start(), match.end())


def filled_thing(text: str, thing: str, language: str) -> str:
    """The question with the pronoun for a thing replaced by its name."""
    if language == "zh":
        return _THING_ZH.sub(
            lambda match: (
                thing + ("的" if match.group().startswith("其") and not text[match.end() :].startswith("的") else "")
            ),
            text,
            count=1,
        )
    for pattern, said in (
        (_NOUN_EN, thing),
        (_THING_POSSESSIVE_EN, possessive(thing)),
        (_PLACE_EN, f"at {thing}"),
        (_THING_EN, thing),
    ):
        if pattern.search(_DUMMY_EN.sub(lambda match: "\x00" * len(match.group()), text)):
            text = pattern.sub(lambda _, put=said: put, text, count=1)  # type: ignore[misc]
    return text


def possessive(name: str) -> str:
    """ "Halden Pumps'", "Corvane's"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def filled_person(text: str, person: str, language: str) -> str:
    """The question with the pronoun for a person replaced by the name."""
    if language == "zh":
        return _PERSON_ZH.sub(person, text, count=1)
    return _PERSON_EN.sub(
        lambda _: person, _PERSON_POSSESSIVE_EN.sub(lambda _: possessive(person), text, count=1), count=1
    )


def filled_time(text: str, when: str, language: str) -> str:
    """The question with "that year", 当年 replaced by the time."""
    pattern = _SAME_TIME_ZH if language == "zh" else _SAME_TIME_EN
    return pattern.sub(lambda _: when, text, count=1)


def measure_in(text: str) -> Mention | None:
    """The measure, role or event that a text names first; measures before roles before events."""
    said = aspects(text)
    for kind in ("measure", "role", "event"):
        found = next((each for each in said if each.kind == kind), None)
        if found:
            return found
    return None
