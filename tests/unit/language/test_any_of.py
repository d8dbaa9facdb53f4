"""One pattern for many phrases."""

import re

import pytest

from services.language.any_of import any_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("net profit margin and net profit", ["net profit margin", "net profit"]),
        ("nets", ["net"]),
        ("pro", []),
        ("profits", ["profits"]),
    ],
)
def test_the_longest_phrase_at_a_place_is_found(text: str, found: list[str]) -> None:
    phrases = ["net", "net profit", "net profit margin"]
    pattern = any_of([*map(list, phrases), [*"profit", "s?"]])
    assert re.findall(pattern, text) == found


def test_every_phrase_is_found_whole() -> None:
    phrases = ["a", "ab", "abc", "b", "bcd", "净利润", "净利", "利润"]
    assert all(re.fullmatch(any_of(map(list, phrases)), phrase) for phrase in phrases)
    assert not re.fullmatch(any_of(map(list, phrases)), "bc")
