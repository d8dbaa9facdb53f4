"""Reading what the gateway sends."""

from dataclasses import dataclass
from typing import Any

import httpx
import orjson


@dataclass(frozen=True)
class Sent:
    """A server-sent event."""

    id: str
    event: str
    data: str

    @property
    def json(self) -> Any:
        """Its data."""
        return orjson.loads(self.data)


def events_of(text: str) -> list[Sent]:
    """Server-sent events of a body; comments are left out."""
    sent = []
    for block in text.split("\n\n"):
        lines = [line.partition(": ") for line in block.split("\n") if line and not line.startswith(":")]
        fields = {name: value for name, _, value in lines}
        if "data" in fields:
            sent.append(Sent(fields.get("id", ""), fields.get("event", ""), fields["data"]))
    return sent


def assert_problem(reply: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem that a reply is, when it is a well-formed one of this status and code."""
    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = reply.json()
    assert problem["code"] == code, problem
    assert problem["status"] == status
    assert problem["type"] == f"urn:sextant:problem:{code}"
    assert problem["detail"].endswith((".", "?", "!"))
    assert "Traceback" not in reply.text
    assert "site-packages" not in reply.text
    return problem
