"""Where sentences begin and end in English, Chinese and mixed text.

A splitter of our own: pysbd cleans and rewrites its input, loses offsets on repeated sentences and runs at a small
fraction of the speed (see tests/unit/language/test_sentences.py for what this one must get right). One scan over
candidate terminators, a few words of context at each; headings, list items and table rows are closed by their line
ends.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from services.language.lexicon.abbreviations import EITHER, LEADING, MONTHS, STARTERS

LONGEST = 1_000
_WRAPPED_LINE = 40
_ASIDE = 160

_LINE = re.compile("[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_CLOSERS = "”’」』）)】》〉\"'\\]"
_CANDIDATE = re.compile(
    f"(?:(?P<wide>[。！？；｡]+|[!?！？]+)|(?P<dots>…+|\\.{{2,}}|。。+)|(?P<stop>\\.))(?P<close>[{_CLOSERS}]*(?:\\[\\d{{1,3}}(?:[,–-]\\d{{1,3}})*\\])*)"
)
_WORD_BEFORE = re.compile(r"[^\W_](?:[\w'’&-]|\.(?=\w)){0,20}$")
_NEXT_WORD = re.compile(r"[\s\"'“‘(\[「『《]*([^\W_]+)?")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]$")
_ITEM_NUMBER = re.compile(r"\s*[(（]?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})$")
_TABLE_ROW = re.compile(r"\||\t|\S {2,}\S")
# "Model: X-20; Plant: Ashgrove; …" and "Ashgrove output; 2023: 41; …": a row of a table in words.
_ROW_IN_WORDS = re.compile(r"\s*[^:：;；]{1,80}(?:[:：][^;；]{0,200})?[;；][^:：;；]{1,80}[:：]")
_LIST_MARK = re.compile(
    r"\s*(?:[-*•·●▪◦‣○■□◆►✓>#]|\d{1,3}[.)、．]|[(（]?[\da-zA-Z一二三四五六七八九十]{1,3}[)）、]|第[一二三四五六七八九十百\d]+[章节条])"
)
_SOFT_BREAK = re.compile(r"[\s,，、;；:：)）\]】]")
_HAN_EDGE = re.compile("[\u3400-\u9fff，、：,]")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` (exclusive) of a text."""

    start: int
    end: int


def sentences(text: str) -> list[Span]:
    """Sentences in order, trimmed of white space, none empty, none over 1,000 characters; together they hold every
    visible character.

    A line end closes a sentence unless the line is plainly wrapped prose (40 characters or more, no final mark, the
    next line goes on in lower case, or both edges are Chinese running text).
    """
    found: list[Span] = []
    for start, end in _blocks(text):
        for left, right in _split_block(text, start, end):
            found.extend(_pieces(text, left, right))
    return found


