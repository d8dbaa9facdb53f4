"""Search tokens of English, Chinese and mixed text: the same analysis for what is stored and for what is asked."""

import re
import unicodedata
from collections.abc import Iterator

import rjieba

from services.language.lexicon.stopwords import QUESTION_WORDS, STOPWORDS
from services.language.lexicon.wordlist import words
from services.language.stems import stem

__all__ = ["QUESTION_WORDS", "STOPWORDS", "content_tokens", "keywords", "stem", "tokens"]

_HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_TOKEN = re.compile(
    rf"(?P<han>[{_HAN}]+)"
    r"|(?P<dotted>(?:[A-Za-z]\.){2,}[A-Za-z]?)(?![A-Za-z])"
    r"|(?P<number>\d++(?:,\d{3}(?!\d))++(?:\.\d++)?+|\d++(?:\.\d++)++|\d++(?![A-Za-z]|-[A-Za-z]))"
    rf"|(?P<word>[^\W_{_HAN}]+(?:['\u2019-](?=[^\W_{_HAN}])[^\W_{_HAN}]+)*)"
)
_PART = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")
_LATIN_FOLD: dict[int, str] = {
    code: "".join(c for c in unicodedata.normalize("NFKD", chr(code)) if not unicodedata.combining(c))
    for block in (range(0xC0, 0x250), range(0x1E00, 0x1F00))
    for code in block
    if unicodedata.normalize("NFKD", chr(code)) != chr(code)
} | {
    ord(a): b
    for a, b in zip(
        "ßøØđĐłŁæÆœŒþð", ("ss", "o", "O", "d", "D", "l", "L", "ae", "AE", "oe", "OE", "th", "d"), strict=True
    )
}
_CONTRACTIONS = {"won't": ("will", "not"), "can't": ("can", "not"), "shan't": ("shall", "not"), "ain't": ("be", "not")}
_CLITICS = frozenset({"re", "ve", "ll", "d", "m", "s"})
_NAMES_LIKE_STOPWORDS = {"US": "usa", "U.S": "usa", "U.S.A": "usa", "USA": "usa", "U.K": "uk", "UK": "uk"}
_SHOUTED = words("""
    IT WHO AM AN SO DO AI OR NOW WILL MY HE ALL
""")
_STOP = STOPWORDS["en"] | STOPWORDS["zh"]
_ASKING = QUESTION_WORDS["en"] | QUESTION_WORDS["zh"]
_STOP_STEMS = frozenset(stem(word) for word in STOPWORDS["en"]) | _STOP


