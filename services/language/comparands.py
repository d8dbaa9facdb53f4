"""The things that a question sets against each other."""

import re
from itertools import takewhile

from services.language.chinese_tokens import tagged, words_of
from services.language.english_names import english_names
from services.language.lexicon.wordlist import words

_END = re.compile(r"[?？!！。.\s]+$")
# "Which is lighter: A or B" is read as with a comma.
_COLON = re.compile(r"^([^:]*\b(?:which|who|what|whose)\b[^:]*):\s(?=[^:]+\s(?:or|and)\s[^:]+$)", re.I)
_SITE_NOUN = re.compile(
    r"\s(?:works|plant|factory|site|mill|foundry|depot|group|pump|valve|clinic|project|office|team)\b"
)
_AFTER_NAME = re.compile(
    r"(?<=[A-Za-z0-9)])\s(?:(?!of\b|the\b|and\b|de\b|von\b|van\b|for\b|in\b|on\b)[a-z]+)(?:\s.*)?$"
)
_LIST_SPLIT = re.compile(r",?\s+(?:and|or|vs\.?|versus|against|with|to|&)\s+|\s*,\s*(?:and\s|or\s)?", re.I)
_TAIL_EN = re.compile(
    r"\s+(?:by|on|in\sterms\sof|in|with\srespect\sto|with\sregard\sto|regarding|based\son|for|over|from"
    r"|during|across|since|according\sto|as\sof|as\sat|at|when|if|that)\s.*$",
    re.I,
)
_COMPARE = re.compile(
    r"\b(?:compar(?:e|ing|ison\s(?:of|between))|contrast(?:ing)?|differentiate|distinguish)"
    r"\s(?:between\s)?(?:and\scontrast\s)?(?P<list>.+)$"
    r"|^\W*(?:please\s)?(?:rank|order|sort)\s(?P<rank>.+)$"
    r"|\bhow\s(?:do|does|did)\s(?P<how>.+?)\scompare$",
    re.I,
)
_BETWEEN = re.compile(
    r"\b(?:differ\w*|distinction|comparison|similarit\w+|gap|ratio|margin|spread|change|choose|choice"
    r"|decide|common)\b[^?]*?\b(?:between|among)\s(?P<list>.+?)(?:[?]|$)"
    r"|^(?:between|among|of)\s(?P<first>.+?),\s(?:which|who|what)\b"
    r"|\bwhich\s(?:one\s)?of\s(?P<which>[A-Z].+?)\s(?:is|was|has|had|are|were|did|does|came|won|will|can"
    r"|could)\b",
    re.I,
)
_DIFFERS = re.compile(
    r"\bhow\s(?:does|do|did|is|are|was)\s(?P<a>.+?)\s(?:differ(?:ent)?|compared?|stack\sup"
    r"|fare)\s?(?:from|to|with|against)?\s(?P<b>.+?)(?:[?]|$)",
    re.I,
)
_VERSUS = re.compile(
    r"(?P<a>[^,;:?]+?)\s+(?:vs\.?|versus|compared\s(?:to|with)|as\sopposed\sto|relative\sto)\s+(?P<b>[^,;:?]+)", re.I
)
_THAN = re.compile(
    r"^\s*(?:is|are|was|were|did|does|do|has|have|had|will|can|could)\s(?P<a>.+?)\s(?:more|less|fewer|(?-i:[a-z]+er)"
    r"|better|worse|earlier|later)\b[^?]*?\bthan\s(?:(?:that|those)\s(?:of|for|in|at)\s)?(?P<b>.+?)(?:[?]|$)",
    re.I,
)
_BEATS = re.compile(
    r"^\s*(?:did|does|do|has|have|had|will|can)\s(?P<a>.+?)\s(?:outperform|outsell|outsold|beat|exceed|surpass|overtake)"
    r"(?:ed|en|n|s|d)?\s(?P<b>.+?)(?:[?]|$)",
    re.I,
)
_COMPARED_WITH = re.compile(r"^\s*(?:compared|relative)\s(?:to|with)\s(?P<b>[^,]+),\s(?P<a>.+)$", re.I)
_BOTH = re.compile(
    r"\b(?:are|were|is|was|do|did|does|have|has|had|can)\s(?:both\s)?(?P<list>.{1,120}?\sand\s.{1,120}?)\s(?:both"
    r"|(?:of\s|from\s|in\s|at\s|located\sin\s|on\s|share\s|have\s|has\s|had\s|use\s"
    r"|based\sin\s)*(?:the\s)?same|different|each|also\sboth)\b"
    r"|\b(?:do|did|are|were|have|had)\sboth\s(?P<lead>[A-Z].{1,120}?\sand\s[A-Z][\w'’.-]*(?:\s[A-Z][\w'’.-]*)*)",
    re.I,
)
_WH = re.compile(
    r"\b(?:which|who|what|whose|where|when|how|is|are|was|were|did|does|do|has|have|had|will|should|can|could|would)\b",
    re.I,
)
_LEAD = re.compile(r"^(?:(?:both|either|whether|between|the\stwo|is\sit|it|and|or)\s|the\s(?=[a-z ]+\sof\s))+", re.I)
_OF_PREFIX = re.compile(r"^(?:the\s)?(?:[a-z-]+\s){1,5}?(?:of|for|in|at|by)\s(?:the\s)?(?=[A-Z0-9])")
_LOWER_TAIL = re.compile(
    r"\s+(?:is|are|was|were|has|have|had|in|on|by|for|from|the|higher|lower|better|bigger|larger|first"
    r"|more|earlier|later|older|younger|win|won|come|earn|make|release\w*|born)\b.*$"
)
_HAVE_TAIL = re.compile(r"\s+(?:have|has|had|share|are|were|is|was|do|did)\s.*$")
_AUX_FIRST = re.compile(r"(?:is|are|was|were|did|does|do|has|have|had|will|should|can|could|would)\b", re.I)
_NO_ALTERNATIVE = re.compile(r"(?:not|is|are|was|were|did|does|do|has|have|had|will|can|could|should)\b", re.I)
_COMPARATIVE = re.compile(r"\b(?:more|less|better|worse|prefer\w*|first|rather|\w{2,}(?:er|est))\b", re.I)
_NO_THING = words("""
    it this that they them these those he she one each other others both across
""")
_MOST_WORDS = 12
_READ = 500

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_AND_ZH = words("""
    和 与 跟 同 及 以及 或 或者 还是 、 对比 相比 比 VS vs
""")
_TRIGGER_ZH = re.compile(
    "哪一?[个家部位者种座所款支条只项年届]|哪(?=方|边)|谁|孰|相比|比较|对比|的?区别|的?差异|的?差别"
    "|的?不同|有何不同|有什么不同|之间|分别|各自|是否都|都是|是否相同|是否一样|相同|一样|同一|相差|相较"
    "|的?异同|的?共同点|更|是不是都|均|差多少|差了?几"
)
_CLAUSE_ZH = re.compile("[，,。；;：:？?！!]")
_INTRO_ZH = re.compile(
    "^(?:请问|请|根据[^，,]*?(?:的|中)|比较一下|比较|对比一下|对比|在|从|将|把|试比较|分析|说明|请比较"
    "|请对比|如果|那么|相比于?|与|和)+"
)
_OF_ZH = re.compile("的[^的]*$")
_THING_ZH = f"[{_HAN}A-Za-z0-9·《》（）() .-]{{1,30}}?"
_THAN_ZH = re.compile(
    f"(?P<a>{_THING_ZH})(?:(?<![同环占对可相正反无百])比|相较于|相比于|相对于|较之)(?P<b>{_THING_ZH})"
    "(?:更|的|增长|增加|上升|提高|下降|减少|下滑|多|高|低|大|小|早|晚|长|短|贵|便宜|强|快|慢|好|差|重|轻|老|年轻)"
)
_ABOVE_ZH = re.compile(
    f"(?P<a>{_THING_ZH})(?:高于|低于|大于|小于|多于|少于|早于|晚于|强于|优于|快于|超过|不如)(?P<b>(?!\\d){_THING_ZH})(?:吗|的|$)"
)
_BESIDE_ZH = re.compile(
    f"^(?:与|和|跟|同)(?P<b>{_THING_ZH})(?:相比较?|比较|比起来)[，,](?P<a>{_THING_ZH})(?:的|在|谁|哪|有|是|更|$)"
)
_ALTERNATIVE_ZH = re.compile(f"(?P<a>[{_HAN}A-Za-z0-9·《》 .-]{{1,30}})还是(?P<b>[{_HAN}A-Za-z0-9·《》 .-]{{1,30}})")
_COMPARE_ZH = re.compile(
    "(?:比较|对比|相比|区分)(?:一下|下)?(?P<list>[^，,。；？?]*?(?:和|与|跟|同|及|、)[^，,。；？?]+)"
)
_ORG_KINDS_ZH = "(?:集团)?(?:股份)?有限(?:责任)?公司|集团|银行|大学|医院|法院|公司"
_ORG_END_ZH = re.compile(f"(?:{_ORG_KINDS_ZH})$")
_ORG_HEAD_ZH = re.compile(f".*?(?:{_ORG_KINDS_ZH})")
_NOT_ALONE = re.compile("^(?:一下|中国|双方|两者|二者|它们|他们|两个|两家|其)?$")
_TAIL_WORDS_ZH = words("""
    是 有 在 于 都 均 得 分别 各 各自 谁 哪 哪个 之间 两 两个 两家 两者 这 这两 三 三者 三家 三个 中 二者 相比 比较
    相比之下 哪家 到底 究竟 谁更 同
""")


