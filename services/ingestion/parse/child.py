"""The child process that parses: `python -m services.ingestion.parse.child MEMORY_BYTES`.

One request at a time on standard input, one reply on standard output, each four bytes of length and then JSON. It ends
when its parent does. What a parser prints goes to standard error, never between replies.
"""

import os
import resource
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from services.documents.status import DocumentReason
from services.ingestion.parse.registry import parse
from services.ingestion.parse.source import Limits, Source
from services.ingestion.parsed import NotParsed, ParsedDocument

_LENGTH = struct.Struct(">I")


def main() -> None:
    """Answer requests until standard input ends."""
    memory = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.setrecursionlimit(3_000)
    while (request := read_message(sys.stdin.buffer)) is not None:
        replies.write(message(_answer(orjson.loads(request))))
        replies.flush()


def read_message(stream: BinaryIO) -> bytes | None:
    """The next message, None at the end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    return stream.read(_LENGTH.unpack(head)[0])


def message(body: bytes) -> bytes:
    """A body with its length before it."""
    return _LENGTH.pack(len(body)) + body


def _answer(request: dict[str, Any]) -> bytes:
    _allow_cpu(request["cpu_s"])
    try:
        return _parsed(lambda: _parse(request), request["limits"])
    except NotParsed as refused:
        return orjson.dumps({"reason": refused.reason, "advice": refused.advice})
    except (MemoryError, RecursionError):
        # Memory may be in pieces now: the parent starts a fresh child after this reply.
        advice = "It needs more memory or deeper nesting than a document may. Split or simplify it."
        return orjson.dumps({"reason": DocumentReason.LIMITS, "advice": advice, "spent": True})


def _parse(request: dict[str, Any]) -> ParsedDocument:
    source = Source(request["name"], Path(request["path"]).read_bytes(), Limits(**request["limits"]))
    return parse(source)


def _parsed(parse_: Callable[[], ParsedDocument], limits: dict[str, int]) -> bytes:
    document = parse_()
    characters = sum(
        len(block.text) + sum(len(cell) for row in block.rows for cell in row) for block in document.blocks
    )
    if characters > limits["characters"] or len(document.blocks) > limits["blocks"]:
        raise NotParsed(
            DocumentReason.LIMITS, f"Its text has {characters} characters in {len(document.blocks)} blocks. Split it."
        )
    return orjson.dumps({"document": document})


def _allow_cpu(seconds: float) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


if __name__ == "__main__":
    main()
