"""What a question measures: the thing of which it asks how much, how many or how long, and the units that may answer.

"How much annual leave do new employees get?" measures leave, in units of time, and counts no employees: a word that
stands elsewhere in the question (who gets it, whose it is) names another measure only by accident.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.language.aspects import Mention
from services.language.lexicon.wordlist import words
from services.language.numbers import Quantity
from services.language.tokens import content_tokens
from services.language.units import BASES, COUNTERS_ZH, MEASURES

MEASURED = ("measure", "term")
"""Kinds of aspects that a figure answers."""
_STOP_EN = (
    r"(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|should|may|must|of|in|at|on|for|from|per|by|with"
    r"|to|that|which|who|a|an|the)\b"
)
_AMOUNT_EN = re.compile(rf"\bhow (?:much|many) ((?:(?!{_STOP_EN})[a-z][\w'’-]*\s+){{1,5}})(?={_STOP_EN}|$)", re.I)
_PLAIN_EN = re.compile(
    rf"^\W*what(?:'s|’s|\s(?:is|are|was|were))\s(?:the|our|its|their|my)\s((?:(?!{_STOP_EN})[a-z][\w'’-]*\s*){{1,6}})",
    re.I,
)
_OF_EN = re.compile(rf"\s*of\s+(?:the\s+|our\s+)?((?:(?!{_STOP_EN})[a-z][\w'’-]*\s*){{1,5}})", re.I)
_VERB_EN = re.compile(r"\bhow much (?:does|do|did|is|are|was|were|will|would|can|has|have|had)\b", re.I)
# What only says that something is counted: the noun is what follows "of".
_TRANSPARENT = frozenset(content_tokens("number amount total sum quantity level length percentage"))
_GENERIC = frozenset(content_tokens("people persons person times time things ways"))
_COUNTERS = "|".join(
    sorted(
        [*COUNTERS_ZH, "天", "年", "个月", "小时", "个小时", "周", "元", "吨", "公斤", "平方米"], key=len, reverse=True
    )
)
_AMOUNT_ZH = re.compile(f"(?:多少|几)(?:{_COUNTERS})?(?:的)?([\u4e00-\u9fff]{{2,8}})")
_PLAIN_ZH = re.compile(
    "([\u4e00-\u9fffA-Za-z&]{2,16}?)(?:一共|总共|共|大约|大概|各|分别)?(?:是|为|有|达到?|等于|约)?(?:多少|几|多大|多高|多久|多长)"
)
# 一年生产多少台 measures no noun of its own: what stands before 多少 is a verb.
_AMOUNT_NEXT_ZH = re.compile("(?:一共|总共|共|大约|大概|各|分别)?(?:多少|几|多大|多高|多久|多长)")
_TAIL_ZH = re.compile("(?:呢|吗|啊|钱|人|块|次|个|岁|年|天)+$")
_COUNTABLE = re.compile(f"\\bhow many\\b|(?:多少|几)(?:{_COUNTERS})|几", re.IGNORECASE)
_CAN = re.compile(r"\b(?:can|able to|could)\b|能|可", re.IGNORECASE)
_JOINED = re.compile(r"^\s*(?:and|or|、|和|与|及|以及|,|，)\s*$", re.I)
_TIME = frozenset({"day", "week", "month", "year", "s"})
_LENGTH, _MASS, _AREA = frozenset({"m"}), frozenset({"kg"}), frozenset({"m2"})
# Bases of units, of money, percentages and counts, that a figure of a measure may have. Others may have any.
_BY_MEASURE: dict[str, frozenset[str]] = {
    "leave": _TIME,
    "probation": _TIME,
    "notice": _TIME,
    "payment_term": _TIME,
    "warranty": _TIME | {"m", "count"},
    "duration": _TIME,
    "service_life": _TIME | {"count", "m"},
    "age": _TIME,
    "sentence_length": _TIME,
    "weight": _MASS,
    "height": _LENGTH,
    "length": _LENGTH | _TIME,
    "width": _LENGTH,
    "depth": _LENGTH,
    "distance": _LENGTH | _TIME,
    "area": _AREA,
    "speed": frozenset({"km/h", "m", "count", "x"}),
    "temperature": frozenset({"°C", "°F"}),
    "power": frozenset({"W"}),
    "pressure": frozenset({"Pa"}),
    "voltage": frozenset({"V"}),
    "headcount": frozenset({"count"}),
    "population": frozenset({"count"}),
} | dict.fromkeys(
    words(
        "price rent salary revenue gross_profit operating_profit ebitda pretax_profit net_profit net_loss profit cost"
        " rd capex cash_flow cash total_assets net_assets liabilities debt eps dividend tax market_value funding"
    ),
    frozenset({"money"}),
)
_ANY = frozenset({"", "%"})
_UNIT_WORDS = {word: BASES[unit][0] for word, unit in MEASURES.items() if len(word) > 1 or "\u4e00" <= word <= "\u9fff"}
_UNIT_EN = re.compile(r"\bhow many (?:full |whole |calendar |working |square |cubic )?([a-z]+)\b", re.I)
_UNIT_ZH = re.compile(
    "(?:多少|几)(?:个)?(工作日|天|周|星期|个月|月|年|小时|分钟|公里|千米|米|公斤|千克|吨|平方米|公顷|亩|千瓦|升)"
)
_DAYS = {"工作日": "day", "月": "month"}
_COUNTED_AFTER = re.compile(r"^\s+((?:[a-z][a-z-]*\s+){0,2}?[a-z][a-z-]*s)\b", re.I)
_COUNTED_BEFORE = re.compile("([\u4e00-\u9fff]{2,6})(?:共|约|达|为|有|人数为?|数为?)?$")
_NOT_COUNTED = words("days weeks months years hours minutes times its this was is has units percent")


def stretch_of(text: str) -> tuple[int, int] | None:
    """Where the question names what it measures; None when it names it nowhere in particular."""
    for rule in (_AMOUNT_EN, _PLAIN_EN):
        match = rule.search(text)
        if match:
            return _beyond_transparent(text, match.span(1))
    after = _AMOUNT_ZH.search(text)
    if after and _TAIL_ZH.sub("", after.group(1)) not in ("", *_UNIT_WORDS):
        return after.span(1)
    before = _PLAIN_ZH.search(text)
    if before is None:
        return None
    start, end = before.span(1)
    return max(start, text.rfind("的", start, end) + 1), end


def _beyond_transparent(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """ "Number of vans" measures vans, "days of annual leave" measures leave."""
    start, end = span
    said = [word for word in text[start:end].lower().split() if word]
    head = set(content_tokens(said[-1])) if said else set()
    further = _OF_EN.match(text, end)
    if further and (head & _TRANSPARENT or said[-1] in _UNIT_WORDS):
        return start, further.end(1)
    return start, end


def measures_asked(text: str, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions without measures that the question names elsewhere than where it says what it measures."""
    named = [each for each in mentions if each.kind in MEASURED]
    if not named:
        return tuple(_as_volume(text, each) for each in mentions)
    stretch = stretch_of(text)
    if stretch is None:
        # Nobody asks how much employees: who is asked about is no measure.
        uncountable = bool(_VERB_EN.search(text))
        return tuple(each for each in mentions if not (uncountable and each.key in ("headcount", "customers")))
    inside = [each for each in named if each.start < stretch[1] and stretch[0] < each.end]
    kept = [each for at, each in enumerate(inside) if not _qualifies(text, each, inside[at + 1 : at + 2])]
    base = _unit_asked(text)
    kept = [each for each in kept if not base or base & _BY_MEASURE.get(each.key, base)]
    if not kept and not _counts(text, stretch):
        return tuple(mentions)
    return tuple(each for each in mentions if each not in named or each in kept)


