"""An Elasticsearch that answers by a script, over real HTTP: for faults that a real one does not have on demand."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = tuple[int, dict[str, Any]]
Answer = Callable[[list[dict[str, Any]]], Reply]
"""Lines of a request's body to status and body of the reply."""

INFO: dict[str, Any] = {"version": {"number": "9.4.3"}, "tagline": "You Know, for Search"}


class ScriptedElasticsearch:
    """Answers `GET /` with `info`, creating an index with success, and `_bulk`, `_search` by functions."""

    def __init__(self) -> None:
        self.info = INFO
        self.bulk: Answer = lambda lines: (200, items([201] * (len(lines) // 2)))
        self.search: Answer = lambda _: (200, found())
        self.asked: list[tuple[str, list[dict[str, Any]]]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def bulks(self) -> list[list[dict[str, Any]]]:
        """Bodies of the bulk requests so far."""
        return [lines for path, lines in self.asked if path.endswith("_bulk")]

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def reply(self, path: str, lines: list[dict[str, Any]]) -> Reply:
        """What is answered to a request."""
        self.asked.append((path, lines))
        if path == "/":
            return 200, self.info
        if path.endswith("_bulk"):
            return self.bulk(lines)
        if path.endswith("_search"):
            return self.search(lines)
        return 200, {"acknowledged": True}


def items(statuses: list[int], reason: str = "rejected") -> dict[str, Any]:
    """A bulk reply with these statuses, one an item."""
    error = {"type": "some_exception", "reason": reason}
    return {
        "errors": True,
        "items": [{"index": {"status": status} | ({"error": error} if status >= 400 else {})} for status in statuses],
    }


def found(*hits: tuple[str, str, list[str]], failed: int = 0, timed_out: bool = False) -> dict[str, Any]:
    """A search reply with hits of (passage id, tenant, principals)."""
    return {
        "timed_out": timed_out,
        "_shards": {"total": 2, "successful": 2 - failed, "failed": failed},
        "hits": {
            "hits": [
                {"sort": [1.0, one], "fields": {"passage_id": [one], "tenant": [tenant], "principals": shown}}
                for one, tenant, shown in hits
            ]
        },
    }


def _handler(owner: ScriptedElasticsearch) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            lines = [json.loads(line) for line in data.splitlines() if line]
            status, body = owner.reply(self.path.split("?")[0], lines)
            said = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("X-Elastic-Product", "Elasticsearch")
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_GET = do_POST = do_PUT = do_DELETE = _answer

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler
