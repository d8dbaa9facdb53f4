"""Settings of ingestion: `SEXTANT_INGESTION_…`. All times are seconds."""

import os
import socket

from pydantic import Field

from services.core.settings import SharedSettings
from services.ingestion.chunk import Size
from services.ingestion.ingest import Patience
from services.ingestion.parse.source import Limits
from services.ingestion.sandbox import Allowance

_MIB = 1024 * 1024


class Settings(SharedSettings):
    """What workers on documents go by."""

    ingestion_name: str = Field("", description="Name of this worker among all; empty is host and process id.")
    ingestion_concurrency: int = Field(2, ge=1, description="Documents that one worker works on at the same time.")
    ingestion_lease_s: float = Field(15.0, gt=0, description="How long a claim is good without a heartbeat.")
    ingestion_look_s: float = Field(5.0, gt=0, description="How often a worker looks for documents nobody rang for.")
    ingestion_waits: int = Field(60, ge=1, description="How often a document waits for what is away; then it failed.")
    ingestion_wait_s: float = Field(10.0, ge=0, description="The first such wait; each next one is twice as long.")
    ingestion_longest_wait_s: float = Field(45.0, ge=0, description="The longest such wait.")
    ingestion_index_s: float = Field(600.0, gt=0, description="How long indexing one document may take.")
    ingestion_max_mib: int = Field(200, ge=1, description="Largest document, in MiB.")
    ingestion_parse_mib: int = Field(3072, ge=256, description="Memory of the parser process, in MiB.")
    ingestion_parse_cpu_s: float = Field(300.0, gt=0, description="Processor time for parsing one document.")
    ingestion_parse_wall_s: float = Field(600.0, gt=0, description="Time for parsing one document.")
    ingestion_max_pages: int = Field(2000, ge=1, description="Most pages of a document.")
    ingestion_passage_tokens: int = Field(320, ge=32, le=480, description="Most tokens of a passage.")
    ingestion_record_tokens: int = Field(480, ge=32, le=480, description="Most tokens of a line that stays whole.")

    @property
    def worker_name(self) -> str:
        """Who holds a lease."""
        return self.ingestion_name or f"{socket.gethostname()}-{os.getpid()}"

    @property
    def max_bytes(self) -> int:
        """Largest document, in bytes."""
        return self.ingestion_max_mib * _MIB

    @property
    def allowance(self) -> Allowance:
        """What the parser process may use."""
        return Allowance(self.ingestion_parse_mib * _MIB, self.ingestion_parse_cpu_s, self.ingestion_parse_wall_s)

    @property
    def patience(self) -> Patience:
        """How long a document waits for what is away: about 45 minutes by default."""
        return Patience(self.ingestion_waits, self.ingestion_wait_s, self.ingestion_longest_wait_s)

    @property
    def limits(self) -> Limits:
        """What a document may hold."""
        return Limits(pages=self.ingestion_max_pages)

    @property
    def size(self) -> Size:
        """How long passages are."""
        return Size(self.ingestion_passage_tokens, self.ingestion_record_tokens)
