"""Which Java runs Elasticsearch, and what its configuration keeps on this machine."""

from pathlib import Path

import pytest

from services.cli.stack.servers import elasticsearch
from services.cli.stack.servers.elasticsearch import ELASTICSEARCH, OLDEST_JAVA, java_home
from services.cli.stack.servers.server import SERVERS_DIR, Place

PORTS = {"elasticsearch": 4001, "elasticsearch_transport": 4002}


def java(folder: Path, version: str) -> Path:
    """A folder that looks like a Java of a version."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "java").touch(mode=0o755)
    (folder / "release").write_text(f'IMPLEMENTOR="Somebody"\nJAVA_VERSION="{version}"\n')
    return folder


def test_the_newest_java_that_is_new_enough_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older, newer = java(tmp_path / "a", f"{OLDEST_JAVA}.0.4"), java(tmp_path / "b", f"{OLDEST_JAVA + 2}")
    monkeypatch.setattr(elasticsearch, "_javas", lambda: iter((older, newer, tmp_path / "none")))
    assert java_home() == newer


@pytest.mark.parametrize("version", ["17.0.15", "1.8.0_392", ""])
def test_an_old_java_is_no_java_and_the_server_is_not_found(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = java(tmp_path / "java", version)
    (tmp_path / f"elasticsearch-{elasticsearch.VERSION}").mkdir()
    monkeypatch.setenv(SERVERS_DIR, str(tmp_path))
    monkeypatch.setattr(elasticsearch, "_javas", lambda: iter((old,)))
    assert java_home() is None
    assert ELASTICSEARCH.find() is None
    assert f"Java of version {OLDEST_JAVA}" in ELASTICSEARCH.how_to_get


def test_its_configuration_binds_it_to_the_loopback_and_to_its_own_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "config").mkdir(parents=True)
    for name in ("jvm.options", "log4j2.properties"):
        (home / "config" / name).write_text("-Dkept=yes\n-Xlog:gc*:file=gc.log\n")
    place = Place(tmp_path / "place", PORTS)
    launch = ELASTICSEARCH.prepare(home, place)
    written = (place.folder / "configuration" / "elasticsearch.yml").read_text().splitlines()
    assert (place.folder / "configuration" / "jvm.options").read_text() == "-Dkept=yes\n"
    assert "network.host: 127.0.0.1" in written
    assert f"path.data: {place.folder / 'data'}" in written
    assert {"http.port: 4001", "transport.port: 4002"} <= set(written)
    assert launch.environment["ES_PATH_CONF"] == str(place.folder / "configuration")
    assert ELASTICSEARCH.settings(place) == {"SEXTANT_KEYWORD_URL": "http://127.0.0.1:4001"}
