"""A ledger in a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.ledger.ledger import Ledger


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'ledger.db'}"


@pytest.fixture
async def ledger(url: str) -> AsyncIterator[Ledger]:
    opened = await Ledger.open(url)
    yield opened
    await opened.close()
