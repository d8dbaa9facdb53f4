"""Other words for the same: business terms in English and Chinese, on top of the aspects that `language` knows.

Documents are in both languages and questions come in either, so a search in one language alone misses half.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from services.language.aspects import aspects
from services.language.lexicon.aspects import EVENTS, MEASURES, ROLES, TERMS

# Lines of "English names : Chinese names", the usual one first.
_TERMS = """
plant, works, factory, manufacturing site: 工厂, 厂区, 生产基地
company, firm, enterprise: 公司, 企业
subsidiary, affiliate: 子公司, 附属公司
parent company: 母公司
headquarters, head office: 总部
office, branch: 办事处, 分公司
warehouse, depot: 仓库
department, division: 部门, 事业部
product: 产品
model: 型号
valve: 阀门
pump: 泵
contract, agreement: 合同, 协议
policy, rules: 制度, 规定, 政策
handbook, manual: 手册
annual report: 年度报告, 年报
quarterly report: 季度报告, 季报
customer, client: 客户
order: 订单
invoice: 发票
complaint: 投诉
delivery: 交付, 交货
city: 城市
country: 国家
manager: 经理
manages, runs, leads, in charge of: 管理, 负责
make, makes, made, produce, produces, produced, manufacture: 生产, 制造
assemble, assembles, assembled: 组装, 装配
located, based, situated: 位于, 坐落
collects, pick up: 提货
growth, growth rate: 增长率, 增长
increase: 增长, 上升
decrease, decline: 下降, 减少
reason, cause: 原因
risk: 风险
strategy: 战略
project: 项目
safety: 安全
quality: 质量
training: 培训
annual leave, vacation: 年假
sick leave: 病假
overtime: 加班
travel expense: 差旅费
reimbursement: 报销
deposit: 押金
notice period: 通知期
board of directors, board: 董事会
shareholder: 股东
quarter: 季度
fiscal year, financial year: 财年, 财政年度
electricity, power consumption: 用电量, 耗电量
serial number: 序列号
address: 地址
phone number, telephone: 电话
employee: 员工
"""
_NOUN_BEFORE = re.compile(r"(?:\b(?:the|annual|total|net|its|of)|['’]s)\s+$|[\u4e00-\u9fff]$", re.IGNORECASE)
_VERBISH = re.compile(r"\b(?:by|in|with|how|who)\b|(?:ed|employs|wrote)$|^(?:由|为)|(?:于|了)$")
_FIRST_IN_LEXICON = {"headcount": ("number of employees", "员工人数")}


@dataclass(frozen=True, slots=True)
class Term:
    """A term found at `text[start:end]`, with its names, the usual one first."""

    start: int
    end: int
    key: str
    english: tuple[str, ...]
    chinese: tuple[str, ...]

    def names(self, language: str) -> tuple[str, ...]:
        """Names in a language."""
        return self.chinese if language == "zh" else self.english


def terms(text: str) -> list[Term]:
    """Terms in order, not overlapping; measures and roles before general words, those before events."""
    said = aspects(text)
    found = [_aspect_term(each.key, each.start, each.end) for each in said if each.kind != "event"]
    further = [_aspect_term(each.key, each.start, each.end) for each in said if each.kind == "event"]
    for each in (*_general(text), *further):
        if all(each.end <= other.start or each.start >= other.end for other in found):
            found.append(each)
    return sorted(found, key=lambda one: one.start)


def translations(text: str, language: str) -> list[str]:
    """The usual name in a language of every term, in order, once each."""
    return list(dict.fromkeys(_usual(term.names(language)) for term in terms(text) if term.names(language)))


def _usual(names: tuple[str, ...]) -> str:
    """The first name that is a noun, else the first."""
    return next((name for name in names if not _VERBISH.search(name)), names[0])


def synonyms(text: str, language: str, most: int = 2) -> list[str]:
    """Other names in the same language, at most `most` a term, that the text does not hold."""
    low = text.lower()
    found: list[str] = []
    for term in terms(text):
        fresh = [name for name in term.names(language) if name.lower() not in low and not _holds(low, name)]
        found += fresh[:most]
    return list(dict.fromkeys(found))


def reworded(text: str, language: str) -> list[str]:
    """The text with its first measure or role called by another name, one text a name, at most three.

    Only where the name stands as a noun ("the revenue of X"): another noun does not fit where a verb was.
    """
    for each in aspects(text):
        if each.kind == "event" or not _NOUN_BEFORE.search(text[: each.start]):
            continue
        said = text[each.start : each.end]
        term = _aspect_term(each.key, each.start, each.end)
        names = [name for name in term.names(language) if not _holds(said.lower(), name) and not _VERBISH.search(name)]
        others = sorted(names, key=lambda name: bool(set(said.lower().split()) & set(name.split())))
        return [f"{text[: each.start]}{name}{text[each.end :]}" for name in others[:3]]
    return []


def _holds(low: str, name: str) -> bool:
    """Whether a name is only a plural or a part of what is there: "revenues" for "revenue"."""
    return name.lower().rstrip("s") in low if name.isascii() else name in low


def _aspect_term(key: str, start: int, end: int) -> Term:
    english, chinese = _lexicon_names(key)
    return Term(start, end, key, english, chinese)


@lru_cache(maxsize=256)
def _lexicon_names(key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    line = next(table[key] for table in (MEASURES, ROLES, EVENTS, TERMS) if key in table)
    first = _FIRST_IN_LEXICON.get(key, ())
    names = [*first, *line.split("|")]
    english = tuple(dict.fromkeys(name for name in names if name.isascii()))
    chinese = tuple(dict.fromkeys(name for name in names if not name.isascii()))
    return english, chinese


def _general(text: str) -> Iterator[Term]:
    pattern, meaning = _compiled()
    for match in pattern.finditer(text):
        english, chinese = meaning[_bare(match.group())]
        yield Term(match.start(), match.end(), "", english, chinese)


def _bare(name: str) -> str:
    low = name.lower()
    return low[:-1] if low.isascii() and low.endswith("s") and not low.endswith("ss") else low


@lru_cache(maxsize=1)
def _compiled() -> tuple[re.Pattern[str], dict[str, tuple[tuple[str, ...], tuple[str, ...]]]]:
    meaning: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for line in _TERMS.strip().splitlines():
        left, _, right = line.partition(":")
        english = tuple(name.strip() for name in left.split(","))
        chinese = tuple(name.strip() for name in right.split(","))
        for name in (*english, *chinese):
            meaning.setdefault(_bare(name), (english, chinese))
    ordered = sorted(meaning, key=len, reverse=True)
    words = "|".join(rf"(?<![A-Za-z]){re.escape(name)}s?(?![A-Za-z])" for name in ordered if name.isascii())
    signs = "|".join(re.escape(name) for name in ordered if not name.isascii())
    return re.compile(f"{words}|{signs}", re.IGNORECASE), meaning
