"""Nationalities, however they are written."""

import pytest

from services.language.nations import nations_of


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Danish", "Denmark"),
        ("American", "the United States"),
        ("中国", "中国籍"),
        ("Chinese", "中国人"),
        ("法籍", "French"),
        ("Dutch", "荷兰"),
        ("a Polish citizen", "波兰籍"),
        ("USA", "美国"),
    ],
)
def test_a_people_and_its_country_are_the_same_nation(left: str, right: str) -> None:
    assert nations_of(left)
    assert nations_of(left) == nations_of(right)


@pytest.mark.parametrize(("left", "right"), [("Danish", "Norwegian"), ("中国", "日本"), ("English", "French")])
def test_different_peoples_are_different_nations(left: str, right: str) -> None:
    assert not nations_of(left) & nations_of(right)


def test_a_double_nationality_names_both() -> None:
    assert nations_of("French-Canadian") == {"France", "Canada"}


@pytest.mark.parametrize("text", ["", "法", "painter", "Velmoor", "🙂", "丹麦语诗人 poet"])
def test_what_names_no_nation_has_none(text: str) -> None:
    assert nations_of(text) == frozenset()
