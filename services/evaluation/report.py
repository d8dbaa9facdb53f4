"""Prediction files against the questions: figures per system, by category, language and half. Data, without wording."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from services.core.errors import BadInput, NotFound
from services.evaluation.gold import Gold
from services.evaluation.judging import Measures, judge, ranking_measures
from services.evaluation.statistics import Estimate, Reliability, difference, estimate, quantile, reliability

Json = Any  # dict, list, str, int, float, bool or None

MEASURES = (
    "accuracy", "token_f1", "citation", "citation_precision", "cited", "recall@5", "recall@10", "recall@20", "all@10",
    "mrr@10", "false_abstain", "false_answer", "from_memory", "conflict_flagged", "false_conflict",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class System:
    """One system's lines by question id. `rankings` is whether these are lines of retrieval alone."""

    name: str
    lines: Mapping[str, Json]

    @property
    def searches_only(self) -> bool:
        """Whether it only searched."""
        return bool(self.lines) and all("answer" not in line for line in self.lines.values())


@dataclass(frozen=True, slots=True)
class Group:
    """Figures over some of the questions."""

    name: str
    n: int
    measures: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that is known of a system."""

    system: str
    missing: int
    failed: int
    groups: tuple[Group, ...]
    rankings: Mapping[str, tuple[Group, ...]]
    reliability: Reliability | None
    seconds: Mapping[str, float]
    calls: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Report:
    """All systems over the same questions. `gaps` are paired differences of accuracy to the first system."""

    questions: int
    figures: tuple[Figures, ...]
    gaps: Mapping[str, Estimate]

    def plain(self) -> Json:
        """JSON-able."""
        return asdict(self)


def read_system(path: Path) -> System:
    """A prediction file; its name without folder and ending is the system's. Raises NotFound, BadInput."""
    try:
        rows = [orjson.loads(line) for line in path.read_bytes().splitlines() if line.strip()]
        return System(path.stem, {str(row["id"]): row for row in rows})
    except FileNotFoundError as error:
        raise NotFound(f"There is no file {path}.", path=path) from error
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise BadInput(f"{path} does not hold prediction lines ({error}).", path=path) from error


def compare(golds: Sequence[Gold], systems: Sequence[System]) -> Report:
    """Judge every system on every question."""
    judged = {system.name: [judge(gold, system.lines.get(gold.id, {})) for gold in golds] for system in systems}
    figures = tuple(_figures(system, golds, judged[system.name]) for system in systems)
    answering = [system.name for system in systems if not system.searches_only]
    gaps = {
        f"{answering[0]} - {name}": difference(_accuracies(judged[answering[0]]), _accuracies(judged[name]))
        for name in answering[1:]
    }
    return Report(len(golds), figures, gaps)


def _accuracies(measures: Iterable[Measures]) -> list[float]:
    return [each["accuracy"] for each in measures]


def _figures(system: System, golds: Sequence[Gold], judged: Sequence[Measures]) -> Figures:
    lines = [system.lines.get(gold.id, {}) for gold in golds]
    return Figures(
        system=system.name,
        missing=sum(not line for line in lines),
        failed=sum("error" in line for line in lines),
        groups=_without_answers(_groups(golds, judged)) if system.searches_only else _groups(golds, judged),
        rankings=_rankings(golds, lines),
        reliability=_reliability(golds, lines, judged),
        seconds=_seconds(lines),
        calls=_calls(lines),
    )


def _groups(golds: Sequence[Gold], judged: Sequence[Measures]) -> tuple[Group, ...]:
    """All questions, both halves, languages, categories, and those whose licence allows commercial use."""
    splits: dict[str, Sequence[bool]] = {
        "all": [True] * len(golds),
        "even half": [gold.even for gold in golds],
        "odd half": [not gold.even for gold in golds],
        "answerable": [gold.expected == "answer" for gold in golds],
        "commercial licence": [gold.commercial for gold in golds],
    }
    for language in sorted({gold.language for gold in golds if gold.language}):
        splits[f"lang:{language}"] = [gold.language == language for gold in golds]
    for category in sorted({gold.category for gold in golds if gold.category}):
        splits[category] = [gold.category == category for gold in golds]
    return tuple(
        _group(name, [each for each, inside in zip(judged, belongs, strict=True) if inside])
        for name, belongs in splits.items()
    )


def _group(name: str, judged: Sequence[Measures]) -> Group:
    found = {
        measure: estimate(values)
        for measure in MEASURES
        if (values := [each[measure] for each in judged if measure in each])
    }
    return Group(name, len(judged), found)


def _without_answers(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Only what retrieval alone can be measured by."""
    return tuple(Group(group.name, group.n, {m: e for m, e in group.measures.items() if "@" in m}) for group in groups)


def _rankings(golds: Sequence[Gold], lines: Sequence[Json]) -> dict[str, tuple[Group, ...]]:
    """Of lines that carry several rankings: words, dense, fused, reranked."""
    names = list(dict.fromkeys(name for line in lines for name in line.get("rankings", {})))
    found = {}
    for name in names:
        scored = [(gold, line.get("rankings", {}).get(name, ())) for gold, line in zip(golds, lines, strict=True)]
        ranked = [(gold, ids) for gold, ids in scored if gold.evidence and gold.category != "sql"]
        found[name] = _groups([gold for gold, _ in ranked], [ranking_measures(gold, ids) for gold, ids in ranked])
    return found


def _reliability(golds: Sequence[Gold], lines: Sequence[Json], judged: Sequence[Measures]) -> Reliability | None:
    """Of the answers that were given: how often the confidence was right."""
    given = [
        (float(line["confidence"]), measures["accuracy"] > 0)
        for line, measures in zip(lines, judged, strict=True)
        if line.get("confidence") is not None and not line.get("abstained")
    ]
    return reliability([sure for sure, _ in given], [right for _, right in given]) if given else None


def _seconds(lines: Sequence[Json]) -> dict[str, float]:
    took = [float(line["seconds"]) for line in lines if line.get("seconds") is not None]
    return {"p50": quantile(took, 0.5), "p95": quantile(took, 0.95), "total": sum(took)} if took else {}


def _calls(lines: Sequence[Json]) -> dict[str, float]:
    """Mean number of each kind of call a question."""
    used = [line.get("usage") or {} for line in lines if line]
    names = sorted({name for usage in used for name in usage})
    return {name: sum(usage.get(name, 0) for usage in used) / len(used) for name in names}
