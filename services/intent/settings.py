"""Settings of the intent service: `SEXTANT_INTENT_…`."""

from pydantic import Field

from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """What may be asked."""

    intent_question_limit: int = Field(20_000, ge=1, le=20_000, description="Longest question, in characters.")
