"""Chinese names that no dictionary has and no organisation suffix ends: 海川640, 泓远密封件厂, 朗岳传动, 栖云岭市.

What tells them is the word they end in (a model number, a kind of site, a trade, a kind of place) and that the
characters before it are no dictionary word.
"""

import re
from collections.abc import Iterator, Sequence

from services.language.aspects import aspects
from services.language.chinese_tokens import HAN_ONLY, Token, is_unknown
from services.language.entity import Entity, EntityKind
from services.language.lexicon.names import GENERIC_HEADS_ZH, ORGS_ZH, SURNAMES
from services.language.lexicon.sectors import (
    COUNTED_ENDINGS_ZH,
    LOOSE_SECTORS_ZH,
    MEASURE_WORDS_ZH,
    SECTORS_ZH,
    SITES_ZH,
)
from services.language.units import COUNTERS_ZH, CURRENCIES, MEASURES, PERCENTS

_NAME_TAGS = frozenset({"nr", "nrt", "nrfg", "nz"})
_PART_TAGS = _NAME_TAGS | {"n", "ng", "g", "ns", "a", "ag", "j", "zg", "b"}
_SMALL = frozenset("年月日时号季度天周的和与及在由向对为是了被把将于从以其该本各每新旧老大小某这那第去今明约共达至到给")
_SURNAMES_TOO = frozenset("向和于从对经")
_BEFORE_FIGURES = frozenset("于达为共近约超至过宽长高深重")
_PLACE_ENDS = frozenset("省市县区镇乡村州岛")
_MODEL = re.compile(r"[-–]?(?:[A-Za-z]{1,4}[-–]?)?\d{1,5}[A-Za-z]{0,3}(?![A-Za-z0-9%％‰])(?![.,，:：/]\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNITS = frozenset(each for table in (COUNTERS_ZH, CURRENCIES, MEASURES, PERCENTS) for each in table) | frozenset(
    "年月日号时点分秒天周岁期万亿千百多余来届楼室路度"
)
_SITE = re.compile(f"(?:{'|'.join(sorted(SITES_ZH, key=len, reverse=True))})$")
_MOST_NOUNS = 2
_LONGEST_NAME = 5
_NUMBERED = re.compile("第?[一二三四五六七八九十]+号?|[0-9A-Za-z]{1,3}号")


def compounds(text: str, row: Sequence[Token]) -> Iterator[Entity]:
    """Models, sites, companies and places of this kind; they may overlap other names, and each other."""
    for index, token in enumerate(row):
        if token.word[0].isascii():
            start = _model_start(text, row, index)
            if start is not None:
                yield _entity(text, (start, token.start + len(_matched(text, token.start))), "product")
        elif token.is_han:
            yield from _of_words(text, row, index)


def _of_words(text: str, row: Sequence[Token], index: int) -> Iterator[Entity]:
    token = row[index]
    first: int | None = None
    if token.word in SECTORS_ZH:
        first = _company(row, index)
    elif token.tag[0] in "nxljz" and _SITE.search(token.word):
        first = _site(row, index)
    if first is not None:
        yield _entity(text, (row[first].start + _stuck(row[first]), token.end), "org")
    if token.word[-1] in _PLACE_ENDS and len(token.word) > 1:
        place = _place(row, index)
        if place is not None:
            yield _entity(text, (row[place].start, token.end), "place")


def _entity(text: str, span: tuple[int, int], kind: EntityKind) -> Entity:
    return Entity(span[0], span[1], text[span[0] : span[1]], kind)


def _stuck(token: Token) -> int:
    """1 when a preposition that is also a surname stands before an unknown name: 向|澜远泵业."""
    return int(token.word[0] in _SURNAMES_TOO and len(token.word) > 2 and is_unknown(token.word))


def _matched(text: str, at: int) -> str:
    match = _MODEL.match(text, at)
    return match.group() if match else ""


def _model_start(text: str, row: Sequence[Token], index: int) -> int | None:
    """Where the name before a model number begins; None when the number counts or measures something."""
    model = _matched(text, row[index].start)
    if not model or index == 0 or row[index - 1].end != row[index].start or not row[index - 1].is_han:
        return None
    plain = model.isdigit()
    if plain and (len(model) < 2 or _YEAR.fullmatch(model)) or _counts(row, row[index].start + len(model)):
        return None
    first = name_before(row, index)
    if first is None and _common_name(row[index - 1]) and (plain or not model[0].isalnum()):
        first = index - 1
    if first is None or not plain and row[first].word in ORGS_ZH:
        return None
    if plain and (row[first].tag[0] == "v" or row[index - 1].word[-1] in _BEFORE_FIGURES):
        return None
    return row[first].start


def _counts(row: Sequence[Token], end: int) -> bool:
    """Whether a unit follows. Its first character alone tells nothing: 处理器 is no 处."""
    after = next((each for each in row if each.start >= end), None)
    if after is None or after.start != end:
        return False
    return after.word in _UNITS or after.tag[0] in "qm" or after.word[0] in "万亿%％"


