"""`sextant search`."""

from typing import Annotated, Any

import typer

from services.cli.options import DEFAULT_TENANT, AsJson, Limit, Tenant, Url
from services.cli.output import console, print_json
from services.cli.session import talk
from services.cli.show.found import show_found

Json = Any  # dict, list, str, int, float, bool or None


def search(  # budget: each is an option of the command line
    query: Annotated[str, typer.Argument(help="What to look for.")],
    *,
    limit: Limit = 5,
    profile: Annotated[str, typer.Option(help="Retrieval profile.")] = "general",
    tag: Annotated[list[str] | None, typer.Option(help="Only documents with one of these tags.")] = None,
    language: Annotated[list[str] | None, typer.Option(help="Only in these languages: en, zh.")] = None,
    explain: Annotated[
        bool, typer.Option(help="Say which leg found each passage, its scores, why others went.")
    ] = False,
    as_json: AsJson = False,
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """Find passages, without an answer."""
    body: Json = {"query": query, "limit": limit, "profile": profile, "explain": explain}
    body["filter"] = {"tags": tag or [], "languages": language or []}
    found = talk(lambda gateway: gateway.post("/v1/search", body), tenant, url)
    if as_json:
        print_json(found)
        return
    show_found(console(), found, explain=explain)
