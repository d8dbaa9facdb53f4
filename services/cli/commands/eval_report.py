"""`sextant eval-report`."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console


def eval_report(
    predictions: Annotated[list[Path], typer.Argument(help="Prediction files; the first is what others are held to.")],
    *,
    questions: Annotated[Path, typer.Option(help="The questions with what is expected (JSONL).")],
    out: Annotated[Path, typer.Option(help="Folder for report.md, report.json and the pictures.")],
    plots: Annotated[bool, typer.Option(help="Draw pictures; needs matplotlib.")] = True,
) -> None:
    """Score prediction files, side by side, with intervals."""
    import orjson

    from services.evaluation.gold import read_gold
    from services.evaluation.markdown import markdown
    from services.evaluation.plots import draw
    from services.evaluation.report import compare, read_system

    report = compare(read_gold(questions), [read_system(path) for path in predictions])
    out.mkdir(parents=True, exist_ok=True)
    drawn = draw(report, out) if plots else []
    (out / "report.md").write_text(markdown(report, drawn), encoding="utf-8")
    (out / "report.json").write_bytes(orjson.dumps(report.plain(), option=orjson.OPT_INDENT_2))
    for figures in report.figures:
        whole = figures.groups[0].measures
        shown = " · ".join(f"{name} {each.mean:.3f}" for name, each in whole.items())
        Console().print(f"{figures.system}: {shown}", highlight=False)
    Console().print(f"The report is {out / 'report.md'}.")