def is_row(line: str) -> bool:
    """Whether a line is a row of a table in words."""
    return _ROW_IN_WORDS.match(line) is not None


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of text between hard line ends."""
    start = end = -1
    for line in _LINE.finditer(text):
        if start >= 0 and _is_wrapped(text, (start, end), line):
            end = line.end()
            continue
        if start >= 0:
            yield start, end
        start, end = line.span()
    if start >= 0:
        yield start, end


def _is_wrapped(text: str, block: tuple[int, int], line: re.Match[str]) -> bool:
    gap = text[block[1] : line.start()]
    if gap not in ("\n", "\r\n", "\r"):
        return False
    before = text[max(block[0], block[1] - 400) : block[1]]
    before = before[max(before.rfind("\n"), before.rfind("\r")) + 1 :].rstrip()
    after = line.group().strip()
    if len(before) < _WRAPPED_LINE or not after or before[-1] in ".!?。！？；:：":
        return False
    if _TABLE_ROW.search(before) or _TABLE_ROW.search(after) or _LIST_MARK.match(after):
        return False
    if _ROW_IN_WORDS.match(before) or _ROW_IN_WORDS.match(after):
        return False
    if after[0].islower() or before[-1] in ",，、-–—(":
        return True
    if _HAN_EDGE.match(before[-1]) and _HAN_EDGE.match(after[0]):
        return True
    last = before.rsplit(None, 1)[-1]
    return last.islower() and last.isalpha() and (after[0].isalnum() or after[0] in "\"'“(")


def _split_block(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    left = start
    for mark in _CANDIDATE.finditer(text, start, end):
        if mark.start() < left or not _ends_sentence(text, mark, (left, end)):
            continue
        yield left, mark.end()
        left = mark.end()
    yield left, end


def _ends_sentence(text: str, mark: re.Match[str], within: tuple[int, int]) -> bool:
    left, end = within
    at = mark.end()
    if at >= end:
        return True
    if _inside_brackets(text, left, mark):
        return False
    if _inside_title(text, left, mark.start()) and "》" not in mark.group("close"):
        return False
    if mark.group("wide") and mark.group("wide")[0] in "。！？；｡":
        return True
    nxt = _NEXT_WORD.match(text, at, end)
    word = (nxt.group(1) if nxt else None) or ""
    spaced = text[at].isspace()
    if mark.group("dots") or mark.group("wide"):
        glued_to_han = bool(mark.group("wide")) and "\u3400" <= text[at] <= "\u9fff"
        return (spaced or bool(mark.group("close")) or glued_to_han) and not word[:1].islower()
    if not spaced:
        return _glued(text, mark, word)
    return _stop_ends(text, mark, (left, word))


def _inside_title(text: str, left: int, at: int) -> bool:
    opened = text.rfind("《", max(left, at - 60), at)
    return opened >= 0 and "》" not in text[opened:at] and "》" in text[at : at + 60]


def _inside_brackets(text: str, left: int, mark: re.Match[str]) -> bool:
    """Whether a stop stands in brackets that the sentence opened and that close soon: "(b. 1921; d. Nov. 1980)".

    Brackets that open the sentence hold sentences of their own.
    """
    at = mark.start()
    opened = max(text.rfind("(", max(left, at - _ASIDE), at), text.rfind("（", max(left, at - _ASIDE), at))
    if opened < 0 or not text[left:opened].strip() or re.search("[)）\n]", text[opened:at]):
        return False
    closing = re.search("[()（）\n]", text[mark.end() : mark.end() + _ASIDE])
    return closing is not None and closing.group() in ")）" and not re.search("[)）]", mark.group("close"))


def _glued(text: str, mark: re.Match[str], word: str) -> bool:
    """A stop with no space behind it ends a sentence only before Chinese, or where extraction lost the space
    ("ended.The next").
    """
    at, before = mark.end(), text[max(0, mark.start() - 3) : mark.start()]
    if "\u3400" <= text[at] <= "\u9fff":
        return not before[-1:].isdigit() or bool(mark.group("close"))
    if mark.group("close") and word[:1].isupper():
        return True
    return len(before) == 3 and before.isalpha() and before.islower() and word.istitle() and word.lower() in STARTERS


def _stop_ends(text: str, mark: re.Match[str], context: tuple[int, str]) -> bool:
    left, word = context
    if word[:1].islower():
        return False
    before = text[max(left, mark.start() - 24) : mark.start()]
    if _ITEM_NUMBER.fullmatch(text[left : mark.start()]) and mark.start() - left < 8:
        return False
    found = _WORD_BEFORE.search(before)
    if found is None or mark.group("close")[:1] in ("”", '"', "]"):
        return True
    last = found.group()
    key = last.lower()
    if key in LEADING:
        # "No." as an answer is a sentence, as a number sign it has a number behind it.
        return key == "no" and not word[:1].isdigit()
    if key in MONTHS:
        return not word[:1].isdigit() and (word.lower() in STARTERS or not last.istitle())
    if key in EITHER or _DOTTED.fullmatch(last):
        return word.lower() in STARTERS or not word
    if len(last) == 1 and last.isupper():
        return word.lower() in STARTERS
    return True


def _pieces(text: str, left: int, right: int) -> Iterator[Span]:
    """Trim a stretch and cut it to at most `LONGEST` characters, at white space or punctuation where there is any."""
    while True:
        while left < right and text[left].isspace():
            left += 1
        while right > left and text[right - 1].isspace():
            right -= 1
        if left >= right:
            return
        if right - left <= LONGEST:
            yield Span(left, right)
            return
        cut = left + LONGEST
        window = text[left + LONGEST // 2 : cut]
        breaks = [found.end() for found in _SOFT_BREAK.finditer(window)]
        if breaks:
            cut = left + LONGEST // 2 + breaks[-1]
        end = cut
        while end > left and text[end - 1].isspace():
            end -= 1
        if end > left:
            yield Span(left, end)
        left = cut
