"""What a model directory holds, written last: a directory without a valid manifest is built anew."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ValidationError

MANIFEST_FILE = "manifest.json"


class ModelFile(BaseModel):
    """Size in bytes and SHA-256 of one file."""

    bytes: int
    sha256: str


class Manifest(BaseModel):
    """Format of the build, versions of what made it, the weights' hash, and the files."""

    format: int
    source: str
    source_sha256: str
    versions: dict[str, str]
    files: dict[str, ModelFile]

    def complete(self, model_dir: Path) -> bool:
        """True when every file is there with its size (hashes are checked by `verify`)."""
        return all(
            (model_dir / name).is_file() and (model_dir / name).stat().st_size == file.bytes
            for name, file in self.files.items()
        )

    def damaged(self, model_dir: Path) -> list[str]:
        """Names of files that are missing or whose content is not what was built; reads every byte."""
        return [
            name
            for name, file in self.files.items()
            if not (model_dir / name).is_file() or sha256(model_dir / name) != file.sha256
        ]


def sha256(path: Path) -> str:
    """Hex digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def describe(directory: Path, names: Iterable[str]) -> dict[str, ModelFile]:
    """Sizes and hashes of files in a directory."""
    return {name: ModelFile(bytes=(directory / name).stat().st_size, sha256=sha256(directory / name)) for name in names}


def read(model_dir: Path) -> Manifest | None:
    """The manifest, or None when there is none or it cannot be read as one."""
    try:
        return Manifest.model_validate_json((model_dir / MANIFEST_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError, ValidationError):
        return None


def install(built: Path, model_dir: Path, manifest: Manifest) -> None:
    """Move built files into place. The old manifest goes first and the new one comes last, so half a move is no
    model.
    """
    (model_dir / MANIFEST_FILE).unlink(missing_ok=True)
    for name in manifest.files:
        (built / name).replace(model_dir / name)
    pending = built / MANIFEST_FILE
    pending.write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
    with pending.open("rb") as file:
        os.fsync(file.fileno())
    pending.replace(model_dir / MANIFEST_FILE)
