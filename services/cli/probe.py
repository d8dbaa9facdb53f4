"""Asks one process of this machine or container whether it is well: `python -m services.cli.probe KIND WHAT`.

    grpc HOST:PORT   its gRPC health says SERVING
    http URL         it answers with 2xx
    file PATH        it touched the file within the last 30 seconds

Exit code 0 when it is well, 1 with one line on stderr when it is not, 2 for what is no such question. A health check
calls it every few seconds, so it imports little.
"""

import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

SECONDS = 5.0
# A worker touches its file every two seconds while it is well.
STALE_SECONDS = 30.0


def ask_grpc(address: str) -> str:
    """What is wrong with a gRPC server at host:port; "" for nothing."""
    import grpc
    from grpc_health.v1 import health_pb2, health_pb2_grpc

    with grpc.insecure_channel(address) as channel:
        try:
            reply = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        except grpc.RpcError as error:
            return str(error.code().name)
    status = health_pb2.HealthCheckResponse.ServingStatus.Name(reply.status)
    return "" if status == "SERVING" else str(status)


def ask_http(url: str) -> str:
    """What is wrong with an HTTP server; "" for nothing."""
    try:
        with urllib.request.urlopen(url, timeout=SECONDS):
            return ""
    except (urllib.error.URLError, OSError) as error:
        return str(error)


def ask_file(path: str) -> str:
    """What is wrong with a worker that touches this file; "" for nothing."""
    try:
        age = time.time() - Path(path).stat().st_mtime
    except OSError as error:
        return str(error.strerror)
    return "" if age <= STALE_SECONDS else f"not touched for {age:.0f} s"


KINDS: dict[str, Callable[[str], str]] = {"grpc": ask_grpc, "http": ask_http, "file": ask_file}


def main(arguments: list[str]) -> int:
    """Ask; the exit code."""
    if len(arguments) != 2 or arguments[0] not in KINDS:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    kind, what = arguments
    wrong = KINDS[kind](what)
    if wrong:
        sys.stderr.write(f"{what}: {wrong}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
