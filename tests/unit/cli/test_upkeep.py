"""What `sextant reconcile`, `rebuild` and `reindex` print."""

from typing import Any

import pytest
from typer.testing import CliRunner

from services.cli.app import app
from services.cli.commands.upkeep import _report, _show_differences
from services.core.errors import BadInput

FIGURES = {"tenant": "acme", "expected": 3, "vectors": 2, "keywords": 4, "unsettled": 1}


def _difference(**more: Any) -> dict[str, Any]:
    plain = {"tenant": "acme", "index": "vector", "fault": "missing", "document_id": "d1", "version": 2}
    return plain | {"passages": 1, "mended": False} | more


def test_differences_are_shown_with_what_became_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    gone = _difference(index="keyword", fault="extra", document_id="", version=0, mended=True)
    _show_differences({"differences": [_difference(), gone], "tenants": [FIGURES]})
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["acme", "vector", "1", "missing", "d1", "version", "2", "not", "mended"]
    assert lines[2].split() == ["acme", "keyword", "1", "extra", "forgotten", "mended"]
    told = " ".join(" ".join(lines[3:]).split())
    assert "3 passages expected, 2 in the vector index, 4 in the keyword index" in told
    assert "1 document left out" in told


def test_no_difference_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    _show_differences({"differences": [], "tenants": []})
    assert capsys.readouterr().out == "No difference.\n"


def test_a_rebuild_says_what_is_in_force_and_what_it_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    built = {"generation": 3, "embedding": "small", "checks": 20, "replaced": [2], "seconds": 1.25}
    _report(built, as_json=False)
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("Generation 3 is in force, by small: 20 searches checked it")
    assert "Generation 2 is dropped" in said


def test_reindex_wants_an_embedder() -> None:
    assert isinstance(CliRunner().invoke(app, ["reindex"]).exception, BadInput)
