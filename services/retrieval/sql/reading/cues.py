"""Words that say what is to be done with what is named: count, add, take the most, group, compare, leave out."""

import re
from dataclasses import dataclass
from enum import StrEnum

from services.language.stems import stem
from services.retrieval.sql.reading.vocabulary import NUMBER_WORDS
from services.retrieval.sql.reading.vocabulary_zh import MEASURES_ZH


class Cue(StrEnum):
    """What a cue asks for."""

    COUNT = "count"
    SUM = "sum"
    AVG = "avg"
    MIN = "min"
    MAX = "max"
    MOST = "most"
    LEAST = "least"
    ADJECTIVE = "adjective"
    TOP = "top"
    EACH = "each"
    BY = "by"
    ABOVE = ">"
    FROM = ">="
    BELOW = "<"
    UP_TO = "<="
    BETWEEN = "between"
    NOT = "not"
    NONE = "none"
    STARTS = "starts"
    ENDS = "ends"
    CONTAINS = "contains"
    WHICH = "which"
    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    DISTINCT = "distinct"
    ASCENDING = "ascending"
    DESCENDING = "descending"
    SORTED = "sorted"
    COMMON = "common"
    THAT = "that"
    OF = "of"
    AND = "and"


@dataclass(frozen=True, slots=True)
class CueAt:
    """A cue at `text[start:end]`. `detail` is the number of a TOP, or the adjective of a superlative."""

    cue: Cue
    start: int
    end: int
    detail: str = ""


_N = r"(\d+|" + "|".join(sorted((w for w in NUMBER_WORDS if w.isascii()), key=len, reverse=True)) + ")"
_NZ = "([0-9]+|[一二两三四五六七八九十])"
_ADJECTIVES = (
    "largest|biggest|smallest|longest|shortest|oldest|youngest|newest|latest|earliest|cheapest|heaviest|lightest"
    "|fastest|slowest|best|worst|densest|widest|deepest|tallest"
)
_MOST_ADJECTIVES = "expensive|populous|recent(?:ly)?|experienced|populated|dense|paid"
_ADJECTIVES_ZH = "|".join(sorted((word for word in MEASURES_ZH if word not in "高低"), key=len, reverse=True))
_AS_STEM = {
    "tallest": "high",
    "latest": "new",
    "recent": "new",
    "recently": "new",
    "biggest": "large",
    "populated": "populous",
    "early": "early",
}

