"""The report as Markdown."""

from collections.abc import Iterable, Mapping, Sequence

from services.evaluation.report import Figures, Group, Report
from services.evaluation.statistics import Estimate, Reliability

_ANSWERS = (
    "accuracy",
    "token_f1",
    "citation",
    "citation_precision",
    "cited",
    "false_abstain",
    "false_answer",
    "conflict_flagged",
    "false_conflict",
)
_SEARCH = ("recall@5", "recall@10", "recall@20", "all@10", "mrr@10")
_NOTE = (
    "Means with 95 % bootstrap intervals in brackets. Scored by `services/evaluation/judging.py`. "
    "With about 45 questions a category, gaps under 15 points inside one category are noise."
)


def markdown(report: Report, plots: Sequence[str] = ()) -> str:
    """The whole report. `plots` are file names of pictures beside it."""
    parts = [f"# Evaluation over {report.questions} questions", _NOTE, *_summary(report)]
    for figures in report.figures:
        parts += [f"## {figures.system}", *_system(figures)]
    parts += [f"![{name}]({name})" for name in plots]
    return "\n\n".join(part for part in parts if part) + "\n"


def _summary(report: Report) -> Iterable[str]:
    rows = [[figures.system, *_cells(figures.groups[0], (*_ANSWERS, *_SEARCH))] for figures in report.figures]
    yield "## Side by side"
    yield _table(["system", *_ANSWERS, *_SEARCH], rows)
    rows = [[figures.system, *_costs(figures)] for figures in report.figures]
    yield _table(["system", "p50 s", "p95 s", "calls a question", "missing", "failed"], rows)
    for name, gap in report.gaps.items():
        yield f"Accuracy, {name}: {_shown(gap)} (paired)."


def _costs(figures: Figures) -> list[str]:
    calls = ", ".join(f"{name} {mean:.1f}" for name, mean in figures.calls.items())
    times = [f"{figures.seconds[name]:.2f}" if figures.seconds else "" for name in ("p50", "p95")]
    return [*times, calls, str(figures.missing), str(figures.failed)]


def _system(figures: Figures) -> Iterable[str]:
    measures = [name for name in (*_ANSWERS, *_SEARCH) if any(name in group.measures for group in figures.groups)]
    yield _table(
        ["group", "n", *measures], [[group.name, str(group.n), *_cells(group, measures)] for group in figures.groups]
    )
    if figures.rankings:
        yield from _rankings(figures.rankings)
    if figures.reliability:
        yield from _reliability(figures.reliability)


def _rankings(rankings: Mapping[str, Sequence[Group]]) -> Iterable[str]:
    yield "### Legs, fusion, reranking"
    rows = [
        [group.name, name, str(group.n), *_cells(group, _SEARCH)]
        for index in range(len(next(iter(rankings.values()))))
        for name, groups in rankings.items()
        for group in (groups[index],)
    ]
    yield _table(["group", "ranking", "n", *_SEARCH], rows)


def _reliability(found: Reliability) -> Iterable[str]:
    yield "### Confidence"
    yield (
        f"Of {found.n} answers given: expected calibration error {found.error:.3f}, Brier score {found.brier:.3f}, "
        f"AUC of confidence for a right answer {found.auc:.3f}."
    )
    rows = [
        [f"{b.low:.1f}-{b.low + 0.1:.1f}", str(b.n), f"{b.confidence:.3f}", f"{b.accuracy:.3f}"] for b in found.bins
    ]
    yield _table(["confidence", "n", "mean confidence", "right"], rows)


def _cells(group: Group, measures: Iterable[str]) -> list[str]:
    return [_shown(group.measures.get(name)) for name in measures]


def _shown(found: Estimate | None) -> str:
    return f"{found.mean:.3f} [{found.low:.2f}, {found.high:.2f}]" if found else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
