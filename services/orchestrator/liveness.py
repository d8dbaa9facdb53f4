"""A probe for the worker: `python -m services.orchestrator.liveness` exits 0 while it is well."""

import sys
import time
from pathlib import Path

from services.orchestrator.settings import Settings

MAX_AGE_S = 30.0


def alive(file: Path, max_age_s: float = MAX_AGE_S) -> bool:
    """Whether a worker touched its liveness file lately."""
    return file.exists() and time.time() - file.stat().st_mtime <= max_age_s


if __name__ == "__main__":
    sys.exit(0 if alive(Settings().liveness_file) else 1)
