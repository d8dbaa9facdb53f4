"""Questions that set things against each other: what is compared, when, and what is asked of each thing."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from services.language.comparands import comparands
from services.language.dates import DateRange
from services.language.detect import language_of
from services.language.structure.courtesy import without_order
from services.language.structure.leads import led
from services.language.structure.nouns import PERSON_ROLES_EN
from services.language.structure.spans import times_of


class Setting(StrEnum):
    """What is done with the things."""

    CHOICE = "choice"  # which is higher
    SAME = "same"  # do both, are they the same
    DIFFERENCE = "difference"  # how do they differ, by how much
    EACH = "each"  # told one by one: 分别, respectively
    PERIODS = "periods"  # one thing at several times


@dataclass(frozen=True, slots=True)
class Thing:
    """A compared thing, with its own period or source when the question gives each its own ("2021年A和2017年B")."""

    name: str
    period: str = ""
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is compared. `asked` is the question without things and times; `lead` an introduction ("According to …").

    With `Setting.PERIODS` the things are times, and `asked` names the subject.
    """

    things: tuple[Thing, ...]
    setting: Setting
    asked: str
    period: str = ""
    lead: str = ""
    language: str = "en"


_CUE_EN = re.compile(
    (
        r"\b(?:compar\w*|contrast\w*|exceed\w*|by how much|versus|vs\.?|than|differ\w*|both|same|"
        r"similar\w*|respectively|each|in common|between|either|which of|share|gap"
        r"|combined|altogether|in total|sum of|ratio|average"
        r"|more|less|fewer|further|farther|most|least|better|best|worse|worst|first|last|earlier|"
        r"earliest|later|latest|older|oldest|younger|youngest"
        r"|(?:high|low|larg|bigg|small|great|long|short|tall|heavi|light|fast|slow|cheap|old|"
        r"young|new|strong|weak|clos|near|deep|wide|rich|poor|earli|late|few|hot|cold)(?:er|est))"
        r"\b"
    ),
    re.IGNORECASE,
)
_CUE_ZH = re.compile(
    "比较|对比|相比|相较|比起|哪一?[个家座位部款方年边种者]|谁|孰|区别|差异|差别|不同|差距|"
    "相差|差多少|分别|各自|各是|各有|更|是否都|都是|都在|是不是都|均为|相同|一样|同一|共同|"
    "还是|比|合计|总共|一共|共计|总和|之和|最(?!近|新|初|后)|倍|增长|下降|增加|减少|变化"
)
_STRONG_ZH = re.compile(
    "更|比较|对比|相比|相较|区别|差异|差别|不同|差距|相差|差多少|分别|各自|各是|各有|是否都|"
    "都是|都在|均|相同|一样|同一|共同|还是|最(?!近|新|初|后)|先|后|早|晚|合计|总共|一共|共计|总和|之和|倍|"
    "比[^例重率如赛]"
)
_EACH = re.compile(r"\b(?:respectively|each)\b|分别|各自|各是|各有|各为", re.IGNORECASE)
_SAME = re.compile(
    r"\b(?:both|same|in common|share[ds]?|equal|identical)\b|是否都|都是|都在|是不是都|均|相同|一样|同一|共同",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"\b(?:differ\w*|gap|contrast|distinguish|how (?:much|many|far)|by how much|how (?:do|does|did) .* compare)\b"
    r"|区别|差异|差别|不同|差距|相差|差多少|[多少高低大小早晚长短][出]?多少|[多少高低大小早晚长短]几",
    re.IGNORECASE,
)
# Sources told with the things that they are about: the judgments of two courts, and two people.
_SOURCES_EN = re.compile(
    r"^(?P<of>(?:according to|based on|as per) (?:the )?[a-z]+(?:s|ies)? (?:of|from|by)) (?P<list>.+)$", re.IGNORECASE
)
_SOURCES_ZH = re.compile(
    r"^(?P<of>根据|依据|按照)(?P<list>.+?)(?P<what>的(?:判决书?|裁定书?|裁决书?|年报|年度报告|报告|合同|公告|记录))$"
)
_CHANGE = re.compile(
    r"\b(?:compar\w*|versus|vs\.?|than|change[ds]?|grow\w*|grew|difference|increase\w*|"
    r"decrease\w*|rise|rose|fall|fell|higher|lower|more|less|better|worse|exceed\w*|which "
    r"(?:year|quarter|month|half))\b"
    r"|倍|比较|对比|相比|变化|增长|增加|下降|减少|更|差|哪一?(?:年|季|月|个季度|个月)|同比|环比|比",
    re.IGNORECASE,
)
# "2022 and 2023" is two years to compare; "2019-2021" is one span.
_TWO_YEARS = re.compile(
    r"(?:(?:between|from)\s+)?(?P<first>\d{4}年?)\s*(?:and|or|to|和|与|至|到)\s*(?P<last>\d{4}\s?年?)", re.IGNORECASE
)
_NEXT_SENTENCE = re.compile(r"\.\s+(?=(?:which|who|what|how|is|was|did|does|do)\b)", re.IGNORECASE)
_PREPOSITION = re.compile(
    (
        r"(?:\b(?:in|for|during|of|from|between|at|on|by|as of|over|and|to|with|versus|vs\.?|than)"
        r"\s+(?:the\s+)?(?:fiscal\s+|financial\s+)?(?:year\s+)?|[在于至与和跟])$"
    ),
    re.IGNORECASE,
)
# Compared things that are no names ("the premium plan and the basic plan"): only in shapes that leave no doubt.
_PLAIN_PAIRS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        (
            r"^how (?:much|many) (?:more|less|fewer|[a-z]{3,}er)\b(?: [a-z]+)*? "
            r"(?:is|was|are|were|does|did|do|has|had) "
            r"(?P<a>.+?)(?: (?:cost|weigh|earn|have|employ|make|pay|spend|produce|sell|charge|report)[a-z]*)? than "
            r"(?P<b>.+?)$"
        ),
        r"^how (?:do|does|did|would) (?P<a>.+?)(?: and | or )(?P<b>.+?) (?:differ|compare|stack up)\b",
        (
            r"^how (?:do|does|did|is|are|was|were) (?P<a>.+?) (?:differ(?:ent)?|compare[ds]?) (?:from|"
            r"to|with|against) (?P<b>.+)$"
        ),
        (
            r"^(?:compare|contrast|distinguish|differentiate)(?: between)? (?:.*?\b(?:of|for|between) "
            r")?(?P<a>.+?) (?:and|with|to|against|versus|vs\.?|from) (?P<b>.+?)(?: (?:in terms of|"
            r"with respect to|with regard to|regarding|by|on|as to)\b.*)?$"
        ),
        (
            r"\b(?:differences?|similarit(?:y|ies)|distinction|gap|comparison) (?:\w+ )*?between "
            r"(?P<a>.+?) and (?P<b>.+?)$"
        ),
        r"^(?:which|who|what)\b.+, (?P<a>[^,]+?),? or (?P<b>[^,]+)$",
        (
            r"^(?:which|who)(?: one)? of (?P<a>.+?) (?:and|or) (?P<b>(?:the )"
            r"?(?-i:[A-Z0-9][\w'’.-]*(?: [A-Z0-9][\w'’.-]*)*))"
        ),
        r"\bsets? (?P<a>.+?) apart from (?P<b>.+)$",
        "^(?P<a>[^，。的]+?)(?:和|与|跟|、|及)(?P<b>[^，。的和与]+?)(?:两[家个者]|二者)?的.*"
        "(?:合计|总共|一共|共计|总和|之和|相加)",
        (
            r"^(?:what|how (?:much|many)) .*?(?:combined|sum|total|average|ratio|altogether)\b.*? "
            r"(?:of|by|for|at|from) "
            r"(?P<a>(?-i:[A-Z0-9])[\w'’. -]*?) (?:and|to) (?P<b>(?-i:[A-Z0-9])[\w'’. -]*?)"
            r"(?: (?:combined|altogether|together|in total|in|for|during)\b.*)?$"
        ),
        r"^between (?P<a>.+?) and (?P<b>.+?), (?:which|who|what)\b",
        r"^(?:is|was|were|are|did|does|do|has|had|have) (?P<a>.+?) (?:(?:found|open|establish|"
        r"creat|publish|releas|launch|introduc|sign|acquir|complet|approv|appoint|elect)ed|born|"
        r"built|open|start|end|die|join|sign|publish|launch|arrive) "
        r"(?:before|after|earlier than|later than|sooner than|at the same time as) (?P<b>.+)$",
        (
            r"^(?:is|was|were|are|do|does|did|has|had|have) (?P<a>.+?) (?:\w+ )?(?:more|less|fewer|"
            r"better|worse|\w+(?<!numb)(?<!und)(?<!aft)er) (?:\w+ ){0,3}?than (?P<b>.+)$"
        ),
    )
)
_LEADING = re.compile(r"^(?:both|either|(?:that|those) of|the)\s+", re.IGNORECASE)
_ROLES = "|".join(sorted(PERSON_ROLES_EN, key=len, reverse=True))
# "Queen Of Hearts" is a name, "the queen of Norland" is not.
_ROLE_OF = re.compile(rf"^(?:[Tt]he\s+)?(?:[a-z]+\s+)?(?:{_ROLES}|CEO|CFO|CTO|COO)s?\s+of\s+(?:the\s+(?=[a-z]))?")
_ROLE_BEHIND = re.compile(rf"['’]s?\s+(?:{_ROLES})$", re.IGNORECASE)
_NOT_A_THING = re.compile(
    (
        r"^(?:which|who|what|whose|where|when|how|it|they|them|he|she|this|that|these|those|one|"
        r"other|others|another|year|years|not|more|less|yes|no)\b|^(?:谁|哪|什么|多少|其他|其它|"
        r"它们|他们|两者|二者|双方)|^(?:[\u4e00-\u9fff]|增长?|下降|减少|增加|提高|上升|上年|上一年|同期)$"
    ),
    re.IGNORECASE,
)
_OF_NAME = re.compile(r"[\u4e00-\u9fffA-Za-z0-9]{2,}的[\u4e00-\u9fff]{2,8}$")
_LONGEST_NAME = 80
# A longer text may hold a comparison, but it is none.
LONGEST = 1_000


