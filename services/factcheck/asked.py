"""What a question asks for: of whom or what, which measure, when, and what kind of answer would do."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.core.domain.question import Question
from services.factcheck.asides import actors_asked, appositions, is_aside, is_passing, is_place_of, unsaid
from services.factcheck.measured import MEASURED, counted_in, measures_asked, unit_words, units_of
from services.language.aspects import Mention, aspects
from services.language.detect import language_of
from services.language.entities import name_key, named_entities
from services.language.lexicon.wordlist import words
from services.language.questions import Expects, shape_of
from services.language.statements import Days, periods
from services.language.tokens import content_tokens
from services.language.units import COUNTERS_ZH

Origin = tuple[str, int, str]
"""Whom a passage speaks for: see `services.factcheck.lines.origin_of`."""
Stretch = tuple[int, int]
"""Characters of the question, from and to (exclusive)."""
_NOW = re.compile(
    r"\b(?:current(?:ly)?|now|today|at present|these days|latest|newest|most recent)\b"
    r"|现在|目前|当前|现任|如今|最新|现有",
    re.IGNORECASE,
)
_SPELLED = re.compile(r"[A-Za-z0-9][A-Za-z0-9'’-]*")
_JOINED = re.compile(r"^\s*(?:of|for|at|in|the)\s+(?:the\s+)?", re.IGNORECASE)
_FUTURE = re.compile(
    r"\b(?:will|shall|going to|next|upcoming|planned|future|incoming|designate|new)\b"
    r"|将|即将|未来|下一|下任|新任|候任|计划|预计",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|did|had|used to|former(?:ly)?|previous(?:ly)?)\b|曾|曾经|当时|此前|之前|原来|前任"
    "|谁[^，。？]{0,10}[了过]|谁(?:写|演|唱|拍|建|设计|创作|发明|导|提出|创立|创办|饰演|扮演)的|当选|夺冠|获得|赢得"
    # "who played", "which firm built": the verb alone says that it is over.
    r"|\b(?:who|(?:which|what)(?:\s+[\w'’-]+){1,3}?)\s+(?<!\bis\s)(?<!\bare\s)(?<!\bbe\s)(?<!\bbeen\s)(?<!\bgets\s)"
    r"(?:(?!(?:need|feed|speed|exceed|succeed|proceed|breed)\b)[a-z]+ed|won|wrote|sang|made|built|became|began|ran|took|gave|went"
    r"|came|met|sold|bought|left|lost|got|said|spoke|taught|fought|drew|led|held|brought|sent|paid|rose|fell|grew|shot|set)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|list|name|give|tell"
    r"|show|find|describe|explain|compare)\b|什么|哪|谁|何|怎|几|多少|吗|呢|是否|请|列出|说明|介绍|比较",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\bwhen\b|\bwhere\b|哪[里儿个座]|\b(?:which|what)\s(?:date|day|month|year|quarter|week)\b"
    r"|何时|什么时[候间]|哪[一天年月]|几[月号]|日期",
    re.IGNORECASE,
)
_CAPITAL = re.compile(
    r"\b(?:invested|working|share|paid-in|issued|regulatory|human|venture|equity) capital\b"
    r"|\bcapital (?:expenditures?|employed|gains?|stock|surplus|reserves?|base|ratio|leases?|commitments?)\b",
    re.IGNORECASE,
)
_COUNTER = re.compile(f"(?:多少|几)({'|'.join(COUNTERS_ZH)})")
# What kind of answer is asked for is no word that a source must say: which city, 哪座城市, 投产年份.
_KIND_ASKED = re.compile(
    r"\b(?:which|what)\s((?:city|town|country|state|region|place|year|month|day|date|company|firm|person)s?)\b"
    "|(?:哪[一几]?[个座家位名年所种门]?|什么)(?=(城市|城镇|国家|地区|地方|省份?|公司|企业|单位|机构|部门|组织|语言|年份|日期))",
    re.IGNORECASE,
)
_KIND_WORDS = words("年份 时间 日期 时候 名称 名字 姓名 数量 数目 地点 金额")
# Verbs that say no more than "is": reported revenue of, the price that applied.
_LIGHT = words(
    "report record apply appli achiev register amount home period year month kind sort type percentag"
) | words("一年 每年 每月 实现 达到 录得 取得 执行 适用 实行")
_PAPERS = words("判决书 裁定书 报告 年报 公告 文件 合同 通知 资料 数据 新闻 说明书 手册")
_RUN = re.compile("[\u4e00-\u9fff]{2,}")
_GRAMMAR = re.compile(
    "请问|我要|我想|想要|想知道|了解|告诉我|查一下|根据|按照|关于|比较|主要"
    "|(?:哪[一几]?[个位家些年天里儿座种款支所条门]?|什么)(?:公司|企业|单位|机构|部门|组织|工厂|城市|国家|语言)?|多少|几[个位家年月]?|谁|为何|为什么|怎么样?|如何|是否|有没有|时间|日期|时候|地点|原因|名称|名字|数量|目前|现在|当前|[一每]年|能够?|可以"
    "|[的了吗呢在于是有和与及为由对从到被把给将之其该此也都就，。？！、]"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name of the question, as written and as compared; `aliases` are keys of its other names. A `loose` one is a
    Chinese phrase that may be no name at all; one said in `passing` only says more of another ("in Jutland", "a Danish
    painter"), which a page about that one need not repeat."""

    text: str
    key: str
    loose: bool = False
    passing: bool = False
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for.

    `words` are content words that are no name, no aspect and no date: what else a source should speak of. `aspects`
    are the measures, roles and events asked for. `counted` is what is measured, when that is one of `words`; `units`
    are bases of the units that a figure may have, empty for any. `beside` are measures named in passing ("employees"
    of their leave), whose words are in `words`. `years` are those that sources at hand are about as a whole. `today` is
    set when the question is about the present.
    """

    text: str
    language: str
    expects: Expects
    names: tuple[Named, ...]
    mentions: tuple[Mention, ...]
    periods: tuple[Days, ...]
    words: frozenset[str]
    today: dt.date | None
    counted: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    beside: tuple[Mention, ...] = ()
    years: tuple[tuple[Origin, Days], ...] = ()

    @property
    def aspects(self) -> frozenset[str]:
        """Keys of the measures, roles and events asked about."""
        return frozenset(mention.key for mention in self.mentions)

    @property
    def is_bare(self) -> bool:
        """Whether it is one word that asks for nothing: everything that holds the word would answer it."""
        said = len(self.words) + len(self.mentions) + len(self.periods) + len(self.names)
        return said <= 1 and self.expects == "thing" and not _ASKS.search(self.text)

    def written(self, stems: frozenset[str]) -> list[str]:
        """The question's own spelling of content words."""
        spelled = [word for word in _SPELLED.findall(self.text) if stems & set(content_tokens(word))]
        chinese = [stem for stem in sorted(stems, key=self.text.find) if stem in self.text and _RUN.search(stem + stem)]
        return list(dict.fromkeys([*spelled, *chinese]))

    def name_of(self, key: str) -> str:
        """How the question writes an aspect."""
        return next((self.text[each.start : each.end] for each in self.mentions if each.key == key), key)


