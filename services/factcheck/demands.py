"""What a question demands to the letter: the very thing, its number, the role or event, the unit of time, the time.

Such parts are no matter of degree: what another thing, item 9 for item 9999, or the closing for the opening is said of
is no answer, however sure a reader is.
"""

import re
from dataclasses import replace

from services.factcheck.asked import Asked, Named
from services.factcheck.binding import of_another_class, of_its_class
from services.factcheck.fit import OTHER, SILENT, Fit, unsaid_words
from services.factcheck.holding import holding
from services.factcheck.lines import Line, led_by
from services.factcheck.measured import MEASURED, counts_another
from services.factcheck.rivals import is_beaten, is_only_nominated, is_other_name, is_set_against
from services.factcheck.scopes import narrowed
from services.language.aspects import fits
from services.language.entities import Entity, name_key, named_entities
from services.language.lexicon.aspects import FLOWS
from services.language.statements import Value
from services.language.tokens import content_tokens, folded

_OPENING = 4
_UNDATED_STATE, _UNDATED_FLOW = 0.45, 0.4
_TRUST = 0.35
_A_PART = 0.6
_BY_CLASS = 0.95
_NUMBERED = re.compile(
    r"\b(?:item|room|order|invoice|lot|batch|ticket|case|contract|article|part|account|gate|platform|bay|dock|rack|shelf"
    r"|building|hall|machine|truck|vehicle)s?\s+(?:number\s+|no\.?\s*|nr\.?\s*|#\s*)?(\d[\d-]*)\b"
    r"|(?:\bnumber\s+|\b(?-i:No)\.\s*|\b(?-i:No)\s+|№\s*|#\s*)(\d[\d-]*)\b"
    r"|第\s*(\d+)\s*[号项条款间]|(?:编号|号码|单号)(?:为|是)?\s*(\d+)|(?<![\d月])(\d+)\s*号(?!起|之前|以前)",
    re.IGNORECASE,
)
_UNITS = {
    "year": r"\b(?:per|a|each|every)\s(?:year|annum)\b|\b(?:annual|yearly|annually)\b|每年|一年|年度|年租",
    "month": r"\b(?:per|a|each|every)\smonth\b|\bmonthly\b|每月|每个月|一个月|月租",
    "week": r"\b(?:per|a|each|every)\sweek\b|\bweekly\b|每周|每星期",
    "day": r"\b(?:per|a|each|every)\sday\b|\bdaily\b|每天|每日",
    "hour": r"\b(?:per|an|each|every)\shour\b|\bhourly\b|每小时",
}
_PER = {name: re.compile(rule, re.IGNORECASE) for name, rule in _UNITS.items()}
_OPPOSITES = (
    (r"\b(?:re)?open(?:s|ed|ing)?\b|开业|开放|开张|启用", r"\bclos(?:e[sd]?|ing|ure)\b|关闭|关门|停业|停用"),
    (r"\b(?:start|begin|commence)\w*\b|\bbegan\b|开始", r"\b(?:end(?:s|ed)?|finish\w*|complet\w+)\b|结束|完成"),
    (r"\b(?:buy|bought|purchase[sd]?)\b|购买|买入|购入", r"\b(?:sell|sells|sold)\b|出售|卖出|售出"),
    (r"\b(?:arriv\w+)\b|到达|抵达", r"\b(?:depart\w*|leav\w+|left)\b|离开|出发"),
    (r"\b(?:import\w*)\b|进口", r"\b(?:export\w*)\b|出口"),
    (r"\b(?:join(?:s|ed)?|hired?)\b|入职|加入", r"\b(?:le(?:ave|ft)|resign\w*|dismiss\w*)\b|离职|辞职|离任"),
)
_OPPOSED = [tuple(re.compile(side, re.IGNORECASE) for side in pair) for pair in _OPPOSITES]
_OFFICE = re.compile(
    r"\bwho(?:'s|\s(?:is|was))\s(?:the|our|its)\s((?:[a-z-]+\s?){1,3}?)(?=\s(?:of|at|in|for|on|since|during)\b|\s*\?|\s*$)"
    "|的?([\u4e00-\u9fff]{2,6})(?:现在|目前)?是谁|谁是.*?的?([\u4e00-\u9fff]{2,6})(?=[？?]|$)",
    re.IGNORECASE,
)
_OBJECT = re.compile(r"\s+of\s+(?:the\s|an?\s)?((?:[a-z][\w-]*\s?){1,2})")
_PAST = re.compile(r"\b(?:was|were|did|had|used to|former(?:ly)?|previous(?:ly)?)\b|曾|当时|此前|之前|原来|前任", re.I)


