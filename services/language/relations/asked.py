"""Which relation a question asks for."""

import re
from enum import StrEnum


class Relation(StrEnum):
    """A relation between a person or work and what is asked for."""

    FATHER = "father"
    MOTHER = "mother"
    SPOUSE = "spouse"
    CHILD = "child"
    SIBLING = "sibling"
    BORN = "born"
    DIED = "died"
    BIRTHPLACE = "birthplace"
    DEATHPLACE = "deathplace"
    NATIONALITY = "nationality"
    RELEASED = "released"
    SCHOOL = "school"


_WHO = r"^\s*(?:and\s+)?who(?:\s+(?:is|was|are|were)|'s)\b"
_WHEN = r"\b(?:when|(?:what|which|in what|in which|on what|on which)\s+(?:year|date|day))\b|\bdate\b"
_WHERE = r"\b(?:where|(?:what|which|in what|in which)\s+(?:place|city|town|village))\b"
_WHEN_ZH = "何时|什么时[候间]|哪一?[年天日]|几[年月]|日期|时间|年份"
_WHERE_ZH = "哪[里儿]|何[地处]|什么地方|哪一?[个座]?(?:城市|地方|省|国家)|地点|出生地"
# The first that meets is asked for: "the mother of the wife" has been taken apart by a planner before.
_RULES = (
    (Relation.FATHER, rf"{_WHO}.*\bfather\b(?!-?\s*in-law)|(?<![祖岳义养继])(?:父亲|爸爸)(?:是|叫|的名字|名叫)"),
    (Relation.MOTHER, rf"{_WHO}.*\bmother\b(?!-?\s*in-law)|(?<![祖岳义养继])(?:母亲|妈妈)(?:是|叫|的名字|名叫)"),
    (
        Relation.SPOUSE,
        rf"{_WHO}.*\b(?:spouse|wife|husband)\b|\bwho\b.*\b(?:marry|married)\b"
        "|(?:妻子|丈夫|配偶|太太|夫人)(?:是|叫|的名字|名叫)",
    ),
    (Relation.CHILD, rf"{_WHO}.*\b(?:child|son|daughter)\b(?!-?\s*in-law)|(?:儿子|女儿|孩子|子女)(?:是|叫)谁"),
    (
        Relation.SIBLING,
        rf"{_WHO}.*\b(?:sibling|brother|sister)\b(?!-?\s*in-law)|(?:哥哥|弟弟|姐姐|妹妹|兄弟)(?:是|叫)谁",
    ),
    (
        Relation.DIED,
        rf"(?:{_WHEN}).*\b(?:die[ds]?|death|pass(?:ed)? away)\b|\b(?:die[ds]?|death)\b.*\bwhen\b"
        f"|(?:{_WHEN_ZH}).*(?:去世|逝世|病逝|过世|死亡|辞世)|(?:去世|逝世|病逝|过世|死亡|辞世).*(?:{_WHEN_ZH})",
    ),
    (
        Relation.BORN,
        rf"(?:{_WHEN}).*\b(?:born|birth)\b|\b(?:date of birth|birth ?date|birthday)\b"
        f"|(?:{_WHEN_ZH}).*(?:出生|生于|诞生)|(?:出生|诞生).*(?:{_WHEN_ZH})|生日",
    ),
    (
        Relation.DEATHPLACE,
        rf"(?:{_WHERE}).*\b(?:die[ds]?|death)\b|\bplace of death\b"
        f"|(?:去世|逝世|病逝|卒)于?.*(?:{_WHERE_ZH})|(?:{_WHERE_ZH}).*(?:去世|逝世|病逝)",
    ),
    (
        Relation.BIRTHPLACE,
        rf"(?:{_WHERE}).*\b(?:born|birth)\b|\b(?:birthplace|place of birth)\b"
        f"|(?:出生|生)于?.*(?:{_WHERE_ZH})|(?:{_WHERE_ZH}).*出生|出生地",
    ),
    (
        Relation.NATIONALITY,
        r"\bnationality\b|\b(?:what|which)\s+country\b.*\b(?:from|citizen)\b|\bcountry of citizenship\b|国籍|哪国人",
    ),
    (
        Relation.RELEASED,
        rf"(?:{_WHEN}).*\b(?:released?|c[oa]me out|publication|published|premiered?|air(?:ed)?)\b|\brelease date\b"
        f"|(?:上映|发行|公映|首播|出版).*(?:{_WHEN_ZH})|(?:{_WHEN_ZH}).*(?:上映|发行|公映|首播|出版)",
    ),
    (
        Relation.SCHOOL,
        r"\b(?:which|what|where)\b.*\b(?:graduate[d]?|alma mater|educated|school|university|college)\b"
        "|毕业于哪|毕业(?:院校|学校)|哪一?[所个](?:大学|学校|学院).*毕业|就读于哪",
    ),
)
_COMPILED = [(relation, re.compile(rule, re.IGNORECASE)) for relation, rule in _RULES]
# Another's kin and comparisons of two are no single relation.
_NOT = re.compile(
    r"\b(?:first(?!\s+(?:released?|published|air|shown|broadcast|premier))|older|younger|longer|earlier|later|both|same|grand\w+)\b|谁更|哪[个位部]更|都是|是否",
    re.I,
)


def relation_asked(question: str) -> Relation | None:
    """The one relation that a question asks for, or None when it asks for something else or for more than that."""
    if _NOT.search(question):
        return None
    return next((relation for relation, rule in _COMPILED if rule.search(question)), None)
