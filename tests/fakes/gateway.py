"""What stands behind a gateway in tests: real stores in files, and services that answer by hand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from services.core.domain.passage import Evidence, LegHit, Passage, Retrieval, Sentence, Stage, Strategy
from services.core.domain.question import RunContext
from services.core.errors import SextantError, Unavailable
from services.documents.blobs import Blobs
from services.documents.intake import Intake
from services.documents.store import DocumentStore
from services.gateway.ports import Found, Search
from services.gateway.settings import Settings
from services.gateway.wiring import Parts
from services.ledger.ledger import Ledger

PASSAGE = Passage(
    "p1", "d1", "minutes-7", "Minutes", "Decisions", 2, "Ada approved it. 其他。", None, "en", 0, 20, ("board",)
)


@dataclass
class Searches:
    """Finds one passage; remembers what was asked; raises `fault` when there is one."""

    asked: list[tuple[RunContext, Search]] = field(default_factory=list)
    fault: SextantError | None = None

    async def search(self, context: RunContext, search: Search) -> Found:
        """The passage."""
        self.asked.append((context, search))
        if self.fault is not None:
            raise self.fault
        kept = Evidence(PASSAGE, (LegHit("vector", "q", 1, 0.9),), 0.5, 0.8, 0.9, (Sentence(0, 16, 0.9),))
        retrieval = Retrieval((kept,), (Evidence(PASSAGE, fate="floor"),), Strategy.HYBRID, "both", (), "general@1", 3)
        return Found(retrieval, (Stage("recall", 12, 0.01), Stage("rerank", 1, 0.02)))


@dataclass
class Health:
    """A service that is well unless it has a fault."""

    fault: SextantError | None = None

    async def check(self) -> None:
        """Raise the fault."""
        if self.fault is not None:
            raise self.fault


@dataclass
class Bell:
    """Remembers whom it rang for; `broken` lets it fail as a broker that is down does."""

    rang: list[str] = field(default_factory=list)
    broken: bool = False

    async def ring(self, document_id: str) -> None:
        """Note the id, or fail."""
        if self.broken:
            raise Unavailable("The broker does not answer.")
        self.rang.append(document_id)


@asynccontextmanager
async def gateway_parts(folder: Path, **settings: Any) -> AsyncIterator[Parts]:
    """Parts over stores in a folder."""
    quick = {"gateway_poll_s": 0.01, "gateway_slow_poll_s": 0.05}
    chosen = Settings(data_dir=folder).model_copy(update=quick | settings)
    ledger = await Ledger.open(chosen.database_url)
    documents = await DocumentStore.open(chosen.documents_url)
    intake = Intake(documents, Blobs(chosen.blob_dir, limit=chosen.gateway_upload_limit), Bell())
    yield Parts(chosen, ledger, documents, intake, Searches(), {"intent": Health(), "retrieval": Health()})
    await documents.close()
    await ledger.close()
