"""The unit that a heading or caption of a table announces, and figures of cells with their unit and sign."""

import re

_CURRENCY = r"(?:(?:US|HK|A|C)?[$€£¥￥]|EUR|USD|GBP|CNY|RMB|HKD|JPY)"
_UNIT_WORD = (
    rf"(?:{_CURRENCY}|人民币|美元|欧元|港元|日元)?\s*"
    r"(?:thousands?|millions?|billions?|thousand|mn|bn|[mk]|百万|千万|十亿|[千万亿])?\s*"
    r"(?:dollars?|euros?|pounds?|yuan|元|美元|欧元|EUR|USD|GBP|CNY|RMB|%|％|per ?cent"
    r"|kg|kilograms?|tonnes?|t|吨|公斤|千克|m²|m2|sq ?m|square met(?:re|er)s?|平方米|㎡|people|persons?|employees|人|名"
    r"|units?(?: a year| per year)?|件|台|套|辆|years?|年|months?|个月|days?|天|hours?|小时"
    r"|℃|°C|bar|mm|cm|km|kW|MW|kWh|MWh)?"
)
_UNIT_PLACES = (
    re.compile(rf"单位\s*[:：]?\s*({_UNIT_WORD})(?![\w])", re.IGNORECASE),
    re.compile(rf"[(（\[]\s*(?:in\s+|amounts? in\s+|all in\s+)?({_UNIT_WORD})\s*[)）\]]", re.IGNORECASE),
    re.compile(rf"[(（\[][^()（）]{{0,40}}?\bin\s+({_UNIT_WORD})\b[^()（）]{{0,40}}[)）\]]", re.IGNORECASE),
    re.compile(rf"\bin\s+({_UNIT_WORD})\b", re.IGNORECASE),
    re.compile(rf"^\s*({_UNIT_WORD})\s*$", re.IGNORECASE),
    re.compile(rf"[,，/]\s*({_UNIT_WORD})\s*$", re.IGNORECASE),
)
# RMB'000, £m, $ million: a currency with its scale names the unit wherever it stands.
_SCALED = re.compile(
    rf"(?:(?<![A-Za-z])(?P<money>{_CURRENCY}))?\s*(?:[’'‘`](?P<noughts>000)s?(?!\d)"
    r"|(?<=[A-Z$€£¥￥’'‘` ])[’'‘`]?(?P<scale>millions?|billions?|thousands?|mn|bn|m)\b)",
    re.IGNORECASE,
)
_MONEY = re.compile(r"((?:US|HK|A|C)?[$€£¥￥]|EUR|USD|GBP|CNY|RMB|HKD|JPY)\s*(.*)")
_SCALES = {"m": "million", "mn": "million", "bn": "billion", "k": "thousand", "thousands": "thousand"}
_SCALES |= {"millions": "million", "billions": "billion", "000": "thousand"}
_FIGURE = re.compile(r"^[\s($€£¥￥A-Z+\-−~≈约]*\d[\d,.\s]*(?:%|％|[)）万亿元千百a-z]*)*$")
_BRACKETED = re.compile(
    rf"^(?P<front>{_CURRENCY}?)\s*[(（]\s*(?P<inner>{_CURRENCY}?)\s*(?P<number>\d[\d,]*(?:\.\d+)?)\s*(?P<per>[%％]?)\s*[)）]?"
    r"\s*(?P<after>[%％]?)$"
)
_SIGN = re.compile(r"[-(（]?\s*((?:US|HK|A|C)?[$€£¥￥])")
_YEAR = re.compile(r"(?:19|20)\d\d")
# What is counted in no currency and no thousands, whatever the caption says of the money beside it.
_UNSCALED = re.compile(
    r"\bper\s(?:\w+\s)?(?:share|unit|employee|tonne|ton|head)\b|\b(?:rates?|ratio|percent(?:age)?|number of|employees"
    r"|headcount|shares)\b|\byears\s*\W*$|[%％]|每股|比例|比率|率$|人数|数量",
    re.IGNORECASE,
)


def unit_in(words: str) -> str:
    """The unit that a heading announces: "EUR million" of "Revenue (EUR million)", 万元 of 单位：万元; "" for none."""
    for match in _SCALED.finditer(words):
        scale = match["noughts"] or match["scale"]
        if match["money"] or match["noughts"]:
            return f"{match['money'] or ''} {_SCALES.get(scale.lower(), scale.lower())}".strip()
    for pattern in _UNIT_PLACES:
        for match in pattern.finditer(words):
            unit = match.group(1).strip()
            if unit and not unit.isdigit():
                return unit
    return ""


def is_unscaled(label: str) -> bool:
    """Whether a row with that label is a rate, a count or a value per share, which "in thousands" does not scale."""
    return _UNSCALED.search(label) is not None


def with_unit(figure: str, unit: str) -> str:
    """The figure with the heading's unit, as far as it lacks it: currency before, scale and other units behind."""
    if not unit or not _FIGURE.match(figure) or re.search(r"[%％万亿]|[a-z]", figure) or _YEAR.fullmatch(figure):
        return figure
    money = _MONEY.match(unit)
    if not money:
        if re.match(r"[\u4e00-\u9fff%％℃°]", unit):
            return figure if re.search(r"[$€£¥￥元]|[A-Z]{3}", figure) and "元" not in unit else f"{figure}{unit}"
        return f"{figure} {_SCALES.get(unit.lower(), unit)}"
    scale = _SCALES.get(money[2].lower(), money[2])
    if re.search(r"[$€£¥￥]|[A-Z]{3}", figure):
        return f"{figure} {scale}".rstrip()
    minus = "-" if figure.startswith("-") else ""
    bare = figure.removeprefix("-")
    return f"{minus}{money[1]}{'' if money[1][-1] in '$€£¥￥' else ' '}{bare} {scale}".rstrip()


def currency_of(cell: str) -> str:
    """The sign of money that a cell begins with, "" for none."""
    match = _SIGN.match(cell)
    return match[1] if match else ""


def with_currency(unit: str, above: str, anywhere: str) -> str:
    """A scale with the currency of its column. Rows above the first that shows one are counts, not money, where the
    scale is that of money ("dollars in thousands")."""
    if not unit or _SCALES.get(unit.lower(), unit.lower()) not in _SCALES.values():
        return unit
    if above:
        return f"{above} {unit}"
    return "" if anywhere else unit


def signed(figure: str) -> str:
    """A figure in accounting brackets with a minus: "-$1.3" of "$(1.3)"; any other text as it is."""
    match = _BRACKETED.match(figure.strip())
    if match is None:
        return figure
    money = match["front"] or match["inner"]
    return f"-{money}{' ' if money.isalpha() else ''}{match['number']}{match['per'] or match['after']}"
