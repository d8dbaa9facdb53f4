"""What the reader's relevance makes of the rules' order."""

import pytest

from services.inference.adapters.inprocess import InProcessInference
from services.inference.port import Text
from services.inference.reader import ranking
from services.inference.settings import InferenceSettings
from tests.models import built_models


def test_the_best_by_rules_are_read_and_equals_keep_their_order() -> None:
    assert ranking.first([0.2, 0.9, 0.2, 0.5], 3) == [1, 3, 0]
    assert ranking.first([], 3) == []


def test_what_was_not_read_stays_below_what_was() -> None:
    scores = ranking.mixed([0.9, 0.6, 0.5, 0.4], {0: -3.0, 1: 2.0})
    assert max(scores[2:]) <= min(scores[:2])
    assert all(0 <= score <= 1 for score in scores)


def test_without_readings_the_scores_are_those_of_the_rules() -> None:
    assert ranking.mixed([0.3, 0.7], {}) == [0.3, 0.7]


@pytest.mark.parametrize("probability", [0.0, 0.25, 1.0])
def test_log_odds_are_finite_and_in_order(probability: float) -> None:
    assert -20 < ranking.log_odds(probability) < 20
    assert ranking.log_odds(0.25) < ranking.log_odds(0.26)


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("Who founded Acme Corp?", "Acme Corp was founded by Anna Keller.", "Acme Corp moved to a new building."),
        ("公司的创始人是谁？", "这家公司的创始人是林致远。", "这家公司去年搬进了新大楼。"),
    ],
)
async def test_a_passage_that_answers_goes_before_one_on_the_same_topic(question: str, near: str, far: str) -> None:
    inference = InProcessInference.load(built_models(), InferenceSettings(threads=1, rank_read=2))
    scores = await inference.rerank(question, [Text("", "Rain is expected."), Text("", far), Text("", near)])
    named = (await inference.capabilities()).rerank
    await inference.close()
    assert scores[2] == max(scores)
    assert scores[0] == min(scores)
    assert (named.name, named.trained) == (ranking.NAME, True)
