"""Settings of the models in a process, and of the service that hosts them."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class InferenceSettings(BaseSettings):
    """How much of the machine the models use. `SEXTANT_INFERENCE_…`; where they are is the shared
    `SEXTANT_MODEL_DIR`.
    """

    model_config = SettingsConfigDict(env_prefix="SEXTANT_INFERENCE_", extra="ignore", frozen=True)

    threads: int = Field(2, ge=1, le=64, description="Threads inside one model call.")
    queue: int = Field(512, ge=1, description="Model calls that may wait; more are refused.")
    query_cache: int = Field(2048, ge=0, description="Query vectors kept in memory, 1.5 KB each.")
    passage_cache: int = Field(8192, ge=0, description="Sentence vectors of the reranker kept in memory, 1.5 KB each.")
    window_cache: int = Field(4096, ge=0, description="Windows whose reading is kept in memory, about 1 KB each.")
    rank_read: int = Field(0, ge=0, le=64, description="Passages the trained reader ranks after rules; 0: rules alone.")
