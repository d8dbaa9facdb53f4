"""A person and an office in one sentence are not yet a holder."""

import pytest

from services.language.affirmation import Said, affirmed

ASKED, ASKED_ZH = "Is Dora Finlock the manager of the Elsby mill?", "苏晚晴是青石工厂的厂长吗？"


@pytest.mark.parametrize(
    ("question", "sentence", "yes"),
    [
        (ASKED, "Dora Finlock is the manager of the Elsby mill.", True),
        (ASKED, "Dora Finlock has been the manager of the Elsby mill since 2020.", True),
        (ASKED, "Dora Finlock, manager of the Elsby mill, opened the fair.", True),
        (ASKED, "Manager of the Elsby mill: Dora Finlock", True),
        (ASKED, "The Elsby mill is managed by Dora Finlock.", True),
        (ASKED, "The manager of the Elsby mill is Pell Hartnoll.", False),
        (ASKED, "Dora Finlock met Pell Hartnoll, the manager of the Elsby mill.", False),
        (ASKED, "Dora Finlock visited the manager of the Elsby mill in March 2026.", None),
        (ASKED, "Dora Finlock is the assistant of the manager of the Elsby mill.", None),
        (ASKED, "Dora Finlock works for the manager of the Elsby mill.", None),
        (ASKED, "Dora Finlock replaced the manager of the Elsby mill.", None),
        (ASKED_ZH, "苏晚晴是青石工厂的厂长。", True),
        (ASKED_ZH, "苏晚晴担任青石工厂厂长。", True),
        (ASKED_ZH, "青石工厂厂长苏晚晴出席了会议。", True),
        (ASKED_ZH, "青石工厂的厂长是贺知秋。", False),
        (ASKED_ZH, "苏晚晴不是青石工厂的厂长。", False),
        (ASKED_ZH, "苏晚晴拜访了青石工厂的厂长。", None),
        (ASKED_ZH, "苏晚晴与青石工厂的厂长会面。", None),
        (ASKED_ZH, "苏晚晴是青石工厂的厂长助理。", None),
        (ASKED_ZH, "青石工厂位于云汀市。😀", None),
    ],
)
def test_only_a_sentence_that_binds_them_says_yes(question: str, sentence: str, yes: bool | None) -> None:
    assert affirmed(question, Said(sentence)) is yes