def _as_volume(text: str, mention: Mention) -> Mention:
    """How many a works can make a year is its capacity, how many it made its output."""
    if mention.key != "making" or not _COUNTABLE.search(text):
        return mention
    return replace(mention, key="capacity" if _CAN.search(text) else "output", kind="measure")


def _counts(text: str, stretch: tuple[int, int]) -> bool:
    """Whether the stretch has a noun of its own: "how many people" and "what is the figure" have none."""
    return bool(set(content_tokens(text[slice(*stretch)])) - _GENERIC - _TRANSPARENT)


def _qualifies(text: str, each: Mention, following: Sequence[Mention]) -> bool:
    """员工 of 员工年假: a measure directly before another only says whose it is."""
    return bool(following) and not _JOINED.match(text[each.end : following[0].start])


def is_countable(text: str) -> bool:
    """Whether the question counts things ("how many", 多少台), not stuff ("how much", 多少)."""
    return _COUNTABLE.search(text) is not None


def counted_in(text: str) -> frozenset[str]:
    """The noun that is measured, as it stems: the last word of the stretch that names it."""
    stretch = stretch_of(text)
    if stretch is None or _AMOUNT_NEXT_ZH.match(text[stretch[1] :]):
        return frozenset()
    said = text[slice(*stretch)]
    # "How many valves did …" counts its first plural: what follows it may be a verb.
    plurals = (word for word in said.split() if word.endswith("s") and not word.endswith("ss"))
    plural = next((word for word in plurals if word.lower() not in _UNIT_WORDS), "")
    found = [word for word in content_tokens(plural or said) if word not in _TRANSPARENT | _GENERIC]
    return frozenset(found[-1:])


