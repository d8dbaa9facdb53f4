"""Opening words that stand for a title."""

import pytest

from services.language.openings import opening


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Short line.", "Short line"),
        ("\n\n# Harbour notes\nMore text.", "Harbour notes"),
        ("The lighthouse at Corran Point was repainted after the storm.", "The lighthouse at Corran Point was …"),
        ("青石工厂于1975年投产，二十年后扩建，现有员工五百余人。", "青石工厂于1975年投产，二十年后扩建，现有员 …"),
        ("x" * 90, "x" * 40),
        ("", ""),
        (" … \n", ""),
    ],
)
def test_a_text_is_known_by_its_first_words(text: str, shown: str) -> None:
    assert opening(text) == shown


def test_markup_and_loose_marks_are_no_words() -> None:
    assert opening("**Tide tables** ... as the `board` keeps them") == "Tide tables... as the board keeps them"