def _common_name(token: Token) -> bool:
    """A plain noun that may be the name of a series: 云雀, but not 编号, 员工 or 收入."""
    return (
        token.tag == "n"
        and 2 <= len(token.word) <= 4
        and token.word[-1] not in COUNTED_ENDINGS_ZH
        and not aspects(token.word)
    )


def name_before(row: Sequence[Token], at: int, *, single: bool = False) -> int | None:
    """The token with which an invented name begins that ends before token `at`: a word that no dictionary has, a proper
    noun, or two or three characters that form no word. `single`: one such character will do.
    """
    first = at
    while first > 0 and at - first < 3 and _is_part(row, first - 1):
        first -= 1
    characters = at - first
    if characters >= 2:
        return first
    if first > 0 and _is_name(row[first - 1]) and len(row[first - 1].word) + characters <= _LONGEST_NAME:
        return first - 1
    return first if single and characters == 1 and row[first].tag not in ("n", "a") else None


def _is_part(row: Sequence[Token], index: int) -> bool:
    token = row[index]
    if len(token.word) != 1 or not token.is_han or token.word in _SMALL:
        return False
    if token.tag == "q":
        counted = index > 0 and row[index - 1].tag[0] in "mr"
        return not counted and token.word not in MEASURE_WORDS_ZH and token.word not in _UNITS
    return token.tag in _PART_TAGS


def _is_name(token: Token) -> bool:
    if not token.is_han or not 2 <= len(token.word) <= 4 or token.word in GENERIC_HEADS_ZH:
        return False
    return token.tag in _NAME_TAGS or (token.tag[0] in "nvaj" and is_unknown(token.word))


def _company(row: Sequence[Token], index: int) -> int | None:
    first = index
    while first > 0 and row[first - 1].word in SECTORS_ZH:
        first -= 1
    head = name_before(row, first)
    if head is None or row[head].word in ORGS_ZH:
        return None
    if row[index].word in LOOSE_SECTORS_ZH and len(row[head].word) > 1 and not is_unknown(row[head].word):
        return None
    # A trade that is also a verb may follow a person: 张伟设计.
    verbal = row[first].tag == "v" or row[first].word in LOOSE_SECTORS_ZH
    return None if verbal and row[head].tag in _NAME_TAGS and row[head].word[0] in SURNAMES - _SURNAMES_TOO else head


def _site(row: Sequence[Token], index: int) -> int | None:
    own = _SITE.sub("", row[index].word)
    if len(own) >= 2 and is_unknown(row[index].word):
        return index
    first = index
    for _ in range(_MOST_NOUNS + 1):
        head = _place_name(row, first, nouns=index - first)
        if head is not None:
            return head
        if not _is_noun(row, first - 1):
            break
        first -= 1
    before = row[index - 1] if index else None
    if before and not own and _common_name(before) and not _generic(row, index - 1):
        return index - 1
    return None


def _place_name(row: Sequence[Token], at: int, *, nouns: int) -> int | None:
    """An invented name, a place or an ordinal before a site's word."""
    head = name_before(row, at, single=nouns > 0)
    if head is not None:
        return head
    before = row[at - 1] if at else None
    if before and (before.tag in ("ns", "nz") and len(before.word) > 1 or _NUMBERED.fullmatch(before.word)):
        return at - 1
    return None


def _is_noun(row: Sequence[Token], index: int) -> bool:
    return index >= 0 and len(row[index].word) > 1 and row[index].is_han and row[index].tag in ("n", "vn", "b")


def _generic(row: Sequence[Token], index: int) -> bool:
    """A kind of site (汽车|工厂), or one that is counted or pointed at (一家|青石|工厂)."""
    word = row[index].word
    before = row[index - 1] if index else None
    pointed = before is not None and (before.tag[0] in "mrq" or before.word[-1] in MEASURE_WORDS_ZH)
    return pointed or word in SECTORS_ZH or word in GENERIC_HEADS_ZH or _SITE.search(word) is not None


def _place(row: Sequence[Token], index: int) -> int | None:
    """A place whose name segmentation tore (栖霞|岭市), or took for a person (双桥镇)."""
    token = row[index]
    before = row[index - 1] if index else None
    if len(token.word) == 2 and before is not None:
        torn = before.tag == "ns" and len(before.word) == 2 and before.word[-1] not in _PLACE_ENDS
        rare = _is_part(row, index - 1) and before.tag not in ("n", "a", "ns")
        if rare or (torn and is_unknown(token.word)):
            return index - 1
    whole = len(token.word) >= 3 and token.tag in _NAME_TAGS and token.word[0] + token.word[1] not in SURNAMES
    return index if whole and HAN_ONLY.fullmatch(token.word) else None
