"""Words of a page in lines, and lines in reading order where a page has two columns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from services.ingestion.parse.clean import one_line

_COLUMN_LINES = 8
_COLUMN_WORDS = 3.0
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its box in points, its font size, and whether it is bold."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Line:
    """Words side by side, left to right."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words in a row; Chinese glyphs that a font set apart are joined again."""
        parts: list[str] = []
        for before, word in zip((None, *self.words), self.words, strict=False):
            if before is not None and not _touch(before, word):
                parts.append(" ")
            parts.append(word.text)
        return one_line("".join(parts))

    @property
    def x0(self) -> float:
        """Left edge."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right edge."""
        return max(word.x1 for word in self.words)

    @property
    def top(self) -> float:
        """Upper edge."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return max(word.bottom for word in self.words)

    @property
    def size(self) -> float:
        """Font size of most of the line."""
        return median(word.size for word in self.words)

    @property
    def bold(self) -> bool:
        """Whether every word is bold."""
        return all(word.bold for word in self.words)

    def cells(self) -> list["Line"]:
        """Stretches of words parted by gaps wider than any word space."""
        found: list[list[Word]] = [[self.words[0]]]
        for word in self.words[1:]:
            before = found[-1][-1]
            if word.x0 - before.x1 > 0.85 * max(self.size, 6.0):
                found.append([word])
            else:
                found[-1].append(word)
        return [Line(tuple(words)) for words in found]


def lines_of(words: Sequence[Word]) -> list[Line]:
    """Lines from top to bottom: words whose middles lie within each other's height are side by side."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: ((word.top + word.bottom) / 2, word.x0)):
        middle = (word.top + word.bottom) / 2
        if lines:
            anchor = lines[-1][0]
            if abs(middle - (anchor.top + anchor.bottom) / 2) < 0.45 * min(anchor.size, word.size):
                lines[-1].append(word)
                continue
        lines.append([word])
    return [Line(tuple(sorted(line, key=lambda word: word.x0))) for line in lines]


def in_reading_order(lines: Sequence[Line], width: float) -> list[Line]:
    """Lines of two columns, left column first between lines that span both; other pages as they are."""
    gutter = _gutter(lines, width)
    if gutter is None:
        return list(lines)
    ordered: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    for line in lines:
        if any(word.x0 < gutter - 2 and word.x1 > gutter + 2 for word in line.words) or _jumps(line, gutter):
            ordered += [*left, *right, line]
            left, right = [], []
            continue
        for side, words in zip((left, right), _split(line, gutter), strict=True):
            if words:
                side.append(Line(words))
    return ordered + left + right


def _split(line: Line, gutter: float) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    return (
        tuple(word for word in line.words if word.x0 < gutter - 2),
        tuple(word for word in line.words if word.x0 >= gutter - 2),
    )


def _jumps(line: Line, gutter: float) -> bool:
    """Whether words on both sides of the gutter are only a word space apart: then the line spans both columns."""
    left, right = _split(line, gutter)
    return bool(left and right) and right[0].x0 - left[-1].x1 < 0.6 * line.size


def _gutter(lines: Sequence[Line], width: float) -> float | None:
    """Where two columns of running text part, None on a page of one column or of tables."""
    best, best_lines = None, 0
    for step in range(35, 66):
        x = width * step / 100
        both = [line for line in lines if line.x0 < x - 20 and line.x1 > x + 20]
        open_ = [line for line in both if not _covered(line, x) and not _jumps(line, x)]
        if len(open_) >= _COLUMN_LINES and len(open_) > 0.7 * len(both) and len(open_) > best_lines:
            best, best_lines = x, len(open_)
    if best is None:
        return None
    sides = [side for line in lines if not _covered(line, best) for side in _split(line, best) if side]
    return best if sum(map(_weight, sides)) / len(sides) >= _COLUMN_WORDS else None


def _covered(line: Line, x: float) -> bool:
    return any(word.x0 < x + 2 and word.x1 > x - 2 for word in line.words)


def _weight(words: tuple[Word, ...]) -> float:
    """How much running text a side of a line holds, in words."""
    text = "".join(word.text for word in words)
    return max(len(words), len(_CJK.findall(text)) / 2)


def _touch(before: Word, word: Word) -> bool:
    """Whether two words belong together without a space: Chinese set with wide tracking, glyph by glyph."""
    alone = len(before.text) == len(word.text) == 1 and _CJK.match(before.text) and _CJK.match(word.text)
    return bool(alone) and word.x0 - before.x1 < before.size


def joined(lines: Iterator[str] | Sequence[str]) -> str:
    """Lines of one paragraph as running text: hyphenated words whole, no space inside Chinese."""
    text = ""
    for line in lines:
        if not text:
            text = line
        elif text.endswith("-") and text[-2:-1].isalpha() and line[:1].islower():
            text = text[:-1] + line
        elif _CJK.match(text[-1]) and _CJK.match(line[:1]):
            text += line
        else:
            text += " " + line
    return text
