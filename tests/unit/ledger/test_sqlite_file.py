"""The file that an embedded ledger is kept in."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from services.core.errors import WrongDataVersion
from services.documents.store import DocumentStore
from services.ledger.ledger import Ledger
from tests.fakes.runs import new_run


def file_of(url: str) -> Path:
    return Path(url.partition("///")[2])


@pytest.mark.parametrize("content", [b"not a database at all, only text " * 100, "一些文字 🎉".encode() * 400])
async def test_a_file_that_is_no_database_is_refused_and_left_alone(url: str, content: bytes) -> None:
    file_of(url).write_bytes(content)
    with pytest.raises(WrongDataVersion):
        await Ledger.open(url)
    assert file_of(url).read_bytes() == content


async def test_an_empty_file_and_a_missing_folder_become_a_ledger(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for file in (tmp_path / "empty.db", tmp_path / "a" / "b" / "ledger.db"):
        ledger = await Ledger.open(f"sqlite+aiosqlite:///{file}")
        await ledger.accept(new_run())
        await ledger.close()


def test_a_process_that_opens_stores_that_are_up_to_date_does_not_load_alembic(tmp_path: Path) -> None:
    urls = [f"sqlite+aiosqlite:///{tmp_path / name}" for name in ("ledger.db", "documents.db")]

    async def make() -> None:
        await (await Ledger.open(urls[0])).close()
        await (await DocumentStore.open(urls[1])).close()

    asyncio.run(make())
    program = (
        "import asyncio, sys\n"
        "from services.documents.store import DocumentStore\n"
        "from services.ledger.ledger import Ledger\n"
        "async def main():\n"
        f"    await (await Ledger.open({urls[0]!r})).close()\n"
        f"    await (await DocumentStore.open({urls[1]!r})).close()\n"
        "asyncio.run(main())\n"
        "print('alembic' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "False"
