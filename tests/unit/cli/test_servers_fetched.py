"""`make servers`: what it fetches is where the servers look for it; what it does not know, or has, it leaves alone."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from services.cli.stack.servers import postgres
from services.cli.stack.servers.server import SERVERS_DIR, fetched, servers_dir

ROOT = Path(__file__).parents[3]


def _run(folder: Path, *names: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [ROOT / "requirements" / "servers.sh", *names],
        env=os.environ | {SERVERS_DIR: str(folder)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_an_unknown_server_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    told = _run(tmp_path, "abacus")
    assert told.returncode == 2
    assert "'abacus' is not known" in told.stderr
    assert "postgres" in told.stderr
    assert not list(tmp_path.iterdir())


def test_what_is_there_is_left_alone_and_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVERS_DIR, str(tmp_path))
    assert fetched("postgres", postgres.VERSION) is None
    there = tmp_path / f"postgres-{postgres.VERSION}"
    there.mkdir()
    told = _run(tmp_path, "postgres")
    assert told.returncode == 0, told.stderr
    assert "is there" in told.stdout
    assert [*tmp_path.iterdir()] == [there]
    assert fetched("postgres", postgres.VERSION) == there


def test_the_cache_of_the_user_is_the_place_when_none_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(SERVERS_DIR, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert servers_dir() == tmp_path / "sextant" / "servers"


def test_every_server_that_a_package_carries_is_pinned_in_its_lock_with_hashes() -> None:
    wanted = sorted((ROOT / "requirements" / "servers").glob("*.in"))
    assert wanted
    for path in wanted:
        lock = path.with_suffix(".txt").read_text(encoding="utf-8")
        for name, version in re.findall(r"^([\w-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert re.search(rf"^{re.escape(name)}=={re.escape(version)} \\\n    --hash=sha256:", lock, re.MULTILINE)
