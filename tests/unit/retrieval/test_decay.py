"""Age: only where the question or the domain wants it."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.domain.question import Question, TimeRange
from services.retrieval.decay import TemporalIntent, decayed, recency, share_of_age, temporal_intent
from services.retrieval.profile import Decay

RULES = Decay(half_life_days=100, lag_days=30, weight=0.4, always=0.0, cues=("year to date", "今年以来"))
TODAY = dt.date(2025, 6, 1)
Y2024 = TimeRange(dt.date(2024, 1, 1), dt.date(2024, 12, 31))
LATEST = TemporalIntent(latest=True)


def fit(date: dt.date | None, intent: TemporalIntent) -> float:
    return recency(date, intent, today=TODAY, decay=RULES)


@pytest.mark.parametrize(
    "text",
    ["the latest headcount", "最新的营收是多少", "revenue year to date", "今年以来的营收", "Who is currently CEO?"],
)
def test_words_of_now_are_a_wish_for_the_newest(text: str) -> None:
    assert temporal_intent(Question(text), RULES.cues).latest


@pytest.mark.parametrize("text", ["", "who founded it", "creator of the knowledge base", "创始人是谁", "🛰️"])
def test_other_questions_want_nothing_of_time(text: str) -> None:
    assert not temporal_intent(Question(text), RULES.cues).present


def test_an_asked_range_wins_over_words_of_now() -> None:
    intent = temporal_intent(Question("latest revenue of 2024", time_ranges=(Y2024,)), ())
    assert intent == TemporalIntent((Y2024,), latest=False)


def test_recency_halves_with_every_half_life_of_age() -> None:
    assert fit(TODAY, LATEST) == 1
    assert fit(TODAY - dt.timedelta(days=100), LATEST) == pytest.approx(0.5)
    assert fit(TODAY - dt.timedelta(days=200), LATEST) == pytest.approx(0.25)
    assert fit(TODAY + dt.timedelta(days=50), LATEST) == 1


def test_documents_of_the_asked_range_and_shortly_after_are_preferred_to_newer_and_older_ones() -> None:
    asked = TemporalIntent((Y2024,))
    inside, report = fit(dt.date(2024, 7, 1), asked), fit(dt.date(2025, 1, 20), asked)
    newer, older = fit(dt.date(2025, 5, 30), asked), fit(dt.date(2023, 6, 1), asked)
    assert inside == report == 1
    assert 0 < older < newer < 1


def test_an_unknown_date_is_neither_good_nor_bad() -> None:
    assert fit(None, LATEST) == 0.5


def test_a_range_to_the_end_of_time_does_not_overflow() -> None:
    forever = TemporalIntent((TimeRange(dt.date(2024, 1, 1), dt.date.max),))
    assert fit(dt.date(2025, 1, 1), forever) == 1


def test_age_counts_only_with_a_wish_for_it_or_in_a_fast_domain() -> None:
    assert share_of_age(TemporalIntent(), RULES) == 0
    assert share_of_age(LATEST, RULES) == 0.4
    assert share_of_age(TemporalIntent(), RULES.model_copy(update={"always": 0.1})) == 0.1


@given(st.floats(0, 1), st.dates(), st.dates(), st.floats(0, 1))
def test_a_decayed_score_stays_between_nothing_and_itself(
    fused: float, date: dt.date, today: dt.date, share: float
) -> None:
    value = decayed(fused, recency(date, LATEST, today=today, decay=RULES), share)
    assert -1e-9 <= value <= fused + 1e-9
