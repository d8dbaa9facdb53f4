"""Later questions of one breath made to stand alone: what "it", 其 and a missing subject stand for.

A pronoun means what the question before it asks for ("Which plant makes X, and who runs it?": the plant) when that is
such a thing, else what the question is about ("Who founded X, and when was it sold?": X).
"""

import re
from dataclasses import dataclass

from services.core.domain.plan import SubQuestion
from services.decompose.follow_up import possessive
from services.decompose.subjects import subject_of
from services.language.aspects import aspects
from services.language.lexicon.wordlist import words
from services.language.questions import shape_of

_PERSON_EN = re.compile(r"\b(?:he|she|him)\b|\b(?:that|this) person\b", re.IGNORECASE)
_PERSON_POSSESSIVE_EN = re.compile(r"\b(?:his|her)\b(?=\s+[a-z])", re.IGNORECASE)
_IT_EN = re.compile(
    r"\b(?:it|they|them)\b(?!\s+(?:take|possible))|\b(?:that|this|said)\s+(?P<noun>[a-z]+)(?=[\s?,.]|$)(?!\s+(?:is|was)\s+that)",
    re.IGNORECASE,
)
_IT_POSSESSIVE_EN = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_THERE_EN = re.compile(
    r"(?<!is )(?<!are )(?<!was )(?<!were )\bthere\b(?!\s+(?:is|are|was|were|a|an|any)\b)", re.IGNORECASE
)
_PERSON_ZH = re.compile("他们?|她们?|此人|该人")
_IT_ZH = re.compile(
    "它们?|其(?!他|它|中|余|实|次)|(?:该|这[家个座款]|那[家个座款])(?P<noun>公司|企业|工厂|厂|产品|项目|集团|城市|型号|设备|供应商|合同|电影|书)?|那里|那儿"
)
_WHICH_EN = re.compile(
    r"\b(?:which|what)\s+(?P<noun>(?:[a-z-]+\s+){0,2}?[a-z-]+)(?=\s+(?!of\b|for\b)[a-z]+|$)", re.IGNORECASE
)
_WHICH_ZH = re.compile("(?:哪一?|什么)[家个座款部所本种条位名]?(?P<noun>[\u4e00-\u9fff]{1,5})")
_NO_THING = re.compile(
    r"\b(?:year|month|day|date|quarter|time|percentage|percent|rate|price|amount|number|reason|way|is|are|was|were"
    r"|does|do|did|has|have|had|extent|kind|type)\b",
    re.IGNORECASE,
)
# What only a place has: with anything else, "it" after "Which city is X in" is X.
_OF_PLACES = re.compile(
    r"\b(?:mayor|population|inhabitants|people live|country|state|region|province|county|weather|airport|river)\b"
    "|人口|市长|省长|县长|国家|省份|哪个省|面积|气候|机场|居民"
)
_KINDS = words("company firm plant works factory product model supplier city project site group film book")
# Offices that say by themselves what they belong to.
_SEAT_OF = (
    ("厂长", "厂"),
    ("市长", "市"),
    ("校长", "校"),
    ("院长", "院"),
    ("店长", "店"),
    ("船长", "船"),
    ("导演", "影"),
)


@dataclass(frozen=True, slots=True)
class Known:
    """What the questions so far speak of: their subject, the thing and the person last asked for, each as it is to be
    written ("" when there is none), and the noun that the thing was asked by.
    """

    subject: str = ""
    thing: str = ""
    noun: str = ""
    person: str = ""
    place: bool = False

    def after(self, sub: SubQuestion) -> "Known":
        """What is known once a question is asked: what it asks for can be spoken of by its placeholder."""
        answer = f"{{{sub.id}}}"
        expects = shape_of(sub.text).expects
        if expects == "person":
            return Known(self.subject, self.thing, self.noun, answer, self.place)
        noun = _noun_asked(sub.text)
        if expects in ("org", "place") or (expects == "thing" and noun):
            return Known(self.subject, answer, noun, self.person, expects == "place")
        return self


