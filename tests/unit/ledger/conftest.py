"""A ledger in a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.ledger.ledger import Ledger

LEASE_S = 0.3


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'ledger.db'}"


@pytest.fixture
async def ledger(url: str) -> AsyncIterator[Ledger]:
    """Leases are long enough not to run out within a test that does not wait for it."""
    opened = await Ledger.open(url)
    yield opened
    await opened.close()


@pytest.fixture
async def hasty(url: str) -> AsyncIterator[Ledger]:
    """A ledger with leases that a test can wait for."""
    opened = await Ledger.open(url, lease_s=LEASE_S)
    yield opened
    await opened.close()
