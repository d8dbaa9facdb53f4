"""Questions that a passage answers and no single value does: how to, advice, practices, may I, describe, what happens.

"How many" and "how did it die out" are not among them; nor are why and how something developed, which ask for a reason
or for figures over time.
"""

import re

_FEW = (
    r"(?:many|much|long|old|far|tall|high|big|large|heavy|deep|fast|often|wide|thick|hot|cold|strong|late|soon|early"
    r"|frequently|likely|expensive|come|so|old|close|near|small|low|short|hard)"
)
_COURSE = (
    r"\bhow (?:has|have|had|did|does|do|is|are|was|were)\b[^?]*\b(?:chang\w*|develop\w*|evolv\w*|fluctuat\w*|grow\w*"
    r"|grew|progress\w*|var(?:y|ied)|shift\w*|trend\w*|perform(?:ed)?|compare[ds]?|differ(?:ed|s)?|die|died|relate[ds]?"
    r"|connected|called|known|spelled|pronounced)\b"
)
_THINGS = (
    r"(?:(?:best|good|common|main|key|recommended|possible|some|other|different|typical) )*"
    r"(?:practices?|steps?|ways?|options|tips|advice|advantages|disadvantages|benefits|drawbacks|pros|cons|requirements"
    r"|considerations|implications|consequences|measures|guidelines|recommendations|challenges|risks|rules|conditions"
    r"|precautions|procedures?|process(?:es)?|effects|responsibilities)"
)
_EN = re.compile(
    rf"\bhow (?!{_FEW}\b)(?:to|can|could|do|does|did|should|would|will|must|may|is|are|was|were|am|might|shall)\b"
    rf"|\bwhat (?:is|are|were|was) (?:(?:the|your|my|our|some|a|an|any) )?{_THINGS}\b"
    rf"|\b(?:what|which) {_THINGS}\b"
    r"|\bwhat (?:should|can|could|must|shall|would) (?:i|we|you|one|they|people|users?|employees|staff)\b"
    r"|\bwhat (?:do|does) (?:i|we|you|one) (?:need|have) to\b|\bwhat happens\b|\bwhat if\b"
    r"|^\W*(?:can|could|may|should|must|do|does|am|will|would|shall) (?:i|we|my|our)\b"
    r"|\b(?:is|would) it (?:be )?(?:possible|worth|better|best|safe|okay|ok|allowed|advisable|wise|a good idea)\b"
    r"|^\W*(?:please )?(?:describe|explain|summari[sz]e|outline|discuss|elaborate)\b|\btell me (?:more )?about\b"
    r"|\bpros and cons\b|\bany (?:tips|advice|suggestions|recommendations)\b",
    re.IGNORECASE,
)
_NOT_EN = re.compile(_COURSE, re.IGNORECASE)
_ZH = re.compile(
    "如何|怎样(?!的)|怎么(?!样?称呼|叫|读|念)|(?:哪些|什么)(?:[\u4e00-\u9fff]{0,4}?)(?:措施|做法|方法|步骤|建议|举措|策略|办法|注意事项"
    "|影响|挑战|要求|流程|后果|优势|劣势|优缺点|好处|坏处|行动|努力|改进|安排)|应对措施|^(?:请)?(?:描述|说明|介绍|总结|概括|概述|简述|阐述|谈谈)"
    "|^(?:我|我们|员工)?(?:可以|能不能|可不可以|能否|是否可以|应该|该不该)(?:我|我们)?|该怎么办|怎么办"
)
_NOT_ZH = re.compile("如何变化|怎么变化|怎样变化|变化如何|多少|谁|何时|哪一?[年天个位]|哪里|为什么|为何")


def wants_passage(question: str) -> bool:
    """Whether a few sentences answer, not a value: "How do I renew a permit?", 采取了哪些措施？"""
    if _EN.search(question) and not _NOT_EN.search(question):
        return True
    return bool(_ZH.search(question)) and not _NOT_ZH.search(question)
