"""How each compared thing is asked about in Chinese: what 哪家的营业收入更高 asks of one thing alone."""

import re

from services.decompose.ask import THING, Ask
from services.language.aspects import Mention, aspects
from services.language.structure.nouns import PERSON_ROLES_ZH

_ROLE = "|".join(sorted(PERSON_ROLES_ZH.split("|"), key=len, reverse=True))
_VIA = re.compile(rf"的?(?P<role>{_ROLE})(?:的)?(?P<about>.*)$")
_LIVED = "长寿|短命|寿命[^，]{0,2}[长短]|活得?[更最较]?[久长短]"
_ABOUT = (
    (r"国籍|同一(?:个)?国|哪国|国家", "{thing}的国籍是什么？", "国籍"),
    (_LIVED, "{thing}是什么时候出生、什么时候去世的？", "寿命"),
    (r"去世|逝世|死", "{thing}是什么时候去世的？", "去世时间"),
    (r"(?:毕业|就读|母校)", "{thing}毕业于哪所学校？", "毕业院校"),
    (r"(?:同一|相同|哪)[^，]{0,3}(?:城市|省|地方|家乡)", "{thing}的出生地是哪里？", "出生地"),
    (r"出生|生日|年轻|年长|年龄|岁数|大几岁|更老|更大|更小", "{thing}是什么时候出生的？", "出生时间"),
)
_OF = re.compile(
    r"的(?P<noun>[\u4e00-\u9fffA-Za-z0-9+]{2,14}?)(?=[，, 。？]|谁|哪|更|最|较|分别|各|相比|"
    r"比较|有何|有什么|高|低|差|相差|是否|都|一样|相同|是多少|是什么|如何|$)"
)
_DONE = re.compile(
    r"(?:先|最先|后|最后|率先)(?P<first>[\u4e00-\u9fff]{2,4})(?:的)?$|"
    r"(?P<verb>[\u4e00-\u9fff]{2,4}?)(?:的时间|时间|的日期|日期|的年份|年份)?(?:得)?(?:更|较|"
    r"最|比较)?(?:早|晚)"
)
_NO_VERB = re.compile(r"^(?:哪|谁|相比|比较|公司|工厂|更|的)")
_ASKED_FIRST = re.compile(
    r"^.*?(?:哪一?[家个座位部款年所支方]?|谁)(?:的)?(?:公司|工厂|企业|电影|影片|城市|大学|书|人)?"
)
# A noun and how it is graded: 噪音更小, 精度最高.
_GRADED_NOUN = re.compile(
    r"(?:^|[个家座款部台位者种，,的])(?P<noun>(?:(?![更最较哪谁的中里在是])[\u4e00-\u9fffA-Za-z]){2,8}?)(?:更|最|较|比较)(?:为)?[高低大小多少长短好差强弱快慢重轻]"
)
_NEAR = re.compile(r"(?:离|距离?)(?P<place>[\u4e00-\u9fffA-Za-z0-9]{2,12}?)(?:更|最|较|比较)?(?:近|远)")
# Words of degree that no noun goes with: what is asked of each thing by itself.
_DEGREE = re.compile(r"(?:更|最|较|比较)(?:为)?(?P<word>[\u4e00-\u9fff]{1,4}?)(?:一些|一点|些|吗|呢)?$")
_EARLIER = re.compile("[更最较]?(?:早|晚)|谁先|谁后")
# A time with what it is the time of; a whole clause needs no 的 before it: A|政策修订的时间.
_TIME_OF = re.compile(
    "(?:^|[，,]|比较|对比|哪一?[家个座部](?:公司|工厂|企业)?的?|的)\\s*(?P<noun>"
    "(?P<of>(?:(?!比较|对比|哪|谁)[\u4e00-\u9fff]){3,14}?的)(?:时间|日期)|(?:(?!比较|对比|哪|谁|的)[\u4e00-\u9fff]){2,10}?(?:时间|日期))"
)
# 员工|满意度 is no number of employees.
_LONGER = re.compile(
    "(?![更最较谁哪多少高低的是为各分比相都])[\u4e00-\u9fff]{0,4}?(?:度|率|额|量|数|费|值|金|成本|期|年龄)"
)
_SAME_SCHOOL = re.compile(r"(?:同一所?|相同的?|一样的?)(?P<place>大学|学校|学院|高校)")
_QUALITIES = (
    ("准确?|精准|精确", "{thing}的精度是多少？", "精度"),
    ("省电|节能|耗电", "{thing}的耗电量是多少？", "耗电量"),
    ("耐用|结实", "{thing}的使用寿命是多久？", "使用寿命"),
    ("安静|静音|吵", "{thing}的噪音是多少？", "噪音"),
    ("更?年轻|更?年长|年龄|岁", "{thing}是什么时候出生的？", "出生时间"),
    ("便宜|贵|划算", "{thing}的价格是多少？", "价格"),
    ("重|轻", "{thing}的重量是多少？", "重量"),
    ("高|矮", "{thing}有多高？", "高度"),
    ("长|短|久", "{thing}有多长？", "长度"),
    ("快|慢", "{thing}的速度是多少？", "速度"),
    ("远|近", "{thing}的距离是多少？", "距离"),
    ("大|小", "{thing}的规模有多大？", "规模"),
    ("多|少", "{thing}的数量是多少？", "数量"),
    ("早|晚|先|后", "{thing}是什么时候的？", "时间"),
)
_WHEN = re.compile(r"(?:时间|日期|年份|时候|年月)$")
_COUNTS = re.compile(r"[高低多少大小长短差几]|多少|比例|率$|额$|量$|数$")
_BOTH = re.compile(r"^(?:是否|是不是)?(?:都|均)(?:是否|是不是)?(?P<what>.+?)(?:吗)?$")
_PLACE = re.compile(r"(?:在|位于|属于|来自)?(?:相同|同一)(?:的)?(?:个|座)?(?P<place>城市|国家|省份?|地区|地方)")


