"""Nested descriptions of Chinese questions: 生产X的工厂的厂长是谁, X的创始人的出生地, 组装X的工厂所在城市由谁提货.

Chinese nests to the left, so the first 的 (or bare compound) that ends in a head noun closes the innermost description.
"""

import re

from services.language.chinese_tokens import is_unknown, tagged
from services.language.entities import named_entities
from services.language.structure.courtesy import bare
from services.language.structure.descriptions import MOST_LINKS, Chain, Description, Relation, slot
from services.language.structure.nouns import HEADS_ZH, PERSON_ROLES_ZH, PLACES_ZH, THING_ROLES_ZH, VERBS_ZH


def _longest_first(words: str) -> str:
    return "|".join(sorted(words.split("|"), key=len, reverse=True))


_HEAD = _longest_first(HEADS_ZH)
_ROLE = _longest_first(f"{PERSON_ROLES_ZH}|{THING_ROLES_ZH}")
# Not the first half of a noun: 销售额, 生产线, 管理层.
_VERB = (
    f"(?:{_longest_first(VERBS_ZH)})(?!额|率|量|值|费|收入|线|商|师|者|员|部|总监|经理|能力|"
    f"成本|利润|层|现金|业|计划|政策|流程)"
)
_PLACE = _longest_first(PLACES_ZH)
_ASK = r"(?:谁|什么|哪|多少|几|何|怎|吗|是否|为什么)"
_THAT = r"(?:那|这|该|此)?(?:一)?(?:家|个|座|部|位|名|本|所|款|条|首|种|支)?"
_WORK = "组装|生产|制造|装配|研发|加工|供应|承运|运营|开发|设计|发行|出版|制作"
_TIME = (
    r"(?:(?:\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|去年|今年|目前|现在|当前|上个?月|上个?季度)(?:时|底|末|初|期间)?[，,]?)"
)
# A head noun after 的, a role included; what it modifies must go on behind it.
_NOMINAL = re.compile(
    rf"的{_THAT}(?P<head>(?:{_WORK})?(?:{_HEAD})|{_ROLE}|"
    rf"[桥楼船药车山河湖塔路城岛馆店矿庙寺](?=的|由|在|位|归|叫|，))(?!和|与|及|以及|、|或)"
    rf"(?=(?P<rest>.*)$)"
)
_COMPOUND = re.compile(
    rf"(?P<head>(?:{_WORK})(?:工厂|厂|公司|企业|基地|商|单位|方))(?=(?:的|所在|，|位于|坐落|在)(?P<rest>.*)$)"
)
_JOINED_ROLE = re.compile(rf"^(?:的|，)?{_THAT}(?P<head>{_ROLE})(?!和|与|及|以及|、|或)(?P<rest>.*)$")
_SITED = re.compile(rf"^(?:的|，)?(?:所在|所属|所处|位于)的?(?P<head>{_PLACE})(?P<rest>.*)$")
_IN_PLACE = re.compile(r"^的(?P<head>城市|国家|省份|地区)(?P<rest>.*)$")
_PURE = re.compile(
    r"^(?:[，,]?(?:又|究竟|到底|现在|目前)?(?:是|叫|为)?(?:谁|哪位|"
    r"哪一?[家个座部位所款种支首]?(?:公司|企业|工厂|人|城市|国家)?|什么(?:人|公司|名字)?|何人)"
    r"(?:呢|啊)?|[，,]?(?:叫|的?名称是|的?名字是|的?姓名是|是)什么(?:名字)?|)$"
)
_QUESTION_FIRST = re.compile(
    r"^(?P<time>(?:在|截至|截止)?[^，,谁哪]{0,20}(?:年|月|日|时|度|初|末|底)[，,]?)?(?P<ask>谁|哪[一]?[家个位座些所]?[\u4e00-\u9fff]{0,4}?|什么人)(?P<verb>是|担任了?|任)(?P<rest>.+)$"
)
_PLACE_ASKED = re.compile(
    rf"^(?P<of>.+?)(?:是|都是)?(?:在|由)(?P<which>哪一?[个座家]?|什么)(?P<place>城市|国家|"
    rf"省份?|地方|地区|市)的(?P<head>{_HEAD})(?P<verb>[\u4e00-\u9fff]{{2,6}}?)的?$"
)
_PRONOUN = re.compile(r"(?:它|其|该(?:厂|工厂|公司|企业|城市))(?:的)?")
_STATEMENT = re.compile(
    rf"^(?P<of>.+?(?:由|在|于))(?:我们|本集团|公司|集团)?(?:的)?(?:其中)?(?:一|某)(?:家|个|座)"
    rf"?(?P<head>{_HEAD})(?P<verb>[\u4e00-\u9fff]{{0,6}}?)(?:的)?$"
)
_ORDER = re.compile("^(?:概括|概述|总结|归纳|分析|说明|介绍|评价|评估|描述|解释|梳理)(?:一下)?")
# What is asked to be done with the rest is no clause about a thing: 概括承运方的主要义务.
_ORDERS = re.compile(
    "概括|概述|总结|归纳|分析|比较|对比|说明|介绍|列出|列举|统计|评价|评估|描述|解释|查询|计算|梳理|给出|提供|告诉"
)
_LEADING_TIME = re.compile(r"^(?:截至|在)?(?:\d{4}年|去年|今年|上|本|目前|现在)[^，,{]{0,10}[，,]?(?=\{|.*[，,])")
# "为X供应": whom it is done for belongs to the clause.
_WITH = r"由[^，]{1,20}?|[为给向][^，的]{2,16}?"
_BY_DEGREE = re.compile(r"最[高低大小多少长短早晚先快慢贵重轻远近好强](?:出名|有名)?$")
# Where such a thing is, is what its name says: 总部在哪里.
_PURE_PLACE = re.compile(r"^[，,]?(?:是|在|位于|坐落在|设在)(?:哪里|哪儿|何处|什么地方)$")
_SITE_ROLES = (
    "总部",
    "总部所在地",
    "出生地",
    "故乡",
    "家乡",
    "籍贯",
    "祖籍",
    "产地",
    "所在地",
    "注册地",
    "首都",
    "省会",
)
_ROLE_JOINED = re.compile(rf"(?P<role>{_ROLE})(?=的|所在|所处)")
_ORG_END = re.compile(r"(?:公司|集团|厂|银行|大学|学院|医院|企业|中心|研究院|研究所|协会)$")
_BEFORE_VERB = re.compile(rf"(?:^|负责|由|被|在|为|了|过|(?:{_VERB}|{_TIME})|谁|哪[\u4e00-\u9fff]{{1,4}}|[，,])$")