def comparands(question: str, language: str) -> tuple[str, ...]:
    """The compared things as written, in order, at least two or none.

    Of a long text the end is read: what is asked comes after what is told.
    """
    bare = _COLON.sub(r"\1, ", _END.sub("", question.strip()[-_READ:]))
    found = _chinese(bare) if language == "zh" else _english(bare)
    if not found and language == "zh" and re.search("[A-Za-z]", bare):
        found = _english(bare)
    distinct = tuple(dict.fromkeys(thing for thing in found if thing))
    return distinct if len(distinct) > 1 else ()


def _english(bare: str) -> list[str]:
    for read in (_both, _compared, _pairs, _alternatives):
        found = read(bare)
        if len(found) > 1 and not any(thing.lower() in _NO_THING for thing in found):
            return found
    return []


def _compared(bare: str) -> list[str]:
    match = _BETWEEN.search(bare)
    if match:
        listed = match.group("list") or match.group("first") or match.group("which")
        return _items(_TAIL_EN.sub("", listed) if not re.match(r"[\d ,and]+$", listed) else listed)
    match = _COMPARE.search(bare)
    listed = (match.group("list") or match.group("rank") or match.group("how")) if match else ""
    if re.search(r",|\b(?:and|to|with|vs|versus|against)\b", listed):
        return _items(_TAIL_EN.sub("", _OF_PREFIX.sub("", listed)))
    return []


