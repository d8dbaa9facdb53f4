"""Quantities in English, Chinese and mixed text: numbers, money, percentages, counts, ordinals and years, with their
units.
"""

import re
from dataclasses import replace

from services.language.digit_numbers import digit_numbers
from services.language.quantity import Kind, Quantity, same_quantity
from services.language.word_numbers import chinese_words, english_words

__all__ = ["Kind", "Quantity", "quantities", "same_quantity"]

# Full-width forms become ASCII one for one, so offsets hold; the full-width comma separates and does not group.
_NARROW: dict[int, int | str] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if code != 0xFF0C}
_NARROW |= {0xFFE5: "¥", 0x2212: "-", 0x00A0: " ", 0x3000: " ", 0x202F: " ", 0x2009: " "}
_WIDE = re.compile("[\uff01-\uff0b\uff0d-\uff5e\uffe5\u2212\u00a0\u3000\u202f\u2009]")
_DIGIT = re.compile("[0-9]")
_HAN_NUMBER = re.compile("[一二三四五六七八九十百千万亿两〇廿壹贰叁肆伍陆柒捌玖第]|分之")
_LETTERS = re.compile("[A-Za-z]{3}")
_RANGE = re.compile(r"\s*(?:-|–|—|~|～|至|到|to|and)\s*(?:US|HK)?[$€£¥]?\s*", re.I)


def quantities(text: str) -> list[Quantity]:
    """Every quantity of a text in order of appearance, none overlapping another.

    The first half of a range takes what only the second half says: "3-5 million dollars" is 3 million and 5 million
    dollars.
    """
    flat = text.translate(_NARROW) if _WIDE.search(text) else text
    found: list[Quantity] = []
    if _DIGIT.search(flat):
        found.extend(digit_numbers(flat))
    if _LETTERS.search(flat):
        found.extend(english_words(flat))
    if _HAN_NUMBER.search(flat):
        found.extend(chinese_words(flat))
    ordered = _without_overlaps(found)
    for index in range(len(ordered) - 1):
        ordered[index] = _completed(flat, ordered[index], ordered[index + 1])
    if flat is text:
        return ordered
    return [replace(each, text=text[each.start : each.end]) for each in ordered]


def _without_overlaps(found: list[Quantity]) -> list[Quantity]:
    """Longest first where they overlap, then in order."""
    taken: list[Quantity] = []
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        if not taken or each.start >= taken[-1].end:
            taken.append(each)
        elif each.end - each.start > taken[-1].end - taken[-1].start:
            taken[-1] = each
    return taken


def _completed(text: str, first: Quantity, second: Quantity) -> Quantity:
    between = text[first.end : second.start]
    if (
        len(between) > 8
        or not _RANGE.fullmatch(between)
        or first.kind == "ordinal"
        or second.kind in ("ordinal", "year")
    ):
        return first
    if between.strip().lower() == "and" and text[max(0, first.start - 9) : first.start].lower().find("between") < 0:
        return first
    if first.unit is not None and first.unit != second.unit:
        return first
    scaled = first.scale == 1 and second.scale > 1 and first.value < 10_000
    factor = second.scale if scaled else first.scale.__class__(1)
    unitless = first.unit is None and first.kind in ("number", "year") and second.kind != "number"
    return replace(
        first,
        value=first.value * factor,
        scale=first.scale * factor,
        precision=first.precision * factor,
        unit=second.unit if unitless else first.unit,
        kind=second.kind if unitless else first.kind,
    )
