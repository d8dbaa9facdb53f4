"""What kind of answer a question expects, from its question words and head nouns."""

import re
from itertools import takewhile
from typing import cast

from services.language.answer_kinds import Expects
from services.language.answer_types_zh import YESNO_ZH, chinese
from services.language.aspects import aspects
from services.language.lexicon.heads import HEADS_EN, MONEY_CUES_EN, SKIPPED_HEADS_EN, TRANSPARENT_HEADS_EN
from services.language.lexicon.wordlist import words
from services.language.stems import stem

_BY_HEAD: dict[str, Expects] = {}
for _kind, _words in HEADS_EN.items():
    for _word in _words.split():
        _BY_HEAD.setdefault(_word, cast(Expects, _kind))
        _BY_HEAD.setdefault(stem(_word), cast(Expects, _kind))
_SKIPPED = frozenset(map(stem, SKIPPED_HEADS_EN))
_TRANSPARENT = frozenset(map(stem, TRANSPARENT_HEADS_EN))
_BE_WORDS = "is|are|was|were|be|been|being|did|does|do|has|have|had|will|would|can|could|should|may|might|must"
_BE = rf"(?:{_BE_WORDS}|['’]s)"
_AUX = re.compile(
    rf"(?:{_BE}|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t|don['’]t|didn['’]t|hasn['’]t"
    rf"|haven['’]t|won['’]t|can['’]t|am)\s",
    re.I,
)
_NOT_AUX = re.compile(r"\s*(?:do|have|be|has)\s(?:the|a|an)?\s?(?:list|name)\b", re.I)
_WH = re.compile(
    r"\b(?P<wh>how\s(?:many|much|long|old|far|tall|high|big|large|heavy|deep|fast|often|wide|thick|hot"
    r"|cold|strong|frequently|come|late|early|soon|likely|expensive)|how"
    r"|who(?:se|m)?|when|where|why|which|what(?:['’]s)?)\b",
    re.I,
)
_MEASURES = re.compile(
    r"how\s(?:many|long|old|far|tall|high|big|large|heavy|deep|fast|often|wide|thick|hot|cold|strong"
    r"|frequently|late|soon)",
    re.I,
)
_PERCENT_EN = re.compile(
    r"\b(?:what|which|how\smuch|by\swhat)\b.{0,30}?\b(?:percent(?:age)?|per\scent|%|proportion|fraction)\b", re.I
)
_REASON_EN = re.compile(
    r"^\W*why\b|[,;:]\s*why\b|\b(?-i:why)\b|\b(?:how\scome|what\s(?:caused|causes|led\sto|drove|explains"
    r"|prompted|triggered)|for\swhat\sreason|due\sto\swhat)\b",
    re.I,
)
# A rank that somebody holds is a title; one that something has among others is a number.
_RANK_HELD = re.compile(
    r"\b(?:what|which)\s(?:[a-z]+\s)?rank\b.{0,80}?\b(?:h[eo]ld|held|attain(?:ed)?|reach(?:ed)?|achieved?|promoted"
    r"|retired?|serve[ds]?)\b",
    re.I,
)
_RATED = re.compile(r"\brated (?:power|pressure|voltage|current|output|capacity|speed|torque|load|thrust|flow)\b", re.I)
_DEFINE_EN = re.compile(
    r"^\W*(?:define|explain\swhat|what\s(?:does|do|did)\s.+\s(?:mean|stand\sfor|signify|refer\sto)"
    r"|what['’]?s?\s(?:is|are)?\s?(?:meant\sby|the\s(?:meaning|definition)\sof)|meaning\sof"
    r"|definition\sof)",
    re.I,
)
# "Shares" is a verb here, and no part of anything.
_NEIGHBOUR = re.compile(
    r"\b(?:which|what)\s(?:county|city|town|state|country|province|district|region|village|nation)\s"
    r"(?:shares?|borders?|neighbou?rs?)\b",
    re.I,
)
_ORDER_EN: tuple[tuple[re.Pattern[str], Expects], ...] = (
    (_DEFINE_EN, "definition"),
    (_REASON_EN, "reason"),
    (_RANK_HELD, "thing"),
    (_RATED, "number"),
    (_NEIGHBOUR, "place"),
    (_PERCENT_EN, "percent"),
)
_LIST_EN = re.compile(
    r"^\W*(?:please\s)?(?:can\syou\s|could\syou\s)?(?:list|enumerate|name\s(?:all|some|three|two"
    r"|five|four|\d+|the\s(?:[a-z-]+\s){0,2}?[a-z]{3,}(?<!s)s)|give\sme\s(?:all|a\slist)|provide\sa\slist|what\sare|who\sare|who\swere"
    r"|what\swere)\b"
    r"|\b(?:which|what)\s(?:of\sthe\sfollowing\s)?(?:two|three|four|five|all|other|types|kinds|\d+)\b"
    r"|\bwhat\sall\b|\bnames\sof\b",
    re.I,
)
_TELL = re.compile(
    r"^\W*(?:please\s|can\syou\s|could\syou\s)*(?:tell|give|show|find|calculate|compute|state|determine"
    r"|identify|report|provide|name)(?:\sme|\sus|\sout)?\s(?:the\s)?",
    re.I,
)
_STOP_HEAD = re.compile(
    rf"\b(?:of|in|for|that|who|whom|which|whose|where|when|at|by|from|on|to|with|between|during|under"
    rf"|after|before|as|per|about|into|over|and|or|if|{_BE_WORDS})\b|[,?;:(]",
    re.I,
)
_PLURAL_QUESTION = re.compile(
    r"\b(?:which|what)\s(?:[a-z-]+\s){0,3}?(?P<noun>[a-z]{3,}s)\s(?:are|were|do|did|have|border|can"
    r"|should|will|make|contain|produce|use)\b",
    re.I,
)
_PERCENT_CUES = frozenset({"rate", "percentage", "percent", "margin", "proportion", "share"})
_BARE_TERM = re.compile(r"(?:an?\s)?[\w'’.&-]+(?:\s[\w'’.&-]+){0,3}", re.I)
_RELATIONAL = re.compile(
    r"\b(?:of|the|his|her|their|its|called|used|made|total|in|for|at|on|latest|current|this|last)\b|['’]s\b|\d", re.I
)
_IS = frozenset({"is", "are", "was", "were", "'s", "’s", "will", "would"})
_READ = 500
_SINGULAR_S = words("""
    is was does has plus news series species gas business process address ss basis analysis bus class
""")
# A period that only says when is not what is asked ("our revenue last quarter", but "the last quarter with a loss").
_WHEN_EN = re.compile(
    r"(?<=[a-z0-9'’)])(?<!\bthe)(?<!\bthis)(?<!\bis)(?<!\bwas)(?<!\bare)(?<!\bwere)(?<!\ba)(?<!\bof)(?<!\bour)(?<!\bits)"
    r"(?<!\bwhich)(?<!\bwhat)(?<!\band)(?<!\bor)(?<!\bbest)(?<!\bworst),?\s"
    r"(?:last|this|next|(?:in\s|for\s|during\s|over\s)?the\s(?:last|previous|past|current|preceding|prior|next|following))\s"
    r"(?:fiscal\s|financial\s|calendar\s)?(?:(?:\d+|two|three|four|five|six|twelve)\s)?"
    r"(?:year|quarter|half(?:[\s-]year)?|month|week|season)s?\b(?!['’])",
    re.I,
)
_FIGURES_EN = re.compile(r"^\W*what\s(?:are|were)\s(?:(?:the|our|its|their)\s)?(?P<what>.+)$", re.I)
_EARNED_EN = re.compile(r"^(?:did|do|does)\s.+\s(?:earn|pay|spend|charge|cost|invoice)\b", re.I)
_DETERMINER = re.compile(r"^(?:the|a|an|his|her|its|their|this|that|these|those)\s", re.I)


