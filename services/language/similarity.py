"""How far two texts share words, and whether two sentences can state the same facts."""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from services.language.dates import DateRange, dates
from services.language.entities import Entity, named_entities
from services.language.name_keys import name_key, plain_key
from services.language.negation import negated
from services.language.numbers import Quantity, quantities, same_quantity
from services.language.tokens import content_tokens, tokens

_UP = re.compile(
    r"\b(?:increas|grew|grow|rose|rise|rising|gain|climb|jump|surg|higher|improv|expand)\w*|(?:增长|增加|上升|上涨|提高|提升|增幅|涨幅|走高|扩大)",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:decreas|declin|fell|fall|drop|reduc|shrank|shrink|lower|slump|slid|plung|contract(?:ed|ion))\w*|(?:下降|减少|下跌|降低|下滑|跌幅|降幅|走低|缩小|萎缩)",
    re.I,
)
_ENOUGH_ALIKE = 0.84
_LONG_WORD = 5
_BIGRAM_SHARE = 0.8
_LONG_HAN = 5
_HAN_ONLY = re.compile("[\u3400-\u9fff]+")


def overlap(query_tokens: Sequence[str], text_tokens: Sequence[str]) -> float:
    """Share of the distinct query tokens that the text has, in [0, 1]; 0 for an empty query."""
    wanted = set(query_tokens)
    return len(wanted & set(text_tokens)) / len(wanted) if wanted else 0.0


def jaccard(a: Iterable[str], b: Iterable[str]) -> float:
    """Shared over all distinct tokens, in [0, 1]; 0 when both are empty."""
    left, right = set(a), set(b)
    union = left | right
    return len(left & right) / len(union) if union else 0.0


def fuzzy_contains(needle: str, haystack: str) -> bool:
    """Whether the haystack says the needle: as written but for case, width, accents and punctuation, or with every
    content word present up to inflection and a slip of spelling. Digits must be exact. An empty needle is contained
    in nothing.
    """
    key, field = name_key(needle), plain_key(haystack)
    if not key:
        return False
    if _whole_words(key, field):
        return True
    wanted = content_tokens(needle) or tokens(needle)
    if not wanted:
        return False
    if _HAN_ONLY.fullmatch(key):
        return _han_contains(key, field)
    have = set(tokens(haystack))
    return all(_has_word(word, have) for word in set(wanted))


def _whole_words(key: str, field: str) -> bool:
    """Substring that does not begin or end inside a Latin word or a number."""
    at = field.find(key)
    while at >= 0:
        before, after = field[at - 1 : at] if at else "", field[at + len(key) : at + len(key) + 1]
        if not (_runs_on(before, key[0]) or _runs_on(key[-1], after)):
            return True
        at = field.find(key, at + 1)
    return False


def _runs_on(left: str, right: str) -> bool:
    return bool(left and right) and left.isascii() and right.isascii() and left.isalnum() and right.isalnum()


def _han_contains(key: str, field: str) -> bool:
    if len(key) < _LONG_HAN:
        return False
    pairs = {key[i : i + 2] for i in range(len(key) - 1)}
    window, best = len(key) + 4, 0
    for at in range(0, max(len(field) - window, 0) + 1, 2):
        part = field[at : at + window]
        best = max(best, sum(pair in part for pair in pairs))
    return best / len(pairs) >= _BIGRAM_SHARE


def _has_word(word: str, have: set[str]) -> bool:
    if word in have:
        return True
    if len(word) < _LONG_WORD or any(c.isdigit() for c in word):
        return False
    return any(
        abs(len(word) - len(other)) <= 2
        and word[0] == other[0]
        and SequenceMatcher(None, word, other).ratio() >= _ENOUGH_ALIKE
        for other in have
    )


def agree(a: str, b: str) -> bool:
    """Whether two sentences can state the same facts: nothing in their numbers, dates, names, denials or direction of
    change disagrees.

    Of numbers, dates and names each, those of the sentence that has fewer must all be found in the other: more detail
    is no disagreement, a different figure is. Symmetric. It says nothing about the topic: use it on sentences already
    known to be close.
    """
    if negated(a) != negated(b) or _opposed(a, b):
        return False
    dates_a, dates_b = dates(a), dates(b)
    if not _dates_agree(dates_a, dates_b):
        return False
    if not _numbers_agree(_loose(quantities(a), dates_a), _loose(quantities(b), dates_b)):
        return False
    return _names_agree((a, named_entities(a)), (b, named_entities(b)))


def _opposed(a: str, b: str) -> bool:
    up_a, down_a, up_b, down_b = bool(_UP.search(a)), bool(_DOWN.search(a)), bool(_UP.search(b)), bool(_DOWN.search(b))
    return (up_a and not down_a and down_b and not up_b) or (down_a and not up_a and up_b and not down_b)


def _loose(found: list[Quantity], said: list[DateRange]) -> list[Quantity]:
    """Quantities that are no part of a date."""
    return [each for each in found if not any(each.start < day.end_char and day.start_char < each.end for day in said)]


def _dates_agree(a: list[DateRange], b: list[DateRange]) -> bool:
    fewer, more = sorted((a, b), key=len)
    if len(a) == len(b):
        return all(any(_meet(x, y) for y in b) for x in a) and all(any(_meet(x, y) for y in a) for x in b)
    return all(any(_meet(x, y) for y in more) for x in fewer)


def _meet(x: DateRange, y: DateRange) -> bool:
    """One lies inside the other: "2023" and "May 2023" can be the same time."""
    return (x.start <= y.start and y.end <= x.end) or (y.start <= x.start and x.end <= y.end)


def _numbers_agree(a: list[Quantity], b: list[Quantity]) -> bool:
    if len(a) == len(b):
        return all(any(same_quantity(x, y) for y in b) for x in a) and all(
            any(same_quantity(x, y) for y in a) for x in b
        )
    fewer, more = sorted((a, b), key=len)
    return all(any(same_quantity(x, y) for y in more) for x in fewer)


def _names_agree(a: tuple[str, list[Entity]], b: tuple[str, list[Entity]]) -> bool:
    missing_from_b = _missing(a[1], b[0])
    return not missing_from_b or not _missing(b[1], a[0])


def _missing(names: list[Entity], text: str) -> bool:
    key = plain_key(text)
    return any(name.text not in text and not _named(name_key(name.text), key) for name in names)


def _named(name: str, key: str) -> bool:
    """A name is there whole, or by its last word ("Jobs" for "Steve Jobs")."""
    if not name or _whole_words(name, key):
        return True
    last = name.rsplit(" ", 1)[-1]
    return last != name and len(last) > 2 and not last.isdigit() and _whole_words(last, key)
