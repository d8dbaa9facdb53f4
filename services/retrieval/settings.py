"""Settings of the retrieval service: `SEXTANT_RETRIEVAL_…` beside the shared ones."""

from pathlib import Path

from pydantic import Field, SecretStr, model_validator

from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """How wide the funnel is. Times in seconds."""

    retrieval_recall: int = Field(20, ge=1, le=200, description="Hits a leg gives for each query.")
    retrieval_rescore: int = Field(
        60, ge=0, le=500, description="Vector hits a query scored anew by exact vectors, where the index is not exact."
    )
    retrieval_candidates: int = Field(60, ge=1, le=500, description="Passages looked at after fusion.")
    retrieval_rerank: int = Field(24, ge=1, le=200, description="Passages the reranker sees.")
    retrieval_sentences: int = Field(24, ge=0, le=512, description="Sentences embedded for distillation.")
    retrieval_leg_seconds: float = Field(
        4.0, gt=0, description="How long one leg may take before the other goes alone."
    )
    retrieval_index_seconds: float = Field(10.0, gt=0, description="Timeout of one call to an index engine.")
    retrieval_sql_dir: Path = Field(
        Path(), description="Folder of databases, one sub-folder a tenant: <tenant>/<name>.sqlite."
    )
    retrieval_sql_rows: int = Field(200, ge=1, le=5000, description="Rows that a query may give.")
    retrieval_sql_seconds: float = Field(2.0, gt=0, le=60, description="How long a query may take.")
    retrieval_sql_cell: int = Field(500, ge=10, description="Characters of one cell; longer ones are cut.")
    retrieval_sql_per_minute: int = Field(120, ge=1, description="Queries that a tenant may have run in a minute.")
    retrieval_sql_together: int = Field(4, ge=1, description="Queries that run at once, of all tenants.")
    retrieval_hnsw_m: int = Field(16, ge=4, le=64, description="Links a node of the hot index's graph.")
    retrieval_hnsw_ef_construction: int = Field(
        200, ge=8, le=512, description="Candidates while the hot index's graph is built."
    )
    retrieval_hnsw_ef: int = Field(128, ge=1, le=32_768, description="Candidates while the hot index is searched.")
    retrieval_ivf_probes: int = Field(64, ge=1, le=16_384, description="Lists of the cold index that are searched.")
    retrieval_expected_passages: int = Field(
        100_000, ge=1_000, description="Passages a new cold index is made for; its number of lists follows from it."
    )
    retrieval_keyword_prefix: str = Field(
        "sextant", pattern="^[a-z][a-z0-9]*$", description="Begins the names of the indexes in Elasticsearch."
    )
    retrieval_keyword_shards: int = Field(1, ge=1, le=64, description="Shards of a new index in Elasticsearch.")
    retrieval_keyword_api_key: SecretStr = Field(
        SecretStr(""), description="API key of Elasticsearch, if it wants one."
    )
    retrieval_keyword_ca: Path | None = Field(None, description="Certificates that Elasticsearch's is checked against.")
    retrieval_tiers: str = Field(
        "auto", pattern="^(auto|on|off)$", description="Hot and cold vector index; auto: where Milvus is a server."
    )
    retrieval_next_inference: str = Field(
        "", description="Address of models with the embedder that documents are embedded again for; empty: none."
    )
    retrieval_keep_seconds: float = Field(
        3600.0, ge=0, description="How long indexes that were replaced are kept: as the longest run may last."
    )
    retrieval_precision: str = Field("fp32", pattern="^fp(16|32)$", description="Precision of indexed vectors.")

    @property
    def has_tiers(self) -> bool:
        """Whether vectors are in two tiers."""
        return self.retrieval_tiers == "on" or (self.retrieval_tiers == "auto" and not self.milvus_url.endswith(".db"))

    @model_validator(mode="before")
    @classmethod
    def _sql_dir_from_data_dir(cls, values: dict[str, object]) -> dict[str, object]:
        folder = Path(str(values.get("data_dir", ".data"))) / "databases"
        return values if values.get("retrieval_sql_dir") else values | {"retrieval_sql_dir": folder}
