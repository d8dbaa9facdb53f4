"""Names in Latin script, by capitals, connectors, suffixes and short word lists."""

import re
from collections.abc import Iterator

from services.language.entity import Entity, EntityKind
from services.language.lexicon.abbreviations import STARTERS
from services.language.lexicon.names import (
    ACRONYMS_OF_NO_NAME,
    COMMON_OPENERS,
    GIVEN_NAMES_EN,
    ORG_SUFFIXES_EN,
    ORG_WORDS_EN,
    PERSON_TITLES_EN,
    PLACE_WORDS_EN,
    PLACES_EN,
)
from services.language.lexicon.stopwords import STOPWORDS
from services.language.lexicon.wordlist import words

_UP = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100\u010c\u0112\u0160\u017d\u0141\u0152"
_L = "A-Za-z0-9_\u00c0-\u024f\u1e00-\u1eff"
_GAP = "[ \u00a0]"
_CAP = rf"(?:[{_UP}]\.(?: ?[{_UP}]\.)*|[a-z]?[{_UP}][{_L}]*(?:['’&.-](?!s(?![{_L}]))[{_L}]+)*|\d+[{_UP}][{_L}]*)"
_LINK = (
    "(?:of the|for the|of|for|the|de la|de los|de|del|della|di|da|dos|du|van der|van den|van|von|der"
    "|den|la|le|el|al|bin|ibn|y|&)"
).replace(" ", _GAP)
_SEQUENCE = re.compile(
    rf"(?<![{_L}’'-]){_CAP}(?:(?:{_GAP}|{_GAP}{_LINK}{_GAP})(?:{_CAP}|\d{{1,4}}(?![{_L}%年,.–—-]|{_GAP}?%))"
    rf"|,{_GAP}(?:Inc|Ltd|LLC|Corp|Co)(?![{_L}])\.?)*"
)
_WORD = re.compile(r"[^\s]+")
_LINK_ONLY = re.compile(_LINK)
_AND_MORE = re.compile(rf"{_GAP}and{_GAP}(?:the{_GAP})?{_CAP}(?:{_GAP}{_CAP})*")
_CODE = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_CODE_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_.-])(?:[A-Za-z]{1,12}-?\d{1,5}[A-Za-z]{0,3}"
    r"|\d{1,4}[A-Z][A-Za-z]{0,4})(?:-[A-Za-z0-9]+)*(?![A-Za-z0-9_])"
)
_NO_CODE = re.compile(
    r"(?:Q[1-4]|H[12]|FY\d*|CY\d*|[1-4][QH]\d*|\d+(?:km|kg|cm|mm|st|nd|rd|th|bn|mn|m|k|K|M|B|x|h|s)"
    r"|(?:RMB|USD|EUR|US|HK)\d+)$"
)
_SENTENCE_EDGE = re.compile(r"(?:^|[.!?。！？:：;\n\r|•*#>\"“(]\s*)$")
_MONTHS = words("""
    january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec
""")
_STOP = STOPWORDS["en"] | COMMON_OPENERS
_BORN = re.compile(
    r"\s*(?:,?\s*(?:who|aged?)\b|\((?:born|b\.|\d{4})|was\sborn|said\b|says\b|told\b|died\b|married\b"
    r"|starr(?:ed|ing)\b)"
)
_AT_PLACE = re.compile(r"\b(?:in|near|from|at|located in|based in|born in|city of|town of|capital of)\s+$", re.I)
_BY_PERSON = re.compile(r"\b(?:by|directed by|written by|son of|daughter of|wife|husband|mother|father)\s+$", re.I)
_STRIPPED_TITLES = words("""
    mr mrs ms miss dr prof professor ceo cfo cto coo chairman chairwoman chairperson
""")
_ORDINARY_ENDING = re.compile("(?:ly|ing|ed|tions?|ments?|ness|ies|able|ers|ous|ful|ive|ity)$")
_SHORT_TEXT = 200


def english_names(text: str) -> Iterator[Entity]:
    """Names written with capitals, in order, not overlapping.

    The first word of a sentence counts only when it can hardly be an ordinary word: it is no common opener, and it is
    followed by another capitalised word, has capitals or digits inside, or is capitalised elsewhere in the text too.
    """
    at = 0
    for match in _SEQUENCE.finditer(text):
        for start, end in _trimmed(text, match.start(), match.end()):
            if start < at or not _is_name(text, start, end):
                continue
            kind = _kind(text, start, end)
            more = _AND_MORE.match(text, end) if kind == "org" and " of " in text[start:end] else None
            end = at = more.end() if more else end  # noqa: PLW2901  "Department of Health and Human Services"
            yield Entity(start, end, text[start:end], kind)


def product_codes(text: str) -> Iterator[Entity]:
    """Codes with letters and digits: "A10G", "X-200", "iphone15"."""
    for match in _CODE_TOKEN.finditer(text):
        if not _NO_CODE.match(match.group()):
            yield Entity(match.start(), match.end(), match.group(), "product")


