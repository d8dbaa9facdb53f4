"""The real models for tests, built once: `make setup` has done it, a bare checkout waits ten seconds."""

from pathlib import Path

from services.core.settings import SharedSettings
from services.inference.build import ensure_models


def built_models() -> Path:
    """The model directory of this checkout."""
    return ensure_models(SharedSettings().model_dir)