def asked_of(question: Question, now: dt.datetime) -> Asked:
    """Reads a question. Resolved time ranges count as if they stood in it."""
    text = question.text
    said_aspects = aspects(text)
    shape = shape_of(text).expects
    own = [each for each in said_aspects if not is_aside(text, each) and not is_place_of(text, each, shape)]
    mentions = (*measures_asked(text, own), *actors_asked(text))
    times = tuple(dict.fromkeys([*periods(text), *(Days(each.start, each.end, "") for each in question.time_ranges)]))
    said = [(each.start, each.end) for each in periods(text)]
    said += [(at, at + len(each.text)) for each in question.time_ranges if each.text for at in _places(text, each.text)]
    names = _names(text, mentions, said)
    units = units_of(text, frozenset(each.key for each in mentions if each.kind in MEASURED))
    taken = [*said, *((each.start, each.end) for each in mentions), *appositions(text), *unsaid(text, shape)]
    terms = _words(text, names, taken) - unit_words(text)
    return Asked(
        text=text,
        language=question.language or language_of(text),
        expects=_expected(text, units),
        names=names,
        mentions=mentions,
        periods=_distinct(times),
        words=terms,
        today=now.date() if _is_present(text, times) else None,
        counted=frozenset() if any(each.kind in MEASURED for each in mentions) else counted_in(text) & terms,
        units=units,
        beside=tuple(each for each in said_aspects if each not in mentions),
    )


