"""Chinese questions that ask the same of several things, one question for each: A和B的营业收入分别是多少.

What is joined may be less than what stands around the conjunction: 澳网男单和女单冠军 asks for 澳网男单冠军 and
澳网女单冠军. The piece before the conjunction is set against the piece behind it; what comes before and behind both is
shared.
"""

import re
from collections.abc import Sequence

from services.language.chinese_tokens import Token, tagged
from services.language.entities import named_entities
from services.language.structure.courtesy import bare

LONGEST = 300
_EACH = re.compile("分别|各自|各(?=是|为|有|占)")
_YEARS = re.compile(r"(?:19|20)\d\d年?(?:、(?:19|20)\d\d年?)*(?:和|与|及|以及)(?:19|20)\d\d年?")
_ONE_YEAR = re.compile(r"(?:19|20)\d\d")
_TIME = re.compile(r"(?:19|20)\d\d年?|[一二三四1-4]季度|\d{1,2}月")
_CONJUNCTION = frozenset({"和", "与", "及", "以及", "、"})
_ASKS = re.compile("谁|哪|什么|多少|几|何|吗|如何|怎|是否|为什么")
_IN_WHICH = re.compile("^[^，的]{1,12}?(?:在|属于|来自|位于)哪一?[个座家年里]?[\u4e00-\u9fff]{0,3}$")
_PLAIN_ASK = re.compile("[^，的是有在]{1,10}(?:是|为)(?:谁|什么|多少|哪里|哪位)(?:呢)?")
_LEAD = re.compile(r"^(?:(?:根据|依据|按照)[^，]+，)")
_ALIKE = frozenset({"ns", "nr", "nrt", "nt", "nz", "eng"})


def told_apart(question: str) -> list[str]:
    """The question once for each thing that it asks about "respectively"; empty when it asks of one thing.

    Without 分别 only years ("X2022年和2023年的Y") and noun phrases that end without asking are told apart.
    """
    if len(question) > LONGEST or not re.search("[\u4e00-\u9fff]", question):
        return []
    text = bare(question)
    lead = _LEAD.match(text)
    head, rest = (lead.group(), text[lead.end() :]) if lead else ("", text)
    marked = _EACH.search(rest)
    if re.search("[，,；;]", rest):
        return []
    made = _interleaved(rest) if marked else []
    if not made:
        plain = _EACH.sub("", rest)
        years, things = _by_year(plain), _by_thing(plain, marked=marked is not None)
        made = _both(plain, years, things) if years and things and marked else things if marked else years or things
        made = made or years
    return [f"{head}{each}" for each in made]


def _by_year(text: str) -> list[str]:
    match = _YEARS.search(text)
    if match is None or re.search("比|变化|增长|下降|增加|减少|至|到|相差|差", text):
        return []
    return [f"{text[: match.start()]}{year}年{text[match.end() :]}" for year in _ONE_YEAR.findall(match.group())]


def _both(text: str, years: Sequence[str], things: Sequence[str]) -> list[str]:
    """As many years as things go together in order."""
    if len(years) != len(things):
        return list(things)
    match = _YEARS.search(text)
    said = _ONE_YEAR.findall(match.group()) if match else []
    return [_YEARS.sub(f"{year}年", thing, count=1) for thing, year in zip(things, said, strict=True)]


def _interleaved(text: str) -> list[str]:
    """ "A在2020年和B在2021年分别…": each thing with a time of its own."""
    each = _EACH.search(text)
    if each is None:
        return []
    pieces = _pieces(text[: each.start()])
    if len(pieces) < 2 or not all(_TIME.search(piece) and _TIME.sub("", piece).strip("在于 ") for piece in pieces):
        return []
    if len({_TIME.match(piece) is None for piece in pieces}) > 1 or any("的" in piece for piece in pieces):
        return []
    return [f"{piece}{text[each.end() :]}" for piece in pieces]


def _pieces(text: str) -> list[str]:
    """What conjunctions part."""
    found, at = list[str](), 0
    names = [(each.start, each.end) for each in named_entities(text)]
    for token in tagged(text):
        if token.word in _CONJUNCTION and not any(start < token.start < end for start, end in names):
            found.append(text[at : token.start])
            at = token.end
    return [*found, text[at:]]


