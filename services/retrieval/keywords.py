"""Which keyword engine the settings name: a folder of tantivy, or Elasticsearch by its address."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from services.core.errors import IndexUnavailable
from services.indexes.port import KeywordEngine
from services.retrieval.settings import Settings
from services.retrieval.words import asked_tokens, stored_tokens


class Keywords(KeywordEngine, Protocol):
    """A keyword engine that knows indexes of earlier releases."""

    async def outdated(self) -> bool:
        """Whether an earlier release left indexes that this one does not read: they are to be built anew."""
        ...

    async def forget_outdated(self) -> None:
        """Remove what `outdated` tells of."""
        ...


def build_keywords(settings: Settings) -> Keywords:
    """The engine that `SEXTANT_KEYWORD_URL` names; nothing is opened before the first call.

    Raises IndexUnavailable when the package for it is not installed.
    """
    if settings.keyword_url.startswith(("http://", "https://")):
        return _elasticsearch(settings)
    engine: Callable[..., Keywords] = _adapter("tantivy", "embedded").TantivyEngine
    return engine(Path(settings.keyword_url), stored_tokens, asked_tokens)


def _elasticsearch(settings: Settings) -> Keywords:
    engine: Callable[..., Keywords] = _adapter("elasticsearch", "servers").ElasticsearchEngine
    cluster = _adapter("elasticsearch_connection", "servers").Cluster(
        settings.keyword_url,
        timeout_s=settings.retrieval_index_seconds,
        prefix=settings.retrieval_keyword_prefix,
        shards=settings.retrieval_keyword_shards,
        api_key=settings.retrieval_keyword_api_key.get_secret_value(),
        ca=settings.retrieval_keyword_ca,
    )
    return engine(cluster, stored_tokens, asked_tokens)


def _adapter(name: str, extra: str) -> Any:  # noqa: ANN401 - a module: what it holds is its own
    """An adapter's module. Each mode installs only the packages of its own engine."""
    try:
        return import_module(f"services.indexes.adapters.{name}")
    except ModuleNotFoundError as missing:
        reason = f"the package {missing.name} is not installed; install sextant[{extra}]"
        raise IndexUnavailable("keyword", reason) from missing
