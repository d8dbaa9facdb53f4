"""Where a short answer begins and ends: whole words, without the small words that only lead to it."""

import re

from services.language.chinese_tokens import HAN_ONLY, Token, tagged
from services.language.lexicon.wordlist import words

_LEADING_ZH = words("""
    由 是 为 在 于 向 从 被 把 给 对 与 和 及 至 到 即 叫 叫做 名为 改由 改为 系 的 了 则 也 都 自 以 将 位于 设于
""")
_TRAILING_ZH = words("的 了 着 在 于 由 是 为 和 与 及 被 把 也 都 等")
_LEADING_EN = re.compile(
    r"(?:(?:the|a|an|by|to|in|at|of|from|on|with|for|is|was|are|were|be|been|as|and|or)\s+)+", re.I
)
_TRAILING_EN = re.compile(r"(?:\s+(?:the|a|an|by|to|in|at|of|from|on|with|for|is|was|are|were|and|or))+$", re.I)
_NAME = r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}"
# Only where the text says that it is a town: "of Paris, France" may be the end of a list.
_TOWN_BEFORE = re.compile(rf"\b(?:city|town|village|municipality|suburb|borough) of ({_NAME}), $")
_TITLE_BEHIND = re.compile(
    r", (?:(?:Grand )?Duke|Duchess|Count|Countess|King|Queen|Prince|Princess|Earl|Baron|Baroness|Marquess|Margrave"
    rf"|Landgrave|Elector|Emperor|Empress|Lord|Lady|Viscount|Bishop|Archbishop) of (?:the )?{_NAME}"
)
_MARKS = ' \t\r\n，。、；：！？,;:!?·…|"“”‘’《》'
_OPENING_MARKS = _MARKS + ".)）]】"
_CLOSING_MARKS = _MARKS + "(（[【"
_REACH = 60


def edged(text: str, start: int, end: int) -> tuple[int, int]:
    """`text[start:end]` moved out to the ends of cut words and in past small words and marks; empty when only those
    were there.
    """
    start, end = _whole(text, start, end)
    while True:
        start, end = _bare(text, start, end)
        inner = _without_small(text, start, end)
        if inner == (start, end):
            return inner
        start, end = inner


def named_in_full(text: str, start: int, end: int) -> tuple[int, int]:
    """A name with what belongs to it: "Illinois" of "Alderton, Illinois", "Godric III" of "Godric III, Duke of
    Lower Velmoria"; any other span as it is.
    """
    if not text[start:end][:1].isupper():
        return start, end
    town = _TOWN_BEFORE.search(text, max(0, start - _REACH), start)
    title = _TITLE_BEHIND.match(text, end)
    return town.start(1) if town else start, title.end() if title else end


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _OPENING_MARKS:
        start += 1
    while end > start and text[end - 1] in _CLOSING_MARKS:
        end -= 1
    return start, end


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Cut words made whole, in either script."""
    while 0 < start < end and _inside_latin(text, start):
        start -= 1
    while start < end < len(text) and _inside_latin(text, end):
        end += 1
    for token in _tokens(text, start, end):
        if token.is_han and token.start < start < token.end:
            start = token.start
        if token.is_han and token.start < end < token.end:
            end = token.end
    return start, end


def _inside_latin(text: str, at: int) -> bool:
    return all(text[i].isascii() and text[i].isalnum() for i in (at - 1, at))


def _tokens(text: str, start: int, end: int) -> list[Token]:
    """The words of the Chinese run around a span, at most 60 characters to either side."""
    if not HAN_ONLY.search(text, start, end):
        return []
    left, right = start, end
    while left > max(0, start - _REACH) and HAN_ONLY.match(text[left - 1]):
        left -= 1
    while right < min(len(text), end + _REACH) and HAN_ONLY.match(text[right]):
        right += 1
    return [Token(each.word, each.tag, each.start + left, each.end + left) for each in tagged(text[left:right])]


def _without_small(text: str, start: int, end: int) -> tuple[int, int]:
    inside = [each for each in _tokens(text, start, end) if start <= each.start and each.end <= end]
    if inside and inside[0].start == start and inside[0].word in _LEADING_ZH:
        return inside[0].end, end
    if inside and inside[-1].end == end and inside[-1].word in _TRAILING_ZH:
        return start, inside[-1].start
    leading = _LEADING_EN.match(text, start, end)
    if leading:
        return leading.end(), end
    trailing = _TRAILING_EN.search(text[start:end])
    return (start, start + trailing.start()) if trailing else (start, end)
