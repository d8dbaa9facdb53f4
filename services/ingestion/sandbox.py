"""Parsing in a child process that may use only so much memory, processor time and time.

One warm child is kept and asked again; it is killed and replaced when it breaks a limit, crashes, or has parsed many
documents. It gets no environment of ours and gives back JSON only.
"""

import asyncio
import os
import signal
import struct
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from services.documents.status import DocumentReason
from services.ingestion.parse.dates import day_of
from services.ingestion.parse.source import Limits
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument, Record

_LENGTH = struct.Struct(">I")
_DOCUMENTS_A_CHILD = 500
_MOST_REPLY = 1 << 30


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the child may use: memory in bytes of address space, seconds of processor and of waiting for a document."""

    memory_bytes: int = 3 * 1024**3
    cpu_s: float = 300.0
    wall_s: float = 600.0


class Sandbox:
    """A child that parses one document at a time."""

    def __init__(self, allowance: Allowance | None = None, limits: Limits | None = None) -> None:
        self._allowance = allowance or Allowance()
        self._limits = limits or Limits()
        self._child: asyncio.subprocess.Process | None = None
        self._parsed = 0
        self._turn = asyncio.Lock()

    async def parse(self, path: Path, name: str) -> ParsedDocument:
        """Parse a file that came under this name.

        Raises NotParsed: as the parsers do; `parser_limits` beyond the allowance; `parser_crashed` when the child died.
        """
        async with self._turn:
            child = await self._ready()
            try:
                async with asyncio.timeout(self._allowance.wall_s):
                    reply = await self._ask(child, path, name)
            except TimeoutError as error:
                await self._end()
                raise NotParsed(
                    DocumentReason.LIMITS, f"It took longer than {self._allowance.wall_s:g} s. Split or simplify it."
                ) from error
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                raise await self._death(child) from error
            except asyncio.CancelledError:
                await self._end()  # its reply would be taken for the next document's
                raise
            self._parsed += 1
            if reply.get("spent") or self._parsed >= _DOCUMENTS_A_CHILD:
                await self._end()
        return _document(reply)

    async def close(self) -> None:
        """End the child. Safe to call twice."""
        async with self._turn:
            await self._end()

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._child is None or self._child.returncode is not None:
            await self._end()
            self._child = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "services.ingestion.parse.child", str(self._allowance.memory_bytes),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                env=_environment(),
            )  # fmt: skip
            self._parsed = 0
        return self._child

    async def _ask(self, child: asyncio.subprocess.Process, path: Path, name: str) -> dict[str, Any]:
        assert child.stdin is not None and child.stdout is not None  # noqa: PT018 -- both are pipes
        limits = asdict(self._limits)
        request = {"path": str(path), "name": name.encode("utf-8", "replace").decode(), "limits": limits}
        body = orjson.dumps(request | {"cpu_s": self._allowance.cpu_s})
        child.stdin.write(_LENGTH.pack(len(body)) + body)
        await child.stdin.drain()
        (length,) = _LENGTH.unpack(await child.stdout.readexactly(_LENGTH.size))
        if length > _MOST_REPLY:
            raise ConnectionError("the reply is too long to be one")
        reply: dict[str, Any] = orjson.loads(await child.stdout.readexactly(length))
        return reply

    async def _death(self, child: asyncio.subprocess.Process) -> NotParsed:
        """Why the child died, as a refusal of its document."""
        try:
            async with asyncio.timeout(5):
                code = await child.wait()
        except TimeoutError:
            code = 0
        await self._end()
        if code == -signal.SIGXCPU:
            return NotParsed(
                DocumentReason.LIMITS,
                f"It took over {self._allowance.cpu_s:g} s of processor time. Split or simplify it.",
            )
        return NotParsed(DocumentReason.PARSER_CRASHED, f"The parser died on it (exit {code}). Report the file.")

    async def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        if child.returncode is None:
            with suppress(ProcessLookupError):  # it went by itself
                child.kill()
        if child.stdin is not None:
            child.stdin.close()
        await child.wait()
        # Without this the pipe's transport is closed only when it is collected: bpo-43884.
        child._transport.close()  # type: ignore[attr-defined]


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    return kept | {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry), "PYTHONUTF8": "1"}


def _document(reply: dict[str, Any]) -> ParsedDocument:
    if "document" not in reply:
        raise NotParsed(DocumentReason(reply["reason"]), reply["advice"])
    fields = reply["document"]
    days = {name: day_of(fields[name] or "") for name in ("date", "file_date")}
    lists = {name: tuple(fields[name]) for name in ("tags", "notes")}
    blocks = tuple(_block(block) for block in fields["blocks"])
    return ParsedDocument(**(fields | days | lists | {"blocks": blocks}))


def _block(fields: dict[str, Any]) -> Block:
    record = fields["record"]
    if record is not None:
        record = Record(**(record | {"date": day_of(record["date"] or ""), "tags": tuple(record["tags"])}))
    rows = tuple(tuple(row) for row in fields["rows"])
    return Block(**(fields | {"kind": BlockKind(fields["kind"]), "rows": rows, "record": record}))
