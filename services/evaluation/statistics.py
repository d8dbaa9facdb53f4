"""How sure a figure is: bootstrap intervals, reliability of confidences, quantiles."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2000
_BINS = 10


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval, over `n` questions."""

    mean: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers whose confidence lies in [low, low + 0.1): how many, how sure on average, how often right."""

    low: float
    n: int
    confidence: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far confidences can be believed. `error` is the expected calibration error, `auc` tells right from wrong."""

    bins: tuple[Bin, ...]
    error: float
    brier: float
    auc: float
    n: int


def estimate(values: Sequence[float], *, seed: int = 0) -> Estimate:
    """The mean with a percentile bootstrap interval (2,000 resamples). Of no values, zeros with n = 0.

    Source: Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979.
    """
    if not values:
        return Estimate(0.0, 0.0, 0.0, 0)
    data = np.asarray(values, np.float64)
    drawn = np.random.default_rng(seed).integers(0, len(data), (RESAMPLES, len(data)))
    low, high = np.quantile(data[drawn].mean(axis=1), (0.025, 0.975))
    return Estimate(float(data.mean()), float(low), float(high), len(data))


def difference(first: Sequence[float], second: Sequence[float], *, seed: int = 0) -> Estimate:
    """The mean of `first` minus `second` over the same questions, by paired bootstrap."""
    return estimate([a - b for a, b in zip(first, second, strict=True)], seed=seed)


def quantile(values: Sequence[float], share: float) -> float:
    """A quantile, or 0 of no values."""
    return float(np.quantile(np.asarray(values, np.float64), share)) if values else 0.0


def reliability(confidences: Sequence[float], right: Sequence[bool]) -> Reliability:
    """Ten equal bins of confidence; empty ones are left out.

    Source: Guo et al., "On Calibration of Modern Neural Networks", ICML 2017.
    """
    sure, hit = np.asarray(confidences, np.float64), np.asarray(right, np.float64)
    if not len(sure):
        return Reliability((), 0.0, 0.0, 0.5, 0)
    places = np.minimum((sure * _BINS).astype(int), _BINS - 1)
    bins = []
    for place in range(_BINS):
        inside = places == place
        if inside.any():
            mean_sure, mean_hit = float(sure[inside].mean()), float(hit[inside].mean())
            bins.append(Bin(place / _BINS, int(inside.sum()), mean_sure, mean_hit))
    error = sum(each.n * abs(each.confidence - each.accuracy) for each in bins) / len(sure)
    return Reliability(tuple(bins), error, float(((sure - hit) ** 2).mean()), auc(confidences, right), len(sure))


def auc(scores: Sequence[float], positive: Sequence[bool]) -> float:
    """The chance that a positive one scores above a negative one, ties counting half; 0.5 when either is missing."""
    values, flags = np.asarray(scores, np.float64), np.asarray(positive, bool)
    ours, theirs = values[flags], values[~flags]
    if not len(ours) or not len(theirs):
        return 0.5
    gaps = ours[:, None] - theirs[None]
    return float((gaps > 0).mean() + (gaps == 0).mean() / 2)
