"""How amounts and dates are written in each language's documents."""

from __future__ import annotations

from datetime import date, timedelta

from services.cli.demo.company import Language

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_ORDINALS = {"en": ("first", "second", "third", "fourth"), "zh": ("一", "二", "三", "四")}


def money(amount: int, language: Language) -> str:
    """Prose: `EUR 41.7 million`, `EUR 1,240`, `3.42亿元`, `4,300万元`, `12,800元`."""
    if language == "en":
        return f"EUR {amount / 1_000_000:.1f} million" if amount >= 1_000_000 else f"EUR {amount:,}"
    if amount >= 100_000_000:
        return f"{amount / 100_000_000:.2f}亿元"
    return f"{amount // 10_000:,}万元" if amount >= 1_000_000 else f"{amount:,}元"


def cell(amount: int, language: Language) -> str:
    """Table cell, in the unit that the table's head names: EUR million, 万元."""
    return f"{amount / 1_000_000:.1f}" if language == "en" else f"{amount // 10_000:,}"


def day(when: date, language: Language) -> str:
    """`1 July 2024`, `2024年7月1日`."""
    if language == "en":
        return f"{when.day} {MONTHS[when.month - 1]} {when.year}"
    return f"{when.year}年{when.month}月{when.day}日"


def day_before(when: date, language: Language) -> str:
    """The last day on which what changed on `when` still held."""
    return day(when - timedelta(days=1), language)


def month(when: date, language: Language) -> str:
    """`July 2024`, `2024年7月`."""
    return f"{MONTHS[when.month - 1]} {when.year}" if language == "en" else f"{when.year}年{when.month}月"


def quarter(year: int, number: int, language: Language) -> str:
    """`second quarter of 2025`, `2025年第二季度`; quarters are numbered 1-4."""
    ordinal = _ORDINALS[language][number - 1]
    return f"{ordinal} quarter of {year}" if language == "en" else f"{year}年第{ordinal}季度"


def quarter_months(number: int, language: Language) -> str:
    """`April to June`, `4月至6月`."""
    first, last = 3 * number - 2, 3 * number
    return f"{MONTHS[first - 1]} to {MONTHS[last - 1]}" if language == "en" else f"{first}月至{last}月"


def percent(part: int, whole: int) -> str:
    """Change from `whole` to `part`, one decimal: `8.4%`."""
    return f"{abs(part - whole) / whole * 100:.1f}%"
