"""`/console`: a page to ask on. It loads nothing from elsewhere and may run no script but its own."""

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

from services.core.errors import NotFound

router = APIRouter(include_in_schema=False)
FOLDER = Path(__file__).parent.parent / "console"
FILES = {"console.js": "text/javascript", "console.css": "text/css"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


@router.get("/console")
async def page() -> Response:
    """The page."""
    return FileResponse(FOLDER / "index.html", media_type="text/html; charset=utf-8", headers=HEADERS)


@router.get("/console/{name}")
async def file(name: str) -> Response:
    """What the page is made of."""
    if name not in FILES:
        raise NotFound(f"The console has no file {name!r}.", name=name)
    return FileResponse(FOLDER / name, media_type=FILES[name], headers=HEADERS)
