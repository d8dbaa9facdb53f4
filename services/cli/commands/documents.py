"""`sextant documents list | show | delete`."""

from typing import Annotated

import typer

from services.cli.options import DEFAULT_TENANT, AsJson, Limit, Tenant, Url
from services.cli.output import console, print_json, shown_time, table
from services.cli.session import talk

app = typer.Typer(help="List, show and delete documents.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(help="The document's id.")]


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
    for row in page["documents"]:
        state = row["status"] + (f" ({row['reason']})" if row["reason"] else "")
        dated, received = row.get("date") or "", shown_time(row.get("created"))
        shown.add_row(row["id"], row["name"], state, str(row.get("passages", "")), dated, received)
    console().print(shown)
    if page.get("cursor"):
        console().print(f"More: --cursor {page['cursor']}")


@app.command()
def show(document: Id, *, tenant: Tenant = DEFAULT_TENANT, url: Url = "") -> None:
    """Show all that is known of a document."""
    print_json(talk(lambda gateway: gateway.get(f"/v1/documents/{document}"), tenant, url))


@app.command()
def delete(document: Id, *, tenant: Tenant = DEFAULT_TENANT, url: Url = "") -> None:
    """Delete a document from every store."""
    talk(lambda gateway: gateway.delete(f"/v1/documents/{document}"), tenant, url)
    console().print(f"Deleted {document}.")
