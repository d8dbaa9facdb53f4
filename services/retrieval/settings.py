"""Settings of the retrieval service: `SEXTANT_RETRIEVAL_…` beside the shared ones."""

from pydantic import Field

from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """How wide the funnel is. Times in seconds."""

    retrieval_recall: int = Field(20, ge=1, le=200, description="Hits a leg gives for each query.")
    retrieval_candidates: int = Field(60, ge=1, le=500, description="Passages looked at after fusion.")
    retrieval_rerank: int = Field(24, ge=1, le=200, description="Passages the reranker sees.")
    retrieval_sentences: int = Field(24, ge=0, le=512, description="Sentences embedded for distillation.")
    retrieval_leg_seconds: float = Field(
        4.0, gt=0, description="How long one leg may take before the other goes alone."
    )
    retrieval_index_seconds: float = Field(10.0, gt=0, description="Timeout of one call to an index engine.")
    retrieval_precision: str = Field("fp32", pattern="^fp(16|32)$", description="Precision of indexed vectors.")
