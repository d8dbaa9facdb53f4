"""A run while it works: stages, the plan, what was found, as its events come."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.spinner import Spinner
from rich.text import Text

from services.cli.output import counted

Json = Any  # dict, list, str, int, float, bool or None


@dataclass
class Progress:
    """What a run has told so far, as lines; the last one lives."""

    lines: list[Text] = field(default_factory=list)
    now: str = "Waiting for a worker"

    def take(self, kind: str, data: Json) -> None:
        """Take an event in."""
        tell = _TELL.get(kind)
        if tell is not None:
            tell(self, data)

    def __rich_console__(self, console: Console, _options: object) -> Any:  # noqa: ANN401  # rich's protocol
        shown: list[RenderableType] = [*self.lines, Spinner("dots", Text(f" {self.now}…", style="cyan"))]
        yield Group(*shown)

    def say(self, mark: str, text: str, style: str = "") -> None:
        """Add a line."""
        line = Text()
        line.append(f"{mark} ", style="bold cyan")
        line.append(text, style=style)
        self.lines.append(line)


def _condensed(progress: Progress, data: Json) -> None:
    progress.say("»", f"understood as: {data['text']}")


def _routed(progress: Progress, data: Json) -> None:
    times = ", ".join(f"{time['text']} = {time['start']} … {time['end']}" for time in data.get("time_ranges", ()))
    why = "; ".join(data.get("reasons", ())[:2])
    progress.say("»", f"{data['category']} question, {data['path']} path" + (f" ({why})" if why else ""))
    if times:
        progress.say(" ", times, "dim")
    progress.now = "Searching" if data["path"] == "fast" else "Planning"


def _planned(progress: Progress, data: Json) -> None:
    plan = data["plan"]
    again = f", again because {data['again']}" if data.get("again") else ""
    progress.say("»", f"plan ({plan['combination']}{again})")
    for sub in plan["sub_questions"]:
        after = f"  ← {', '.join(map(str, sub['depends_on']))}" if sub["depends_on"] else ""
        tool = "" if sub["tool"] == "documents" else f" [{sub['tool']}]"
        progress.say(" ", f"{sub['id']}. {sub['text']}{tool}{after}", "dim")
    progress.now = "Searching"


def _searched(progress: Progress, data: Json) -> None:
    found = counted(len(data["passages"]), "passage")
    if data["strategy"] == "sql":
        progress.say("·", f"{data['question']!r} asked of a database: {data['queries'][0]}", "dim")
        for reason in data["strategy_reason"].split("; "):
            progress.say(" ", reason, "yellow" if reason.startswith("ambiguous") else "dim")
    else:
        progress.say("·", f"{found} by {data['strategy']} search for {data['question']!r}", "dim")
    progress.now = "Reading"


def _assessed(progress: Progress, data: Json) -> None:
    missing = f"; missing: {', '.join(data['missing'][:3])}" if data["missing"] else ""
    progress.say("·", f"evidence {data['score']:.2f}{missing}", "dim")


def _found(progress: Progress, data: Json) -> None:
    # No tick: what was found here has still to stand its check.
    answer = data["answer"] or "nothing"
    progress.say("·", f"{data['question']} → {answer}", "" if data["answer"] else "yellow")
    progress.now = "Reflecting"


def _decided(progress: Progress, data: Json) -> None:
    if data["decision"] != "continue":
        progress.say("·", f"{data['decision']}: {data['reason']}", "dim")
    progress.now = "Writing"


def _escalated(progress: Progress, data: Json) -> None:
    progress.say("»", f"the quick answer checks out at {data['confidence']:.2f}: thinking deeper", "yellow")
    progress.now = "Planning"


def _drafted(progress: Progress, _data: Json) -> None:
    progress.now = "Checking every claim"


def _checked(progress: Progress, data: Json) -> None:
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in data["verdicts"].items()) or "no claims"
    confirmed = set(data["verdicts"]) == {"supported"}
    rejected = bool(data["verdicts"]) and not confirmed
    progress.say(
        "✓" if confirmed else "✗" if rejected else "·", f"checked: {verdicts}", "yellow" if rejected else "dim"
    )


_TELL: Mapping[str, Callable[[Progress, Json], None]] = {
    "question.condensed": _condensed,
    "question.routed": _routed,
    "plan.made": _planned,
    "search.done": _searched,
    "evidence.assessed": _assessed,
    "finding.made": _found,
    "policy.decided": _decided,
    "run.escalated": _escalated,
    "answer.draft": _drafted,
    "answer.checked": _checked,
}
