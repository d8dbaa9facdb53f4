"""Follow-ups that refer to the turns before them as a whole: "the other one", "how does that compare?", "why?"."""

import re
from dataclasses import replace

from services.core.domain.question import Locale
from services.decompose.compare import branches
from services.decompose.frames import Frame, asks, spoken
from services.decompose.periods import moved, named
from services.decompose.subjects import subject_of
from services.language.aspects import aspects
from services.language.chinese_phrases import leading_noun
from services.language.detect import language_of
from services.language.entities import named_entities
from services.language.lexicon.wordlist import words
from services.language.structure.comparisons import comparison_of
from services.language.tokens import content_tokens

_OTHER_EN = re.compile(
    r"\b(?:the )?other(?: one|s| model| product| plant| company| film| site| supplier| pump| valve| option)?\b"
    r"(?!\s+[a-z]+s\b)(?<!each other)(?<!any other)(?<!every other)",
    re.IGNORECASE,
)
_OTHER_ZH = re.compile("(?:另|其他|其它)(?:外)?(?:那)?(?:一)?[个款家座种台部位者](?:型号|产品|工厂|公司|方案)?|另一者")
_ABOUT_OTHER = re.compile(
    r"^(?:and |but |so )?(?:what|how) about (?P<it>.+)$|^(?:那么?|而)?(?P<zh>.+?)呢$", re.IGNORECASE
)
_COMPARE_EN = re.compile(
    r"^(?:and |so |but )?how (?:does|do|did|is|would) (?:that|this|it|they|these) (?:compared?|differ|look)"
    r"(?: (?:to|with|from|against) (?P<other>.+?))?$",
    re.IGNORECASE,
)
_COMPARE_ZH = re.compile(
    "^(?:那么?|这个?)?(?:和|与|跟|同|比起)(?P<other>.+?)(?:相比较?|比较?|比起来|相较)(?:起来)?(?:呢|如何|怎么?样|怎样|又如何)?$"
)
_SAME_EN = re.compile(
    r"^(?:and |but |so )?(?:is|was|are|does|do) (?:it|that|this|they) (?:also )?(?:the same|apply|similar|true|hold)"
    r"(?: (?:for|to|with|at|in|of) (?P<other>.+))$",
    re.IGNORECASE,
)
_SAME_ZH = re.compile("^(?P<other>.+?)(?:也|是不是也|是否也)(?:是|有|适用|一样|相同|能|可以)*(?:吗|么)?$")
_ALONE_EN = re.compile(
    r"^(?:and |but |so )?(?P<ask>why|since when|until when|how come|how so|for how long|how|by whom)"
    r"(?: is that| not| exactly)?$",
    re.IGNORECASE,
)
_ALONE_ZH = re.compile("^(?:那|这是)?(?P<ask>为什么|为何|从什么时候开始|多久了|怎么做到的?)(?:呢|啊)?$")
_POLITE = re.compile(
    r"^\W*(?:thanks?(?: you)?|ok(?:ay)?|great|hi|hello|hey|bye|yes|no|sure|good|cool"
    r"|谢谢|多谢|好的?|嗯|你好|您好|再见)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"^.+?(?:[.!?](?=\s|$)|[。！？]|$)", re.DOTALL)
_MOST_TOPIC = 6
_FILLER = words(
    "most more best better mean go get work make know want give take say tell way thing kind lot bit 情况 东西 意思"
)


def after_answer(frame: Frame, text: str) -> Frame:
    """The frame with what an answer told, and which of the compared things it chose."""
    match = _SENTENCE.match(text.strip())
    told = match.group().strip() if match and len(match.group()) <= 200 else ""
    frame = replace(frame, told=told)
    comparison = comparison_of(frame.question)
    names = [thing.name for thing in comparison.things] if comparison else []
    if len(names) != 2 or comparison is None:
        return frame
    places = {name: text.find(name) for name in names if name in text}
    chosen = min(places, key=lambda name: places[name]) if places else ""
    other = next((name for name in names if name != chosen), "") if chosen else ""
    return replace(frame, thing=chosen, other=other)


def related(text: str, frame: Frame, locale: Locale) -> str:
    """The follow-up as a question of its own, or "" when it refers to nothing in one of these ways."""
    plain = " ".join(text.split()).strip(" ?？.。!！")
    if not frame.question or not plain:
        return ""
    for read in (_of_the_other, _same_for, _alone):
        made = read(plain, frame)
        if made:
            return made
    return _compared(plain, frame, locale)


def _of_the_other(plain: str, frame: Frame) -> str:
    pattern = _OTHER_ZH if language_of(plain) == "zh" else _OTHER_EN
    if not frame.other or not pattern.search(plain):
        return ""
    about = _ABOUT_OTHER.match(plain)
    if about and pattern.fullmatch((about["it"] or about["zh"]).strip()):
        return _plainly(frame) or pattern.sub(lambda _: frame.other, plain)
    mark = "？" if language_of(plain) == "zh" else "?"
    return f"{pattern.sub(lambda _: frame.other, plain)}{mark}"


def _plainly(frame: Frame) -> str:
    """What the comparison asked, of the thing that was not chosen."""
    comparison = comparison_of(frame.question)
    if comparison is None:
        return ""
    things = tuple(thing for thing in comparison.things if thing.name == frame.other)
    one = replace(comparison, things=things)
    subs = branches(one, (), past=False)
    return subs[0].text if len(subs) == 1 else ""


def _same_for(plain: str, frame: Frame) -> str:
    match = (_SAME_ZH if language_of(plain) == "zh" else _SAME_EN).match(plain)
    return for_another(frame, match["other"].strip()) if match else ""


def for_another(frame: Frame, thing: str) -> str:
    """The last question, asked of another thing: in the place of its subject, or of the noun that it opens with."""
    question = frame.question
    if frame.subject and frame.subject in question:
        return question.replace(frame.subject, thing)
    if language_of(question) != "zh":
        return f"{question.rstrip(' ?.!')} for {thing}?"
    noun = leading_noun(question)
    if noun and aspects(noun) and leading_noun(thing) == thing and len(thing) <= len(noun) + 1:
        return question.replace(noun, thing, 1)
    return f"{thing}的{question}"


def _alone(plain: str, frame: Frame) -> str:
    """ "Why?" of what was told last."""
    chinese = language_of(plain) == "zh"
    match = (_ALONE_ZH if chinese else _ALONE_EN).match(plain)
    if match is None:
        return ""
    told = frame.told.strip(" .。!！")
    if chinese:
        said = told if len(told) > 4 else frame.question.strip(" ?？")
        return f"{match['ask']}{said}？" if len(told) > 4 else f"{said}，{match['ask']}？"
    if len(told.split()) > 3:
        return f"{match['ask'].capitalize()} is it that {told}?"
    return f"{match['ask'].capitalize()}: {frame.question}"


def _compared(plain: str, frame: Frame, locale: Locale) -> str:
    chinese = language_of(plain) == "zh"
    match = (_COMPARE_ZH if chinese else _COMPARE_EN).match(plain)
    said = [each for each in aspects(frame.question) if each.kind in ("measure", "term")]
    if match is None or not said or not frame.subject:
        return ""
    measure = frame.question[said[0].start : said[0].end]
    other = (match["other"] or "").strip()
    times = _other_time(other, frame, locale)
    if frame.when and (times or not other):
        before = times or _year_before(frame, locale)
        if chinese:
            return f"{frame.subject}{before}和{frame.when.said}的{measure}相比如何？"
        return f"What was the change in the {measure} of {frame.subject} from {before} to {frame.when.said}?"
    if not other or not subject_of(other):
        return ""
    when = frame.when.said if frame.when else ""
    if chinese:
        return f"{frame.subject}和{other}{when}的{measure}相比如何？"
    return f"How do {frame.subject} and {other} compare in {measure}{' ' + spoken(when, 'en') if when else ''}?"


def _other_time(other: str, frame: Frame, locale: Locale) -> str:
    """The time that a comparison names: a year, or the one before."""
    bare = re.sub(r"^(?:in|the)\s+", "", other, flags=re.IGNORECASE)
    if re.fullmatch(r"(?:19|20)\d\d年?|(?:FY|Q[1-4]\s?)\d{2,4}", bare):
        return bare
    if re.fullmatch(r"(?:the )?(?:year before|previous year|prior year|last year)|上一?年|前一年|去年|上年", other):
        return _year_before(frame, locale)
    return ""


def _year_before(frame: Frame, locale: Locale) -> str:
    if frame.when is None:
        return ""
    start, end = moved((frame.when.start, frame.when.end), "year", -1)
    return named(start, end, locale=locale, language="zh" if language_of(frame.question) == "zh" else "en")


def with_topic(text: str, frame: Frame) -> str:
    """A question that says too little by itself, with what the last one was about in brackets."""
    if not frame.question or _POLITE.match(text) or not (asks(text) or text.rstrip().endswith(("?", "？"))):
        return text
    chinese = language_of(text) == "zh"
    topic = _topic(frame, text)
    if not topic:
        return text
    bare = text.rstrip(" ?？.。")
    return f"{bare}（{topic}）？" if chinese else f"{bare} ({topic})?"


def _topic(frame: Frame, text: str) -> str:
    """The content words of the last question in their order, as written, without those that the text has."""
    question = frame.question
    if language_of(question) == "zh":
        noun = frame.subject or leading_noun(question)
        return noun if noun and noun not in text else ""
    known = set(content_tokens(text)) | _FILLER
    kept = [
        word
        for word in re.findall(r"[\w'’-]+", question)
        if (tokens := content_tokens(word)) and not set(tokens) <= known
    ]
    return " ".join(dict.fromkeys(kept[:_MOST_TOPIC]))


def says_little(text: str) -> bool:
    """Whether a question has at most one word of content, so that nothing could be searched for by it."""
    return len(set(content_tokens(text)) - _FILLER) <= 1 and not named_entities(text) and not aspects(text)
