"""How Chinese sentences state relations of their subject."""

import re
from collections.abc import Iterator

from services.language.relations.asked import Relation

Stretch = tuple[int, int]

_HAN = "[\u4e00-\u9fff·•A-Za-z]"
_NAME = f"(?P<x>(?!是|为|的){_HAN}{{2,14}}?)"
# A name ends where a mark, a copula or a role begins.
_END = "(?=[，。；、（(！？\\s]|是|为|，|之|的|与|和|及|于|在|，|$)"
_DATE = r"(?P<x>(?:约|公元前?)?\d{3,4}年(?:\d{1,2}月)?(?:\d{1,2}日)?)"
_PLACE = "(?P<x>[\u4e00-\u9fff·]{2,16}?)"
_STOP = "(?=[，。；、（(！？\\s]|人[，。；、]|的|一个|，|$)"
_ROLE = (
    "(?:著名|知名|资深|已故|女|男)?"
    "(?:导演|演员|歌手|作家|诗人|画家|将军|商人|学者|教授|企业家|科学家|政治家|律师|医生|编剧)?"
)
_KIN = "(?:是|为|，|：|:|名叫|名为|叫做?)?"

_PATTERNS: dict[Relation, tuple[str, ...]] = {
    Relation.FATHER: (f"(?:父亲|其父|之父|父){_KIN}{_ROLE}{_NAME}{_END}",),
    Relation.MOTHER: (f"(?:母亲|其母|生母|母){_KIN}{_ROLE}{_NAME}{_END}",),
    Relation.SPOUSE: (
        f"(?:妻子|丈夫|配偶|其妻|其夫|太太|夫人|元配|原配|妻|夫){_KIN}{_ROLE}{_NAME}{_END}",
        f"(?:与|和|跟|同){_ROLE}{_NAME}(?:正式)?(?:结婚|成婚|完婚|结为夫妻|结为伉俪)",
        f"(?:娶|嫁给?){_ROLE}{_NAME}(?:为妻|{_END})",
    ),
    Relation.CHILD: (f"(?:儿子|女儿|长子|次子|长女|次女|独子|独女|其子|其女){_KIN}{_ROLE}{_NAME}{_END}",),
    Relation.SIBLING: (f"(?:哥哥|弟弟|姐姐|妹妹|其兄|其弟|胞兄|胞弟){_KIN}{_ROLE}{_NAME}{_END}",),
    Relation.BORN: (f"(?:出生于|生于|诞生于|出生在){_DATE}", f"{_DATE}(?:出生|诞生|生于|生[，。])"),
    Relation.DIED: (
        f"(?:去世于|逝世于|卒于|病逝于|死于){_DATE}",
        f"{_DATE}[^，。；]{{0,12}}?(?:去世|逝世|病逝|病故|过世|辞世|遇害|殉职|逝于|卒)",
    ),
    Relation.BIRTHPLACE: (
        f"(?:出生于|出生在|生于|诞生于)(?:\\d{{3,4}}年)?(?:\\d{{1,2}}月)?(?:\\d{{1,2}}日)?的?{_PLACE}{_STOP}",
        f"[，（(]{_PLACE}人(?=[，。；）)])",
    ),
    Relation.DEATHPLACE: (
        f"(?:逝世于|病逝于|去世于|卒于)(?:\\d{{3,4}}年)?{_PLACE}{_STOP}",
        f"在{_PLACE}(?:去世|逝世|病逝|病故|过世|辞世)",
    ),
    Relation.NATIONALITY: ("(?P<x>[\u4e00-\u9fff]{2,6})(?:国籍|籍)",),
    Relation.RELEASED: (
        f"{_DATE}(?:起|首度|正式|全球|首次)?(?:上映|发行|公映|首映|首播|出版|推出)",
        f"(?:上映|发行|公映|首映|出版|首播)于{_DATE}",
    ),
    Relation.SCHOOL: (
        f"(?:毕业于|就读于|肄业于){_PLACE}{_STOP}",
        "(?:从|在|于)(?P<x>[\u4e00-\u9fff]{2,14}?(?:大学|学院|学校|中学|小学|学堂))(?:毕业|就读|学习)",
        "(?P<x>[\u4e00-\u9fff]{2,14}?(?:大学|学院|学校|中学|学堂))[\u4e00-\u9fff]{0,8}?毕业",
    ),
}
_COMPILED = {relation: [re.compile(each) for each in rules] for relation, rules in _PATTERNS.items()}
_LIFE = re.compile(
    r"[（(][^（）()]*?(?P<x>\d{3,4}年(?:\d{1,2}月)?(?:\d{1,2}日)?)\s*(?P<sign>出生|生|－|—|–|-|~|～|至|，)?"
    r"[－—–\-~～至，\s]*(?P<y>\d{3,4}年(?:\d{1,2}月)?(?:\d{1,2}日)?)?[^（）()]*[）)]"
)


def found(relation: Relation, sentence: str) -> Iterator[Stretch]:
    """Where a sentence gives the relation, of whichever subject, first patterns first."""
    for rule in _COMPILED[relation]:
        yield from (match.span("x") for match in rule.finditer(sentence))


def life(relation: Relation, sentence: str, after: int) -> Stretch | None:
    """The date of birth or death in the brackets that follow a name, which ends at `after`."""
    match = _LIFE.search(sentence, after)
    if match is None or match.start() > after + 4:
        return None
    if match.group("y"):
        return match.span("y") if relation is Relation.DIED else match.span("x")
    return match.span("x") if relation is Relation.BORN and match.group("sign") else None
