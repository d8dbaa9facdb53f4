"""An independent journal of what workers did: one line an effect, only appended, unknown to the ledger."""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from pathlib import Path

RUN: ContextVar[str] = ContextVar("run", default="")
STEP: ContextVar[str] = ContextVar("step", default="")


@dataclass(frozen=True, slots=True)
class Effect:
    """`what` is begin, call, record or kill; `name` is the call's, or the point of a kill."""

    what: str
    run: str
    step: str
    name: str
    pid: int

    @property
    def kind(self) -> str:
        """The kind of the step."""
        return self.step.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Effects:
    """The file. A line is one write, so that a killed writer leaves whole lines."""

    file: Path

    def add(self, what: str, name: str = "") -> None:
        """Note an effect of the step that is being worked on."""
        line = json.dumps(asdict(Effect(what, RUN.get(), STEP.get(), name, os.getpid()))) + "\n"
        handle = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(handle, line.encode())
        finally:
            os.close(handle)

    def read(self) -> list[Effect]:
        """All so far, in order."""
        if not self.file.exists():
            return []
        return [Effect(**json.loads(line)) for line in self.file.read_text().splitlines()]


Step = tuple[str, str]


def in_flight(effects: Iterable[Effect]) -> list[set[Step]]:
    """For every kill, the steps (run, step) that its process had begun and not recorded."""
    open_steps: dict[int, set[Step]] = defaultdict(set)
    kills = []
    for effect in effects:
        match effect.what:
            case "begin":
                open_steps[effect.pid].add((effect.run, effect.step))
            case "record":
                open_steps[effect.pid].discard((effect.run, effect.step))
            case "kill":
                kills.append(set(open_steps.pop(effect.pid, set())))
    return kills


def repeats(effects: Iterable[Effect]) -> Counter[Step]:
    """How often the calls of each step (run, step) were made again: the most of any call."""
    calls = Counter((effect.run, effect.step, effect.name) for effect in effects if effect.what == "call")
    again: Counter[Step] = Counter()
    for (run, step, _), count in calls.items():
        if count > 1:
            again[run, step] = max(again[run, step], count - 1)
    return again
