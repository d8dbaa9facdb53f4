"""Yes and no from sentences: the subject, the predicate and the complement must all be met."""

import pytest

from services.language.affirmation import Said, affirmed


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Did the foundry pass the fire audit?", "The fire audit of the foundry took place on 3 May 2023.", None),
        ("Did the foundry pass the fire audit?", "The foundry passed the fire audit on 3 May 2023.", True),
        ("Did the foundry pass the fire audit?", "The foundry passed the fire audit without objections.", True),
        ("Did the foundry pass the fire audit?", "The foundry did not pass the fire audit.", False),
        ("Did the foundry pass the fire audit?", "The foundry may pass the fire audit.", None),
        ("Was Orrin Mills penalised in 2021?", "Talbot Mills was penalised in 2021.", None),
        ("Was Orrin Mills penalised in 2021?", "Orrin Mills was penalised in 2021.", True),
        ("Was Orrin Mills penalised in 2021?", "Orrin Mills was not penalised in 2021.", False),
        ("Was Orrin Mills penalised in 2021?", "Orrin Mills was penalised in 2019.", None),
        (
            "Was Orrin Mills penalised in 2021?",
            "In 2021 Talbot Mills was penalised, but Orrin Mills was not penalised in 2021.",
            False,
        ),
        ("Is the manager Dora Finch?", "The canteen opens at nine.", None),
        ("Is the manager Dora Finch?", "The manager is Pavel Stone.", False),
        ("Is the manager Dora Finch?", "The manager is Dora Finch.", True),
        ("Is Dora Finch the manager of Orrin Mills?", "The manager of Talbot Mills is Pavel Stone.", None),
        ("Is Dora Finch the manager of Orrin Mills?", "The manager of Orrin Mills is Pavel Stone.", False),
        ("Is Dora Finch the manager of Orrin Mills?", "Dora Finch is the manager of Orrin Mills.", True),
        ("Does the mill employ 90 people?", "The mill employs 120 people.", False),
        ("Does the mill employ more than 90 people?", "The mill employs 120 people.", True),
        ("Does the mill employ more than 90 people?", "The mill is new.", None),
        ("松岭仓库是否通过了消防验收？", "松岭仓库的消防验收于5月举行。", None),
        ("松岭仓库是否通过了消防验收？", "松岭仓库已通过消防验收。", True),
        ("松岭仓库是否通过了消防验收？", "松岭仓库尚未通过消防验收。", False),
        ("松岭仓库是否通过了消防验收？", "鹿溪仓库已通过消防验收。", None),
    ],
)
def test_a_sentence_decides_only_what_it_says_of_the_very_thing(question: str, text: str, answer: bool | None) -> None:
    assert affirmed(question, Said(text)) is answer


def test_a_title_names_the_subject_of_a_line_without_its_own() -> None:
    asked = "Was Orrin Mills penalised?"
    assert affirmed(asked, Said("The company was penalised.", "Orrin Mills notes")) is True
    assert affirmed(asked, Said("Talbot Mills was penalised.", "Orrin Mills notes")) is None