def chain_zh(question: str) -> Chain | None:
    """The nested descriptions of a Chinese question, or None when it asks about something that it names."""
    text, found = (
        _from_statement(question) or _from_place(question) or (_turned(_parted(_ORDER.sub("", bare(question)))), [])
    )
    while len(found) < MOST_LINKS:
        step = _next(text, len(found))
        if step is None:
            break
        description, rest = step
        asked = _LEADING_TIME.sub("", rest).replace(slot(len(found) + 1), "", 1)
        if _PURE.match(asked) or (description.head in _SITE_ROLES and _PURE_PLACE.match(asked)):
            break
        found.append(description)
        text = rest
    return Chain(tuple(found), _tidy(text, len(found))) if found else None


def _parted(text: str) -> str:
    """The text with 的 between a name and the role behind it: 《长夜》作者的妻子 → 《长夜》的作者的妻子."""
    ends = {each.end for each in named_entities(text)} | {match.end() for match in re.finditer("》", text)}
    nouns = {token.end for token in tagged(text) if token.tag == "n" and len(token.word) > 1}
    for match in reversed(list(_ROLE_JOINED.finditer(text))):
        at = match.start()
        thing = match["role"] in THING_ROLES_ZH.split("|") and at in nouns
        if at and (at in ends or thing):
            text = f"{text[:at]}的{text[at:]}"
    return text


def _next(text: str, count: int) -> tuple[Description, str] | None:
    """The next description, and the text with its placeholder put in."""
    new = slot(count + 1)
    if count:
        head, mark, rest = text.partition(slot(count))
        for pattern, relation in (
            (_SITED, Relation.LOCATION),
            (_JOINED_ROLE, Relation.ROLE),
            (_IN_PLACE, Relation.LOCATION),
        ):
            match = pattern.match(rest) if mark else None
            if match:
                said = mark + rest[: match.end("head")]
                return Description(said, match["head"], relation, slot(count)), head + new + match["rest"]
    return _first(text, new)


def _first(text: str, new: str) -> tuple[Description, str] | None:
    for match in [*_NOMINAL.finditer(text), *_COMPOUND.finditer(text)]:
        start = _start(text, match)
        if start is None:
            continue
        end = match.end("head")
        of = text[start : match.start()]
        relation = _relation(of, match)
        return Description(text[start:end], match["head"], relation, of), text[:start] + new + text[end:]
    return None


def _relation(of: str, match: re.Match[str]) -> Relation:
    head = match["head"]
    if re.match(rf"(?:{_WORK})", head) and head not in _ROLE.split("|"):
        return Relation.KIND
    if re.fullmatch(_ROLE, head) and not _clause_start(of):
        return Relation.ROLE
    return Relation.DOES


def _start(text: str, match: re.Match[str]) -> int | None:
    """Where the description begins whose head was found; None when it is not one."""
    before = text[: match.start()]
    if not before:
        return None
    by_verb = _clause_start(before)
    if by_verb is not None:
        return by_verb
    head = match["head"]
    if re.fullmatch(_ROLE, head) or re.match(rf"(?:{_WORK})", head):
        return _name_start(before)
    return None


def _clause_start(before: str) -> int | None:
    """Where the verb phrase in front of 的 begins: "生产X", "由X导演", "X导演"; None when there is no verb in it."""
    if _ORG_END.search(before) and not re.match(rf"(?:负责|由)?(?:{_VERB})", before):
        return None
    if _BY_DEGREE.search(before) and not re.search(_ASK, before):
        return _name_start(before)
    for verb in reversed(list(re.finditer(rf"(?:负责|{_WITH})?(?:{_VERB})(?:了|过)?", before))):
        if verb.end() < len(before) and _BEFORE_VERB.search(before[: verb.start()]):
            timed = re.search(rf"{_TIME}$", before[: verb.start()])
            return timed.start() if timed else verb.start()
    if before and _opens_with_verb(before):
        return 0
    ending = re.search(rf"(?:{_VERB})(?:了|过)?$", before)
    if ending and ending.start() > 0 and not re.search(_ASK, before):
        return _name_start(before)
    return None


def _opens_with_verb(before: str) -> bool:
    """Whether a clause opens with a verb that no list has: 起草框架协议."""
    words = tagged(before)
    return (
        len(words) > 1
        and len(words[0].word) > 1
        and words[0].tag == "v"
        and not is_unknown(words[0].word)
        and not _ORDERS.match(before)
        and not re.search(_ASK, before)
    )


def _name_start(before: str) -> int | None:
    """Where a name that runs to the end of `before` begins: at its start, behind a time or a comma."""
    if re.search(_ASK, before):
        asked = re.search(rf".*{_ASK}[\u4e00-\u9fff]{{0,3}}?(?:{_VERB}|是)(?:了)?", before)
        return asked.end() if asked and asked.end() < len(before) else None
    joint = re.match(rf"(?:.*[，,]|{_TIME})", before)
    start = joint.end() if joint else 0
    return start if start < len(before) else None


def _turned(text: str) -> str:
    """ "谁是生产X的工厂的厂长" → "生产X的工厂的厂长是谁"; a time in front of it stays there."""
    match = _QUESTION_FIRST.match(text)
    if not match or not re.search("的", match["rest"]):
        return text
    if match["verb"] != "是":
        return f"{match['time'] or ''}{match['rest']}由{match['ask']}{match['verb']}"
    return f"{match['time'] or ''}{match['rest']}是{match['ask']}"


def _from_place(question: str) -> tuple[str, list[Description]] | None:
    """ "X是在哪个城市的工厂组装的": the plant by what it does, then its city."""
    match = _PLACE_ASKED.match(bare(question))
    if match is None:
        return None
    of = f"{match['verb']}{match['of']}"
    description = Description(f"{of}的{match['head']}", match["head"], Relation.DOES, of)
    return f"{slot(1)}在{match['which']}{match['place']}", [description]


def _from_statement(question: str) -> tuple[str, list[Description]] | None:
    """ "X由我们的一家工厂组装。它的厂长是谁？": the statement describes what the question is about."""
    parts = re.split(r"[。；]\s*", question.strip(), maxsplit=1)
    if len(parts) != 2 or not _PRONOUN.search(parts[1]):
        return None
    match = _STATEMENT.match(bare(parts[0]))
    if match is None:
        return None
    subject = re.sub("(?:是)?(?:由|在|于)$", "", match["of"])
    of = f"{match['verb']}{subject}" if match["verb"] else subject
    relation = Relation.DOES if match["verb"] else Relation.KIND
    asked = _PRONOUN.sub(f"{slot(1)}的", bare(parts[1]), count=1)
    return asked.replace("的在", "在").replace("的位于", "位于"), [
        Description(f"{of}的{match['head']}", match["head"], relation, of)
    ]


def _tidy(text: str, count: int) -> str:
    """The last question without a comma that the placeholder left behind: "{1}，厂长是哪位" → "{1}的厂长是哪位"."""
    mark = re.escape(slot(count))
    text = re.sub(rf"({mark})[，,](?=(?:{_ROLE}))", r"\1的", text)
    text = re.sub(rf"({mark})[，,]", r"\1", text)
    return re.sub(rf"({mark})(?=(?:{_ROLE}))", r"\1的", text)