def demanded(how: Fit, asked: Asked, line: Line, *, value: Value | None, trust: float) -> Fit:
    """The fit, held down in each part where the line does not meet the letter of the question."""
    lacking = list(how.lacking)
    name, aspect, period = how.name, how.aspect, how.period
    if len(asked.names) == 1 and of_its_class(asked.names[0], line):
        name = max(name, _BY_CLASS)
    if any(_is_another(named, asked, line, value=value) for named in asked.names) or not _numbers_met(asked, line):
        name = min(name, OTHER)
        lacking.append(("name", next((each.text for each in asked.names), asked.text)))
    if _is_opposite(asked, line) or _is_other_unit(asked, line) or _is_of_a_rival(asked, line, value):
        aspect = min(aspect, OTHER)
    elif not _office_met(asked, line):
        aspect = min(aspect, OTHER + _TRUST * trust)
    elif (
        value is not None
        and value.quantity is not None
        and asked.expects != "percent"
        and narrowed(line, value, asked.text)
    ):
        aspect *= _A_PART
    if period == SILENT:
        period = _UNDATED_FLOW if asked.aspects & FLOWS else _UNDATED_STATE
    elif _is_over(asked, line, value):
        period = min(period, OTHER)
    return replace(how, name=name, aspect=aspect, period=period, lacking=tuple(dict.fromkeys(lacking)))


def _is_of_a_rival(asked: Asked, line: Line, value: Value | None) -> bool:
    return (
        _counts_another(asked, line, value)
        or is_beaten(asked, line, value)
        or is_only_nominated(asked, line, value)
        or is_other_name(asked, line, value)
    )


def _is_another(named: Named, asked: Asked, line: Line, *, value: Value | None) -> bool:
    if of_another_class(named, line) or is_set_against(named, line, value):
        return True
    return _is_of_another(named, asked, line, value=value)


def _is_of_another(named: Named, asked: Asked, line: Line, *, value: Value | None) -> bool:
    """Whether the line has another thing of the same kind as its subject, and not this one."""
    if line.is_cell or named.loose or _in(named.key, line.text):
        return False
    kind = next((each.kind for each in named_entities(asked.text) if name_key(each.text) == named.key), "")
    return any(_is_rival(each, line, key=named.key, kind=kind, value=value) for each in named_entities(line.text)[:1])


def _is_rival(each: Entity, line: Line, *, key: str, kind: str, value: Value | None) -> bool:
    own = name_key(each.text)
    if each.start > _OPENING or (value is not None and value.kind == "name" and value.key == own):
        return False
    if _in(own, line.around) or each.text.isupper() or own[:2] == key[:2]:
        return False
    same_head = " " in own and " " in key and own.rpartition(" ")[2] == key.rpartition(" ")[2]
    return same_head or bool(kind) and each.kind == kind and kind in ("org", "person", "product")


def _in(key: str, text: str) -> bool:
    return f" {key} " in f" {name_key(text)} " or not key.isascii() and key in name_key(text)


def _numbers_met(asked: Asked, line: Line) -> bool:
    wanted = [next(group for group in match.groups() if group) for match in _NUMBERED.finditer(folded(asked.text))]
    if not wanted:
        return True
    near = folded(" ".join([line.text, line.around, *(each.text for each in led_by(line)[:1])]))
    said = set(re.findall(r"\d[\d-]*", near))
    return all(number in said for number in wanted)


def _is_other_unit(asked: Asked, line: Line) -> bool:
    wanted = {name for name, rule in _PER.items() if rule.search(asked.text)}
    said = {name for name, rule in _PER.items() if rule.search(f"{line.text} {line.around}")}
    return bool(wanted) and bool(said) and not wanted & said


def _counts_another(asked: Asked, line: Line, value: Value | None) -> bool:
    """ "143 new employees" is no leave of new employees."""
    if value is None or value.quantity is None or line.is_cell or fits(asked.aspects, value.aspects):
        return False
    named = [asked.text[each.start : each.end] for each in asked.mentions if each.kind in MEASURED]
    measured = asked.counted | set(content_tokens(" ".join(named)))
    if not measured and asked.expects not in ("money", "percent"):
        return False
    return counts_another(line.text, value.quantity, counted=frozenset(measured), around=asked.words - measured)


def _is_opposite(asked: Asked, line: Line) -> bool:
    for one, other in (*_OPPOSED, *((pair[1], pair[0]) for pair in _OPPOSED)):
        if one.search(asked.text) and not other.search(asked.text):
            said = f"{line.text} {line.around}"
            if other.search(line.text) and not one.search(said):
                return True
    return False


def _office_met(asked: Asked, line: Line) -> bool:
    return _named_office_met(asked, line) and _object_met(asked, line)


def _object_met(asked: Asked, line: Line) -> bool:
    """The founder of one thing is not the founder of another: what stands behind the role's "of" is demanded."""
    objects = [_OBJECT.match(asked.text, each.end) for each in asked.mentions if each.kind == "role"]
    wanted = {word for match in objects if match for word in content_tokens(match[1])} & asked.words
    return not wanted or bool(wanted - unsaid_words(asked, line))


def _named_office_met(asked: Asked, line: Line) -> bool:
    match = _OFFICE.search(asked.text)
    if match is None:
        return True
    office = set(content_tokens(next(group for group in match.groups() if group)))
    return not office & unsaid_words(asked, line)


def _is_over(asked: Asked, line: Line, value: Value | None) -> bool:
    """A question without a time is about now: what ended is no answer to it."""
    if asked.periods or asked.today or _PAST.search(asked.text) or value is None or value.kind == "date":
        return False
    return holding(line, value.start).last is not None
