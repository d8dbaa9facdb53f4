"""What a question is about: the name or description in it that is neither the measure, nor the time, nor the asking."""

import re

from services.language.aspects import aspects
from services.language.chinese_phrases import leading_noun
from services.language.detect import language_of
from services.language.entities import named_entities
from services.language.structure.courtesy import without_order
from services.language.structure.spans import times_of

_NOISE_EN = re.compile(
    r"^(?:And|But|What|Which|Who|How|When|Where|Why|Is|Are|Was|Were|Did|Does|Do|Has|Have|Had|"
    r"Compare|Please|Give|Tell|In|On|The|I|It|Its|That|This)$"
)
_LEADING_EN = re.compile(
    r"^(?:(?:And|But|What|Which|Who|How|When|Where|Why|Is|Are|Was|Were|Did|Does|Do|Has|Have|"
    r"Had|Compare|In|On|About)\s+)+(?=[A-Z0-9])"
)
_PHRASE_EN = re.compile(
    r"\b(?:of|at|for|by|about|does|did|do|is|was|are|were|has|had|can)\s+(?P<it>(?:the|our|"
    r"all)\s+(?!(?:same|previous|year|month|quarter|last|next)\b)[a-z][\w '’-]{1,50}?)"
    r"(?=\s+(?:in|on|at|during|for|have|has|had|make|makes|employ|earn|cost|weigh|spend|"
    r"record|report|located|based|opened|open|founded|cover|allow|say|apply|expire|end|start|"
    r"by|to|be|with|from|used|made)\b|[?.,!]|$)"
)
_STOP_ZH = re.compile(
    "的|在|是|有(?!限)|由|于(?!都)|为(?!民)|实现|达到|多少|什么|哪|谁|几|怎|如何|何时|吗|呢|"
    "，|,|分别|各自|一共|总共|目前|现在|当时|又|会|能|可以|应|需|要|相比|比较|与|和|跟"
)
_OPENING_ZH = re.compile(
    "^(?:那么?|而|又|再|还有|以及|至于|关于|对于|在|于|从|自|截至|截止|时|谁是|哪家是|比较|"
    "对比|换成|如果是|那|分析|评估|总结|概述|介绍|说明|解释|同一?[年期季月]度?)+[，,]?"
)
_POINTING_ZH = re.compile("^(?:该|这[家个座款位]|那[家个座款位里边]|此|它|其|他|她|当[年季月时期])")
_CLOSED = re.compile("《[^》]{1,60}》|“[^”]{1,60}”")


def subject_of(text: str) -> str:
    """The subject as written, or "": "What was the revenue of Halden Pumps in 2023?" → "Halden Pumps"."""
    return _chinese(text) if language_of(text) == "zh" else _english(text)


def _english(text: str) -> str:
    plain = without_order(text)
    taken = [(each.start_char, each.end_char) for each, _ in times_of(plain)] + [
        (each.start, each.end) for each in aspects(plain)
    ]
    for name in named_entities(plain):
        if _NOISE_EN.match(name.text) or any(start <= name.start and name.end <= end for start, end in taken):
            continue
        inside = [end for start, end in taken if start == name.start and end < name.end]
        said = _LEADING_EN.sub("", plain[max(inside, default=name.start) : name.end].strip())
        said = re.sub(r"^(?:of|for|at|in|by|and)\s+", "", said)
        if said and not _NOISE_EN.match(said):
            return _with_article(plain, said)
    phrase = _PHRASE_EN.search(plain)
    if phrase and not aspects(phrase["it"]):
        return phrase["it"]
    return ""


def _with_article(text: str, name: str) -> str:
    """ "the Leeds Works", "the KV-310 valve": with what belongs to the name in the text."""
    match = re.search(
        (
            rf"(?P<the>\bthe\s+)?{re.escape(name)}(?P<noun>\s+(?:works|plant|factory|site|team|group|"
            rf"valve|pump|clinic|mill|foundry|depot|project|contract|system|policy|department|division|"
            rf"branch)\b)?"
        ),
        text,
    )
    return match.group().strip() if match else name


def _chinese(text: str) -> str:
    plain = without_order(text)
    closed = _CLOSED.search(plain)
    if closed:
        return closed.group()
    marked = list(plain)
    for start, end in [(each.start_char, each.end_char) for each, _ in times_of(plain)] + [
        (each.start, each.end) for each in aspects(plain)
    ]:
        # A number or measure inside a longer name ends the name all the same: names rarely hold either.
        marked[start:end] = "\x00" * (end - start)
    pieces = [_OPENING_ZH.sub("", piece) for piece in re.split("\x00+", "".join(marked))]
    for piece in pieces:
        stop = _STOP_ZH.search(piece)
        said = (piece[: stop.start()] if stop else piece).strip(" ，,。？?！!")
        if _POINTING_ZH.match(said):
            return ""
        said = leading_noun(said)
        if len(said) > 1:
            return said
    return ""
