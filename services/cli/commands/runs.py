"""`sextant runs list | show | events | resume | cancel`."""

from typing import Annotated, Any

import typer
from rich.text import Text

from services.cli import asking, ids
from services.cli.client import Gateway
from services.cli.options import DEFAULT_TENANT, AsJson, Limit, Tenant, Url
from services.cli.output import console, print_json, shown_time, table
from services.cli.session import talk
from services.cli.show.answer import show_answer

app = typer.Typer(help="Look at runs: their state, their reasoning, their events.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(help="The run's id, or how it begins.")]
Json = Any  # dict, list, str, int, float, bool or None


@app.command("list")
def list_runs(
    *,
    status: Annotated[str, typer.Option(help="Only in this state.")] = "",
    limit: Limit = 20,
    cursor: Annotated[str, typer.Option(help="Go on after an earlier page.")] = "",
    as_json: AsJson = False,
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """List runs, newest first."""
    page = talk(lambda gateway: gateway.get("/v1/runs", status=status, limit=limit, cursor=cursor), tenant, url)
    if as_json:
        print_json(page)
        return
    shown = table("", "id", "state", "question", "asked", "attempts")
    names = ids.short([row["id"] for row in page["runs"]])
    for row in page["runs"]:
        shown.add_row(names[row["id"]], row["status"], row["question"], shown_time(row["created"]), str(row["attempt"]))
    console().print(shown)
    if page.get("cursor"):
        console().print(f"More: --cursor {page['cursor']}")


@app.command()
def show(run: Id, *, as_json: AsJson = False, tenant: Tenant = DEFAULT_TENANT, url: Url = "") -> None:
    """Show a run and its answer."""

    async def got(gateway: Gateway) -> Json:
        return await gateway.get(f"/v1/runs/{await ids.whole(gateway, ids.RUN, run)}")

    found = talk(got, tenant, url)
    if as_json:
        print_json(found)
        return
    screen = console()
    screen.print(Text(f"{found['question']}", style="bold"))
    reason = f" ({found['reason']})" if found["reason"] else ""
    screen.print(f"{found['status']}{reason} · asked {shown_time(found['created'])} · attempt {found['attempt']}")
    if found.get("answer"):
        show_answer(screen, found["answer"])


@app.command()
def events(
    run: Id,
    *,
    after: Annotated[int, typer.Option(min=0, help="Only those after this number.")] = 0,
    as_json: AsJson = False,
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """Show what happened in a run; goes on until it ends."""

    async def tell(gateway: Gateway) -> None:
        run_id = await ids.whole(gateway, ids.RUN, run)
        async for number, kind, data in gateway.events(run_id, after):
            if as_json:
                print_json({"n": number, "kind": kind, "data": data})
            else:
                console().print(Text(f"{number:>4} {kind}  {_brief(data)}"), soft_wrap=True)

    talk(tell, tenant, url)


@app.command()
def resume(run: Id, *, tenant: Tenant = DEFAULT_TENANT, url: Url = "") -> None:
    """Let a failed, dead, cancelled or degraded run go on; what it has done is kept, but for what lacked something."""

    async def again(gateway: Gateway) -> Json:
        run_id = await ids.whole(gateway, ids.RUN, run)
        resumed = await gateway.post(f"/v1/runs/{run_id}/resume", {})
        return await asking.follow(gateway, run_id, after=resumed.get("last_event", 0))

    show_answer(console(), talk(again, tenant, url))


@app.command()
def cancel(run: Id, *, tenant: Tenant = DEFAULT_TENANT, url: Url = "") -> None:
    """Stop a run."""

    async def stop(gateway: Gateway) -> Json:
        return await gateway.delete(f"/v1/runs/{await ids.whole(gateway, ids.RUN, run)}")

    console().print(f"Asked to stop {talk(stop, tenant, url)['id']}.")


def _brief(data: Json) -> str:
    text = ", ".join(f"{name}={value}" for name, value in data.items()) if isinstance(data, dict) else str(data)
    return text if len(text) <= 300 else f"{text[:300]}…"  # what fits a few lines of a terminal
