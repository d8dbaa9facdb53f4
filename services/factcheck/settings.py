"""Settings of the factcheck service: `SEXTANT_FACTCHECK_…`."""

from pydantic import Field

from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """How strictly evidence and answers are judged."""

    factcheck_read_limit: int = Field(12, ge=1, le=50, description="Answers that one reading of the evidence may give.")
    factcheck_max_queries: int = Field(5, ge=0, le=5, description="Searches proposed for failing claims.")
