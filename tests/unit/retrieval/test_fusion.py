"""Fusion: what holds for any rankings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.indexes.port import Hit
from services.retrieval.fusion import WeightedRanking, fuse, reciprocal_rank_fusion, weighted_score_fusion

ids = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=8)
scores = st.floats(-1, 30, allow_nan=False)


@st.composite
def rankings(draw: st.DrawFn) -> list[WeightedRanking]:
    found = []
    for _ in range(draw(st.integers(1, 5))):
        names = draw(ids)
        values = sorted((draw(scores) for _ in names), reverse=True)
        hits = [Hit(name, value) for name, value in zip(names, values, strict=True)]
        found.append(WeightedRanking(hits, draw(st.floats(0.05, 1)), draw(st.sampled_from([None, 0.0, 0.5]))))
    return found


def test_reciprocal_ranks_are_summed_with_k_60() -> None:
    fused = reciprocal_rank_fusion([["a", "b"], ["b"]])
    assert [one.passage_id for one in fused] == ["b", "a"]
    assert [one.score for one in fused] == pytest.approx([1 / 62 + 1 / 61, 1 / 61])


def test_equal_sums_keep_the_order_of_first_appearance() -> None:
    assert [one.passage_id for one in reciprocal_rank_fusion([["x", "y"], ["y", "x"]])] == ["x", "y"]


def test_weights_decide_between_two_first_places() -> None:
    assert reciprocal_rank_fusion([["a"], ["b"]], weights=[0.4, 0.6])[0].passage_id == "b"


@given(st.lists(ids, min_size=1, max_size=5))
def test_every_passage_appears_once_and_the_best_come_first(lists: list[list[str]]) -> None:
    fused = reciprocal_rank_fusion(lists)
    assert sorted(one.passage_id for one in fused) == sorted({name for ranking in lists for name in ranking})
    assert [one.score for one in fused] == sorted((one.score for one in fused), reverse=True)


@given(ids, ids)
def test_a_passage_ahead_in_every_ranking_is_ahead_in_the_fusion(first: list[str], second: list[str]) -> None:
    places = {one.passage_id: rank for rank, one in enumerate(reciprocal_rank_fusion([first, second]))}
    for better in first:
        for worse in first[first.index(better) + 1 :]:
            if better in second and worse in second and second.index(better) < second.index(worse):
                assert places[better] < places[worse]


@pytest.mark.parametrize("method", ["rrf", "weighted"])
@given(found=rankings())
def test_fused_scores_are_shares_whatever_the_weights_sum_to(method: str, found: list[WeightedRanking]) -> None:
    fused = fuse(method, found)
    assert set(fused) == {hit.passage_id for ranking in found for hit in ranking.hits}
    assert all(-1e-9 <= score <= 1 + 1e-9 for score in fused.values())
    doubled = [WeightedRanking(one.hits, one.weight * 2, one.lowest) for one in found]
    assert fuse(method, doubled) == pytest.approx(fused)


@pytest.mark.parametrize("method", ["rrf", "weighted"])
def test_first_of_every_ranking_scores_one(method: str) -> None:
    ranking = [Hit("a", 9.0), Hit("b", 4.0)]
    assert fuse(method, [WeightedRanking(ranking, 0.6, 0.0), WeightedRanking(ranking, 0.4, 0.0)])["a"] == pytest.approx(
        1
    )


def test_scores_below_the_meaningful_lowest_count_nothing() -> None:
    fused = weighted_score_fusion([WeightedRanking([Hit("a", 0.9), Hit("b", 0.7)], 1.0, 0.8)])
    assert [(one.passage_id, one.score) for one in fused] == [("a", pytest.approx(1.0)), ("b", 0.0)]


def test_a_ranking_that_means_nothing_as_a_whole_adds_nothing() -> None:
    assert weighted_score_fusion([WeightedRanking([Hit("a", 0.5)], 1.0, 0.8)])[0].score == 0.0


def test_min_max_is_used_where_no_lowest_is_known() -> None:
    fused = weighted_score_fusion([WeightedRanking([Hit("a", 3), Hit("b", 2), Hit("c", 1)], 1.0)])
    assert [one.score for one in fused] == pytest.approx([1.0, 0.5, 0.0])


def test_nothing_fused_is_nothing() -> None:
    assert fuse("rrf", []) == {}
    assert fuse("weighted", [WeightedRanking([], 1.0)]) == {}
