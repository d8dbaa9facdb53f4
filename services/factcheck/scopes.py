"""What part or reading of a measure a figure stands for: the total or a part, the plan or the result, gross or net.

Two figures of one measure that differ in such a word are two facts, not a disagreement; and where a question names
none, the figure without one is meant.
"""

import re
from dataclasses import dataclass

from services.factcheck.lines import Line
from services.language.statements import Value

_CLAUSE_CUT = re.compile(r"[;；。]|[,，](?!\d)|\b(?:but|while|whereas)\b|而|但")
_NEAR = 24
# Said of the whole clause of a figure.
_CLAUSE_SCOPES = {
    "total": r"\b(?:in )?total\b|\boverall\b|\baltogether\b|\bgroup-wide\b|\bconsolidated\b"
    r"|合计|总计|全集团|合并口径|累计",
    "average": r"\baverages?d?\b|\bmean\b|\bmedian\b|平均|人均|均值|中位",
    "most": r"\bmaximum\b|\bmax\.?(?=\s)|\bup to\b|\bat most\b|\bpeak\b|\bhighest\b|最高|最多|最大|峰值|上限",
    "least": r"\bminimum\b|\bmin\.(?=\s)|\bat least\b|\blowest\b|最低|最少|最小|至少|下限",
    "planned": r"\bbudget\w*|\bplan(?:s|ned)?\b|\btarget\w*|\bforecast\w*|\bexpect\w*|\bproject(?:ed|ion)s?\b"
    r"|\bguidance\b|预算|计划|目标|预计|预测|预期",
    "early": r"\bpreliminary\b|\bprovisional\b|\bestimate[sd]?\b|\binterim\b|\binitial(?:ly)?\b|\boriginal(?:ly)?\b"
    r"|初步|暂定|快报|估计|最初|原先|原定",
    "late": r"\brestated?\b|\brevised?\b|\badjusted\b|\bcorrected\b|\bfinal(?:ly)?\b|\bupdated\b"
    r"|重述|调整后|修订|更正|最终|修正",
    "audited": r"\b(?:un)?audited\b|经审计|未审计",
    "gross": r"\bgross\b(?!\s(?:profit|margin|income))|\bbefore (?:tax|deductions?|discounts?)\b|毛重|税前|含税|总重",
    "net": r"\bnet\b(?!\s(?:profit|income|sales|assets|margin|earnings|loss|revenue))"
    r"|\bafter (?:tax|deductions?|discounts?)\b|净重|税后|不含税|折后",
    "without": r"\bexclud\w+|\bexcept\b|\bwithout\b|\bapart from\b|\bother than\b|不含|剔除|不包括|扣除",
    "with": r"\binclud\w+|\bplus\b|包括|包含|计入",
    "home": r"\bdomestic\w*|\bat home\b|国内|境内",
    "abroad": r"\boverseas\b|\babroad\b|\bforeign\b|\bexports?\b|海外|境外|出口|国外",
    "per": r"\bper (?!cent\b)[a-z]+|\beach\b|\bevery\b|\ba (?:day|week|month|year|piece|head)\b|每[\u4e00-\u9fff]?",
    "old": r"\bpreviously\b|\bformerly\b|\buntil\b|\bused to\b|\bearlier\b|\bwas once\b|\bhad been\b"
    r"|此前|之前|原来|曾经?|原为",
    "kind": r"\b(?:standard|extended|optional|basic|premium|special|regular|summer|winter|day|night"
    r"|dry|wet|live|usable|storage)\b|标准|延长|可选|基本型?|特殊|夏季|冬季|夜间|白天|有效库容|总库容",
    "part": r"\bof (?:which|whom|these|them|those)\b|\bamong them\b|\bshare of\b|其中|当中",
}
# Said of what a figure counts, right beside it.
_BESIDE_SCOPES = {
    "new": r"\bnew(?:ly)?\b|\badditional\b|\bfurther\b|\bmore\b|\bextra\b|新增|新招|新入职|新员工|新进|另有|增加",
    "gone": r"\bformer\b|\bretired\b|\bleft\b|离职|退休|减少",
    "some": r"\bof (?:its|their|the|our)\b|\bremaining\b|\bother\b|\binclud(?:es?|ed)\s[$€£¥]?\d|其余|其他",
    "short": r"\btemporary\b|\bseasonal\b|\bagency\b|\bcasual\b|临时|季节|劳务|外包|派遣",
    "half": r"\bpart-time\b|兼职",
    "full": r"\bfull-time\b|\bpermanent\b|全职|正式|在编",
    "women": r"\bwom[ae]n\b|\bfemale\b|女性?",
    "men": r"\bm[ae]n\b|\bmale\b|男性?",
}
_BY_CLAUSE = {name: re.compile(rule, re.IGNORECASE) for name, rule in _CLAUSE_SCOPES.items()}
_BY_NOUN = {name: re.compile(rule, re.IGNORECASE) for name, rule in _BESIDE_SCOPES.items()}


@dataclass(frozen=True, slots=True)
class Scopes:
    """Names of the scopes said of the figure's clause, and of what it counts."""

    clause: frozenset[str]
    counted: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """Both."""
        return self.clause | self.counted


def scopes_of(line: Line, value: Value) -> Scopes:
    """The scopes of a figure in its line; of a cell, of its row, head and caption."""
    if line.is_cell:
        said = f"{line.text} {line.around}"
        return Scopes(_found(_BY_CLAUSE, said), _found(_BY_NOUN, line.text))
    left, right = _clause(line.text, value)
    beside = line.text[max(left, value.start - _NEAR // 2) : min(right, value.end + _NEAR)]
    return Scopes(_found(_BY_CLAUSE, line.text[left:right]), _found(_BY_NOUN, beside))


def scopes_in(text: str) -> frozenset[str]:
    """The scopes that a question names."""
    return _found(_BY_CLAUSE, text) | _found(_BY_NOUN, text)


def narrowed(line: Line, value: Value, asked: str) -> bool:
    """Whether a figure counts only some of what the question asks about: "143 new employees" for employees."""
    return bool(scopes_of(line, value).counted - scopes_in(asked))


def _clause(text: str, value: Value) -> tuple[int, int]:
    cuts = [match.span() for match in _CLAUSE_CUT.finditer(text)]
    left = max((end for _, end in cuts if end <= value.start), default=0)
    return left, min((start for start, _ in cuts if start >= value.end), default=len(text))


def _found(rules: dict[str, re.Pattern[str]], text: str) -> frozenset[str]:
    return frozenset(name for name, rule in rules.items() if rule.search(text))