def comparison_of(question: str) -> Comparison | None:
    """The comparison that a question makes, or None. "A or B" without a word that compares is none."""
    if len(question) > LONGEST:
        return None
    language = "zh" if language_of(question) == "zh" else "en"
    text = without_order(question)
    lead, text = led(text, language)
    undated, periods = _undated(text)
    if not _compares(text, undated, language):
        return None
    names = [name for name in _names(undated, language) if not _NOT_A_THING.match(name) and len(name) <= _LONGEST_NAME]
    if len(names) > 1:
        if language == "zh" and not _STRONG_ZH.search(undated):
            return None
        things = _things(text, names)
        shared = periods[0] if periods and not any(thing.period for thing in things) else ""
        told = _told(lead, language, len(names)) or [""] * len(names)
        things = tuple(replace(thing, lead=each) for thing, each in zip(things, told, strict=True))
        return Comparison(things, _setting(undated), _without(undated, names), shared, lead, language)
    return _over_time(undated, periods, lead) if _CHANGE.search(text) or _EACH.search(undated) else None


def _told(lead: str, language: str, count: int) -> list[str]:
    """One introduction for each thing when the lead names as many sources, in order; else none."""
    match = (_SOURCES_ZH if language == "zh" else _SOURCES_EN).match(lead)
    if match is None:
        return []
    if language == "zh":
        sources = [each for each in re.split("[和与及、]|以及", match["list"]) if each]
        return [f"{match['of']}{each}{match['what']}" for each in sources] if len(sources) == count else []
    sources = re.split(r"\s+and\s+(?:(?:that|those) of\s+)?", match["list"])
    return [f"{match['of']} {each}" for each in sources] if len(sources) == count else []


