"""Programs that refuse to run as root run as nobody where we are root."""

import os
import shutil
from pathlib import Path

from services.core.errors import Unavailable

NOBODY = 65534


def lowered(command: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The command as it must be started so that it is not root; the folder, with what is in it, becomes its own.

    Where we are not root, the command as it is. It keeps one right of root's, to read: programs and data may lie under
    folders that are closed to others. Raises Unavailable when the machine has no setpriv (util-linux).
    """
    if os.geteuid() != 0:
        return command
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise Unavailable(f"{command[0]} does not run as root. Install util-linux (setpriv), or use another user.")
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    user = (f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
    rights = (f"--{kind}=-all,+dac_read_search" for kind in ("inh-caps", "ambient-caps", "bounding-set"))
    # Without the bit the kernel takes the right away from access(2), with which programs look for their own parts.
    return (setpriv, *user, *rights, "--securebits=+no_setuid_fixup", "--", *command)
