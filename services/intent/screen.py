"""What may be asked: not nothing, not a book, nothing that does harm, and no orders to the machine.

The rules need a harmful act *and* its object, or an order *and* the rules that it would change, in the place of an
order: "How do we ignore outliers in the previous report?" and "What is our policy on weapons?" are plain questions.
"""

import re
import unicodedata

from services.core.errors import EmptyQuestion, InjectionLike, QuestionTooLong, UnsafeQuestion
from services.intent.rules import injection, unsafe
from services.language.instructions import visible

LIMIT = 20_000
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_SPACE = re.compile(r"\s+")
_SLOT = re.compile(r"\{(\d{1,2})\}")
# "i g n o r e": single letters pulled apart.
_SPELLED = re.compile(r"\b(?:[A-Za-z] ){5,}[A-Za-z]\b")


def cleaned(text: str) -> str:
    """The question on one line, without control and invisible characters. Width variants of letters stay as written.

    "{1}" becomes "(1)": in a plan it would stand for the answer of a sub-question.
    """
    return _SLOT.sub(r"(\1)", _SPACE.sub(" ", _CONTROL.sub(" ", visible(text)))).strip()


def admitted(text: str, limit: int = LIMIT) -> str:
    """The question to work with. Raises EmptyQuestion, QuestionTooLong, UnsafeQuestion, InjectionLike."""
    if len(text) > limit:
        raise QuestionTooLong(len(text), limit)
    question = cleaned(text)
    if not any(character.isalnum() for character in question):
        raise EmptyQuestion
    refuse_harm(text)
    refuse_orders(text)
    return question


def refuse_harm(text: str) -> None:
    """Raises UnsafeQuestion, with the rule that it falls under."""
    rule = unsafe.rule_of(_folded(text))
    if rule:
        raise UnsafeQuestion(unsafe.ANSWERS.get(rule, unsafe.ANSWER), rule=rule)


def refuse_orders(text: str) -> None:
    """Raises InjectionLike, with the rule that it falls under."""
    rule = injection.rule_of(_folded(text))
    if rule:
        raise InjectionLike(
            "This reads as an order to change how Sextant works, not as a question. Ask for what you want to know.",
            rule=rule,
        )


def _folded(text: str) -> str:
    """The text as the rules read it: width variants folded, nothing invisible, line ends kept."""
    plain = unicodedata.normalize("NFKC", visible(text)).replace("\r", "\n")
    return _SPELLED.sub(lambda match: match.group().replace(" ", ""), plain)
