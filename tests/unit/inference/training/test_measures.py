"""Measures by hand."""

import numpy as np
import pytest

from services.inference.training.measures import auc, exact, f1
from services.inference.training.trainer import best_span


@pytest.mark.parametrize(
    ("said", "expected", "overlap", "same"),
    [
        ("The Eiffel Tower", "eiffel tower!", 1.0, 1.0),
        ("330 metres", "330 metres tall", 0.8, 0.0),
        ("深圳市", "深圳", 0.8, 0.0),
        ("深圳 。", "深圳", 1.0, 1.0),
        ("", "something", 0.0, 0.0),
        ("🛰️", "🛰️", 1.0, 1.0),
    ],
)
def test_overlap_counts_words_and_single_characters(said: str, expected: str, overlap: float, same: float) -> None:
    assert f1(said, expected) == pytest.approx(overlap)
    assert exact(said, expected) == same


def test_auc_counts_pairs_and_halves_ties() -> None:
    assert auc([3, 2], [1, 0]) == 1
    assert auc([1], [1]) == 0.5
    assert auc([2, 0], [1, 1]) == 0.5
    assert auc([], [1]) == 0.5
    assert auc([1, 3], [2]) == 0.5


def test_the_best_span_is_past_position_zero_in_order_and_within_the_tokens() -> None:
    logits = np.zeros((8, 2), np.float32)
    logits[3, 0], logits[5, 1], logits[2, 1], logits[7] = 9, 9, 30, 99
    first, last, odds = best_span(logits, 6)
    assert (first, last) == (3, 5) or (first, last) == (1, 2)
    logits[2, 1] = 0
    first, last, odds = best_span(logits, 6)
    assert (first, last) == (3, 5)
    assert odds == pytest.approx(18)
    logits[0] = 12
    assert best_span(logits, 6)[2] == pytest.approx(-6)