def _pairs(bare: str) -> list[str]:
    for pattern in (_DIFFERS, _COMPARED_WITH, _THAN, _BEATS, _VERSUS):
        match = pattern.search(bare)
        if match:
            left = _clean(_last_name(match.group("a"), pattern is _VERSUS))
            return [left, _clean(_LOWER_TAIL.sub("", _TAIL_EN.sub("", match.group("b"))))]
    return []


def _last_name(phrase: str, anywhere: bool) -> str:
    """What a phrase in front of "vs" or "than" names: its last name, else the whole."""
    names = [name.text for name in english_names(phrase)]
    return names[-1 if anywhere else 0] if names else phrase


def _both(bare: str) -> list[str]:
    match = _BOTH.search(bare)
    listed = (match.group("list") or match.group("lead")) if match else None
    if not listed or not re.search("[A-Z0-9]", listed):
        return []
    return [_name_alone(item) for item in _items(_HAVE_TAIL.sub("", listed))]


def _name_alone(thing: str) -> str:
    """A capitalised name without the words behind it: "Max Mole study" → "Max Mole"; "Ulm works" stays."""
    if not thing[:1].isupper() or _SITE_NOUN.search(thing):
        return thing
    return _AFTER_NAME.sub("", thing)


def _alternatives(bare: str) -> list[str]:
    """ "…, A, B or C", "Is A or B larger", "A or B"."""
    at = bare.rfind(" or ")
    if at < 0 or _NO_ALTERNATIVE.match(bare, at + 4):
        return []
    left, right = bare[:at].rstrip(" ,"), bare[at + 4 :]
    items: list[str] = []
    while True:
        head, comma, tail = left.rpartition(", ")
        segment = tail if comma else left
        if comma and not _WH.match(segment) and len(segment.split()) <= _MOST_WORDS:
            items.insert(0, segment)
            left = head
            if _WH.search(_last_clause(head)) or not _is_thing(_last_clause(head)):
                break
            continue
        if not items:
            items.insert(0, _tail_thing(segment, right))
        break
    if ", " not in bare[:at] and _mere_words(bare, items[0], right):
        return []
    return [
        *map(_clean, items),
        _clean(right if len(right.split()) <= 1 else _right_thing(right, bool(items and ", " in bare[:at]))),
    ]


