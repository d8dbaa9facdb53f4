"""A document store in a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.documents.store import DocumentStore


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'documents.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[DocumentStore]:
    opened = await DocumentStore.open(url)
    yield opened
    await opened.close()
