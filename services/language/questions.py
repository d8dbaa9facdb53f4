"""What a question asks: the kind of answer, what it is about, what it compares. By rules; a model may later stand
behind the same function.
"""

import re
from dataclasses import dataclass

from services.language.answer_kinds import Expects
from services.language.answer_types import expected, is_yesno
from services.language.comparands import comparands
from services.language.detect import language_of
from services.language.entities import Entity, entities
from services.language.negation import negated
from services.language.tokens import keywords, tokens

__all__ = ["Expects", "QuestionShape", "shape_of"]

_MOST_FOCUS = 8
# Who does this is a firm far more often than a person.
_OF_FIRMS = re.compile(
    r"\bwho\s(?:\w+\s)?(?:suppl(?:y|ies|ied)|deliver(?:s|ed)?|manufacture[sd]?|haul(?:s|ed)?|insure[sd]?|collects?\sfreight)\b"
    r"|\bwho\s(?:is|are|was|were)\s(?:the\s)?(?:\w+\s){0,2}(?:supplier|vendor|haulier|carrier|manufacturer|insurer|contractor)s?\b"
    "|(?:由谁|是谁|谁)(?:来|在|负责)?(?:供货|供应|供给|承建|承运|承包|代工|运输|生产|制造|提供)"
    "|(?:供应商|供货商|承运商|制造商|生产商|承包商|运营商|开发商|厂商|承运方)(?:又|究竟|到底)?(?:是|为)(?:谁|哪)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class QuestionShape:
    """A question taken apart.

    `expects` is the kind of answer; `focus` the words that say which property is asked for, without names and
    compared things; `comparands` the compared things, none or at least two.
    """

    expects: Expects
    focus: tuple[str, ...]
    entities: tuple[Entity, ...]
    comparands: tuple[str, ...]
    negated: bool


def shape_of(question: str) -> QuestionShape:
    """Take a question apart. Any text is accepted; one that asks nothing expects a "thing"."""
    language = language_of(question)
    compared = comparands(question, language)
    kind = expected(question, language)
    if kind == "yesno" and compared and _offers_choice(question):
        kind = "thing"
    found = tuple(entities(question))
    if kind == "person" and {each.kind for each in found if each.text in compared} == {"org"}:
        kind = "org"  # "谁的员工更多" of companies
    if kind == "person" and _OF_FIRMS.search(question):
        kind = "org"
    return QuestionShape(kind, _focus(question, found, compared), found, compared, negated(question))


def _offers_choice(question: str) -> bool:
    """ "Is A or B larger?" wants A or B, "Are A and B both …?" wants yes or no."""
    return is_yesno(question) and (" or " in question or "还是" in question) and " both " not in question


def _focus(question: str, names: tuple[Entity, ...], compared: tuple[str, ...]) -> tuple[str, ...]:
    taken = {token for name in names for token in tokens(name.text)} | {
        token for thing in compared for token in tokens(thing)
    }
    words = [word for word in keywords(question, 24) if not set(tokens(word)) <= taken]
    return tuple(words[:_MOST_FOCUS])
