"""Ports of this machine's loopback."""

import socket
from collections.abc import Iterable

LOOPBACK = "127.0.0.1"


def is_free(port: int) -> bool:
    """Whether nobody listens on a port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def free_ports(names: Iterable[str]) -> dict[str, int]:
    """A free port for each name, all different. Nothing keeps them: bind soon."""
    chosen = list(names)
    sockets = [socket.socket() for _ in chosen]
    try:
        for each in sockets:
            each.bind((LOOPBACK, 0))
        return {name: each.getsockname()[1] for name, each in zip(chosen, sockets, strict=True)}
    finally:
        for each in sockets:
            each.close()
