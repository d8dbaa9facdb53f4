"""`sextant up`, `down`, `status`, `logs`."""

import asyncio
import time
from collections import deque
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

from services.cli.options import AsJson
from services.cli.output import print_json, table
from services.cli.stack import control, state
from services.cli.stack.local import chosen_servers
from services.cli.stack.state import StackState
from services.core.errors import BadInput, NotFound
from services.core.settings import SharedSettings
from services.core.wire import json

_COLOURS = {"ready": "green", "starting": "yellow", "restarting": "red", "stopped": "dim"}


def up(
    *,
    free_ports: Annotated[
        bool, typer.Option("--free-ports", help="Take free ports instead of the usual ones.")
    ] = False,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port of the gateway.")] = None,
    local: Annotated[
        bool, typer.Option("--local", help="Start real servers as well, and keep everything in them.")
    ] = False,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="With --local: leave a server out (may be said again).")
    ] = None,
) -> None:
    """Start the stack: every service a process of its own, on this machine's loopback only."""
    if without and not local:
        raise BadInput("--without leaves a server of local mode out. Say --local too.")
    settings = SharedSettings()
    data_dir = settings.data_dir.absolute()
    asyncio.run(control.make_room(data_dir))
    servers = chosen_servers(without or ()) if local else ()
    ports = control.chosen_ports(free=free_ports, gateway=port, servers=servers)
    console = Console()
    _build_models(settings.model_dir)
    with Live(console=console, refresh_per_second=8, transient=True) as live:
        known = asyncio.run(control.up(data_dir, ports, lambda now: live.update(_shown(now)), servers=servers))
    console.print(_shown(known))
    console.print(
        f"\nReady at [bold]{known.gateway_url}[/] (console: {known.gateway_url}/console). Stop it with `sextant down`."
    )


def _build_models(folder: Path) -> None:
    # Imported late: building knows the packages that build.
    from services.inference.build import ensure_models, models_are_built

    if not models_are_built(folder):
        with Console(stderr=True).status(f"Building the models in {folder}…"):
            ensure_models(folder)


def down() -> None:
    """Stop the stack. Runs that are not finished go on when it is up again."""
    stopped = asyncio.run(control.down(SharedSettings().data_dir.absolute()))
    Console().print("Stopped." if stopped else "No stack is running.")


def status(*, as_json: AsJson = False) -> None:
    """Show the processes of the running stack. Exit code 4 when none runs."""
    known = state.read(SharedSettings().data_dir.absolute())
    if known is None:
        raise NotFound("No stack is running. Start one with `sextant up`; `sextant ask` works without.")
    if as_json:
        print_json(json.plain(known))
    else:
        Console().print(_shown(known))


def logs(
    process: Annotated[str, typer.Argument(help="A process of `sextant status`; all of them when left out.")] = "",
    *,
    lines: Annotated[int, typer.Option("-n", min=1, help="Last lines of each.")] = 50,
    follow: Annotated[bool, typer.Option("-f", "--follow", help="Go on as lines come.")] = False,
) -> None:
    """Show what the processes wrote."""
    folder = SharedSettings().data_dir / "logs"
    files = sorted(folder.glob(f"{process or '*'}.log"))
    if not files:
        known = ", ".join(sorted(path.stem for path in folder.glob("*.log"))) or "none"
        raise NotFound(f"There are no logs of {process or 'any process'} in {folder}; there are: {known}.")
    console = Console(highlight=False, soft_wrap=True)
    for path in files:
        with path.open(errors="replace") as text:
            for line in deque(text, maxlen=lines):
                _print_line(console, path, line)
    if follow:
        _follow(files, console)


def _follow(files: list[Path], console: Console) -> None:
    places = {path: path.stat().st_size for path in files}
    while True:
        for path, place in places.items():
            places[path] = _print_from(console, path, place)
        time.sleep(0.3)


def _print_from(console: Console, path: Path, place: int) -> int:
    """Print what was written after a place; the place up to which there is something now."""
    with path.open(errors="replace") as text:
        text.seek(place)
        for line in text:
            _print_line(console, path, line)
        return text.tell()


def _shown(known: StackState) -> Table:
    shown = table("", "process", "state", "address", "pid", "restarts", "")
    for process in known.processes:
        colour = _COLOURS.get(process.state, "white")
        shown.add_row(
            process.name,
            f"[{colour}]{process.state}[/]",
            process.address,
            str(process.pid or ""),
            str(process.restarts or ""),
            process.reason,
        )
    return shown


def _print_line(console: Console, path: Path, line: str) -> None:
    console.print(f"[dim]{path.stem:>12}[/] ", end="")
    console.out(line.rstrip(), highlight=False)