def units_of(text: str, keys: frozenset[str]) -> frozenset[str]:
    """Bases of the units that an answer may have; empty when any may do."""
    asked = _unit_asked(text)
    if asked:
        return asked
    known = [_BY_MEASURE[key] for key in keys if key in _BY_MEASURE]
    return frozenset().union(*known) if len(known) == len(keys) and known else frozenset()


def _unit_asked(text: str) -> frozenset[str]:
    """Bases of the unit that the question names; all of time for one of them."""
    for rule in (_UNIT_EN, _UNIT_ZH):
        match = rule.search(text)
        said = match.group(1).lower() if match else ""
        base = _UNIT_WORDS.get(_DAYS.get(said, said))
        if base:
            return _TIME if base in _TIME else frozenset({base})
    return frozenset()


def unit_words(text: str) -> frozenset[str]:
    """Words of the question that only name the unit: a figure with its unit says them, in any language."""
    found = [match.group(1) for rule in (_UNIT_EN, _UNIT_ZH) for match in rule.finditer(text)]
    named = [word for word in found if _DAYS.get(word.lower(), word.lower()) in _UNIT_WORDS]
    return frozenset(stem for word in named for stem in (word, *content_tokens(word)))


def may_be(key: str, quantity: Quantity) -> bool:
    """Whether a figure may be one of a measure by its unit: 26 days are no head count."""
    return unit_fits(_BY_MEASURE.get(key, frozenset()), quantity)


def limits(key: str) -> bool:
    """Whether the units of a measure are known."""
    return key in _BY_MEASURE


def unit_fits(units: frozenset[str], quantity: Quantity) -> bool:
    """Whether a figure may be one of the measure asked, as far as its unit says."""
    if not units:
        return True
    own = base_of(quantity)
    return own in _ANY or own in units


def base_of(quantity: Quantity) -> str:
    """The base of a figure's unit, "money", "%", "count" for a counter, "" for a bare number."""
    if quantity.kind == "money":
        return "money"
    if quantity.kind == "percent":
        return "%"
    if quantity.unit in BASES:
        return BASES[quantity.unit][0]
    return "count" if quantity.unit else ""


def counts_another(sentence: str, quantity: Quantity, *, counted: frozenset[str], around: frozenset[str]) -> bool:
    """Whether a figure counts another thing of the question than the one that is measured: "143 new employees" for
    the leave of new employees, 新员工156人 for their 年假."""
    after = _COUNTED_AFTER.match(sentence[quantity.end :])
    said = set(content_tokens(after.group(1))) if after and quantity.kind in ("number", "count") else set()
    if quantity.unit and quantity.kind == "count":
        before = _COUNTED_BEFORE.search(sentence[: quantity.start])
        said |= set(content_tokens(quantity.unit)) | set(content_tokens(before.group(1)) if before else ())
    said -= set(_NOT_COUNTED)
    return bool(said & around) and not said & counted