def _by_thing(text: str, *, marked: bool) -> list[str]:
    """Each joined piece in the place of all of them."""
    names = [(each.start, each.end) for each in named_entities(text)]
    row = [token for token in tagged(text)]
    joints = [
        at
        for at, token in enumerate(row)
        if token.word in _CONJUNCTION
        and 0 < at < len(row) - 1
        and not _within(token, names)
        # 百|和|印务 is a name.
        and not (token.word == "和" and len(row[at - 1].word) == 1 and at == 1)
    ]
    joints = _first_run(row, [at for at in joints if not _is_year(row[at - 1]) and not _is_year(row[at + 1])])
    if not joints or len(joints) > 5 or _ASKS.search(text[: row[joints[0]].start]):
        return []
    if not marked and not _each_asked(text, row, joints):
        return []
    spans = _joined(row, joints, names)
    if any(start >= end for start, end in spans):
        return []
    first, last = spans[0][0], spans[-1][1]
    made = [f"{text[:first]}{text[start:end]}{text[last:]}" for start, end in spans]
    return made if len(set(made)) > 1 else []


def _first_run(row: Sequence[Token], joints: Sequence[int]) -> list[int]:
    """The conjunctions between which only nouns stand: one behind a verb or preposition joins other things."""
    kept = list(joints[:1])
    for before, at in zip(joints, joints[1:], strict=False):
        if any(token.tag[0] in "vdpr" for token in row[before + 1 : at]):
            break
        kept.append(at)
    return kept


def _joined(row: Sequence[Token], joints: Sequence[int], names: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans that are joined: whole names where both sides are names, else words of the same make."""
    right = _whole(row[joints[-1] + 1], names)
    left_end = row[joints[0] - 1].end
    behind = [(row[at + 1].start, row[until - 1].end) for at, until in zip(joints, joints[1:], strict=False)]
    left = _whole(row[joints[0] - 1], names)
    if left and left[1] == left_end or right and right[0] == row[joints[-1] + 1].start:
        if left and left[0] == row[0].end:
            left = (0, left[1])  # a name whose first word is read as another: 百和|印务集团
        left = left or (_noun_start(row, joints[0] - 1), left_end)
        right = right or (row[joints[-1] + 1].start, _noun_end(row, joints[-1] + 1))
        return [left, *behind, right]
    start = _after_of(row, joints[0])
    end = _noun_end(row, joints[-1] + 1)
    if start is not None and not any(token.word == "的" for token in row[joints[-1] :]):
        return [(start, left_end), *behind, (row[joints[-1] + 1].start, end)]
    return [(row[joints[0] - 1].start, left_end), *behind, (row[joints[-1] + 1].start, row[joints[-1] + 1].end)]


def _whole(token: Token, names: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    return next(((start, end) for start, end in names if start <= token.start < end), None)


def _after_of(row: Sequence[Token], joint: int) -> int | None:
    """Behind the last 的 before the conjunction: X的|发布时间|和|处理器."""
    at = next((at for at in range(joint - 1, -1, -1) if row[at].word == "的"), None)
    return row[at + 1].start if at is not None and at + 1 < joint and joint - at > 1 else None


def _noun_start(row: Sequence[Token], end: int) -> int:
    """Where the noun phrase begins that ends with a token."""
    start = row[end].start
    for token in reversed(row[: end + 1]):
        if token.tag[0] in "vdpcuryxmt" and token.tag != "vn":
            break
        start = token.start
    return start


def _noun_end(row: Sequence[Token], start: int) -> int:
    """Where the noun phrase ends that begins at a token."""
    end = row[start].end
    for token in row[start:]:
        if token.tag[0] in "vdpcuryx" and token.tag != "vn" or _ASKS.match(token.word):
            break
        end = token.end
    return end


def _each_asked(text: str, row: Sequence[Token], joints: Sequence[int]) -> bool:
    """Whether it asks of each without saying so: noun phrases, X的A和B是谁, A和B在哪个组."""
    if not _ASKS.search(text):
        return _is_noun_phrase(row, joints)
    behind = text[row[joints[-1]].end :]
    if _IN_WHICH.search(behind):
        return True
    return _after_of(row, joints[0]) is not None and _PLAIN_ASK.fullmatch(behind) is not None


def _is_noun_phrase(row: Sequence[Token], joints: Sequence[int]) -> bool:
    """Names of one kind, or what an X has (X的A和B), and nothing but nouns behind them."""
    behind = row[joints[-1] + 2 :]
    if not all(token.tag[0] in "nvae" or token.word == "的" for token in behind):
        return False
    if _after_of(row, joints[0]) is not None:
        return not behind or all(token.tag[0] in "n" for token in behind)
    alike = {row[at - 1].tag for at in joints} | {row[at + 1].tag for at in joints}
    return bool(behind) and len(alike) == 1 and alike <= _ALIKE


def _within(token: Token, names: Sequence[tuple[int, int]]) -> bool:
    return any(start < token.start and token.end < end for start, end in names)


def _is_year(token: Token) -> bool:
    return token.word.startswith(("年", "19", "20")) and (token.word == "年" or token.word[:4].isdigit())
