"""The described API is the real one."""

import json
from pathlib import Path

from fastapi import FastAPI

from services.gateway import openapi
from services.gateway.app import routes_only

DOCS = Path(__file__).parents[3] / "docs"


def described(app: FastAPI) -> dict[tuple[str, str], dict[str, object]]:
    """Operations by method and path."""
    paths = app.openapi()["paths"]
    return {
        (method.upper(), path): operation for path, methods in paths.items() for method, operation in methods.items()
    }


def test_the_stored_description_is_up_to_date() -> None:
    stored = (DOCS / "openapi.json").read_text(encoding="utf-8")
    assert stored == openapi.document(), "run `python -m services.gateway.openapi`"
    assert json.loads(stored)["openapi"].startswith("3.1")


def test_every_operation_says_what_it_does_and_has_a_name_of_its_own() -> None:
    operations = described(routes_only())
    assert all(operation.get("summary") and operation.get("description") for operation in operations.values())
    names = [operation["operationId"] for operation in operations.values()]
    assert len(names) == len(set(names))


def test_the_written_table_names_every_address_and_no_other() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    written = {
        entry.strip("` ").replace("{id}", "{}").replace("{model}", "{}")
        for line in text.splitlines()
        if line.startswith("| `")
        for entry in line.split("|")[1].split(",")
    }
    real = {f"{method} {path}" for method, path in described(routes_only())} | {"GET /console"}
    assert written == {
        entry.replace("{run_id}", "{}").replace("{document_id}", "{}").replace("{model}", "{}") for entry in real
    }
