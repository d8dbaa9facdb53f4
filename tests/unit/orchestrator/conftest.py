"""A ledger in a file of its own, with leases that a test can wait for."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.ledger.ledger import Ledger

LEASE_S = 0.5


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    opened = await Ledger.open(f"sqlite+aiosqlite:///{tmp_path / 'ledger.db'}", lease_s=LEASE_S)
    yield opened
    await opened.close()
