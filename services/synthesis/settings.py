"""Settings of the synthesis service: `SEXTANT_SYNTHESIS_…`."""

from pydantic import Field

from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """How long and how broad an answer may be."""

    synthesis_answer_floor: float = Field(
        0.6, ge=0, le=1, description="Sufficiency below which a finding does not count as answered."
    )
    synthesis_support_sentences: int = Field(
        3, ge=1, le=12, description="Source sentences that explain a plain answer."
    )
    synthesis_collect_sentences: int = Field(8, ge=1, le=40, description="Key sentences of a collected answer.")