def _words(text: str, start: int, end: int) -> list[re.Match[str]]:
    return list(_WORD.finditer(text, start, end))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what is no part of the name: openers in front, a title before "of", links and stops at the end."""
    words = _words(text, start, end)
    while words and _only_opens(words[0]):
        words = words[1:]
    while words and _LINK_ONLY.fullmatch(words[-1].group()):
        words = words[:-1]
    if len(words) > 1 and _bare(words[0]) in _STRIPPED_TITLES:
        words = words[1:]
    if not words:
        return
    for index, word in enumerate(words):
        if 0 < index < len(words) - 1 and word.group() == "of" and _bare(words[index - 1]) in PERSON_TITLES_EN:
            yield from _trimmed(text, words[index + 1].start(), words[-1].end())
            return
    yield words[0].start(), _without_stop(text, words)


def _only_opens(word: re.Match[str]) -> bool:
    """An ordinary word, a link, or the number that is left of a date: "March 1962 for Mira Sato"."""
    plain = _bare(word) in _STOP or _LINK_ONLY.fullmatch(word.group()) is not None or _bare(word).isdigit()
    return plain and not _is_acronym(word.group())


def _without_stop(text: str, words: list[re.Match[str]]) -> int:
    end = words[-1].end()
    last = words[-1].group()
    bare = last.rstrip(".,").lower()
    if last.endswith((".", ",")) and bare not in ORG_SUFFIXES_EN and not re.search(r"\.\w", last):
        end -= 1
    return end


def _bare(word: re.Match[str]) -> str:
    return word.group().strip(".,").lower()


def _is_acronym(word: str) -> bool:
    bare = word.strip(".,")
    return len(bare) > 1 and bare.isupper() and bare.isalpha() and bare.lower() not in STARTERS


def _is_name(text: str, start: int, end: int) -> bool:
    name = text[start:end]
    words = name.split()
    first = words[0].strip(".,")
    if len(words) > 1:
        return not all(
            word.strip(".,").lower() in _STOP or word.strip(".,").lower() in _MONTHS or word.isdigit() for word in words
        )
    low = first.lower()
    if low in _STOP or low in _MONTHS or (len(first) == 1 and not first.isdigit()):
        return _is_acronym(first) and first not in ACRONYMS_OF_NO_NAME and low not in _MONTHS and low not in _STOP
    if first in ACRONYMS_OF_NO_NAME or _NO_CODE.match(first):
        return False
    if not first[1:].islower() or low in PLACES_EN or low in GIVEN_NAMES_EN:
        return True
    if not _SENTENCE_EDGE.search(text[max(0, start - 4) : start]):
        return True
    return _seen_elsewhere(text, first, start)


def _seen_elsewhere(text: str, word: str, start: int) -> bool:
    """Whether the word is possessive, or capitalised inside a sentence too and never written small; short texts get
    the benefit of the doubt.
    """
    after = text[start + len(word) :][:2]
    if after in ("'s", "’s") or "\u3400" <= after.strip()[:1] <= "\u9fff":
        return True
    if len(text) <= _SHORT_TEXT and not _ORDINARY_ENDING.search(word):
        return not re.search(rf"\b{re.escape(word.lower())}\b", text)
    window = text[max(0, start - 2_000) : start + 2_000]
    return bool(re.search(rf"[a-z,]\s{re.escape(word)}\b", window)) and not re.search(
        rf"\b{re.escape(word.lower())}\b", window
    )


def _kind(text: str, start: int, end: int) -> EntityKind:
    name = text[start:end]
    words = [word.strip(".,").lower() for word in name.split()]
    before, after = text[max(0, start - 24) : start], text[end : end + 24]
    if words[-1] in ORG_SUFFIXES_EN and len(words) > 1:
        return "org"
    if name.lower() in PLACES_EN or (len(words) == 1 and words[0] in PLACES_EN):
        return "place"
    if any(word in ORG_WORDS_EN for word in words):
        return "org"
    if _CODE.search(name) or (len(words) > 1 and words[-1].isdigit()):
        return "product"
    if len(words) > 1 and (
        words[-1] in PLACE_WORDS_EN or words[0] in ("mount", "lake", "fort", "port", "saint", "san", "santa", "new")
    ):
        return "place"
    return _person_or_other((text, before, after), words)


def _person_or_other(context: tuple[str, str, str], words: list[str]) -> EntityKind:
    _, before, after = context
    titled = before.rstrip(". ").rsplit(None, 1)[-1:] or [""]
    if words[0] in PERSON_TITLES_EN or titled[0].lower().strip(",") in PERSON_TITLES_EN:
        return "person"
    if words[0] in GIVEN_NAMES_EN or _BORN.match(after):
        return "person"
    if _AT_PLACE.search(before):
        return "place"
    short = 2 <= len(words) <= 4 and all(
        word.replace("'", "").replace("-", "").isalpha() or len(word) <= 2 for word in words
    )
    if short and (any(len(word) == 1 for word in words) or _BY_PERSON.search(before)):
        return "person"
    return "other"
