"""The app: routes and what every request goes through, put together. Nothing happens at import."""

from importlib.metadata import version

from fastapi import FastAPI

from services.gateway import problems
from services.gateway.identity import OwnMachineOnly
from services.gateway.limits import BodyLimit
from services.gateway.measuring import Measured
from services.gateway.routes import answers, chat, console, documents, feedback, health, models, runs, search
from services.gateway.wiring import Parts

DESCRIPTION = """
Answers questions over your own documents: planned, checked, cited, honest.

Errors are RFC 9457 problem+json with a stable `code`; the chat routes use OpenAI's error shape. Repeat a POST that
makes a run with its `Idempotency-Key` and you get that run. The tenant is named by `X-Sextant-Tenant`.
"""
_PROBLEM = {"schema": problems.SCHEMA, "example": problems.EXAMPLE}
_ROUTES = (chat, models, answers, runs, documents, search, feedback, health, console)


def create_app(parts: Parts) -> FastAPI:
    """An app over parts that are open. The caller closes them when the app has stopped."""
    app = routes_only()
    app.state.parts = parts
    problems.install(app)
    settings = parts.settings
    # The last one added is the first one reached.
    app.add_middleware(BodyLimit, limit=settings.gateway_body_limit, upload_limit=settings.gateway_upload_limit)
    app.add_middleware(OwnMachineOnly)
    app.add_middleware(Measured)
    return app


def routes_only() -> FastAPI:
    """The routes with nothing behind them: enough to describe them."""
    # The documentation pages of the framework load scripts from elsewhere; /openapi.json is enough.
    app = FastAPI(
        title="Sextant",
        version=version("sextant"),
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        responses={"default": {"description": "A problem (RFC 9457).", "content": {problems.MEDIA_TYPE: _PROBLEM}}},
    )
    for module in _ROUTES:
        app.include_router(module.router)
    return app
