"""Intervals hold the mean, repeat exactly, and shrink with more data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.evaluation.statistics import auc, difference, estimate, quantile, reliability


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_interval_holds_the_mean_within_the_values(values: list[float]) -> None:
    found = estimate(values)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found == estimate(values)


def test_more_questions_are_surer() -> None:
    few, many = estimate([0.0, 1.0] * 10), estimate([0.0, 1.0] * 200)
    assert many.high - many.low < few.high - few.low
    assert few.low < 0.5 < few.high


def test_nothing_is_estimated_from_nothing() -> None:
    assert estimate([]).n == 0
    assert quantile([], 0.5) == 0


def test_a_paired_difference_knows_that_one_is_always_better() -> None:
    found = difference([1.0, 0.5, 0.9], [0.5, 0.0, 0.4])
    assert found.low == pytest.approx(0.5)
    assert found.high == pytest.approx(0.5)


def test_honest_confidences_have_no_calibration_error_and_boasting_has() -> None:
    honest = reliability([0.5, 0.5, 1.0, 1.0], [True, False, True, True])
    assert honest.error == pytest.approx(0)
    assert reliability([1.0] * 4, [False] * 4).error == pytest.approx(1)
    assert sum(each.n for each in honest.bins) == honest.n == 4


def test_auc_is_one_when_right_answers_are_surer_and_a_half_when_all_are_alike() -> None:
    assert auc([0.9, 0.8, 0.1], [True, True, False]) == 1
    assert auc([0.5, 0.5], [True, False]) == 0.5
    assert auc([0.5], [True]) == 0.5
