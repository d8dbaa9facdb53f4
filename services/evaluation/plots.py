"""Pictures of a report, as PNG. They need the extra `report` (matplotlib); without it there are none."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from services.core.errors import BadInput
from services.evaluation.report import Figures, Group, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DEPTHS = (5, 10, 20)
# Okabe and Ito's colours, told apart by everyone: https://jfly.uni-koeln.de/color/
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
_INCHES = (9.0, 4.5)


def draw(report: Report, folder: Path) -> list[str]:
    """Write the pictures that the figures allow; their file names. Raises BadInput without matplotlib."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        raise BadInput("Plots need matplotlib: pip install 'sextant[report]', or --no-plots.") from error
    drawn: list[str] = []

    def save(name: str, figure: "Figure") -> None:
        figure.tight_layout()
        figure.savefig(folder / name, dpi=120)
        drawn.append(name)

    answering = [each for each in report.figures if "accuracy" in each.groups[0].measures]
    if answering:
        save("accuracy.png", _bars(Figure(_INCHES), answering, measure="accuracy", groups=_categories(answering)))
    if any("recall@10" in each.groups[0].measures for each in report.figures):
        save("recall.png", _recall(Figure(_INCHES), report.figures))
    if any(each.reliability for each in answering):
        save("reliability.png", _reliability(Figure((5.0, 5.0)), answering))
    return drawn


def _categories(systems: Sequence[Figures]) -> list[str]:
    groups = systems[0].groups
    return [group.name for group in groups if "accuracy" in group.measures and group.name != "commercial licence"]


def _bars(figure: "Figure", systems: Sequence[Figures], *, measure: str, groups: Sequence[str]) -> "Figure":
    axes = figure.subplots()
    width = 0.8 / len(systems)
    for place, (system, colour) in enumerate(zip(systems, _COLOURS, strict=False)):
        found = [_named(system.groups, name).measures.get(measure) for name in groups]
        heights = [each.mean if each else 0.0 for each in found]
        errors = [
            [each.mean - each.low if each else 0.0 for each in found],
            [each.high - each.mean if each else 0.0 for each in found],
        ]
        spots = [index + (place - (len(systems) - 1) / 2) * width for index in range(len(groups))]
        axes.bar(spots, heights, width, yerr=errors, label=system.system, color=colour, capsize=2, error_kw={"lw": 0.8})
    axes.set_xticks(range(len(groups)), groups, rotation=40, ha="right")
    axes.set_title(f"{measure} with 95 % intervals")
    _finish(axes, measure)
    return figure


def _recall(figure: "Figure", systems: Iterable[Figures]) -> "Figure":
    left, right = figure.subplots(1, 2, sharey=True)
    for axes, name in ((left, "all"), (right, "multi_hop")):
        for (label, groups), colour in zip(_curves(systems), _COLOURS, strict=False):
            group = next((each for each in groups if each.name == name and "recall@5" in each.measures), None)
            if group:
                _curve(axes, group, label=label, colour=colour)
        axes.set_xticks(_DEPTHS)
        axes.set_xlabel("passages looked at")
        axes.set_title(f"recall, {name}")
        _finish(axes, "recall" if axes is left else "")
        axes.set_ylim(0.4, 1.02)
    return figure


def _curves(systems: Iterable[Figures]) -> Iterable[tuple[str, Sequence[Group]]]:
    for system in systems:
        if system.rankings:
            yield from system.rankings.items()
        elif "recall@5" in system.groups[0].measures:
            yield system.system, system.groups


def _curve(axes: "Axes", group: Group, *, label: str, colour: str) -> None:
    found = [group.measures[f"recall@{depth}"] for depth in _DEPTHS]
    axes.plot(_DEPTHS, [each.mean for each in found], marker="o", label=label, color=colour)
    axes.fill_between(_DEPTHS, [each.low for each in found], [each.high for each in found], color=colour, alpha=0.12)


def _reliability(figure: "Figure", systems: Iterable[Figures]) -> "Figure":
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="#999999", lw=1, ls="--", label="as sure as right")
    for system, colour in zip(systems, _COLOURS, strict=False):
        if system.reliability:
            bins = system.reliability.bins
            axes.plot([b.confidence for b in bins], [b.accuracy for b in bins], color=colour, lw=1)
            sizes = [12 + 4 * b.n for b in bins]
            axes.scatter(
                [b.confidence for b in bins], [b.accuracy for b in bins], sizes, color=colour, label=system.system
            )
    axes.set_xlabel("confidence")
    axes.set_xlim(0, 1.02)
    axes.set_title("How often an answer is right, by confidence")
    _finish(axes, "share right")
    return figure


def _named(groups: Iterable[Group], name: str) -> Group:
    return next((group for group in groups if group.name == name), Group(name, 0, {}))


def _finish(axes: "Axes", label: str) -> None:
    axes.set_ylabel(label)
    axes.set_ylim(0, 1.02)
    axes.grid(axis="y", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
