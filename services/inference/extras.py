"""Packages that only the embedded models or their training need, imported when a model is made and not before."""

from importlib import import_module
from typing import Any

from services.core.errors import InferenceUnavailable


def extra(module: str, ability: str, name: str = "embedded") -> Any:  # noqa: ANN401  # a module: what it holds is its own
    """Import a module of the extra `name`. Raises InferenceUnavailable that says what to install."""
    try:
        return import_module(module)
    except ImportError as missing:
        package = module.partition(".")[0]
        raise InferenceUnavailable(ability, f"{package} is not installed; install sextant[{name}]") from missing
