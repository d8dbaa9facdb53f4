"""`sextant documents list | show | delete | retry`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from services.cli import ids
from services.cli.client import Gateway
from services.cli.exits import PARTIAL
from services.cli.ingesting import Watch, cleared
from services.cli.options import DEFAULT_TENANT, AsJson, Limit, Tenant, Url
from services.cli.output import console, print_json, shown_time, table
from services.cli.session import talk
from services.cli.show.document import facts
from services.cli.show.ingested import is_bad, show_ingested
from services.core.errors import BadInput

app = typer.Typer(help="List, show, delete and retry documents.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(help="The document's id, or how it begins.")]
Ids = Annotated[list[str], typer.Argument(help="Ids of documents, or how they begin.")]
Json = Any  # dict, list, str, int, float, bool or None


@app.command("list")
def list_documents(
    *,
    status: Annotated[str, typer.Option(help="Only in this state.")] = "",
    limit: Limit = 50,
    cursor: Annotated[str, typer.Option(help="Go on after an earlier page.")] = "",
    as_json: AsJson = False,
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """List documents, newest first."""
    page = talk(lambda gateway: gateway.get("/v1/documents", status=status, limit=limit, cursor=cursor), tenant, url)
    if as_json:
        print_json(page)
        return
    shown = table("", "id", "name", "state", "passages", "date", "received")
    names = ids.short([row["id"] for row in page["documents"]])
    for row in page["documents"]:
        state = row["status"] + (f" ({row['reason']})" if row["reason"] else "")
        dated, received = row.get("date") or "", shown_time(row.get("created"))
        shown.add_row(names[row["id"]], row["name"], state, str(row.get("passages", "")), dated, received)
    console().print(shown)
    if page.get("cursor"):
        console().print(f"More: --cursor {page['cursor']}")


@app.command()
def show(document: Id, *, as_json: AsJson = False, tenant: Tenant = DEFAULT_TENANT, url: Url = "") -> None:
    """Show all that is known of a document."""

    async def got(gateway: Gateway) -> Json:
        return await gateway.get(f"/v1/documents/{await ids.whole(gateway, ids.DOCUMENT, document)}")

    found = talk(got, tenant, url)
    if as_json:
        print_json(found)
    else:
        console().print(facts(found))


@app.command()
def delete(documents: Ids, *, tenant: Tenant = DEFAULT_TENANT, url: Url = "") -> None:
    """Delete documents from every store."""

    async def gone(gateway: Gateway) -> None:
        for key in [await ids.whole(gateway, ids.DOCUMENT, given) for given in documents]:
            row = await cleared(gateway, await gateway.delete(f"/v1/documents/{key}"))
            later = "; the indexes follow when they answer" if row["stale"] else ""
            console().print(f"Deleted {key}{later}.")

    talk(gone, tenant, url)


@app.command()
def retry(
    documents: Annotated[list[str] | None, typer.Argument(help="Ids of documents, or how they begin.")] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Every document that failed.")] = False,
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """Work again on documents that failed, were rejected or are empty. Exit code 8 when some came to nothing again."""
    if bool(documents) == every:
        raise BadInput("Name documents, or use --all for every one that failed.")

    async def again(gateway: Gateway) -> list[Json]:
        named = [await ids.whole(gateway, ids.DOCUMENT, given) for given in documents or ()]
        watch = Watch(gateway)
        for key in named or await _failed(gateway):
            watch.add(Path(key), await gateway.post(f"/v1/documents/{key}/retry", {}))
        watch.complete()
        return list((await watch.run(lambda _key, _row: None)).values())

    rows = talk(again, tenant, url)
    show_ingested(console(), rows)
    if any(is_bad(row) for row in rows):
        raise typer.Exit(PARTIAL)


async def _failed(gateway: Gateway) -> list[str]:
    found: list[str] = []
    cursor = ""
    while True:
        page = await gateway.get("/v1/documents", status="failed", limit=200, cursor=cursor)
        found += [row["id"] for row in page["documents"]]
        cursor = page["cursor"]
        if not cursor:
            return found
