"""The compose files as data: what containers there are, and what each says. Nothing is started."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "docker-compose.yml"
OVERLAYS = sorted(path for path in (ROOT / "deploy" / "compose").glob("*.yml") if path.name != "prometheus.yml")
DOCKERFILES = sorted((ROOT / "deploy" / "docker").glob("*Dockerfile"))
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")

Container = Mapping[str, Any]


def read(path: Path) -> dict[str, Any]:
    """A YAML file."""
    loaded: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


def containers() -> dict[str, Container]:
    """Every container that a file defines whole, by name; an overlay's additions to one are not among them."""
    files = [read(COMPOSE), *(read(path) for path in OVERLAYS)]
    return {name: each for file in files for name, each in file["services"].items() if "image" in each}


def variables() -> dict[str, set[str]]:
    """What is read from .env, each with the values it has when it is not there; `?` where it must be."""
    found: dict[str, set[str]] = {}
    for path in (COMPOSE, *OVERLAYS):
        for name, kind, default in VARIABLE.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, set()).add(kind if kind != "-" else default)
    return found


def usual(text: str) -> str:
    """A text as it is without any .env."""
    return VARIABLE.sub(lambda found: found[3] if found[2] == "-" else "secret", text)
