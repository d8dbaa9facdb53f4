"""Demo sets of a few seeds, written once."""

from __future__ import annotations

import pytest

from services.cli.demo import DemoSet, build

SEEDS = (1, 2, 7, 11, 42)


@pytest.fixture(scope="session")
def sets(tmp_path_factory: pytest.TempPathFactory) -> dict[int, DemoSet]:
    return {seed: build(seed, tmp_path_factory.mktemp(f"demo{seed}")) for seed in SEEDS}


@pytest.fixture(params=SEEDS)
def demo(request: pytest.FixtureRequest, sets: dict[int, DemoSet]) -> DemoSet:
    return sets[request.param]
