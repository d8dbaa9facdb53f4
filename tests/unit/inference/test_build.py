"""A build is whole or it is done again."""

import shutil
from pathlib import Path

import pytest

from services.core.errors import InferenceUnavailable
from services.inference import manifest as manifests
from services.inference.build import ensure_models, main, models_are_built
from services.inference.extras import extra
from tests.models import built_models


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A whole build, by links: nothing here writes into a file of it."""
    for path in built_models().iterdir():
        if path.is_file() and path.name not in (manifests.MANIFEST_FILE, ".lock"):
            (tmp_path / path.name).hardlink_to(path)
    shutil.copy(built_models() / manifests.MANIFEST_FILE, tmp_path)
    return tmp_path


def test_a_whole_build_is_left_alone(copied: Path) -> None:
    assert models_are_built(copied)
    before = (copied / "embedder.onnx").stat().st_mtime_ns
    assert ensure_models(copied) == copied
    assert (copied / "embedder.onnx").stat().st_mtime_ns == before


@pytest.mark.parametrize("name", ["embedder.onnx", "tokenizer.json", "words.npy", manifests.MANIFEST_FILE])
def test_a_build_that_lacks_a_file_is_none(copied: Path, name: str) -> None:
    (copied / name).unlink()
    assert not models_are_built(copied)


def test_a_file_of_another_size_is_none(copied: Path) -> None:
    (copied / "words.npy").unlink()
    (copied / "words.npy").write_bytes(b"half")
    assert not models_are_built(copied)


@pytest.mark.parametrize("damage", ["", "{", '{"format": 1}', '{"format": "x", "files": []}'])
def test_a_manifest_that_says_nothing_is_none(copied: Path, damage: str) -> None:
    (copied / manifests.MANIFEST_FILE).write_text(damage)
    assert not models_are_built(copied)


def test_another_format_is_built_again(copied: Path) -> None:
    found = manifests.read(copied)
    assert found is not None
    older = found.model_copy(update={"format": found.format - 1})
    (copied / manifests.MANIFEST_FILE).write_text(older.model_dump_json())
    assert not models_are_built(copied)


def test_verification_names_what_was_changed_behind_its_back(copied: Path) -> None:
    found = manifests.read(copied)
    assert found is not None
    assert found.damaged(copied) == []
    size = (copied / "normalisation.json").stat().st_size
    (copied / "normalisation.json").unlink()
    (copied / "normalisation.json").write_bytes(b" " * size)
    assert found.damaged(copied) == ["normalisation.json"]


def test_installing_takes_the_old_manifest_away_first(tmp_path: Path) -> None:
    built, model_dir = tmp_path / "built", tmp_path / "models"
    built.mkdir()
    model_dir.mkdir()
    (model_dir / manifests.MANIFEST_FILE).write_text("{}")
    file = manifests.ModelFile(bytes=1, sha256="0")
    manifest = manifests.Manifest(format=1, source="s", source_sha256="0", versions={}, files={"gone": file})
    with pytest.raises(FileNotFoundError):
        manifests.install(built, model_dir, manifest)
    assert manifests.read(model_dir) is None


def test_a_missing_package_says_which_extra_to_install() -> None:
    with pytest.raises(InferenceUnavailable, match=r"sextant\[embedded\]"):
        extra("no_such_package_at_all", "embed")


def test_the_command_says_where_the_models_are(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model-dir", str(copied)]) == 0
    assert str(copied) in capsys.readouterr().out
