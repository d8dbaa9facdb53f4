"""Chinese text as words with part-of-speech tags, and what segmentation says about whether a word is a name."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

import rjieba

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
HAN_ONLY = re.compile(f"[{HAN}]+")
# Small words that segmentation glues to an unknown name behind them: 由|泓远机械.
_GLUED = frozenset("由在为与是被给至将")
# These only behind a word that they can join or count.
_GLUED_AFTER_WORDS = frozenset("和及跟同")
_GLUED_AFTER_NUMBERS = frozenset("年月日")
_MOST_SPLITS = 8


@dataclass(frozen=True, slots=True)
class Token:
    """`text[start:end]`; `tag` is jieba's part of speech."""

    word: str
    tag: str
    start: int
    end: int

    @property
    def is_han(self) -> bool:
        """Whether the token is all Chinese characters."""
        return HAN_ONLY.fullmatch(self.word) is not None


def tagged(text: str, splits: int = _MOST_SPLITS) -> list[Token]:
    """Every token of the text. A small word glued to an unknown one is split off, and what follows it is read anew,
    at most `splits` times.
    """
    found: list[Token] = []
    at = read_to = 0
    for word, tag in rjieba.tag(text):
        token = Token(word, tag, at, at + len(word))
        at = token.end
        if token.start < read_to:
            continue
        if not splits or not _is_glued(word, found[-1] if found else None):
            found.append(token)
            continue
        run = HAN_ONLY.match(text, token.start)
        read_to = run.end() if run else token.end
        rest = tagged(text[token.start + 1 : read_to], splits - 1)
        small = "m" if word[0] in _GLUED_AFTER_NUMBERS else "c" if word[0] in _GLUED_AFTER_WORDS else "p"
        found.append(Token(word[0], small, token.start, token.start + 1))
        shift = token.start + 1
        found.extend(replace(each, start=each.start + shift, end=each.end + shift) for each in rest)
    return found


@lru_cache(maxsize=16_384)
def is_unknown(word: str) -> bool:
    """Whether no dictionary has the word: segmentation guessed it, as it does for names.

    Chinese names of companies and places are mostly such words; without guessing they fall into characters.
    """
    return len(word) > 1 and len(list(rjieba.cut(word, False))) > 1


def words_of(text: str) -> list[str]:
    """The words alone."""
    return [token.word for token in tagged(text)]


def _is_glued(word: str, before: Token | None) -> bool:
    if len(word) < 2 or not is_unknown(word):
        return False
    if word[0] in _GLUED_AFTER_WORDS:
        return before is not None and before.is_han
    if word[0] in _GLUED_AFTER_NUMBERS:
        return before is not None and before.word[-1].isdigit()
    return word[0] in _GLUED
