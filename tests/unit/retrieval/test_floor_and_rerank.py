"""The floor, the duplicates and the final order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.domain.passage import Evidence, LegHit
from services.inference.port import Calibration
from services.language.similarity import agree
from services.retrieval.duplicates import merge
from services.retrieval.floor import asked_words, below_floor, floor_of, with_similarity
from services.retrieval.profile import Profiles
from services.retrieval.rerank import blended, keep
from tests.fakes.passages import bag, passage

THRESHOLDS = Profiles.packaged().get("general").thresholds
E5 = Calibration(floor=0.8, source=0.88, duplicate=0.94)
WORDS = LegHit("keyword", "q", 1, 7.0)
MEANING = LegHit("vector", "q", 1, 0.7)


def found(text: str, similarity: float, *hits: LegHit) -> Evidence:
    return Evidence(passage("p", text), hits, similarity=similarity)


def gone(evidence: Evidence, *asked: str) -> bool:
    return below_floor(evidence, asked_words(asked), floor=0.8, lexical=0.5)


def test_the_floor_is_the_quantile_that_the_profile_names() -> None:
    assert floor_of(THRESHOLDS, E5) == 0.8
    assert floor_of(THRESHOLDS.model_copy(update={"floor": "source"}), E5) == 0.88
    assert floor_of(THRESHOLDS.model_copy(update={"floor": "none"}), E5) == -1


def test_an_unlike_passage_goes_and_a_like_one_stays() -> None:
    assert gone(found("the weather is mild", 0.7, MEANING), "Halcyon revenue")
    assert not gone(found("the weather is mild", 0.81, MEANING), "Halcyon revenue")


@pytest.mark.parametrize(
    ("text", "asked"), [("Halcyon revenue rose", "Halcyon revenue"), ("北辰公司营业收入上升", "北辰营业收入")]
)
def test_the_questions_own_words_keep_an_unlike_passage(text: str, asked: str) -> None:
    assert not gone(found(text, 0.7, WORDS), asked)
    assert gone(found("Halcyon", 0.7, WORDS), "Halcyon revenue profit 2022 debt")


def test_one_phrasing_covered_is_enough() -> None:
    assert not gone(found("headcount of Halcyon", 0.7, WORDS), "how many people work there", "Halcyon headcount")


def test_a_passage_without_a_known_cosine_stays() -> None:
    assert not gone(found("anything", 0.0, WORDS), "Halcyon")


def test_similarity_is_the_best_exact_cosine_to_any_query() -> None:
    evidence = [found("Halcyon revenue", 0.0, WORDS)]
    scored = with_similarity(evidence, {"p": bag("Halcyon revenue")}, [bag("weather"), bag("Halcyon revenue")])
    assert scored[0].similarity == pytest.approx(1.0, abs=1e-5)
    assert with_similarity(evidence, {}, [bag("x")]) == evidence
    assert with_similarity(evidence, {"p": bag("x")}, []) == evidence


def test_duplicates_need_likeness_and_agreement() -> None:
    first, twin, other = (
        Evidence(passage(name, text, name)) for name, text in (("a", "x 5"), ("b", "x 5 !"), ("c", "x 6"))
    )
    one, tilted = np.zeros(4, np.float32), np.zeros(4, np.float32)
    one[0] = 1
    tilted[:2] = np.sqrt([0.5, 0.5])
    near = dict.fromkeys("abc", one)
    kept, dropped = merge([first, twin, other], near, threshold=0.94, agree=agree)
    assert ([e.passage.id for e in kept], [e.fate for e in dropped]) == (["a", "c"], ["duplicate_of:a"])
    assert len(merge([first, twin], near | {"b": tilted}, threshold=0.94, agree=agree)[0]) == 2


def test_neighbouring_paragraphs_that_a_bunched_embedder_calls_alike_both_stay() -> None:
    pair = [
        Evidence(passage("a", "Photographs of aircraft are taken from the ground with a long lens.")),
        Evidence(passage("b", "Photographs of aircraft are taken from another aircraft that flies beside it.", "d2")),
    ]
    same = bag("x")
    assert len(merge(pair, {"a": same, "b": same}, threshold=0.9, agree=agree)[0]) == 2


def test_a_passage_with_one_figure_more_is_no_duplicate() -> None:
    one = bag("x")
    pair = [Evidence(passage("a", "Halcyon grew.")), Evidence(passage("b", "Halcyon grew 12%.", "d2"))]
    assert len(merge(pair, {"a": one, "b": one}, threshold=0.9, agree=agree)[0]) == 2


def test_blending_mixes_relevance_with_fusion_relative_to_its_best() -> None:
    one = Evidence(passage("p", "x"), fused=0.2, relevance=0.5)
    assert blended(one, 0.4, 0.7) == pytest.approx(0.7 * 0.5 + 0.3 * 0.5)
    assert blended(one, 0.0, 0.7) == pytest.approx(0.35)


@given(st.lists(st.floats(0, 1), max_size=40), st.integers(1, 30))
def test_what_is_kept_is_the_best_and_between_the_limits(scores: list[float], limit: int) -> None:
    evidence = [Evidence(passage(f"p{n}", "x")) for n in range(len(scores))]
    kept, out = keep(evidence, scores, limit=limit, thresholds=THRESHOLDS)
    by_id = {one.passage.id: score for one, score in zip(evidence, scores, strict=True)}
    assert len(kept) + len(out) == len(scores)
    assert min(limit, 3, len(scores)) <= len(kept) <= min(limit, 10)
    values = [by_id[one.passage.id] for one in kept]
    assert values == sorted(values, reverse=True)
    assert all(by_id[one.passage.id] <= min(values, default=1) for one in out)
    assert all(value >= 0.3 * values[0] for value in values[3:])
    assert {one.fate for one in out} <= {"reranked_out"}