def _noun_asked(text: str) -> str:
    match = _WHICH_ZH.search(text) or _WHICH_EN.search(text)
    noun = match["noun"] if match else ""
    return "" if _NO_THING.search(noun) or noun.lower().split()[-1:] == ["one"] else noun


def self_contained(part: str, known: Known) -> str:
    """A later question with its pronouns filled, and with the subject when it has none of its own."""
    chinese = re.search("[\u4e00-\u9fff]", part) is not None
    said = _chinese(_whole_name(part, known.subject), known) if chinese else _english(part, known)
    if said != part or not known.subject or subject_of(part) or "{" in part:
        return said
    return _with_subject(part, known, chinese=chinese)


def _english(part: str, known: Known) -> str:
    person = known.person or known.subject
    if person:
        part = _PERSON_POSSESSIVE_EN.sub(lambda _: _owner(person), part, count=1)
        part = _PERSON_EN.sub(lambda _: person, part)
    thing = _meant(part, known)
    if not thing:
        return part
    part = _IT_POSSESSIVE_EN.sub(lambda _: _owner(thing), part, count=1)
    there = known.thing if known.place else thing
    part = _THERE_EN.sub(lambda _: f"in {there}" if known.place else f"at {there}", part, count=1)
    return _IT_EN.sub(lambda match: _named(match, thing, known), part)


def _owner(name: str) -> str:
    return f"{name}'s" if name.startswith("{") else possessive(name)


def _named(match: re.Match[str], thing: str, known: Known) -> str:
    """What replaces a pronoun; "that plant" only when it is a plant that was asked for."""
    noun = (match["noun"] or "").lower()
    if not noun:
        return thing
    if known.noun.lower().split()[-1:] == [noun]:
        return known.thing
    return known.subject if known.subject and noun in _KINDS else match.group()


def _meant(part: str, known: Known) -> str:
    """What "it" stands for here."""
    if known.place and known.subject and not _OF_PLACES.search(part):
        return known.subject
    return known.thing or known.subject


def _chinese(part: str, known: Known) -> str:
    person = known.person or known.subject
    if person:
        part = _PERSON_ZH.sub(lambda _: person, part, count=1)
    thing = _meant(part, known)
    return _IT_ZH.sub(lambda match: _named_zh(match, thing, known), part, count=1) if thing else part


def _whole_name(part: str, subject: str) -> str:
    """A thing called by its kind alone is the one that was named: 工厂有多少员工 after 青石工厂."""
    kinds = (subject[at:] for at in range(1, len(subject) - 1))
    kind = next((kind for kind in kinds if part.startswith(kind)), "")
    return f"{subject}{part.removeprefix(kind)}" if kind else part


def _named_zh(match: re.Match[str], thing: str, known: Known) -> str:
    noun = match["noun"] or ""
    if noun and known.thing:
        thing = known.thing if known.noun.endswith(noun) or not known.subject else known.subject
    after = match.string[match.end() :]
    own = match.group().startswith("其") and not re.match("[的是在由位于有]|什么|何", after)
    return f"{thing}的" if own else thing


def _with_subject(part: str, known: Known, *, chinese: bool) -> str:
    """A question without a subject of its own gets the first one's: 现在的总经理是谁 → 华澜泵业现在的总经理是谁."""
    if not chinese:
        said = [each for each in aspects(part) if each.kind in ("measure", "role")]
        if said and not re.match(r"\s+(?:of|for|at|per)\b", part[said[-1].end :]):
            return f"{part[: said[-1].end]} of {known.subject}{part[said[-1].end :]}"
        return f"{part.rstrip('?')} ({known.subject})"
    for office, seat in _SEAT_OF:
        if part.startswith(office) and seat in known.noun:
            return f"{known.thing}的{part}"
    kind = next(
        (known.subject[at:] for at in range(1, len(known.subject) - 1) if part.startswith(known.subject[at:])), ""
    )
    if kind:
        return f"{known.subject}{part.removeprefix(kind)}"
    if part.startswith("谁是"):
        return f"谁是{known.subject}{part.removeprefix('谁是')}"
    return f"{known.subject}{part}"
