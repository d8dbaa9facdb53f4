"""Values of cells as a spreadsheet shows them: percent, scale, currency and unit are often only in the number format.

Source: ECMA-376 part 1, 18.8.31 (numFmts). A format has sections for positive, negative, zero and text; of the first
the decimals, thousands, scale (commas at its end divide by a thousand each), percent, and literals are used. A negative
figure is written with a minus, whatever its section draws.
"""

import datetime as dt
import re
from functools import lru_cache

_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]')
_DROPPED = re.compile(r"\[[^\]$]*\]|_.|\*.")
_DIGITS = re.compile(r"[#0?][#0?,.]*")


def shown(value: object, number_format: str) -> str:
    """The text of a cell's value."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case dt.datetime():
            return _moment(value)
        case dt.date():
            return value.isoformat()
        case dt.time():
            return value.isoformat("seconds")
        case dt.timedelta():
            return str(value)
        case int() | float():
            return _number(value, number_format)
        case _:
            return str(value).strip()


def _moment(value: dt.datetime) -> str:
    day = value.date().isoformat()
    return day if value.time() == dt.time() else f"{day} {value.time().isoformat('minutes')}"


def _number(value: int | float, number_format: str) -> str:
    before, digits, behind = _pattern(number_format)
    if not digits:
        return _general(value)
    scale = len(digits) - len(digits.rstrip(","))
    _, point, decimals = digits.rstrip(",").partition(".")
    amount = abs(value) / 1000**scale * (100 if "%" in behind else 1)
    most, fewest = len(decimals), len(decimals.rstrip("#?")) if point else 0
    text = f"{amount:,.{most}f}" if "," in digits.rstrip(",") else f"{amount:.{most}f}"
    whole, _, rest = text.partition(".")
    rest = rest[:fewest] + rest[fewest:].rstrip("0")
    figure = f"{whole}.{rest}" if rest else whole
    if not re.search("[1-9]", figure) and value:
        figure = _general(abs(value))  # a format too coarse for its value would show a false zero
    return f"{'-' if value < 0 else ''}{before}{figure}{behind}"


def _general(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.10g}"


@lru_cache(maxsize=1024)
def _pattern(number_format: str) -> tuple[str, str, str]:
    """What stands before the digits of a format, the digits, what stands behind; "" thrice when it has none."""
    literals: list[str] = []

    def kept(found: re.Match[str]) -> str:
        literals.append(next((group for group in found.groups() if group), ""))
        return chr(0xE000 + len(literals) - 1)

    section = _DROPPED.sub("", _LITERAL.sub(kept, _first_section(number_format)))
    digits = _DIGITS.search(section)
    if digits is None or "E+" in section or "/" in section:
        return "", "", ""

    def told(part: str) -> str:
        return "".join(literals[ord(one) - 0xE000] if 0xE000 <= ord(one) < 0xF000 else one for one in part)

    before, behind = told(section[: digits.start()]).strip("() -+"), told(section[digits.end() :]).rstrip(") ")
    if before and before[-1].isalpha():
        before += " "
    return before, digits.group(), behind


def _first_section(number_format: str) -> str:
    quoted = False
    for at, one in enumerate(number_format):
        quoted ^= one == '"'
        if one == ";" and not quoted and number_format[at - 1 : at] != "\\":
            return number_format[:at]
    return number_format
