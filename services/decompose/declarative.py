"""A question as the sentence that would answer it, up to the answer: it lies nearer to passages than the question does.

After Gao et al., "Precise zero-shot dense retrieval without relevance labels" (HyDE), 2022; here by rules, so that
nothing is invented: the place of the answer stays empty.
"""

import re

from services.language.detect import language_of
from services.language.structure.courtesy import without_order

_EN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(shape, re.IGNORECASE), said)
    for shape, said in (
        (r"^(?:who|what) (is|was|are|were) (.+)$", r"\2 \1"),
        (
            (
                r"^how (?:much|many) (.+?) (?:did|does|do) (.+?) (?:have|record|report|make|achieve|earn|"
                r"generate|get)\b(.*)$"
            ),
            r"the \1 of \2\3 was",
        ),
        (r"^how many (.+?) (?:does|did|do) (.+?) employ\b(.*)$", r"\2 employs \1\3"),
        (r"^how (?:much|heavy) (?:does|is) (.+?)(?: weigh)?$", r"\1 weighs"),
        (r"^how (tall|long|large|old|high|wide|deep|far|big) (?:is|was) (.+)$", r"\2 is \1"),
        (r"^when (was|were|is) (.+?) ([a-z]+(?:ed|t|n|d)\b.*)$", r"\2 \1 \3 in"),
        (r"^(?:in which year|when|what year|in what year) did (.+?) ([a-z]+)(?: in)?$", r"\1 \2 in"),
        (r"^where (is|was|are|were) (.+?)(?: (?:located|based|situated))?$", r"\2 \1 located in"),
        (
            r"^(in|at|on|from|by) (?:which|what) (\w+) (is|was) (.+?) (\w+ed|made|built|held|kept|sold)$",
            r"\4 \3 \5 \1 the \2",
        ),
        (r"^(?:in|at|on|from|by) (?:which|what) (\w+) (is|was|does|did) (.+)$", r"\3 \2 in the \1 of"),
        (
            (
                r"^(?:which|what) (\w+(?: \w+)?) (makes?|made|supplies|supplied|manages?|runs?|ran|owns?|"
                r"owned|assembles?|produces?|collects|won|acquired|founded)\b(.*)$"
            ),
            r"the \1 that \2\3 is",
        ),
        (
            r"^(?:which|what) (.+?) (?:did|does|do) (.+?) (?:have|record|report|make|achieve|earn|generate|get)\b(.*)$",
            r"the \1 of \2\3 was",
        ),
        (r"^who (.+)$", r"the one who \1 is"),
        (r"^(?:which|what) (.+)$", r"\1"),
        (r"^(?:how|why|where|when) (?:is|are|was|were|do|does|did|can|could|should) (.+)$", r"\1"),
        (r"^(?:is|are|was|were|do|does|did|can|could|may|has|have) (.+)$", r"\1"),
    )
)
_ZH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(shape), said)
    for shape, said in (
        (r"^谁是(.+)$", r"\1是"),
        (r"^(.+?)是(?:什么时候|哪一?年|何时|哪天|几时)(.+?)的$", r"\1于年\2"),
        (r"^(.+?)(?:是|为|有|达到)?(?:多少|几)(?:钱|元|人|名|个|台|家|公斤|天|年)?(?:[\u4e00-\u9fff]{0,4})$", r"\1为"),
        (r"^(.+?)由(?:谁|哪[家位个]?[\u4e00-\u9fff]{0,3}?)(担任|负责|管理|承运|供货|生产|提货)(.*)$", r"\1\3由\2"),
        (r"^(.+?)(?:是|叫|为)(?:谁|哪位|哪家|哪个|哪里|什么|哪座|哪些)(?:[\u4e00-\u9fff]{0,4})$", r"\1是"),
        (r"^(.+?)(?:位于|坐落在|在)(?:哪里|哪儿|哪[个座][\u4e00-\u9fff]{2}|什么地方)$", r"\1位于"),
        (r"^(.+?)(?:有多|多)([重高长大远深宽久])$", r"\1的\2度为"),
        (r"^(.+?)吗$", r"\1"),
        (r"^(?:为什么|为何)(.+)$", r"\1的原因是"),
        (r"^(.+?)(?:为什么|为何)(.+)$", r"\1\2的原因是"),
    )
)


_PREPOSITION = re.compile(r"^(?:In|At|On|From|By)\b")


def declarative(question: str) -> str:
    """The sentence, or "" when no rule knows how to turn the question round."""
    text = _PREPOSITION.sub(lambda match: match.group().lower(), without_order(question))
    chinese = language_of(text) == "zh"
    for shape, said in _ZH if chinese else _EN:
        if shape.match(text):
            made = " ".join(shape.sub(said, text).split())
            return made if chinese else made[:1].upper() + made[1:]
    return ""
