"""Right values, in whatever form an answer writes them.

Deliberately apart from `services.language`, which the judged system reads numbers with: a shared mistake would hide.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Currency = Literal["EUR", "CNY"]

_SCALES = {
    **dict.fromkeys(("thousand", "k"), 10**3),
    **dict.fromkeys(("million", "mn", "mio", "m"), 10**6),
    **dict.fromkeys(("billion", "bn"), 10**9),
    "千": 10**3,
    "万": 10**4,
    "百万": 10**6,
    "千万": 10**7,
    "亿": 10**8,
}
_LATIN = "thousand|million|billion|mio|mn|bn|k|m"
_PART = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?:\s*(?:(?:{_LATIN})(?![A-Za-z])|千万|百万|[千万亿]))?"
# Parts follow each other without a gap only after a Chinese scale: 3亿4200万.
_NUMBER = re.compile(rf"(?<![\d.,])(?:\d+亿(?=\d))?{_PART}(?![\d%])(?!\s*%)", re.IGNORECASE)
_ONE = re.compile(rf"([\d,.]*\d)\s*((?:{_LATIN})(?![A-Za-z])|千万|百万|[千万亿])?", re.IGNORECASE)
_CURRENCIES = {
    **dict.fromkeys(("eur", "€", "euro", "euros", "欧元"), "EUR"),
    **dict.fromkeys(("cny", "rmb", "¥", "yuan", "元", "人民币"), "CNY"),
    **dict.fromkeys(("usd", "$", "us$", "dollar", "dollars", "美元"), "USD"),
    **dict.fromkeys(("gbp", "£", "pound", "pounds", "英镑"), "GBP"),
}
_MARKS = "|".join(sorted(map(re.escape, _CURRENCIES), key=len, reverse=True))
_BEFORE = re.compile(rf"({_MARKS})\s*$", re.IGNORECASE)
_AFTER = re.compile(rf"\s*({_MARKS})", re.IGNORECASE)


def plain(text: str) -> str:
    """Text in one form: compatibility characters folded, citation marks removed, spaces single. Case is kept."""
    # NFKC turns the full-width comma into the one that groups thousands, so it is parted first.
    folded = unicodedata.normalize("NFKC", text.replace("，", "; ").replace("、", "; "))
    return re.sub(r"\s+", " ", re.sub(r"\[\d+\]", "", folded)).strip()


@dataclass(frozen=True)
class Amount:
    """A number in base units (euros, yuan, people, kilograms, a year). In another currency it is another value."""

    number: Decimal
    currency: Currency | None = None

    def find(self, text: str) -> int | None:
        """Where in `plain` text it first stands, as `41.7 million`, `41,700,000` or `4170万`; None if nowhere."""
        for match in _NUMBER.finditer(text):
            if _number(match.group()) == self.number and self._agrees(_currency(text, match)):
                return match.start()
        return None

    def _agrees(self, stated: str | None) -> bool:
        return self.currency is None or stated is None or stated == self.currency

    def __str__(self) -> str:
        return f"{self.currency or ''} {self.number:,}".strip()


@dataclass(frozen=True)
class Name:
    """A name, in any of its forms. Latin forms match whole words only: `Helen Marsh` is not in `Helen Marshall`."""

    forms: tuple[str, ...]

    def find(self, text: str) -> int | None:
        """Where in `plain` text the name first stands; None where it does not."""
        places = [match.start() for form in self.forms if (match := _whole(form).search(text))]
        return min(places, default=None)

    def __str__(self) -> str:
        return self.forms[0]


Value = Amount | Name


def _number(written: str) -> Decimal:
    total = Decimal(0)
    for digits, scale in _ONE.findall(written):
        total += Decimal(digits.replace(",", "")) * (_SCALES[scale.casefold()] if scale else 1)
    return total


def _currency(text: str, match: re.Match[str]) -> str | None:
    mark = _BEFORE.search(text[: match.start()]) or _AFTER.match(text[match.end() :])
    return _CURRENCIES[mark.group(1).casefold()] if mark else None


def _whole(form: str) -> re.Pattern[str]:
    # Not \b, which sees no edge between a Latin and a Chinese letter.
    pattern = rf"(?<![A-Za-z0-9]){re.escape(form)}(?![A-Za-z0-9])" if form.isascii() else re.escape(form)
    return re.compile(pattern, re.IGNORECASE)
