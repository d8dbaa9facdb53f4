"""Names in Chinese text: segmentation and part-of-speech tags of jieba, organisation and place suffixes, surnames."""

import re
from collections.abc import Iterator, Sequence

from services.language.chinese_compounds import compounds
from services.language.chinese_tokens import HAN as _HAN
from services.language.chinese_tokens import HAN_ONLY as _HAN_ONLY
from services.language.chinese_tokens import Token as _Token
from services.language.chinese_tokens import tagged
from services.language.entity import Entity, EntityKind
from services.language.lexicon.names import (
    GENERIC_HEADS_ZH,
    GENERIC_ORGS_ZH,
    GENERIC_PLACES_ZH,
    ORG_SUFFIXES_ZH,
    ORGS_ZH,
    PERSON_TITLES_ZH,
    SURNAMES,
)
from services.language.lexicon.wordlist import words

_SURNAME = "|".join(sorted(SURNAMES, key=len, reverse=True))
_VEILED = re.compile(f"(?:{_SURNAME})某(?:某{{1,2}}|[甲乙丙丁]|\\d)?")
_TITLES = "|".join(sorted(PERSON_TITLES_ZH, key=len, reverse=True))
_TITLED = re.compile(
    f"(?:{_TITLES}|被告人|原告人?|被告|证人|主演|作者|歌手|创始人|首席执行官)(?:[:：])?((?:{_SURNAME})[{_HAN}]{{1,2}}?)(?=[，。、的；（()与和及于在任为是就说表宣将曾\\s]|$)"
)
_BEFORE_VERB = re.compile(
    f"(?:(?<=^)|(?<=[，。；：、\\s（“]))((?:{_SURNAME})[{_HAN}]{{1,2}})"
    f"(?=当选|出生|生于|担任|出任|表示|指出|认为|宣布|毕业|创立|创办|逝世|去世|获得|加入|饰演|主演|执导|导演|出演|（|\\(|{_TITLES})"
)
_TAIL_OF_NAME = frozenset("为是在和的与任说称将于也曾对从就被已")
_SUFFIX_AT_END = re.compile(f"(?:{'|'.join(ORG_SUFFIXES_ZH)})$")
_PLACE_TOKENS = frozenset("省市县区州镇乡村")
_INSIDE_ORG = ("n", "j", "b", "an", "eng", "l", "i", "s", "z", "g", "vn", "m")
_TIME_WORD = re.compile("[年月日今昨明前后春夏秋冬早晚时]|\\d")
_DOT = frozenset("·・•‧")
# Signs that open foreign names and are hardly ever words: segmentation breaks them off 阿丽莎.
_VOWELS = frozenset("阿艾埃伊奥欧乌尤")
_NO_PART = words("""
    的 和 与 及 在 由 向 对 为 是 了 被 把 将 于 从 以 被告人 原告 被告 公告 根据 关于 请问 以及 名称 时间 分别
""")
# Begin with a surname and are no persons: 全国出生人口.
_WHOLES = words("全年 全月 全天 全国 全省 全市 全县 全区 全球 全村 全镇 全州 全岛 全部 全员 全体")
_NOTHING = GENERIC_HEADS_ZH | {"", "股份", "人民"}
_LONGEST_ORG = 26
_LONGEST_PART = 10
_PEOPLE_TAGS = frozenset({"nr", "nrfg", "nrt"})
_LONGEST_PERSON = 4


def chinese_names(text: str) -> Iterator[Entity]:
    """Organisations, people, places and other proper nouns; they may overlap (the caller keeps the longest)."""
    row = tagged(text)
    yield from compounds(text, row)
    yield from _veiled_and_titled(text)
    for index, token in enumerate(row):
        if token.word in _DOT:
            found = _transliterated(text, row, index)
        elif token.word in ORGS_ZH:
            found = _entity(text, (token.start, token.end), "org")
        elif _ends_org(token):
            found = _organisation(text, row, index)
        elif token.word in _PLACE_TOKENS:
            found = _place(text, row, index)
        else:
            found = _proper(text, token)
        if found is not None:
            yield found


def _entity(text: str, span: tuple[int, int], kind: EntityKind) -> Entity:
    return Entity(span[0], span[1], text[span[0] : span[1]], kind)


def _veiled_and_titled(text: str) -> Iterator[Entity]:
    for match in _VEILED.finditer(text):
        yield _entity(text, match.span(), "person")
    for pattern in (_TITLED, _BEFORE_VERB):
        for match in pattern.finditer(text):
            if match.group(1) not in ORGS_ZH and match.group(1) not in _WHOLES:
                yield _entity(text, match.span(1), "person")


