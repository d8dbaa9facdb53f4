"""Times that no calendar has a day for."""

import pytest

from services.language.moments import is_moment


@pytest.mark.parametrize(
    "text",
    [
        "7:40",
        "at 19.30",
        "9 am",
        "at 11 p.m.",
        "noon",
        "on Mondays",
        "every morning",
        "weekly",
        "上午九点",
        "下午3点半",
        "每周一",
        "星期五",
        "工作日",
    ],
)
def test_times_of_the_day_and_the_week_are_moments(text: str) -> None:
    assert is_moment(text)


@pytest.mark.parametrize(
    "text", ["", "412,000 containers", "7.40%", "3.5 million", "三点五亿元", "周期", "The Sundial", "1250人"]
)
def test_figures_and_other_words_are_not(text: str) -> None:
    assert not is_moment(text)
