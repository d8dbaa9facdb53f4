"""Figures to be computed, in Chinese questions: 净利润占营业收入的比例, 2022年比2021年增长了多少."""

import re
from collections.abc import Sequence
from datetime import date

from services.language.aspects import aspects
from services.language.dates import dates
from services.language.structure.operation import Operand, Operation, Operator

_SHARE_ZH = re.compile(
    "^(?P<part>[^，。占]{2,40}?)占(?P<whole>[^，。占]{2,20}?)的?(?:比例|比重|百分比|份额|百分之几|多少|几成)(?:是|为|有|达)?(?:多少|多大|百分之几)?$"
)
_PERIOD = re.compile("(?:19|20)\\d\\d(?:年度?)?(?:第?[一二三四1-4]季度|[上下]半年|全年|年?[末底初])?")
_MOST = 4
_VERB = "(?:增长|增加|上升|提高|上涨|下降|减少|降低|下滑|下跌|变化|变动)"
_RULES: tuple[tuple[Operator, re.Pattern[str]], ...] = (
    (
        Operator.PERCENT_CHANGE,
        re.compile(
            f"(?:增长|变化|变动|下降)(?:率|百分比|比例|幅度)|百分比(?:变化|变动)|[增降涨跌]幅|增速|{_VERB}了?(?:百分之[几多]|多少个?百分)"
        ),
    ),
    (Operator.CHANGE, re.compile(f"{_VERB}了?(?:多少|几)|{_VERB}(?:额|量|值|金额|情况是多少)")),
    (Operator.AVERAGE, re.compile("平均|均值")),
    (Operator.SUM, re.compile("合计|总和|总计|共计|之和|总共|一共")),
)
_YEAR, _TO = re.compile("(?:19|20)\\d\\d(?:年度?)?"), re.compile("[至到\\-—–~～]")
_MOVES = re.compile(f"{_VERB}|平均|合计|总和|比|为")
_EDGES = re.compile("^(?:请?计算|请问|从|自|在|，|,|的|其)+|(?:从|自|在|的|，|,|平均|合计)+$")
_SEVERAL = re.compile("[和与及、]")


def computed_zh(text: str) -> Operation | None:
    """What is to be computed of what, or None when a document can state the answer."""
    return _share_zh(text) or _over_periods(text)


def _share_zh(text: str) -> Operation | None:
    """ "华澜泵业的净利润占营业收入的比例": both are figures of the same thing."""
    match = _SHARE_ZH.match(text)
    if match is None:
        return None
    part, whole = match["part"], match["whole"]
    said = [each for each in aspects(part) if each.kind == "measure" and each.key != "headcount"]
    if not said or not any(each.kind == "measure" for each in aspects(whole)):
        return None
    owner = part[: said[0].start]
    shared = "" if aspects(whole)[0].start else owner
    return Operation(Operator.SHARE, (Operand(part), Operand(f"{shared}{whole}")))


def _over_periods(text: str) -> Operation | None:
    """One measure of one thing over several periods: its change, in percent or not, its mean or its sum."""
    periods = list(_PERIOD.finditer(text))
    operator = next((each for each, rule in _RULES if rule.search(text)), None)
    said = [each for each in aspects(text) if each.kind == "measure"]
    if operator is None or not 2 <= len(periods) <= _MOST or len({each.key for each in said}) != 1:
        return None
    moves = operator in (Operator.CHANGE, Operator.PERCENT_CHANGE)
    if moves and len(periods) != 2:
        return None
    between = [] if moves else _years_between(text, periods)
    measure = f"{_kind_of(text, periods, said[0].start)}{text[said[0].start : said[0].end]}"
    owner = _owner(text, periods, said[0].start)
    if owner is None:
        return None
    spoken = [match.group() if "年" in match.group() else f"{match.group()}年" for match in periods]
    ordered = sorted(spoken, key=_first_day) if moves else between or spoken
    return Operation(operator, tuple(Operand(f"{owner}{period}的{measure}") for period in ordered))


def _years_between(text: str, periods: Sequence[re.Match[str]]) -> list[str]:
    """All years of 2019年至2022年; none for 2019年和2022年 or for other times."""
    years = [int(match.group()[:4]) for match in periods if _YEAR.fullmatch(match.group())]
    joint = text[periods[0].end() : periods[-1].start()].strip()
    if len(periods) != 2 or len(years) != 2 or not _TO.fullmatch(joint) or not 1 < years[1] - years[0] < _MOST:
        return []
    return [f"{year}年" for year in range(years[0], years[1] + 1)]


def _kind_of(text: str, periods: Sequence[re.Match[str]], measure: int) -> str:
    """Which kind of the measure is meant: 设备 of 设备销售收入, between the last period and the measure."""
    last = max((match.end() for match in periods if match.end() <= measure), default=measure)
    between = _EDGES.sub("", text[last:measure].lstrip("的年度间期相比较"))
    known = last < measure and bool(_bare(text[: periods[0].start()]))
    return between if known and re.fullmatch("[\u4e00-\u9fff]{2,8}", between) and not _MOVES.search(between) else ""


def _owner(text: str, periods: Sequence[re.Match[str]], measure: int) -> str | None:
    """Whose measure it is: what stands before the periods, else between them and the measure; None for several."""
    before = _bare(text[: min(periods[0].start(), measure)])
    last = max((match.end() for match in periods if match.end() <= measure), default=0)
    owner = before or _bare(text[last:measure])
    return owner if owner and not _SEVERAL.search(owner) else None


def _first_day(period: str) -> date:
    return next((each.start for each in dates(period)), date.max)


def _bare(text: str) -> str:
    return _EDGES.sub("", _EDGES.sub("", text.strip()))
