"""How often the models and the indexes were called, read from this process's own metrics."""

from collections.abc import Mapping

from prometheus_client import REGISTRY

_STAGES = {
    "embed": "inference.embed",
    "rerank": "inference.rerank",
    "read": "inference.read",
    "searches": "retrieval.recall",
}


def calls() -> dict[str, int]:
    """Calls since the process began, by kind: embed, rerank, read, searches. 0 where another process does the work."""
    return {name: _count(stage) for name, stage in _STAGES.items()}


def since(before: Mapping[str, int]) -> dict[str, int]:
    """Calls since an earlier count; without those kinds that were not called."""
    return {name: count - before[name] for name, count in calls().items() if count > before[name]}


def _count(stage: str) -> int:
    return int(REGISTRY.get_sample_value("sextant_stage_seconds_count", {"stage": stage}) or 0)
