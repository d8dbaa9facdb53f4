"""Dockerfiles and compose files are well-formed, and what they ask of a person is all in .env.example."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.stack import COMPOSE, DOCKERFILES, OVERLAYS, ROOT, variables

BIN = Path(sys.executable).parent
CHECK = (str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec")


@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda path: path.name)
def test_hadolint_finds_nothing(path: Path) -> None:
    done = subprocess.run(
        [str(BIN / "hadolint"), "--no-color", str(path)], check=False, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_compose_files_are_valid_by_the_compose_specification() -> None:
    command = [*CHECK, *(str(path) for path in (COMPOSE, *OVERLAYS))]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout


def test_the_schema_refuses_what_is_wrong(tmp_path: Path) -> None:
    wrong = tmp_path / "compose.yml"
    wrong.write_text("services: {one: {image: some:1, read_onyl: true}}\n", encoding="utf-8")
    assert subprocess.run([*CHECK, str(wrong)], check=False, capture_output=True).returncode == 1


@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda path: path.name)
def test_images_are_built_in_stages_on_a_given_base_for_nobody_special(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not lines[0].startswith("# syntax")  # BuildKit would look for an image registry
    assert any(re.match(r"ARG BASE=\S+:\S*\d", line) for line in lines)
    assert [line for line in lines if line.startswith("FROM ")] == ["FROM ${BASE} AS build", "FROM ${BASE}"]
    last = lines[lines.index("FROM ${BASE}") :]
    assert any(re.match(r"USER (\$\{UID\}|[1-9]\d+):", line) for line in last)
    assert not [line for line in lines if line.startswith(("HEALTHCHECK", "ADD "))]
    assert not [line for line in last if "pip install" in line]


def test_env_example_has_every_variable_with_its_usual_value_and_no_password() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    told = variables()
    assert set(example) == set(told)
    for name, values in told.items():
        assert values == {"?"} if name.endswith("_PASSWORD") else values == {example[name]}, name
        assert not (name.endswith("_PASSWORD") and example[name])


def test_every_mounted_file_is_there() -> None:
    mounts = [mount for path in (COMPOSE, *OVERLAYS) for mount in re.findall(r"\./deploy/\S+?(?=:)", path.read_text())]
    assert mounts
    assert [mount for mount in mounts if not (ROOT / mount).is_file()] == []