def asks_zh(asked: str) -> list[Ask]:
    """What to ask of each thing; at least one question."""
    for read in (
        _by_role,
        _lifespan,
        _near,
        _timed,
        _measured,
        _graded_noun,
        _named,
        _happened,
        _alike,
        _quality,
        _degree,
    ):
        found = read(asked)
        if found:
            return found
    return [Ask(f"{THING}的主要特点是什么？", "特点")]


def _by_role(asked: str) -> list[Ask]:
    match = _VIA.search(asked)
    if match is None:
        return []
    for pattern, text, label in _ABOUT:
        if re.search(pattern, match["about"]):
            return [Ask(text, label, f"{THING}的{match['role']}是谁？")]
    return (
        [Ask(f"{THING}{{when}}的{match['role']}是谁？", match["role"])]
        if not match["about"].strip("，的是谁分别各自哪位 ")
        else []
    )


def _lifespan(asked: str) -> list[Ask]:
    if not re.search(_LIVED, asked):
        return []
    return [Ask(f"{THING}是什么时候{event}的？", f"{event}时间") for event in ("出生", "去世")]


def _measured(asked: str) -> list[Ask]:
    said = [each for each in aspects(asked) if each.kind == "measure"]
    if not said:
        return []
    distinct = {each.key: _noun_of(asked, each) for each in reversed(said)}
    names = list(reversed(distinct.values()))
    return [Ask(f"{THING}{{when}}的{name}是多少？", name) for name in names]


def _noun_of(asked: str, mention: Mention) -> str:
    """A measure as a noun: 员工 is counted by 员工人数."""
    said = asked[mention.start : mention.end]
    longer = _LONGER.match(asked, mention.end)
    if longer:
        return f"{said}{longer.group()}"
    return "员工人数" if mention.key == "headcount" and said in ("员工", "职工", "人员") else said


def _timed(asked: str) -> list[Ask]:
    """What came earlier: 政策修订的时间，哪家公司更早 asks when each 政策修订 was."""
    if not _EARLIER.search(asked):
        return []
    match = _TIME_OF.search(asked)
    if match is None:
        return []
    noun = match["noun"]
    of = "" if match["of"] else "的"
    return [Ask(f"{THING}{of}{noun}是什么时候？", noun)]


def _near(asked: str) -> list[Ask]:
    match = _NEAR.search(asked)
    return [Ask(f"{THING}离{match['place']}有多远？", f"离{match['place']}的距离")] if match else []


def _graded_noun(asked: str) -> list[Ask]:
    match = _GRADED_NOUN.search(asked)
    return [Ask(f"{THING}{{when}}的{match['noun']}是多少？", match["noun"])] if match else []


def _degree(asked: str) -> list[Ask]:
    match = _DEGREE.search(asked)
    return [Ask(f"{THING}有多{match['word']}？", match["word"])] if match else []


def _named(asked: str) -> list[Ask]:
    match = _OF.search(asked)
    if match is None:
        return []
    noun = match["noun"]
    if _WHEN.search(noun):
        ask = "是多久" if re.search("[长短久]", asked[match.end() :]) else "是什么时候"
    else:
        ask = "是多少" if _COUNTS.search(asked[match.end() :]) or _COUNTS.search(noun) else "是什么"
    return [Ask(f"{THING}{{when}}的{noun}{ask}？", noun)]


def _happened(asked: str) -> list[Ask]:
    rest = _ASKED_FIRST.sub("", asked.replace("相比，", "")).strip(" ，")
    match = _DONE.search(rest)
    verb = (match["first"] or match["verb"] or "") if match else ""
    if not verb or _NO_VERB.match(verb):
        return []
    return [Ask(f"{THING}是什么时候{verb}的？", f"{verb}时间")]


def _alike(asked: str) -> list[Ask]:
    place = _PLACE.search(asked)
    if place:
        return [Ask(f"{THING}在哪个{place['place']}？", place["place"])]
    school = _SAME_SCHOOL.search(asked)
    if school:
        return [Ask(f"{THING}毕业于哪所{school['place']}？", school["place"])]
    match = _BOTH.match(asked.strip("，的 "))
    return [Ask(f"{THING}{match['what']}吗？", match["what"])] if match else []


def _quality(asked: str) -> list[Ask]:
    for pattern, text, label in _QUALITIES:
        if re.search(rf"(?:更|最|较|比较|谁|不)?(?:{pattern})", asked):
            return [Ask(text, label)]
    return []
