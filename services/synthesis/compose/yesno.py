"""Yes or no first, then why."""

import re

from services.language.negation import negated
from services.language.numbers import same_quantity
from services.language.statements import Value, values
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply
from services.synthesis.plain import ended

_ABOVE = re.compile(
    r"\b(?:more than|over|above|exceed(?:s|ed)?|greater than|higher than|at least)\b|超过|高于|大于|多于|不少于|至少",
    re.I,
)
_BELOW = re.compile(r"\b(?:less than|under|below|fewer than|lower than|at most)\b|低于|小于|少于|不足|不到|至多", re.I)


def compose(brief: Brief, reply: Reply) -> Composition:
    """Yes or no as the source decides, and the source."""
    yes = decided(brief.question.text, reply)
    word = brief.wording.say("yes" if yes else "no")
    parts = (
        Part(brief.wording.ended(word), "answer", (reply.source,)),
        Part(ended(reply.source.text), "support", (reply.source,)),
    )
    return Composition(parts, word)


def decided(question: str, reply: Reply) -> bool:
    """What the source says to the question: by figures, by names, else by whether one denies what the other affirms."""
    said = reply.source.values()
    by_figure = _by_figure(question, said)
    if by_figure is not None:
        return by_figure
    if _names_another(question, said):
        return False
    return negated(question) == negated(reply.source.text)


def _by_figure(question: str, said: list[Value]) -> bool | None:
    put = next((value.quantity for value in values(question) if value.quantity), None)
    if put is None:
        return None
    told = [value.quantity for value in said if value.quantity and value.quantity.kind == put.kind]
    if not told:
        return None
    if _ABOVE.search(question):
        return any(each.value > put.value for each in told)
    if _BELOW.search(question):
        return any(each.value < put.value for each in told)
    return any(same_quantity(put, each) for each in told)


def _names_another(question: str, said: list[Value]) -> bool:
    """Whether the source gives another person or organisation in the place of the one that the question puts."""
    put = [value for value in values(question) if value.kind == "name"]
    told = {value.key for value in said if value.kind == "name"}
    for name in put:
        others = {value.key for value in said if value.kind == "name" and value.label == name.label} - {
            each.key for each in put
        }
        if name.key not in told and others and name.label in ("person", "org"):
            return True
    return False
