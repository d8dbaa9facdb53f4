"""Health checks of containers: what is well, what is not, and what is no question."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from services.cli.probe import STALE_SECONDS, main
from services.core.rpc.server import start_server


class _Half(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/well" else 503)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def web() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Half)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


async def test_a_server_is_well_until_it_stops(capsys: pytest.CaptureFixture[str]) -> None:
    running = await start_server([])
    assert await asyncio.to_thread(main, ["grpc", running.address]) == 0
    await running.health.enter_graceful_shutdown()
    assert await asyncio.to_thread(main, ["grpc", running.address]) == 1
    assert "NOT_SERVING" in capsys.readouterr().err
    await running.stop(0)
    assert await asyncio.to_thread(main, ["grpc", running.address]) == 1


def test_an_answer_of_2xx_is_well(web: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["http", f"{web}/well"]) == 0
    assert main(["http", f"{web}/ill"]) == 1
    assert "503" in capsys.readouterr().err
    assert main(["http", "http://127.0.0.1:1/"]) == 1


def test_a_file_is_well_while_it_is_touched(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    assert main(["file", str(alive)]) == 1
    alive.touch()
    assert main(["file", str(alive)]) == 0
    old = time.time() - STALE_SECONDS - 5
    os.utime(alive, (old, old))
    assert main(["file", str(alive)]) == 1


@pytest.mark.parametrize("words", [[], ["grpc"], ["ping", "x"], ["file", "a", "b"]])
def test_what_is_no_question_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "KIND WHAT" in capsys.readouterr().err
