"""An answer as people read it: the answer, where it stands, where sources disagree, how sure it is."""

from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from services.cli.ids import SHORT
from services.cli.output import counted

Json = Any  # dict, list, str, int, float, bool or None

_COLOURS = {"high": "green", "medium": "yellow", "low": "red"}


def show_answer(console: Console, answer: Json) -> None:
    """Print an answer object."""
    console.print(Panel(_body(answer), title=_title(answer), title_align="left", border_style=_colour(answer)))


def _body(answer: Json) -> Group:
    parts: list[RenderableType] = [_text(answer)]
    if answer["citations"]:
        parts += [Text(""), _sources(answer["citations"])]
    for contradiction in answer["contradictions"]:
        parts += [Text(""), _contradiction(contradiction)]
    if answer["unconfirmed"]:
        parts += [Text(""), Text("Not confirmed: " + "; ".join(answer["unconfirmed"]), style="yellow")]
    if answer["degraded"]:
        missing = ", ".join(answer["degraded"])
        again = f"`sextant runs resume {answer['run_id'][:SHORT]}` does it again"
        parts += [Text(""), Text(f"Degraded: {missing}. When it is back, {again}.", style="red")]
    parts += [Text(""), _foot(answer)]
    return Group(*parts)


def _title(answer: Json) -> Text:
    if answer["abstained"]:
        return Text(" No answer in the documents ", style="bold yellow")
    mark = " Answer — the sources disagree " if answer["conflict"] else " Answer "
    return Text(mark, style="bold")


def _colour(answer: Json) -> str:
    return "yellow" if answer["abstained"] or answer["conflict"] else "green"


def _text(answer: Json) -> Text:
    # Text, not markup: what stands in documents must not style, link or hide anything here.
    text = Text(answer["answer"])
    text.highlight_regex(r"\[\d+\]", "bold cyan")
    return text


def _sources(citations: Json) -> Table:
    shown = Table.grid(padding=(0, 1))
    for citation in citations:
        place = [citation["title"], citation["section"], f"p. {citation['page']}" if citation["page"] else ""]
        where = Text(" · ".join(part for part in place if part), style="bold")
        if citation["date"]:
            where.append(f"  {citation['date']}", style="dim")
        where.append(f"\n“{citation['quote']}”", style="italic dim")
        shown.add_row(Text(f"[{citation['n']}]", style="bold cyan"), where)
    return shown


def _contradiction(contradiction: Json) -> Group:
    lines: list[RenderableType] = [Text(f"Sources disagree on {contradiction['topic']}:", style="bold yellow")]
    for index, statement in enumerate(contradiction["statements"]):
        mark = "→" if index == contradiction["preferred"] else "·"
        dated = f", {statement['date']}" if statement["date"] else ""
        lines.append(Text(f"  {mark} {statement['value']} — {statement['title']}{dated}"))
    if contradiction["reason"]:
        lines.append(Text(f"    {contradiction['reason']}", style="dim"))
    return Group(*lines)


def _foot(answer: Json) -> Text:
    confidence = answer["confidence"]
    foot = Text("Confidence ", style="dim")
    foot.append(f"{confidence['label']} {confidence['score']:.2f}", style=_COLOURS.get(confidence["label"], ""))
    seconds = sum(answer["timings"].values())
    route, usage = answer["route"], answer["usage"]
    foot.append(
        f" · {route['category']}, {route['path']} path · {counted(usage.get('searches', 0), 'search', 'searches')}, "
        f"{counted(usage.get('steps', 0), 'step')}, {seconds:.1f} s of work · run {answer['run_id']}",
        style="dim",
    )
    return foot
