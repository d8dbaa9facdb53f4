"""Settings that all processes share: environment variables `SEXTANT_…`, read once, in `__main__`."""

from pathlib import Path
from typing import Self

from pydantic import Field, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.core.endpoints import PORTS, loopback


class SharedSettings(BaseSettings):
    """What all services share. Empty URLs are filled from `data_dir`: the embedded mode."""

    model_config = SettingsConfigDict(env_prefix="SEXTANT_", extra="ignore", frozen=True)

    data_dir: Path = Field(Path(".data"), description="Where everything that must survive is kept.")
    database_url: str = Field("", description="SQLAlchemy URL of the ledger.")
    documents_url: str = Field("", description="SQLAlchemy URL of the document store.")
    broker_url: str = Field(f"redis://{loopback('broker')}/0", description="Redis or Valkey for Celery.")
    milvus_url: str = Field("", description="File of Milvus Lite, or http address of a Milvus server.")
    keyword_url: str = Field("", description="Folder of tantivy, or http address of Elasticsearch.")
    model_dir: Path = Field(Path(), description="Folder of the built models.")
    intent_address: str = loopback("intent")
    decompose_address: str = loopback("decompose")
    retrieval_address: str = loopback("retrieval")
    factcheck_address: str = loopback("factcheck")
    synthesis_address: str = loopback("synthesis")
    inference_address: str = loopback("inference")
    metrics_host: str = Field("127.0.0.1", description="Address of the Prometheus port; its figures ask for no name.")
    metrics_port: int = Field(-1, description="Prometheus port; -1 takes the table's, 0 turns it off.")
    log_level: str = "info"
    log_format: str = Field("json", description="json or console.")
    otlp_endpoint: str = Field("", description="OTLP/gRPC endpoint for traces; empty sends none.")
    drain_seconds: float = Field(20.0, ge=0, description="How long a stopping process may finish what it has begun.")

    @model_validator(mode="before")
    @classmethod
    def _from_data_dir(cls, values: dict[str, object]) -> dict[str, object]:
        folder = Path(str(values.get("data_dir", ".data")))
        defaults: dict[str, object] = {
            "database_url": f"sqlite+aiosqlite:///{folder / 'ledger.db'}",
            "documents_url": f"sqlite+aiosqlite:///{folder / 'documents.db'}",
            "milvus_url": str(folder / "milvus.db"),
            "keyword_url": str(folder / "tantivy"),
            "model_dir": folder / "models",
        }
        return values | {name: value for name, value in defaults.items() if not values.get(name)}

    def with_metrics_port(self, process: str) -> Self:
        """The same settings with the table's metrics port of a process, unless one was set."""
        if self.metrics_port >= 0:
            return self
        return self.model_copy(update={"metrics_port": PORTS.get(f"{process}.metrics", 0)})