def _undated(text: str) -> tuple[str, list[str]]:
    """The text without its times and the prepositions before them, and the times as written."""
    left, at, periods = "", 0, list[str]()
    for each, _ in times_of(text):
        if each.start_char < at or _in_brackets(text, each.start_char) or _in_title(text, each):
            continue
        before = text[at : each.start_char]
        left += _PREPOSITION.sub("", before) if not re.search(r"[和与]$", before) else before
        at = each.end_char
        periods += _each_of(each.text)
    left += text[at:]
    left = re.sub(r"\s+([,，?])", r"\1", re.sub(r"\s{2,}", " ", left))
    return left.strip(" ,，"), periods


def _in_title(text: str, time: DateRange) -> bool:
    """Whether a year is the end of one compared name: "Paper Harbour 2011 or Nine Lanterns"."""
    if not re.fullmatch(r"\d{4}", time.text) or len(re.findall(r"\b\d{4}\b", text)) > 1:
        return False
    behind = text[time.end_char :]
    return (
        re.search(r"(?:[,]\s|\bor\s)(?:[A-Z][\w'’-]*\s)+$", text[: time.start_char]) is not None
        and re.match(r"\s(?:or|and)\s+[A-Z]|\W*$", behind) is not None
    )


def _each_of(said: str) -> list[str]:
    """ "2022 and 2023" as its two years."""
    pair = _TWO_YEARS.fullmatch(said)
    return [pair["first"], pair["last"]] if pair else [said]


