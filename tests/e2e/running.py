"""A stack that `sextant up` has started: every service a process of its own."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families

from services.cli.stack import state
from services.cli.stack.servers.groups import members
from services.cli.stack.state import ProcessState, StackState

TENANT = "e2e"
Json = Any  # dict, list, str, int, float, bool or None

# Short, so that a test need not wait; long enough for a busy machine of two cores.
QUICK = {
    "SEXTANT_ORCHESTRATOR_LEASE_S": "4",
    "SEXTANT_ORCHESTRATOR_HEARTBEAT_S": "0.5",
    "SEXTANT_ORCHESTRATOR_CANCEL_POLL_S": "0.5",
    "SEXTANT_ORCHESTRATOR_REAP_S": "0.5",
    "SEXTANT_ORCHESTRATOR_NUDGE_S": "2",
    "SEXTANT_LOG_LEVEL": "warning",
}
TERMINAL = frozenset({"done", "degraded", "abstained", "cancelled", "failed", "dead"})


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Json:
        """What it printed for machines."""
        return json.loads(self.out)


def sextant(*words: str, environment: Mapping[str, str], seconds: float = 240.0, stdin: str = "") -> Ended:
    """Run the command line as its users do."""
    done = subprocess.run(
        [sys.executable, "-m", "services.cli", *words],
        env=os.environ | environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True)
class RunningStack:
    """A running stack. Only what it started does it signal."""

    environment: Mapping[str, str]

    @property
    def data_dir(self) -> Path:
        """Where it keeps everything."""
        return Path(self.environment["SEXTANT_DATA_DIR"])

    @property
    def known(self) -> StackState:
        """Its state now."""
        found = state.read(self.data_dir)
        assert found is not None, "the stack is gone"
        return found

    @property
    def url(self) -> str:
        """Its gateway."""
        return self.known.gateway_url

    def process(self, name: str) -> ProcessState:
        """One of its processes now."""
        return next(process for process in self.known.processes if process.name == name)

    def run(self, *words: str, **options: Any) -> Ended:
        """A command over this stack's data directory."""
        return sextant(*words, environment=self.environment, **options)

    def kill(self, name: str) -> int:
        """SIGKILL; how often the process had been restarted before."""
        before = self.process(name)
        os.kill(before.pid, signal.SIGKILL)
        return before.restarts

    @asynccontextmanager
    async def frozen(self, name: str) -> AsyncIterator[None]:
        """Nothing comes from a process meanwhile, though its connections stay open."""
        pid = self.process(name).pid
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            # After a minute of silence the supervisor has put another in its place.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    async def restarted(self, name: str, *, since: int, within: float = 90.0) -> float:
        """Seconds until a process is ready again after it was restarted more often than `since`."""
        began = time.monotonic()
        async with asyncio.timeout(within):
            while (now := self.process(name)).restarts <= since or now.state != "ready":  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        return time.monotonic() - began

    async def calls(self, name: str) -> dict[str, int]:
        """How often each rpc of a service was called, well or badly, by its bare name."""
        async with httpx.AsyncClient() as http:
            text = (await http.get(self.process(name).metrics)).text
        counts: dict[str, int] = {}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if sample.name == "sextant_rpc_total":
                    method = sample.labels["method"].rpartition("/")[2]
                    counts[method] = counts.get(method, 0) + int(sample.value)
        return counts

    def http(self) -> httpx.AsyncClient:
        """A client of its gateway, for the tenant of the tests."""
        return httpx.AsyncClient(base_url=self.url, headers={"X-Sextant-Tenant": TENANT}, timeout=60.0)

    def steps(self, run_id: str) -> dict[str, tuple[str, str]]:
        """When each step of a run was begun and finished, as the ledger has it."""
        query = "SELECT step, begun, finished FROM steps WHERE run_id = ?"
        with closing(sqlite3.connect(self.data_dir / "ledger.db", timeout=10)) as ledger:
            return {step: (begun, finished) for step, begun, finished in ledger.execute(query, (run_id,))}


def brought_up(environment: Mapping[str, str], *options: str) -> RunningStack:
    """A stack on free ports. Whoever calls this stops it."""
    up = sextant("up", "--free-ports", *options, environment=environment, seconds=500)
    assert up.code == 0, up.err
    return RunningStack(environment)


def started(environment: Mapping[str, str], *options: str) -> Iterator[RunningStack]:
    """Start a stack on free ports, and stop it at the end; then nothing of it may be left."""
    stack = brought_up(environment, *options)
    try:
        yield stack
    finally:
        pids = [process.pid for process in stack.known.processes]
        down = stack.run("down")
        assert down.code == 0, down.err
        assert state.read(stack.data_dir) is None
        assert [pid for pid in pids if Path(f"/proc/{pid}/cmdline").exists() or any(members(pid))] == []


async def run_when(http: httpx.AsyncClient, run_id: str, statuses: frozenset[str], *, within: float = 90.0) -> Json:
    """The run once it is in one of these states."""
    async with asyncio.timeout(within):
        while (run := (await http.get(f"/v1/runs/{run_id}")).json())["status"] not in statuses:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return run


async def asked(http: httpx.AsyncClient, question: str, **options: Json) -> str:
    """Start a run; its id."""
    reply = await http.post("/v1/answers", json={"question": question, **options}, headers={"Prefer": "respond-async"})
    assert reply.status_code == httpx.codes.ACCEPTED, reply.text
    return str(reply.json()["id"])


async def events(http: httpx.AsyncClient, run_id: str, after: int = 0) -> AsyncIterator[tuple[int, str, Json]]:
    """Events of a run as they come over one connection: number, kind, data. The reader may leave at any time."""
    headers = {"Last-Event-ID": str(after)}
    async with http.stream("GET", f"/v1/runs/{run_id}/events", headers=headers) as reply:
        number, kind = 0, ""
        async for line in reply.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "id":
                number = int(value)
            elif name == "event":
                kind = value
            elif name == "data":
                yield number, kind, json.loads(value)
