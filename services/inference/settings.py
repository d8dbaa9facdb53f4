"""Settings of the models in a process, and of the service that hosts them."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class InferenceSettings(BaseSettings):
    """How much of the machine the models use. `SEXTANT_INFERENCE_…`; where they are is the shared
    `SEXTANT_MODEL_DIR`.
    """

    model_config = SettingsConfigDict(env_prefix="SEXTANT_INFERENCE_", extra="ignore", frozen=True)

    url: str = Field("", description="triton://host:port of a Triton; empty: the models run in this process.")
    fallback: bool = Field(True, description="Whether the models in this process stand in when Triton is away.")
    timeout_s: float = Field(30.0, gt=0, description="Seconds that a request to Triton may take.")
    in_flight: int = Field(8, ge=1, description="Requests to Triton at once; more wait here.")
    bulk: int = Field(2, ge=1, description="Requests of bulk work to Triton at once.")
    texts: int = Field(16, ge=1, le=64, description="Texts in a request to Triton.")
    threads: int = Field(2, ge=1, le=64, description="Threads inside one model call.")
    queue: int = Field(512, ge=1, description="Model calls, or requests to Triton, that may wait; more are refused.")
    query_cache: int = Field(2048, ge=0, description="Query vectors kept in memory, 1.5 KB each.")
    passage_cache: int = Field(8192, ge=0, description="Sentence vectors of the reranker kept in memory, 1.5 KB each.")
    window_cache: int = Field(4096, ge=0, description="Windows whose reading is kept in memory, about 1 KB each.")
    rank_read: int = Field(0, ge=0, le=64, description="Passages the trained reader ranks after rules; 0: rules alone.")