def expected(question: str, language: str) -> Expects:
    """The kind of answer.

    `language` is "zh" or anything else for English; both readings are tried on mixed questions. Of a long text the
    end is read: what is asked comes after what is told.
    """
    read = _WHEN_EN.sub("", question.strip()[-_READ:])
    if language == "zh":
        return chinese(read) or _english(read) or "thing"
    return _english(read) or chinese(read) or "thing"


def is_yesno(question: str) -> bool:
    """Whether a question is put as one that yes or no answers, whatever it lists."""
    bare = question.strip().lstrip("\"'“‘(").strip()
    return bool(YESNO_ZH.search(bare)) or (_AUX.match(bare) is not None and not _NOT_AUX.match(bare)) or _late_aux(bare)


def _late_aux(question: str) -> bool:
    """ "According to the report, did sales rise?", "In 2020, was A larger?" """
    head, comma, tail = question.rpartition(", ")
    return bool(comma) and _AUX.match(tail) is not None and not _WH.search(question) and tail.rstrip().endswith("?")


def _english(question: str) -> Expects | None:
    if is_yesno(question) and not YESNO_ZH.search(question):
        return "yesno"
    for pattern, told in _ORDER_EN:
        if pattern.search(question):
            return told
    asked = _question_word(question)
    figures = _FIGURES_EN.match(question)
    if figures and (kind := _head_of(figures.group("what"))) in ("money", "percent", "number"):
        return kind
    if _LIST_EN.search(question) or _asks_plural(question):
        return "list"
    if asked is None:
        tell = _TELL.match(question)
        named = tell or " of " in question or any(each.kind == "measure" for each in aspects(question))
        return _head_of(question[tell.end() if tell else 0 :]) if named else None
    return _by_word(question, asked)


