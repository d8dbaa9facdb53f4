"""A question in tokens: words with their stems, numbers, dates, quoted texts; Chinese cut by what the schema and the
vocabulary know before it is cut by the general segmenter."""

import re
from collections.abc import Collection
from dataclasses import dataclass

import rjieba

from services.language.stems import stem
from services.retrieval.sql.reading.names import words_of
from services.retrieval.sql.reading.vocabulary_zh import CHINESE, FILLERS_ZH

_TOKEN = re.compile(
    r"(?P<quoted>\"[^\"]+\"|“[^”]+”|「[^」]+」|《[^》]+》|(?<![\w])'[^']{1,80}'(?!\w)|‘[^’]+’)"
    r"|(?P<date>\d{4}-\d{1,2}-\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日)"
    r"|(?P<number>\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:%|st\b|nd\b|rd\b|th\b)?"
    r"|(?P<han>[\u3400-\u9fff]+)"
    r"|(?P<word>[^\W\d_\u3400-\u9fff][^\W\u3400-\u9fff]*)(?:['’]s\b)?"
    r"|(?P<mark>[^\s])"
)
_LONGEST_HAN = 24


@dataclass(frozen=True, slots=True)
class Token:
    """`text[start:end]`; `words` are its stems, in English where the vocabulary knows a Chinese word."""

    text: str
    start: int
    end: int
    kind: str
    words: tuple[str, ...] = ()


def tokens(text: str, known: Collection[str]) -> list[Token]:
    """The tokens in order. `known`: Chinese names and values of the schema."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        start, said = match.start(), match.group(kind)
        if kind == "han":
            found += _chinese(said, start, known)
        elif kind == "word":
            found.append(
                Token(said, start, start + len(said), kind, words_of(said) if "_" in said else (stem(said.lower()),))
            )
        elif kind == "quoted":
            found.append(Token(said[1:-1], match.start(), match.end(), kind))
        else:
            found.append(Token(said, start, match.end(), kind))
    return found


def _chinese(run: str, offset: int, known: Collection[str]) -> list[Token]:
    """Longest words of the schema and the vocabulary first; what is between them as the segmenter cuts it."""
    found: list[Token] = []
    place, rest = 0, 0
    while place < len(run):
        word = next(
            (
                run[place : place + size]
                for size in range(min(_LONGEST_HAN, len(run) - place), 0, -1)
                if run[place : place + size] in known
                or (size > 1 or place == rest)
                and run[place : place + size] in CHINESE
            ),
            "",
        )
        if not word:
            place += 1
            continue
        found += _cut(run[rest:place], offset + rest)
        found.append(Token(word, offset + place, offset + place + len(word), "word", words_of(word)))
        place += len(word)
        rest = place
    return found + _cut(run[rest:], offset + rest)


def _cut(run: str, offset: int) -> list[Token]:
    found, place = [], 0
    for piece in rjieba.cut(run) if run else ():
        parts = [piece] if piece in FILLERS_ZH or not all(each in FILLERS_ZH for each in piece) else list(piece)
        for part in parts:
            found.append(Token(part, offset + place, offset + place + len(part), "word", words_of(part)))
            place += len(part)
    return found
