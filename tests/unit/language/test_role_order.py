"""Roles that stand behind their names."""

import pytest

from services.language.statements import values


@pytest.mark.parametrize(
    ("sentence", "name", "roles"),
    [
        ("Paul Nevin as Luke Orlo, Arlo Woodrow as Boss Garfield.", "Arlo Woodrow", {"actor"}),
        ("The Captain (Paul Nevin) and Yard Boss Garfield (Arlo Woodrow) watch.", "Arlo Woodrow", {"actor"}),
        ("Gene Marlow played Dan Storm.", "Gene Marlow", {"actor"}),
        ("It was written by Douglas Furb (lyrics) and Philip Bram (music).", "Philip Bram", {"author", "composer"}),
        ("《云渡》由江帆执导，贺兰编剧，陈默、林溪领衔主演。", "江帆", {"film_director"}),
        ("《云渡》由江帆执导，贺兰编剧，陈默、林溪领衔主演。", "贺兰", {"screenwriter"}),
        ("《云渡》由江帆执导，贺兰编剧，陈默、林溪领衔主演。", "陈默", {"actor"}),
        ("作者江帆，系电视剧《云渡》导演、总制片人。", "江帆", {"author", "film_director", "producer"}),
    ],
)
def test_a_name_has_the_roles_that_are_said_of_it(sentence: str, name: str, roles: set[str]) -> None:
    assert next(value.aspects for value in values(sentence) if value.text == name) == roles
