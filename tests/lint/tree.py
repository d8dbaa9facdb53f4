"""Which files a check of the tree looks at: what git tracks or would track, without generated code."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GENERATED = "proto/gen/"


def files(paths: list[str]) -> list[str]:
    """Files below `paths` (all when empty) relative to the root, sorted; generated and deleted ones left out.

    New files count before they are added, so a check sees what a commit will hold. Raises CalledProcessError outside a
    git checkout.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
    kept = {path for path in listed.split("\0") if path and not path.startswith(GENERATED)}
    return sorted(path for path in kept if (ROOT / path).is_file())


def text(path: str) -> str:
    """The text of a file; what is not UTF-8 is kept as surrogates, so that any file can be searched."""
    return (ROOT / path).read_text(encoding="utf-8", errors="surrogateescape")