def _in_brackets(text: str, at: int) -> bool:
    """Whether a time is in the brackets behind a name, which belong to it: "Paper Harbour (1936 film)"."""
    opened = text.rfind("(", 0, at)
    return opened > 0 and text.find(")", opened, at) < 0 and text[:opened].rstrip()[-1:].isalnum() and ")" in text[at:]


def _compares(text: str, undated: str, language: str) -> bool:
    if language == "zh":
        return bool(_CUE_ZH.search(text))
    return bool(_CUE_EN.search(text)) or any(shape.search(undated) for shape in _PLAIN_PAIRS)


def _names(undated: str, language: str) -> list[str]:
    """The compared names as `comparands` finds them, without what is asked of them."""
    clause = _NEXT_SENTENCE.split(undated, maxsplit=1)[0]
    names = comparands(clause, language) or comparands(undated, language)
    if language == "zh":
        named = [name.split("的")[0] if _OF_NAME.search(name) else name for name in names]
        plain = [name.split("《")[-1].strip("《》") for name in named] or _plain_pair(clause)
        return [f"《{name}》" if f"《{name}》" in undated else name for name in plain]
    found = [re.sub(r"['’]s?$", "", name) for name in names] or _plain_pair(clause)
    distinct = list(dict.fromkeys(_without_role(found)))
    return distinct if len(distinct) > 1 else []


def _plain_pair(clause: str) -> list[str]:
    for shape in _PLAIN_PAIRS:
        match = shape.search(clause)
        if match:
            return [_LEADING.sub("", match[side].strip()) for side in ("a", "b")]
    return []


def _without_role(names: list[str]) -> list[str]:
    """ "the director of A", "the director of B" → A, B: the role is what is asked of them."""
    return [_ROLE_OF.sub("", _ROLE_BEHIND.sub("", name)) for name in names]


def _things(text: str, names: list[str]) -> tuple[Thing, ...]:
    """The things, each with the time right in front of it when all have one of their own."""
    times = [each for each, _ in times_of(text) if not _in_brackets(text, each.start_char)]
    spans = [period for each in times for period in _each_of(each.text)]
    if _EACH.search(text) and len(spans) == len(names) and len(set(spans)) > 1:
        # "A and B in 2019 and 2020 respectively"
        return tuple(Thing(name, period) for name, period in zip(names, spans, strict=True))
    own: list[str] = []
    for name in names:
        at = text.find(name)
        near = [each.text for each in times if 0 <= at - each.end_char <= 2]
        own.append(near[-1] if near else "")
    if not all(own) or len(times) < len(names):
        own = [""] * len(names)
    return tuple(Thing(name, period) for name, period in zip(names, own, strict=True))


def _setting(text: str) -> Setting:
    for pattern, setting in ((_EACH, Setting.EACH), (_SAME, Setting.SAME), (_DIFFERENCE, Setting.DIFFERENCE)):
        if pattern.search(text):
            return setting
    return Setting.CHOICE


def _without(undated: str, names: list[str]) -> str:
    """What is asked of the things: the question with them taken out, and what joined them."""
    text = undated
    for name in names:
        text = re.sub(rf"\s*(?:\bthe\s+)?{re.escape(name)}(?:['’]s?)?", " \x00", text, count=1)
    text = re.sub(
        (
            r"(?:\s*(?:,|，|、|\b(?:and|or|with|to|than|versus|vs\.?|against|between|of|compared|both|"
            r"either)\b|和|与|跟|同|及|以及|或者?|还是|比)?\s*\x00)+"
        ),
        " \x00 ",
        text,
    )
    return " ".join(text.replace("\x00", " ").split()).strip(" ,，?？.")


def _over_time(undated: str, periods: list[str], lead: str) -> Comparison | None:
    distinct = list(dict.fromkeys(periods))
    if len(distinct) < 2:
        return None
    language = "zh" if language_of(undated) == "zh" else "en"
    return Comparison(tuple(Thing(period) for period in distinct), Setting.PERIODS, undated, "", lead, language)
