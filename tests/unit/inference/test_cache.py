"""The cache keeps the vectors used last."""

import numpy as np

from services.inference.cache import VectorCache
from services.inference.port import TextKind


def vector(value: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.full(4, value, np.float32)


def test_the_least_recently_used_goes_first() -> None:
    cache = VectorCache(2)
    cache.put(TextKind.QUERY, "a", vector(1))
    cache.put(TextKind.QUERY, "b", vector(2))
    cache.get(TextKind.QUERY, "a")
    cache.put(TextKind.QUERY, "c", vector(3))
    assert cache.get(TextKind.QUERY, "b") is None
    assert cache.get(TextKind.QUERY, "a") is not None
    assert len(cache) == 2


def test_a_query_and_a_passage_of_the_same_text_are_two() -> None:
    cache = VectorCache(4)
    cache.put(TextKind.QUERY, "a", vector(1))
    assert cache.get(TextKind.PASSAGE, "a") is None


def test_what_is_kept_cannot_be_changed_from_outside() -> None:
    cache, mine = VectorCache(4), vector(1)
    cache.put(TextKind.QUERY, "水泵", mine)
    mine[:] = 9
    kept = cache.get(TextKind.QUERY, "水泵")
    assert kept is not None
    assert kept[0] == 1
    assert not kept.flags.writeable


def test_without_room_nothing_is_kept() -> None:
    cache = VectorCache(0)
    cache.put(TextKind.QUERY, "a", vector(1))
    assert len(cache) == 0
