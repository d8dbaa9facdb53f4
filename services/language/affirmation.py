"""Whether a sentence affirms or denies what a yes-or-no question puts: by its subject, predicate, complement, figure.

A sentence about the topic is neither a yes nor a no. It decides only when it is said of the very thing asked about and
holds every content word of the question (or a synonym of the lexicon). Simple on purpose: a paraphrase that shares no
word with the question decides nothing, and the answer is then left open.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from services.language.aspects import aspects, fits, keys, near
from services.language.entities import Entity, named_entities
from services.language.lexicon.wordlist import words
from services.language.name_keys import name_key
from services.language.negation import negated, negation_scope
from services.language.numbers import same_quantity
from services.language.offices import holds, person_asked, said_of
from services.language.statements import Context, Value, is_planned, periods, values
from services.language.tokens import content_tokens

_ABOVE = re.compile(
    r"\b(?:more than|over|above|exceed(?:s|ed)?|greater than|higher than|at least)\b|超过|高于|大于|多于|不少于|至少",
    re.I,
)
_BELOW = re.compile(r"\b(?:less than|under|below|fewer than|lower than|at most)\b|低于|小于|少于|不足|不到|至多", re.I)
_HEDGED = re.compile(
    r"\b(?:if|whether|unless|alleg\w+|rumou?r\w*|(?-i:may)|might|could|would|should|den(?:y|ies|ied)"
    r"|claim(?:s|ed)? (?:that|to))\b"
    "|是否|如果|假如|倘若|可能|据称|据传|传闻|否认|或许|应当|应该",
    re.I,
)
_GOES_ON = re.compile(r"^\W*(?:it|they|he|she|this|that|these|those|the)\b|^\W*(?:该|其|它|他|她|此|这)", re.I)
_CLAUSES = re.compile(
    r"[;；。]|,\s+(?:and|but|while|whereas|not)\b|\b(?:but|while|whereas)\b|，(?=[而但])|，(?:而|但是?)?", re.I
)
_LIGHT = words(
    "be do have already yet ever really still currently now true exactly 吗 已经 已 目前 现在 真 确实 过 曾 曾经"
)
# A stop word elsewhere, the very verb of such questions.
_VERBS = ("通过",)
_THING_BEFORE = re.compile(r"\b(?:of|at|for|in|by)\s+(?:the\s+)?$", re.I)
_THING_AFTER = re.compile("^(?:['’]s\\b|的)")
_PREFIX = 5
_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, the words of its title and section, the sentences before it, its context and its document's date."""

    text: str
    around: str = ""
    before: str = ""
    context: Context | None = None
    written: date | None = None


def affirmed(question: str, said: Said) -> bool | None:
    """True for yes, False for no, None when the sentence decides neither."""
    parts = [part.strip() for part in _CLAUSES.split(said.text) if part.strip()]
    if len(parts) > 1 and len({name_key(each.text) for part in parts for each in named_entities(part)}) > 1:
        for part in parts:
            answer = _decided(question, part, said)
            if answer is not None:
                return answer
        if _several_subjects(parts):
            return None
    return _decided(question, said.text, said)


def _several_subjects(parts: Sequence[str]) -> bool:
    return sum(any(each.start <= 4 for each in named_entities(part)) for part in parts) > 1


def _decided(question: str, text: str, said: Said) -> bool | None:
    if _HEDGED.search(text) and not _HEDGED.search(question) or is_planned(text) and not is_planned(question):
        return None
    if not _in_time(question, text, said):
        return None
    person, roles = person_asked(question), keys(question, "role")
    if person and roles:
        return _of_person(question, text, said, person=person)
    told = values(text, said.context) if said.context else values(text)
    lacking = _lacking(question, text, said)
    if lacking is None or not _words_met(question, text, said):
        return None
    by_figure = _by_figure(question, told)
    if by_figure is not None:
        return by_figure
    if any(value.quantity for value in values(question) if not _in_name(question, value)):
        return None
    put = [value for value in values(question) if value.kind == "name"]
    if lacking or keys(question, "role") and any(_may_hold(question, value) for value in put):
        return _by_office(question, told, put=put, lacking=lacking, text=text)
    return negated(question) == _denied(question, text)


def _of_person(question: str, text: str, said: Said, *, person: str) -> bool | None:
    """Whether a Chinese sentence gives the office of the question to the person of the question."""
    rest = question.replace(person, "", 1)
    if _lacking(rest, text, said) != [] or not _words_met(rest, text, said):
        return None
    roles = keys(question, "role")
    held = said_of(person, text, roles | {key for role in roles for key in near(role)})
    return None if held is None else held is not negated(question)


def _may_hold(question: str, value: Value) -> bool:
    return any(each.start == value.start and _may_be_holder(question, each) for each in named_entities(question))


def _in_name(question: str, value: Value) -> bool:
    return any(each.start <= value.start < each.end for each in named_entities(question))


def _in_time(question: str, text: str, said: Said) -> bool:
    """A time that the question names must be met by the sentence, its title and section, or its document's date."""
    asked = periods(question)
    if not asked:
        return True
    own = list(periods(text)) or list(periods(said.around))
    if own:
        return any(each.meets(other) for each in asked for other in own)
    return said.written is not None and any(each.first <= said.written <= each.last for each in asked)


def _lacking(question: str, text: str, said: Said) -> list[Entity] | None:
    """Persons of the question that the sentence lacks (another may stand in their place); None when it is about
    another thing."""
    own = name_key(text)
    lacking = []
    asked = [each for each in named_entities(question) if not periods(each.text)]
    known = {name_key(each.text) for each in asked}
    for each in asked:
        key = name_key(each.text)
        if not key or _stands(key, own):
            continue
        if keys(question, "role") and _may_be_holder(question, each):
            lacking.append(each)
        elif not _is_understood(key, said) or _opens_with_another(text, known, said):
            return None
    return lacking


def _may_be_holder(text: str, name: Entity) -> bool:
    """Whether a name beside an office may be the person who holds it, and is not what the office belongs to."""
    return name.kind == "person" or name.kind == "other" and not _is_thing(text, name)


def _is_thing(text: str, name: Entity) -> bool:
    return bool(_THING_BEFORE.search(text[: name.start]) or _THING_AFTER.match(text[name.end :]))


def _is_understood(key: str, said: Said) -> bool:
    before = said.before if _GOES_ON.search(said.text) else ""
    return _stands(key, name_key(f"{said.around} {before}"))


def _opens_with_another(text: str, known: set[str], said: Said) -> bool:
    """Whether the sentence has a name of its own as its subject."""
    around = name_key(said.around)
    return any(
        (each.start <= 4 or _is_thing(text, each) or each.kind == "org")
        and name_key(each.text) not in known
        and not _stands(name_key(each.text), around)
        for each in named_entities(text)
    )


def _stands(key: str, field: str) -> bool:
    return key in field if _HAN.search(key) else f" {key} " in f" {field} "


def _asked_words(question: str) -> set[str]:
    rest = list(question)
    taken = [(name.start, name.end) for name in named_entities(question)]
    taken += [(value.start, value.end) for value in values(question)]
    taken += [(days.start, days.end) for days in periods(question)]
    taken += [(mention.start, mention.end) for mention in aspects(question)]
    taken += [match.span() for rule in (_ABOVE, _BELOW) for match in rule.finditer(question)]
    for start, end in taken:
        if start >= 0:
            rest[start:end] = " " * (end - start)
    return {word for word in _content("".join(rest)) if word not in _LIGHT and word != "not"}


def _content(text: str) -> set[str]:
    return {*content_tokens(text), *(verb for verb in _VERBS if verb in text)}


def _words_met(question: str, text: str, said: Said) -> bool:
    """Every content word must be met, at least one in the sentence itself; aspects by their synonyms."""
    before = said.before if _GOES_ON.search(said.text) else ""
    own = _content(text)
    have = own | _content(f"{said.around} {before}")
    wanted = _asked_words(question)
    events = keys(question)
    near = keys(text) | (said.context.aspects if said.context else frozenset())
    if not all(_has(word, have) for word in wanted) or not all(fits({key}, near) for key in events):
        return False
    return not wanted and not events or any(_has(word, own) for word in wanted) or fits(events, keys(text))


def _has(word: str, have: set[str]) -> bool:
    if word in have:
        return True
    if _HAN.search(word) or len(word) < _PREFIX:
        return False
    return any(len(other) >= _PREFIX and (other.startswith(word) or word.startswith(other)) for other in have)


def _denied(question: str, text: str) -> bool:
    """Whether a denial of the sentence covers a word of the question: "passed without objections" denies no pass."""
    scopes = [text[each.start : each.end] for each in negation_scope(text)]
    wanted, events = _asked_words(question), keys(question)
    if not wanted and not events:
        return bool(scopes)
    return any(fits(events, keys(scope)) or any(_has(word, _content(scope)) for word in wanted) for scope in scopes)


def _by_figure(question: str, told: Sequence[Value]) -> bool | None:
    put = next((value for value in values(question) if value.quantity and not _in_name(question, value)), None)
    if put is None or put.quantity is None:
        return None
    alike = [value for value in told if value.quantity and value.quantity.kind == put.quantity.kind]
    alike = [value for value in alike if not put.aspects or not value.aspects or fits(put.aspects, value.aspects)]
    found = [value.quantity for value in alike if value.quantity]
    if not found:
        return None
    if _ABOVE.search(question):
        return any(each.value > put.quantity.value for each in found)
    if _BELOW.search(question):
        return any(each.value < put.quantity.value for each in found)
    return any(same_quantity(put.quantity, each) for each in found)


def _by_office(
    question: str, told: Sequence[Value], *, put: Sequence[Value], lacking: Sequence[Entity], text: str
) -> bool | None:
    """The office is said of the person asked about, or of another; a denied one decides only about that person."""
    roles = keys(question, "role")
    named = [value for value in told if value.kind == "name" and fits(roles, value.aspects)]
    meant = roles | {key for role in roles for key in near(role)}
    holders = {value.key for value in named if holds(text, (value.start, value.end), meant)}
    things = {name_key(each.text) for each in named_entities(question) if _is_thing(question, each)}
    others = {value.key for value in told if value.key in holders and value.label in ("person", "other")} - things
    asked = {value.key for value in put if _may_hold(question, value)}
    if lacking:
        if not others - asked or _denied(question, text):
            return None
        return negated(question)
    if not asked & holders:
        return negated(question) if others and not _denied(question, text) else None
    return negated(question) == _denied(question, text)