def _expected(text: str, units: frozenset[str]) -> Expects:
    """The warranty period is a length of time, not a date; a floor area is no place, working capital no city."""
    expects = shape_of(text).expects
    if expects == "place" and _CAPITAL.search(text):
        return "money"
    return "number" if expects in ("date", "place") and units and not _WHEN.search(text) else expects


def _names(text: str, mentions: tuple[Mention, ...], times: Sequence[Stretch]) -> tuple[Named, ...]:
    found: dict[str, Named] = {}
    entities = named_entities(text)
    for entity in entities:
        if any(start < entity.end and entity.start < end for start, end in times):
            continue
        covered = sum(
            min(entity.end, each.end) - max(entity.start, each.start)
            for each in mentions
            if each.start < entity.end and entity.start < each.end
        )
        own = _without(text, (entity.start, entity.end), mentions)
        key = name_key(own)
        if key and covered < (entity.end - entity.start) * 0.8 and not _is_sought(text, own):
            found.setdefault(key, Named(own, key, passing=not mentions and is_passing(text, entity, entities)))
    placed = [(each.start, each.end) for each in mentions] + [(each.start, each.end) for each in entities]
    for phrase in _subject_phrases(text, [*times, *placed]):
        if not any(phrase in named.text for named in found.values()) and not _is_sought(text, phrase):
            found.setdefault(phrase, Named(phrase, phrase, loose=True))
    return tuple(found.values())


def _is_sought(text: str, phrase: str) -> bool:
    """Whether a Chinese phrase is what is asked for, and no name: 举办地 of 大会的举办地是哪里; or the kind of paper
    that is asked: 判决书 of 根据法院的判决书."""
    if phrase in _PAPERS and re.search(f"(?:根据|按照|依据|据)[^，,]*{phrase}", text):
        return True
    return re.search(f"的{re.escape(phrase)}(?:分别|各)?(?:是|为|叫|在|有)?(?:谁|什么|哪|多少|几|何)", text) is not None


def _without(text: str, span: tuple[int, int], mentions: tuple[Mention, ...]) -> str:
    """A name without an aspect that it begins or ends with: Lego of "CEO of Lego", 青石 of 青石总部."""
    start, end = span
    for each in mentions:
        if start <= each.start < each.end < end and not text[start : each.start].strip():
            start = each.end
        elif start < each.start and each.end == end and not text[each.start : each.end].isascii():
            end = each.start
    return _JOINED.sub("", text[start:end]).strip()


def _subject_phrases(text: str, taken: Sequence[Stretch]) -> list[str]:
    """What stands before the first 的, aspect or date of a Chinese question, where a subject stands: 青石工厂 of
    青石工厂的面积."""
    rest = list(text)
    for start, end in taken:
        rest[start:end] = " " * (end - start)
    phrases = []
    for run in _RUN.findall(_GRAMMAR.sub(" ", "".join(rest))):
        phrases.append(run)
    first = next((phrase for phrase in phrases if len(phrase) >= 3), None)
    return [first] if first else []


def _words(text: str, names: tuple[Named, ...], taken: Sequence[Stretch]) -> frozenset[str]:
    rest = list(text)
    for start, end in [*taken, *((at, at + len(each.text)) for each in names for at in _places(text, each.text))]:
        rest[start:end] = " " * (end - start)
    wanted = {word for match in _KIND_ASKED.finditer(text) for word in content_tokens(match.group(1) or match.group(2))}
    wanted |= {match.group(1) for match in _COUNTER.finditer(text)} | _KIND_WORDS | _LIGHT
    return frozenset(word for word in content_tokens("".join(rest)) if word not in wanted)


def _places(text: str, part: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(part), text)]


def _distinct(times: tuple[Days, ...]) -> tuple[Days, ...]:
    seen: dict[tuple[dt.date, dt.date], Days] = {}
    for each in times:
        seen.setdefault((each.first, each.last), each)
    return tuple(seen.values())


def _is_present(text: str, times: tuple[Days, ...]) -> bool:
    """A question without a time, and of neither past nor future, is about now."""
    if times:
        return False
    return _NOW.search(text) is not None or not (_PAST.search(text) or _FUTURE.search(text))
