"""A ledger in a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.ledger.ledger import Ledger


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    opened = await Ledger.open(f"sqlite+aiosqlite:///{tmp_path / 'ledger.db'}")
    yield opened
    await opened.close()
