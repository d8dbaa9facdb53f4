"""The parser process: limited, replaceable, and never the end of its parent."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from services.documents.status import DocumentReason
from services.ingestion.parse.source import Limits
from services.ingestion.parsed import NotParsed
from services.ingestion.sandbox import Allowance, Sandbox
from tests.unit.ingestion.files import pdf, word


def written(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def environment(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


async def test_documents_come_through_the_process_whole(sandbox: Sandbox, tmp_path: Path) -> None:
    rows = (("地区", "收入"), ("华东", "1,200"))
    made = await sandbox.parse(written(tmp_path, "x", pdf("# 报告", rows, title="报告", invariant=1)), "报告 终稿.pdf")
    assert made.title == "报告"
    assert made.file_date is not None
    assert any(block.rows == rows for block in made.blocks)
    lines = await sandbox.parse(written(tmp_path, "y", '{"id": "1", "text": "t", "date": "2024-01-02"}'), "c.jsonl")
    assert lines.blocks[0].record is not None
    assert str(lines.blocks[0].record.date) == "2024-01-02"


async def test_one_process_serves_many_documents(sandbox: Sandbox, tmp_path: Path) -> None:
    path = written(tmp_path, "x", "Some words.")
    await sandbox.parse(path, "a.txt")
    assert sandbox._child is not None
    first = sandbox._child.pid
    await sandbox.parse(written(tmp_path, "y", word("Hello.")), "a.docx")
    assert sandbox._child is not None
    assert sandbox._child.pid == first


async def test_a_killed_process_fails_its_document_and_is_replaced(sandbox: Sandbox, tmp_path: Path) -> None:
    await sandbox.parse(written(tmp_path, "x", "Some words."), "a.txt")
    assert sandbox._child is not None
    os.kill(sandbox._child.pid, signal.SIGSTOP)
    parsing = asyncio.create_task(sandbox.parse(tmp_path / "x", "a.txt"))
    await asyncio.sleep(0.1)
    os.kill(sandbox._child.pid, signal.SIGKILL)
    with pytest.raises(NotParsed) as refused:
        await parsing
    assert refused.value.reason is DocumentReason.PARSER_CRASHED
    assert (await sandbox.parse(tmp_path / "x", "a.txt")).blocks


async def test_a_process_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    slow = Sandbox(Allowance(wall_s=0.3))
    big = written(tmp_path, "big", "<p>word</p>" * 400_000)
    with pytest.raises(NotParsed, match="longer than 0.3 s") as refused:
        await slow.parse(big, "big.html")
    assert refused.value.reason is DocumentReason.LIMITS
    assert slow._child is None
    await slow.close()


async def test_processor_time_is_limited(tmp_path: Path) -> None:
    busy = Sandbox(Allowance(cpu_s=0.0))
    big = written(tmp_path, "big", "<html>" + "<p>word</p>" * 600_000)
    with pytest.raises(NotParsed) as refused:
        await busy.parse(big, "big.html")
    assert refused.value.reason is DocumentReason.LIMITS
    await busy.close()


async def test_memory_is_limited(tmp_path: Path) -> None:
    tight = Sandbox(Allowance(memory_bytes=400 * 1024**2))
    big = written(tmp_path, "big", "<html>" + "<p>word</p>" * 3_000_000)
    with pytest.raises(NotParsed) as refused:
        await tight.parse(big, "big.html")
    assert refused.value.reason in (DocumentReason.LIMITS, DocumentReason.PARSER_CRASHED)
    assert (await tight.parse(written(tmp_path, "x", "Some words."), "a.txt")).blocks
    await tight.close()


async def test_too_much_text_is_beyond_the_limits(tmp_path: Path) -> None:
    sparing = Sandbox(limits=Limits(characters=1_000))
    with pytest.raises(NotParsed, match="Split it") as refused:
        await sparing.parse(written(tmp_path, "x", "word " * 500), "a.txt")
    assert refused.value.reason is DocumentReason.LIMITS
    await sparing.close()


async def test_a_cancelled_parse_leaves_no_reply_for_the_next_document(sandbox: Sandbox, tmp_path: Path) -> None:
    big = written(tmp_path, "big", "<html>" + "<p>word</p>" * 200_000)
    parsing = asyncio.create_task(sandbox.parse(big, "big.html"))
    await asyncio.sleep(0.5)
    parsing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await parsing
    assert [block.text for block in (await sandbox.parse(written(tmp_path, "x", "Next."), "a.txt")).blocks] == ["Next."]


async def test_the_process_gets_no_secrets(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEXTANT_LLM_API_KEY", "secret")
    await sandbox.parse(written(tmp_path, "x", "Some words."), "a.txt")
    assert sandbox._child is not None
    assert b"secret" not in environment(sandbox._child.pid)


async def test_closing_twice_is_fine(tmp_path: Path) -> None:
    sandbox = Sandbox()
    await sandbox.parse(written(tmp_path, "x", "Some words."), "a.txt")
    await sandbox.close()
    await sandbox.close()