def _mere_words(bare: str, left: str, right: str) -> bool:
    """ "which person's directorship or managership": small words on both sides, and nothing compares them."""
    small = left[:1].islower() and right[:1].islower()
    return small and not (_AUX_FIRST.match(bare) or _COMPARATIVE.search(bare))


def _last_clause(head: str) -> str:
    return head.rpartition(", ")[2]


def _is_thing(segment: str) -> bool:
    words = segment.split()
    return 0 < len(words) <= 6 and (words[0][0].isupper() or words[0][0].isdigit() or len(words) <= 2)


def _tail_thing(segment: str, right: str) -> str:
    """The thing at the end of a clause without a comma: a name, or as many words as the other side has."""
    names = [name for name in english_names(segment) if name.end >= len(segment.rstrip()) - 1]
    if names:
        return names[-1].text
    count = min(len(right.split()), 2) or 1
    return " ".join(segment.split()[-count:])


def _right_thing(right: str, after_comma: bool) -> str:
    if after_comma:
        head, comma, tail = right.partition(", ")
        return head if comma and tail[:1].islower() else right
    names = [name for name in english_names("x " + right) if name.start <= 2]
    return names[0].text if names else _LOWER_TAIL.sub("", right)


def _items(listed: str) -> list[str]:
    parts = [part for part in _LIST_SPLIT.split(listed) if part and part.strip()]
    return [_clean(part) for part in parts if len(part.split()) <= _MOST_WORDS]


def _clean(thing: str) -> str:
    bare = _LEAD.sub("", thing.strip(" ,;:?\"“”'"))
    bare = _OF_PREFIX.sub("", bare)
    bare = re.sub(r"^(?:[a-z-]+\s){1,2}(?=[A-Z])", "", bare.strip())
    return re.sub(r"^(?:the|a|an)\s(?=[a-z0-9])", "", bare).strip(' ,;:?"“”')


