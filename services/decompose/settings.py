"""Settings of the decompose service: `SEXTANT_DECOMPOSE_…`."""

from pydantic import Field

from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """How much is searched for a question."""

    decompose_first_queries: int = Field(3, ge=1, le=5, description="Queries of the first round of a sub-question.")
    decompose_later_queries: int = Field(2, ge=1, le=5, description="Queries of every later round.")
    decompose_max_replans: int = Field(2, ge=0, le=2, description="How often a question may be planned again.")
