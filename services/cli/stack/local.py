"""Local mode: which real servers a stack starts before its services."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from services.cli.stack import state
from services.cli.stack.processes import Foreign, folder_of, place_of
from services.cli.stack.servers.catalogue import SERVERS, server_named
from services.cli.stack.servers.redis import REDIS
from services.cli.stack.servers.server import Place, Server
from services.core.errors import BadInput, Unavailable
from services.core.settings import SharedSettings

# The broker is a part of every stack.
OPTIONAL = tuple(server for server in SERVERS if server is not REDIS)


def chosen_servers(without: Collection[str] = ()) -> tuple[Server, ...]:
    """The servers of local mode but those left out, all of them to be had.

    Raises BadInput for a name that is none, Unavailable that names each missing one with the way to get it.
    """
    known = [server.name for server in OPTIONAL]
    for name in without:
        if name not in known:
            raise BadInput(f"--without {name}: there is no such server to leave out. Known: {', '.join(known)}.")
    chosen = tuple(server for server in OPTIONAL if server.name not in without)
    missing = [server for server in chosen if server.find() is None]
    if missing:
        lines = "".join(f"\n  {server.name}: {server.how_to_get}" for server in missing)
        options = " ".join(f"--without {server.name}" for server in missing)
        names = ", ".join(server.name for server in missing)
        raise Unavailable(
            f"Local mode lacks {names} on this machine.{lines}\n  Or do without: `sextant up --local {options}`; the "
            "embedded engine takes its place.",
            missing=names,
        )
    return chosen


def placed(names: Sequence[str], ports: Mapping[str, int], data_dir: Path) -> list[Foreign]:
    """Servers by name, each in its place. Raises Unavailable for one that is not there any more."""
    return [_placed(server_named(name), ports, data_dir) for name in names]


def _placed(server: Server, ports: Mapping[str, int], data_dir: Path) -> Foreign:
    home = server.find()
    if home is None:
        raise Unavailable(f"There is no {server.name} on this machine. {server.how_to_get}")
    return Foreign(server, home, place_of(server, ports, data_dir))


def as_running(settings: SharedSettings) -> SharedSettings:
    """Settings that find the servers of the stack that runs over the data directory; the same when none does.

    For commands that open the stores and indexes themselves, beside a running stack.
    """
    data_dir = settings.data_dir.absolute()
    known = state.read(data_dir)
    addresses = {} if known is None else {process.name: process.address for process in known.processes}
    told: dict[str, str] = {}
    for server in OPTIONAL:
        if server.name in addresses:
            # A client needs the first port only, and the folder.
            port = int(addresses[server.name].rpartition(":")[2])
            told |= server.settings(Place(folder_of(server, data_dir), {server.ports[0]: port}))
    named = {name.removeprefix("SEXTANT_").lower(): text for name, text in told.items()}
    # Others are settings of one service, which is asked and not opened.
    return settings.model_copy(
        update={name: text for name, text in named.items() if name in SharedSettings.model_fields}
    )