def folded(text: str) -> str:
    """NFKC with Latin accents dropped, case kept: the spelling under which texts are compared."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_LATIN_FOLD)


def tokens(text: str, bigrams: bool = False) -> list[str]:
    """Lower-case tokens in order of appearance.

    English words are stemmed, numbers kept whole without grouping commas ("1,234.5" → "1234.5"), compounds with
    digits given joined and in parts ("X-200" → "x200", "200"), Chinese segmented in search mode (long words and the
    shorter ones inside them). With `bigrams`, each Chinese run adds the character pairs that segmentation did not
    already give.
    """
    found: list[str] = []
    for word, kind in _scan(folded(text)):
        if kind != "han":
            found.append(word if kind == "plain" else stem(word))
            continue
        pieces = rjieba.cut_for_search(word)
        found.extend(pieces)
        if bigrams:
            known = set(pieces)
            found.extend(pair for pair in map("".join, zip(word, word[1:], strict=False)) if pair not in known)
    return found


def content_tokens(text: str) -> list[str]:
    """`tokens` without stop words and question words; what a text is about.

    An all-capitals word in mixed-case text is a name ("the IT budget", "WHO guidance") and stays.
    """
    flat = folded(text)
    shouting = flat.isupper()
    found: list[str] = []
    for word, kind in _scan(flat):
        if kind == "han":
            found.extend(piece for piece in rjieba.cut_for_search(word) if piece not in _STOP and piece not in _ASKING)
        elif kind == "plain":
            found.append(word)
        elif (
            kind == "upper"
            and not shouting
            or word not in _STOP
            and word not in _ASKING
            and stem(word) not in _STOP_STEMS
        ):
            found.append(stem(word))
    return found


def keywords(text: str, limit: int = 12) -> list[str]:
    """The words that say most about a text, best first, as written but lower-case, at most `limit`.

    Rank is how often a word occurs times how specific it looks: names, numbers and long words before short common
    ones. Equal ranks keep the order of appearance. Of Chinese, whole words rather than their parts.
    """
    flat = folded(text)
    weight: dict[str, float] = {}
    for word, kind in _scan(flat):
        pieces = rjieba.cut(word) if kind == "han" else [word]
        for piece in pieces:
            if piece in _STOP or piece in _ASKING or (len(piece) == 1 and not piece.isdigit()):
                continue
            weight[piece] = weight.get(piece, 0.0) + _specificity(piece, kind)
    ranked = sorted(weight.items(), key=lambda item: -item[1])
    return [word for word, _ in ranked[: max(limit, 0)]]


def _specificity(word: str, kind: str) -> float:
    base = {"plain": 1.5, "upper": 2.0, "title": 1.8, "han": 1.0}.get(kind, 1.0)
    length = len(word) * 2 if kind == "han" else len(word)
    return base + min(length, 10) / 10


def _scan(text: str) -> Iterator[tuple[str, str]]:
    """Raw lower-case words with their kind: han, plain (numbers and codes, never stemmed), upper, title, lower."""
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup, match.group()
        if kind == "han":
            yield word, "han"
        elif kind == "number":
            yield _number(word), "plain"
        elif kind == "dotted":
            yield _acronym(word), "plain"
        elif word.isalpha():
            yield _plain_word(word)
        else:
            yield from _compound(word.replace("\u2019", "'"))


def _plain_word(word: str) -> tuple[str, str]:
    known = _NAMES_LIKE_STOPWORDS.get(word)
    if known:
        return known, "plain"
    if word.isupper() and 1 < len(word) <= 6 and (word in _SHOUTED or word.lower() not in _STOP):
        return word.lower(), "upper"
    return word.lower(), "title" if word[0].isupper() else "lower"


def _number(word: str) -> str:
    plain = word.replace(",", "")
    return plain[1] if len(plain) == 2 and plain[0] == "0" and plain[1].isdigit() else plain


def _acronym(word: str) -> str:
    bare = word.rstrip(".").upper()
    return _NAMES_LIKE_STOPWORDS.get(bare) or bare.replace(".", "").lower()


def _compound(word: str) -> Iterator[tuple[str, str]]:
    """Words with apostrophes, hyphens or digits inside."""
    lower = word.lower().removesuffix("'s")
    if lower in _CONTRACTIONS:
        yield from ((part, "lower") for part in _CONTRACTIONS[lower])
    elif lower.endswith("n't"):
        yield from ((part, "lower") for part in (lower[:-3].replace("'", ""), "not") if part)
    elif any(c.isdigit() for c in lower):
        yield from _code(lower)
    else:
        yield from (_plain_word(_without_clitic(part)) for part in word[: len(lower)].split("-") if part)


def _without_clitic(word: str) -> str:
    """ "we're" → "we", "O'Neill" → "ONeill"."""
    head, mark, tail = word.rpartition("'")
    return head.replace("'", "") if mark and tail.lower() in _CLITICS and head else word.replace("'", "")


def _code(word: str) -> Iterator[tuple[str, str]]:
    """ "x-200" → x200 and 200; "covid-19" → covid19, covid and 19; "2019-2021" → both numbers; "a10g" stays whole."""
    if not any(c.isalpha() for c in word):
        yield from ((_number(part), "plain") for part in word.split("-") if part)
        return
    joined = word.replace("-", "").replace("'", "")
    yield joined, "plain"
    parts = _PART.findall(word)
    if len(parts) > 1:
        yield from ((part, "plain") for part in parts if len(part) > 1 and part != joined)