_EN: tuple[tuple[Cue, str], ...] = (
    (Cue.COUNT, r"how many|(?:total |overall )?(?:number|count) of(?: all)?|count(?= (?:the|all|how))"),
    (Cue.SUM, r"(?:sum|total(?: amount| sum| value)?) of(?: all| the)?|how much(?: in total)?|total|combined"),
    (Cue.AVG, r"(?:on )?average(?: of)?|mean"),
    (Cue.MIN, r"minimum|minimal"),
    (Cue.MAX, r"maximum|maximal"),
    (Cue.COMMON, r"most (?:common|frequent|popular)(?:ly)?"),
    (Cue.TOP, rf"(?:top|first|best) {_N}|{_N}(?= (?:highest|largest|biggest|most|lowest|smallest|best"
              rf"|longest|oldest|newest"
              rf"|latest|cheapest|youngest|shortest|top)\b)"),
    (Cue.MOST, r"(?:highest|most|greatest|top)(?: number of)?"),
    (Cue.LEAST, r"(?:lowest|least|fewest)(?: number of)?"),
    (Cue.ADJECTIVE, rf"(?:(?:most|least) (?:{_MOST_ADJECTIVES})|{_ADJECTIVES})"),
    (Cue.EACH, r"(?:in|for|of|at|by|from|on|to|with|within)? ?(?:each|every)(?: of the)?|per"
               r"|grouped by|group by|broken down by"),
    (Cue.SORTED, r"(?:sorted|ordered|ranked|sort|order|rank|arranged)(?: (?:it|them|the \w+))? (?:by"
                 r"|from|in)|in order of"),
    (Cue.DESCENDING, r"(?:in )?(?:descending|decreasing)(?: order)?|(?:from )?(?:highest|largest"
                     r"|most|longest|newest|latest|best|biggest) to \w+"),
    (Cue.ASCENDING, r"(?:in )?(?:ascending|increasing|alphabetical)(?: order)?|alphabetically"
                    r"|(?:from )?(?:lowest|smallest|least|shortest|oldest|earliest|worst) to \w+"),
    (Cue.BY, r"by"),
    (Cue.FROM, r"(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|greater than or equal to"
               r"|since|starting from)"),
    (Cue.UP_TO, r"(?:at most|no more than|not more than|up to|less than or equal to|until)"),
    (Cue.ABOVE, r"(?:more|greater|higher|larger|bigger|longer|later|older|heavier) than|over|above"
                r"|exceed(?:s|ing)?|after"),
    (Cue.BELOW, r"(?:less|fewer|lower|smaller|shorter|earlier|younger|lighter|cheaper) than|under|below|before"),
    (Cue.BETWEEN, r"(?:in )?between|ranging from"),
    (Cue.NONE, r"(?:do|does|did|are|is|were|was|have|has|had)(?: not|n't)(?: (?:a )?(?:part|member)s? of| have| has"
               r"| belong(?:ing)? to| assigned to| had)? any|without(?: (?:any|a|an))?|(?:has|have|had|with) no"
               r"|(?:do|does|did)(?: not|n't) have(?: an?)?|(?:who|that"
               r"|which)? ?never(?: \w+(?:ed|en|de|un|nt|ght))?(?: any| an?)?|lack(?:s|ing)?|missing"),
    (Cue.NOT, r"(?:is|are|was|were|do|does|did|has|have|had)(?: not|n't)|not|excluding|except(?: for)?|other than"),
    (Cue.NOT, "non"),
    (Cue.STARTS, r"(?:start|begin)(?:s|ning|ing)? with(?: the (?:letters?|words?|prefix|string))?"),
    (Cue.ENDS, r"end(?:s|ing)? (?:with|in)(?: the (?:letters?|words?|suffix|string))?"),
    (Cue.CONTAINS, r"(?:contain|includ)(?:e|es|s|ing)?(?: the (?:letters?|words?|string|phrase|term|name))?"),
    (Cue.DISTINCT, r"distinct|different|unique"),
    (Cue.WHEN, r"(?:on )?(?:when|(?:which|what) (?:date|day))(?: (?:was|were|is|did))?"),
    (Cue.WHERE, r"where (?:is|are|was|were|does|do|did)"),
    (Cue.WHO, r"who"),
    (Cue.WHICH, r"which|what(?:'s|’s)?(?: (?:is|are|was|were))?|list|show|give|find|return|display"
                r"|tell me|name(?= (?:all|the|every)\b)"),
    (Cue.THAT, r"(?:that|those|these|this|the same)(?= (?:year|month|day|time)\b)"),
    (Cue.OF, r"of|for"),
    (Cue.AND, r"and|as well as|along with|together with|both"),
    (Cue.AND, ","),
)  # fmt: skip
_ZH: tuple[tuple[Cue, str], ...] = (
    (Cue.COUNT, "(?:一共|总共|共)?有?(?:多少|几)(?![钱元])[个名位家条件艘次种座部本张只台辆]?人?"
                "|总数(?!量)|个数|人数|家数|次数|数量(?=[是为有]?多少|[？?]?$)"),
    (Cue.SUM, "总和|总额|总计|合计|总量|总共(?=花|收|是)|总(?=数量|费|金|收|重|销|价|运|成|额|预|利|工)|之和|加起来"),
    (Cue.AVG, "平均(?:值|数)?|均值"),
    (Cue.MIN, "最小值"),
    (Cue.MAX, "最大值"),
    (Cue.COMMON, "最常见的?|出现最多的"),
    (Cue.TOP, f"(?:前|头){_NZ}[个名位家条件艘次种座]?|最[高低多少大小长短](?:的)?{_NZ}[个名位家条件艘次种座]"),
    (Cue.MOST, "最[高多](?!的?[0-9一二两三四五六七八九十]+[个名位家])"),
    (Cue.LEAST, "最[低少](?!的?[0-9一二两三四五六七八九十]+[个名位家])"),
    (Cue.ADJECTIVE, "最(?:" + ""
                    "|".join(sorted((w for w in MEASURES_ZH if w not in "高低"), key=len, reverse=True)) + ")"),
    (Cue.EACH, "每一?[个名位家条艘种座年月]?|各[个家位]?|按照?(?=.{1,8}(?:分组|统计|分类|计算|汇总))"),
    (Cue.SORTED, "按照?(?=.{1,8}(?:降序|升序|排序|排列|从))"),
    (Cue.DESCENDING, "降序(?:排列|排序)?|从[高大多]到[低小少](?:排列|排序)?"),
    (Cue.ASCENDING, "升序(?:排列|排序)?|从[低小少]到[高大多](?:排列|排序)?|排序|排列"),
    (Cue.FROM, "至少|不少于|不低于|不小于|大于等于|大于或等于"),
    (Cue.UP_TO, "至多|最多(?=[0-9])|不超过|不多于|不高于|不大于|小于等于"),
    (Cue.ABOVE, "大于|超过|高于|多于|晚于|长于|重于|超出"),
    (Cue.BELOW, "小于|低于|少于|不到|不足|早于|短于|轻于"),
    (Cue.BETWEEN, "介于|在(?=[0-9.]+[^0-9]{0,3}[到至和与])"),
    (Cue.NONE, "没有(?:任何)?|从未|从没|未曾|无任何|缺少"),
    (Cue.NOT, "不是|不在|不属于|非|除了|不包括|不"),
    (Cue.STARTS, "以(?=.{1,12}(?:开头|开始))"),
    (Cue.ENDS, "以(?=.{1,12}(?:结尾|结束))"),
    (Cue.CONTAINS, "包含|含有|带有"),
    (Cue.DISTINCT, "不同的?|去重"),
    (Cue.WHEN, "什么时候|何时|哪一?天"),
    (Cue.WHO, "是?谁"),
    (Cue.WHICH, "哪一?[个名位家条件艘次种座部本张]?|哪些|列出|给出|显示|查询|找出|是?什么|是?多少"),
    (Cue.OF, "的"),
    (Cue.AND, "和|与|及|以及|、|，"),
)  # fmt: skip
_EDGELESS = frozenset({"non", ","})


