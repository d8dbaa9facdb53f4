"""Whether a sentence denies something, and what it denies, in English and Chinese."""

import re
from collections.abc import Iterator

from services.language.sentences import Span

# Words that look like a denial and are none; matched before the cues and thrown away.
_NOT_EN = (
    r"not\s(?:only|just|merely|simply|least|to\smention|surprisingly|unlike|uncommon\w*|infrequent\w*|withstanding|without)|no\s(?:doubt|wonder|later\sthan|less\sthan|fewer\sthan|sooner|more\sthan)"
    r"|no\.\s?\d+|nos\.\s?\d+|whether\sor\snot|or\snot|if\snot|nothing\s(?:but|less\sthan)|never\s(?:fail(?:s|ed)?\sto|mind)|none\sother\sthan|without\s(?:a\s)?doubt|without\squestion"
    r"|does\snot\sfail\sto|did\snot\sfail\sto|(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should)n['’]t\s(?:only|just|merely)|why\snot"
)
_YES_EN = (
    r"not|cannot|can['’]?not|\w+n['’]t|no|never|neither|nor|none|nobody|nowhere|nothing|without|"
    r"(?:fail(?:s|ed|ing)?|refus(?:e|es|ed|ing)|declin(?:e|es|ed)|unable|unwilling)\sto|unable|lack(?:s|ed|ing)?|absence\sof|"
    r"den(?:y|ies|ied|ying)|reject(?:s|ed|ing)?|ruled\sout|rather\sthan|instead\sof|hardly|scarcely|barely|no\slonger"
)
_NOT_ZH = (
    "不仅|不但|不断|不过|不同|不错|不少|不久|不得不|不能不|不可不|不会不|无不|不管|不论|不禁|不妨|不愧|不动产|不锈钢|不明飞行物|不等式|不丹|不止|不惜|不单|不光|不足|不一样|不一而足|不外乎"
    "|不由得|不容|要不|差不多|了不起|对不起|巴不得|不可或缺|不可避免|不约而同|不言而喻|不良|不幸|不利|不朽|不已|不日|不时|不孕|不凡|不菲|不俗|不屈|不锈|不干胶|不粘|毫不犹豫|不遗余力|不亚于|不低于"
    "|不少于|不高于|不超过|不多于|不大于|不小于|不晚于|不迟于|是不是|能不能|会不会|有没有|对不对|好不好|可不可以|要不要|该不该|没有不|没有人不|并非没有|并非不|未尝不|不无|无时无刻不"
    "|(?P<asked>[\u4e00-\u9fff])不(?P=asked)"
    "|无锡|无线|无论|无疑|无人机|无人驾驶|无数|无限|无非|无花果|无偿|无穷|无产|无机|无菌|无形|无辜|无奈|无私|无烟|无缝|无障碍|无际|无聊|无情|无意|无名|虚无|无极|无为|无土|无双|无敌|无期徒刑"
    "|无国界|无党派|无损|无纺|无公害|无氧|无糖|无铅|无妨|南无|无价|无微不至|无忧|无界"
    "|未来|未婚|未成年|未知|未央|未遂|[乙丁己辛癸]未|未时|未免|未必不"
    "|没收|淹没|沉没|没落|出没|埋没|吞没|覆没|隐没|没错|没准"
)
_YES_ZH = (
    "并不|并没有?|从不|从未|从没|毫不|毫无|决不|绝不|绝非|并非|而非|而不是|尚未|尚无|未曾|未能|未有|未见|不曾|不再|不会|不能|不是|没有|没能|无法|无需|无须|无权|无关|无效|无缘|无人"
    "|否认|否决|否定|拒绝|缺乏|不予|皆非|不存在|不含|不包括|不具备|未|无|没|不|勿"
)
_MARK_EN = re.compile(rf"(?<![\w-])(?:(?P<skip>{_NOT_EN})|(?P<cue>{_YES_EN}))(?!\w)(?!-(?!\s))", re.I)
_MARK_ZH = re.compile(f"(?P<skip>{_NOT_ZH})|(?P<cue>{_YES_ZH})")
_TAG = re.compile(r",\s\w+n['’]t\s\w+\s?\?|^\W*\w+n['’]t\b(?=.*\?)", re.I)
_CLAUSE_END = re.compile(
    r"[,.;:!?()，。；：！？（）\n]|\b(?:but|however|although|though|while|whereas|because|which|who)\b|但是?|然而|不过|而是|因为|所以|虽然",
    re.I,
)
_DIGIT_AFTER = re.compile(r"[.\s]*\d")
_HAN = re.compile("[\u4e00-\u9fff]")


def negated(sentence: str) -> bool:
    """Whether something in the sentence is denied.

    "Not only", "no less than", "不仅", "无锡" and the like deny nothing; neither do double denials ("不得不", "not
    without", "never failed to"), question forms ("是不是", "有没有") or the negative that opens or closes a
    rhetorical question ("Isn't it …?").
    """
    return next(_cues(sentence), None) is not None


def negation_scope(sentence: str) -> list[Span]:
    """What each denial covers: from its cue to the end of the clause, in order."""
    found: list[Span] = []
    for start, end in _cues(sentence):
        stop = _CLAUSE_END.search(sentence, end)
        right = stop.start() if stop else len(sentence)
        while right > end and sentence[right - 1].isspace():
            right -= 1
        if not found or start >= found[-1].end:
            found.append(Span(start, max(right, end)))
    return found


def _cues(sentence: str) -> Iterator[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    tag = _TAG.search(sentence)
    for match in _MARK_EN.finditer(sentence):
        rhetorical = tag is not None and tag.start() <= match.start() < tag.end()
        if match.group("cue") and not rhetorical and not _is_number_sign(sentence, match):
            found.append(match.span())
    if _HAN.search(sentence):
        found.extend(match.span() for match in _MARK_ZH.finditer(sentence) if match.group("cue"))
    yield from sorted(found)


def _is_number_sign(sentence: str, match: re.Match[str]) -> bool:
    """ "No. 5", "No 10"."""
    return match.group().lower() == "no" and match.group()[0] == "N" and bool(_DIGIT_AFTER.match(sentence, match.end()))