def _chinese(bare: str) -> list[str]:
    match = _ALTERNATIVE_ZH.search(bare)
    if match:
        return [_left_zh(match.group("a")).removeprefix("是"), _without_verb(match.group("b"))]
    match = _BESIDE_ZH.search(bare)
    if match:
        return [_left_zh(match.group("a")), _right_zh(match.group("b"))]
    match = _COMPARE_ZH.search(bare)
    if match:
        found = _listed_zh(_cut_of(match.group("list")))
        if len(found) > 1:
            return found
    for clause in _clauses_with_trigger(bare):
        found = _listed_zh(clause)
        if len(found) > 1:
            return found
    match = _THAN_ZH.search(bare) or _ABOVE_ZH.search(bare)
    return [_left_zh(match.group("a")), _without_verb(match.group("b"))] if match else []


def _without_verb(group: str) -> str:
    """The thing in front of what is said of it: "蓝海集团|收购|了…" → 蓝海集团."""
    row = tagged(_right_zh(group))
    kept = [token.word for token in takewhile(lambda token: token.tag not in ("v", "p", "d", "c"), row)]
    return "".join(kept) or _right_zh(group)


def _clauses_with_trigger(bare: str) -> list[str]:
    """Text before a comparing word, back to the clause border; the clause before it too when a comma lies between."""
    found: list[str] = []
    for trigger in _TRIGGER_ZH.finditer(bare):
        head = bare[: trigger.start()]
        borders = [border.end() for border in _CLAUSE_ZH.finditer(head)]
        clause = head[borders[-1] :] if borders else head
        if len(clause) > 1:
            found.append(_cut_of(clause))
        if borders:
            before = head[: borders[-1] - 1]
            earlier = [border.end() for border in _CLAUSE_ZH.finditer(before)]
            found.append(_cut_of(before[earlier[-1] :] if earlier else before))
    return found


def _cut_of(clause: str) -> str:
    return _INTRO_ZH.sub("", clause.strip())


def _listed_zh(clause: str) -> list[str]:
    """Split at conjunctions that segmentation sees as words of their own, so "百和集团" stays whole."""
    groups: list[str] = [""]
    words = words_of(clause)
    for index, word in enumerate(words):
        if word in _AND_ZH and groups[-1] and index + 1 < len(words) and not _inside_name(words, index):
            groups.append("")
        else:
            groups[-1] += word
    if len(groups) < 2:
        return []
    groups = _until_tail(groups)
    organisation = _ORG_END_ZH.search(groups[0])
    right = _ORG_HEAD_ZH.match(groups[-1]) if organisation else None
    groups[-1] = right.group() if right else _right_zh(groups[-1])
    shared = _OF_ZH.search(groups[0])
    cleaned = [
        _left_zh(group) if "的" not in group or not shared else _OF_ZH.sub("", _left_zh(group)) for group in groups
    ]
    return [each for each in cleaned if not _NOT_ALONE.match(each)]


def _until_tail(groups: list[str]) -> list[str]:
    """Drop what a preposition or verb behind a listed thing begins: "A | B在道德 | 诚信事件中" → A, B."""
    for index, group in enumerate(groups[:-1]):
        words = words_of(group)
        kept = list(takewhile(lambda word: word not in _TAIL_WORDS_ZH, words))
        if index and kept and len(kept) < len(words):
            return [*groups[:index], "".join(kept)]
    return groups


def _inside_name(words: list[str], index: int) -> bool:
    """ "百|和|文化": one character before that itself follows a conjunction or begins the clause, and a longer word
    after.
    """
    before = words[index - 1]
    return (
        words[index] == "和"
        and len(before) == 1
        and "\u3400" <= before <= "\u9fff"
        and (index == 1 or words[index - 2] in _AND_ZH)
    )


def _left_zh(group: str) -> str:
    return _INTRO_ZH.sub("", group.strip()).strip(' 的，,《》“”"')


def _right_zh(group: str) -> str:
    cut = _OF_ZH.sub("", group) if "的" in group else group
    kept = list(takewhile(lambda word: word not in _TAIL_WORDS_ZH, words_of(cut)))
    cut = "".join(kept) or cut
    return cut.strip(' 的，,《》“”"')