def _question_word(question: str) -> re.Match[str] | None:
    """The first question word that asks: one inside a title ("Doctor Who") is capitalised in the middle of a
    sentence.
    """
    for match in _WH.finditer(question):
        before = question[: match.start()].rstrip()
        if (
            match.group()[0].islower()
            or not before
            or before[-1] in ",;:.?!\"'“‘(-"
            or question.istitle()
            or question.isupper()
        ):
            return match
    return None


def _by_word(question: str, asked: re.Match[str]) -> Expects | None:
    word = re.sub(r"\s+", " ", asked.group("wh").lower())
    rest = question[asked.end() :].strip()
    simple: dict[str, Expects] = {
        "who": "person",
        "whom": "person",
        "whose": "person",
        "when": "date",
        "where": "place",
    }
    if word in simple:
        inner = _WH.search(rest)
        # "Which company …" may come after a relative "who": the later word decides when it opens a clause.
        return (
            _by_word(rest, inner)
            if inner and inner.group("wh").lower() in ("which", "what") and _relative(question, asked)
            else simple[word]
        )
    if word == "how much":
        return _how_much(rest)
    if word == "how expensive":
        return "money"
    if _MEASURES.fullmatch(word):
        return "date" if rest.lower().startswith("ago") else "number"
    if word.startswith("how"):
        return None
    return _what(rest)


def _relative(question: str, asked: re.Match[str]) -> bool:
    before = question[: asked.start()].rstrip()
    return bool(before) and before[-1].isalpha() and asked.group("wh")[0].islower()


def _how_much(rest: str) -> Expects:
    words = {stem(word) for word in re.findall(r"[a-z]+", rest.lower())}
    if words & _PERCENT_CUES:
        return "percent"
    return (
        "money"
        if words & MONEY_CUES_EN or "$" in rest or any(_BY_HEAD.get(word) == "money" for word in words)
        else "number"
    )


def _what(rest: str) -> Expects | None:
    """After "what" or "which": its noun, or what the verb "to be" joins it to."""
    be = re.match(rf"{_BE}\s", rest, re.I)
    if not be or _EARNED_EN.match(rest):
        return "money" if be else _head_of(rest)
    if be.group().strip().lower() not in _IS:
        return None
    phrase = rest[be.end() :].strip(" ?.!")
    present = rest[: be.end()].strip().lower() in ("is", "are", "'s", "’s")
    bare = present and _BARE_TERM.fullmatch(phrase) is not None and not _RELATIONAL.search(phrase)
    if bare and len(phrase.split()) <= 2 and phrase[0].islower():
        return "definition"
    return _head_of(phrase) or ("definition" if bare else None)


def _head_of(phrase: str) -> Expects | None:
    """Type of the noun that heads a phrase: "the name of the director of X" → person; "X's total revenue in 2020" →
    money.
    """
    remaining = _DETERMINER.sub("", phrase.strip())
    fallback: Expects | None = None
    for _ in range(4):
        stop = _STOP_HEAD.search(remaining)
        words = _leading_noun(remaining[: stop.start()] if stop else remaining)
        kind, head = _typed(words)
        if head not in _SKIPPED and head not in _TRANSPARENT:
            return kind if fallback is None or kind in ("money", "percent") else fallback
        fallback = fallback or ("number" if head in _TRANSPARENT else None)
        if stop is None or stop.group().lower() not in ("of", "in", "for", "between"):
            return fallback
        remaining = _DETERMINER.sub("", remaining[stop.end() :].strip())
    return fallback


def _leading_noun(phrase: str) -> list[str]:
    """The words of a noun phrase: small words up to the first capital ("country Anna's wife is from" → country), or
    all of them.
    """
    words = re.findall(r"[A-Za-z][\w-]*", phrase)
    small = list(takewhile(lambda word: word[0].islower(), words))
    return small or words


def _typed(words: list[str]) -> tuple[Expects | None, str]:
    """Type and stem of the head: the last word that has one, so that a verb behind the noun ("company acquired") is
    passed over.
    """
    for word in reversed(words[-4:]):
        low, root = word.lower(), stem(word.lower())
        if root in _SKIPPED or root in _TRANSPARENT:
            return None, root
        kind = _BY_HEAD.get(low) or _BY_HEAD.get(root)
        if kind:
            return kind, root
    return None, ""


def _asks_plural(question: str) -> bool:
    match = _PLURAL_QUESTION.search(question)
    return (
        match is not None
        and match.group("noun").lower() not in _SINGULAR_S
        and not match.group("noun").lower().endswith("ss")
    )