def _compiled(shape: str) -> re.Pattern[str]:
    edged = shape if shape in _EDGELESS else rf"(?<![\w-])(?:{shape})(?!\w)"
    return re.compile(edged, re.IGNORECASE)


_PATTERNS = tuple((cue, _compiled(shape)) for cue, shape in _EN)
_PATTERNS_ZH = tuple((cue, re.compile(shape)) for cue, shape in _ZH)


def cue_at(text: str, place: int) -> CueAt | None:
    """The longest cue that begins at a place; of equally long ones the first listed."""
    han = "\u3400" <= text[place] <= "\u9fff" or text[place] in "、，"
    best: CueAt | None = None
    for cue, pattern in _PATTERNS_ZH if han else _PATTERNS:
        match = pattern.match(text, place)
        if match and match.end() > place and (best is None or match.end() > best.end):
            best = CueAt(cue, place, match.end(), _detail(cue, match))
    return best


def _detail(cue: Cue, match: re.Match[str]) -> str:
    said = match.group().strip().casefold()
    if cue is Cue.TOP:
        number = next((each for each in match.groups() if each), "1").casefold()
        return str(NUMBER_WORDS.get(number, number)) + (
            "-" if "低" in said or "少" in said or "小" in said or "短" in said else ""
        )
    if cue is not Cue.ADJECTIVE:
        return said
    if said.startswith("最"):
        return MEASURES_ZH[said.removeprefix("最")]
    word = said.split()[-1]
    if word in _AS_STEM:
        return _AS_STEM[word]
    if word.endswith("est"):
        word = {"oldest": "old", "cheapest": "cheap", "best": "good", "earliest": "early", "heaviest": "heavy"}.get(
            word, word
        )
        root = word.removesuffix("est")
        return {"bigg": "large", "larg": "large", "dens": "dense", "wid": "wide"}.get(root, root)
    return {"worst": "bad"}.get(
        word, stem(word) if word not in ("expensive", "populous", "experienced", "paid", "dense") else word
    )
