"""What kind of answer a Chinese question expects, from its question words and the noun that they ask for."""

import re
from typing import cast

from services.language.answer_kinds import Expects
from services.language.lexicon.heads import HEADS_ZH

_ENDINGS: list[tuple[str, Expects]] = sorted(
    ((word, cast(Expects, kind)) for kind, words in HEADS_ZH.items() for word in words.split()),
    key=lambda pair: -len(pair[0]),
)
YESNO_ZH = re.compile(
    "吗[？?。!！\\s]*$|是否|是不是|有没有|能否|能不能|会不会|可否|可不可以|对不对|对吗|与否|属不属于"
    "|(?<![什怎那多要])么[？?]?$|有无|了没有?[？?。\\s]*$"
)
_WHO_ZH = re.compile("谁|何人|哪位|哪一位|什么人|哪个人|哪名|哪些人")
_YEAR_ZH = re.compile("哪一?年|何年|哪个年份|什么年份|几几年|哪个年代|哪个世纪")
_DATE_ZH = re.compile(
    "何时|什么时候|什么时间|几时|哪一?天|哪一?日|哪个月|几月|几号|何日|哪个季度|什么时期|多会儿|啥时候"
)
_PLACE_ZH = re.compile(
    "哪里|哪儿|何处|何地|什么地方|在哪|哪个?(?:城市|国家|地方|地区|省份?|市|县|区|洲|大洲|岛|州)"
    "|哪一?个?(?:城市|国家|省|国)|哪国|哪座城|去哪|位于哪|哪块"
)
_ORG_ZH = re.compile(
    "(?:哪一?|什么)(?:家|个|所|支|间|些)?(?:公司|企业|机构|组织|大学|学校|银行|球队|球会|俱乐部|乐队"
    "|政党|出版社|部门|医院|法院|集团|品牌|单位|学院|厂商|队)|哪家"
)
_MONEY_ZH = re.compile(
    "多少钱|多少(?:美|日|欧|港|韩)?元|多少(?:亿|万|百万|千万)+(?:美|日|欧|港)?元|多少(?:人民币|英镑"
    "|美金|块)|几块钱|花费多少|花了多少|价值多少|值多少|售价多少|赚了?多少|亏损?了?多少"
)
_PERCENT_ZH = re.compile(
    "百分之几|百分之多少|百分比|多大(?:的)?比例|多少比例|几成|[多几]少?个?百分点|多少[%％]|占(?:了|到"
    "|比)?[^，。？]{0,12}(?:多少|几)$|占多少|占比"
)
_NUMBER_ZH = re.compile(
    "多少|多高|多长|多大|多重|多远|多深|多宽|多快|多久|多厚|几(?!乎|何|率|内|度|经|近|番|十年来)|第几|多少倍|何等规模"
)
# Numbers that are names: letters may be in them, and nothing can be computed with them.
_CODE_ZH = re.compile(
    "(?:编号|代码|代号|番号|号码|车次|航班号?|邮编|区号|文号|案号|证号|学号|工号|货号|型号)(?:分别)?(?:是|为|叫)?(?:多少|什么|几号?|哪)"
)
_REASON_ZH = re.compile("为什么|为何|为啥|何以|缘何|原因|怎么会|什么导致|因何|凭什么")
_DEFINE_ZH = re.compile(
    "什么是|是什么意思|什么意思|指的是什么|指什么|的定义|的含义|的概念|何谓|何为|啥是|啥意思|是啥意思|是指什么|叫什么是"
)
_LIST_ZH = re.compile("哪些|有哪|列出|列举|分别是|分别有|都有什么|都有谁|哪几")
_ATTRIBUTE_ZH = re.compile(
    "(?P<what>[^，,。；;？?！!\\s]{1,24}?)(?:又|究竟|到底|分别|大约|约|大概|各|才|(?<!首)都|会|应该)?(?:是|为"
    "|有|叫|叫做|达到?|达到了|高达|等于)?(?:多少|什么|几何|哪个|哪一个|哪|啥|谁)"
)
_WHICH_HEAD_ZH = re.compile(
    "(?:哪一?|什么)[个位名家所座部支种类条款只本首场届种项部间]?(?P<head>[\u4e00-\u9fffA-Z]{1,8})"
)


def chinese(question: str) -> Expects | None:
    """The kind, None when nothing in the question tells."""
    if _CODE_ZH.search(question):
        return "thing"
    for pattern, kind in _ORDER_ZH:
        if pattern.search(question):
            return kind
    which = _WHICH_HEAD_ZH.search(question)
    if which:
        head = _ending_of_prefixes(which.group("head"))
        if head:
            return head
    return _attribute(question)


def _attribute(question: str) -> Expects | None:
    match = _ATTRIBUTE_ZH.search(question)
    if not match:
        return "number" if _NUMBER_ZH.search(question) else _ending(question.strip(" ？?。"))
    what = match.group("what").rstrip("的是为有")
    kind = _ending(what)
    counts = _NUMBER_ZH.search(question) is not None
    if counts:
        return kind if kind in ("money", "percent", "number") else _ending_in(question) or "number"
    if kind:
        return kind
    return (
        "definition"
        if question.rstrip("？?。 ").endswith(("是什么", "是啥")) and "的" not in what and len(what) <= 12
        else None
    )


def _ending_in(question: str) -> Expects | None:
    """Money or percent named anywhere near a "多少"."""
    for word, kind in _ENDINGS:
        if kind in ("money", "percent") and len(word) > 1 and word in question:
            return kind
    return None


def _ending(what: str) -> Expects | None:
    bare = what.removesuffix("名字").removesuffix("姓名").removesuffix("名称").rstrip("的")
    for candidate in (bare, what):
        found = next((kind for word, kind in _ENDINGS if candidate.endswith(word)), None)
        if found:
            return found
    return "person" if what.endswith("姓名") else None


def _ending_of_prefixes(head: str) -> Expects | None:
    """The type word that opens what follows "哪个": "哪个导演执导了" → person."""
    return next((kind for word, kind in _ENDINGS if len(word) > 1 and head.startswith(word)), None)


_ORDER_ZH: tuple[tuple[re.Pattern[str], Expects], ...] = (
    (YESNO_ZH, "yesno"),
    (_REASON_ZH, "reason"),
    (_DEFINE_ZH, "definition"),
    (_LIST_ZH, "list"),
    (_WHO_ZH, "person"),
    (_YEAR_ZH, "year"),
    (_DATE_ZH, "date"),
    (_PERCENT_ZH, "percent"),
    (_MONEY_ZH, "money"),
    (_PLACE_ZH, "place"),
    (_ORG_ZH, "org"),
)
