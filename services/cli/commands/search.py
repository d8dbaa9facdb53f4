"""`sextant search`."""

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from services.cli.options import DEFAULT_TENANT, AsJson, Limit, Tenant, Url
from services.cli.output import console, print_json
from services.cli.session import talk

Json = Any  # dict, list, str, int, float, bool or None


def search(  # budget: each is an option of the command line
    query: Annotated[str, typer.Argument(help="What to look for.")],
    *,
    limit: Limit = 5,
    profile: Annotated[str, typer.Option(help="Retrieval profile.")] = "general",
    tag: Annotated[list[str] | None, typer.Option(help="Only documents with one of these tags.")] = None,
    language: Annotated[list[str] | None, typer.Option(help="Only in these languages: en, zh.")] = None,
    explain: Annotated[bool, typer.Option(help="Say which leg found each passage, and why others went.")] = False,
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
    screen = console()
    chosen = f"{found['strategy']} search: {found['strategy_reason']} · profile {found['profile']}"
    screen.print(Text(chosen, style="dim"))
    for rank, item in enumerate(found["evidence"], start=1):
        _show(screen, rank, item, explain=explain)
    for item in found["dropped"] if explain else ():
        screen.print(Text(f"  – {item['passage']['title']}: {item['fate']} ({_sighted(item)})", style="dim"))
    if not found["evidence"]:
        screen.print("Nothing found.")


def _show(screen: Console, rank: int, item: Json, *, explain: bool) -> None:
    passage = item["passage"]
    place = [passage["title"], passage["section"], f"p. {passage['page']}" if passage["page"] else ""]
    screen.print(Text(f"{rank}. " + " · ".join(part for part in place if part), style="bold"))
    if explain:
        screen.print(Text(f"   relevance {item['relevance']:.3f} · {_sighted(item)}", style="cyan"))
    marked = Text("   " + " ".join(passage["text"].split())[:600])
    screen.print(marked)


def _sighted(item: Json) -> str:
    hits = (f"{hit['leg']} rank {hit['rank']} ({hit['score']:.3f})" for hit in item["hits"])
    return ", ".join(hits) or "no leg"