def _proper(text: str, token: _Token) -> Entity | None:
    word, tag = token.word, token.tag
    if len(word) < 2 or not _HAN_ONLY.fullmatch(word):
        return None
    if tag in _PEOPLE_TAGS:
        return _person(text, token)
    if word in GENERIC_PLACES_ZH:
        return None
    if tag in ("ns", "nsf"):
        return _entity(text, (token.start, token.end), "place")
    if tag == "nt":
        return _entity(text, (token.start, token.end), "org")
    return _entity(text, (token.start, token.end), "other") if tag == "nz" else None


def _person(text: str, token: _Token) -> Entity | None:
    word, end = token.word, token.end
    if word[:2] not in SURNAMES and word[0] not in SURNAMES:
        return _entity(text, (token.start, end), "other" if token.tag != "nrt" else "person")
    if len(word) == 3 and word[-1] in _TAIL_OF_NAME:
        end -= 1
    return _entity(text, (token.start, end), "person") if end - token.start <= _LONGEST_PERSON else None


def _transliterated(text: str, row: Sequence[_Token], dot: int) -> Entity | None:
    """ "史蒂夫·乔布斯": the words around every dot, with single characters that segmentation broke off."""
    left, right = dot, dot
    if dot == 0 or dot + 1 >= len(row) or not _name_part(row[dot - 1]) or not _name_part(row[dot + 1]):
        return None
    left, right = dot - 1, dot + 1
    while (
        left > 0 and len(row[left].word) == 1 and _name_part(row[left - 1]) and row[left - 1].tag[0] not in "vpcurdmt"
    ):
        left -= 1
    if left > 0 and row[left - 1].word in _VOWELS:
        left -= 1
    while right + 2 < len(row) and row[right + 1].word in _DOT and _name_part(row[right + 2]):
        right += 2
    while (
        right + 1 < len(row)
        and len(row[right].word) == 1
        and _name_part(row[right + 1])
        and row[right + 1].tag[0] not in "vpcurdmt"
    ):
        right += 1
    if row[left - 1].word in _DOT and left > 0:
        return None
    return _entity(text, (row[left].start, row[right].end), "person")


def _name_part(token: _Token) -> bool:
    return (
        len(token.word) <= _LONGEST_PART
        and (bool(_HAN_ONLY.fullmatch(token.word)) or token.tag == "eng")
        and token.word not in _NO_PART
    )


def _ends_org(token: _Token) -> bool:
    return token.tag[0] in "nxlj" and len(token.word) > 1 and _SUFFIX_AT_END.search(token.word) is not None


def _organisation(text: str, row: Sequence[_Token], last: int) -> Entity | None:
    """Walk back from a suffix over nouns to where the name begins."""
    first = last
    while first > 0 and row[last].end - row[first - 1].start <= _LONGEST_ORG and _belongs(row, first - 1):
        first -= 1
    head = text[row[first].start : row[last].start]
    if not head and (row[last].word in GENERIC_ORGS_ZH or _SUFFIX_AT_END.sub("", row[last].word) in _NOTHING):
        return None
    if head in GENERIC_HEADS_ZH:
        return None
    end = row[last].end
    if last + 1 < len(row) and _ends_org(row[last + 1]):
        return None
    return _entity(text, (row[first].start, end), "org")


def _belongs(row: Sequence[_Token], index: int) -> bool:
    token = row[index]
    if token.word in _NO_PART and token.word != "和":
        return False
    if token.word == "和":
        # "百和印务集团": a conjunction hardly follows a single character that itself follows a border.
        before = row[index - 1] if index else None
        return (
            before is not None
            and len(before.word) == 1
            and bool(_HAN_ONLY.fullmatch(before.word))
            and before.tag[0] in "nmab"
        )
    if token.tag in ("t", "x"):
        return bool(_HAN_ONLY.fullmatch(token.word)) and not _TIME_WORD.search(token.word)
    if token.tag.startswith("nr") and len(token.word) == 3 and token.word[0] in SURNAMES:
        return False
    if token.tag == "m":
        return token.word[0] in "第一二三四五六七八九十百"
    return token.tag == "eng" or token.tag.startswith(_INSIDE_ORG)


def _place(text: str, row: Sequence[_Token], index: int) -> Entity | None:
    """An unknown name and its suffix: "霜叶|市"."""
    before = row[index - 1] if index else None
    if before is None or not _HAN_ONLY.fullmatch(before.word) or not 1 < len(before.word) <= _LONGEST_PERSON:
        return None
    if (
        before.tag[0] in "vpcurdmqfay"
        or (before.tag == "n" and before.word in GENERIC_HEADS_ZH)
        or before.word in _NO_PART
    ):
        return None
    return _entity(text, (before.start, row[index].end), "place")
