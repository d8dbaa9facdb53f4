"""The console serves only itself, and lets no script in."""

import re

import httpx
import pytest

from services.gateway.routes.console import FOLDER
from tests.unit.gateway.reading import assert_problem


@pytest.mark.parametrize(
    ("path", "media_type"),
    [("/console", "text/html"), ("/console/console.js", "text/javascript"), ("/console/console.css", "text/css")],
)
async def test_its_files_are_served_under_a_strict_policy(http: httpx.AsyncClient, path: str, media_type: str) -> None:
    reply = await http.get(path)
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith(media_type)
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", ["..%2Fsettings.py", "settings.py", "index.html"])
async def test_nothing_else_is_served(http: httpx.AsyncClient, name: str) -> None:
    assert_problem(await http.get(f"/console/{name}"), 404, "not_found")


def test_it_loads_nothing_from_elsewhere_and_writes_no_markup() -> None:
    page, script = ((FOLDER / name).read_text(encoding="utf-8") for name in ("index.html", "console.js"))
    assert not re.search(r"(src|href)=\"(https?:)?//", page)
    assert "<script>" not in page
    assert "style=" not in page
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", script)
