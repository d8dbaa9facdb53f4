"""A plan: a dependency graph of at most five self-contained sub-questions."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from services.core.domain.question import TimeRange

MAX_SUB_QUESTIONS = 5
_PLACEHOLDER = re.compile(r"\{(\d{1,2})\}")


class Tool(StrEnum):
    """Where a sub-question is answered from."""

    DOCUMENTS = "documents"
    SQL = "sql"
    WEB = "web"
    GRAPH = "graph"


class Combination(StrEnum):
    """How the answers of the sub-questions make the answer."""

    SINGLE = "single"
    COMPARE = "compare"
    CHAIN = "chain"
    COLLECT = "collect"


class Decision(StrEnum):
    """What reflection says after a step."""

    CONTINUE = "continue"
    FINISH = "finish"
    REPLAN = "replan"


@dataclass(frozen=True, slots=True)
class Filter:
    """Restrictions on passages; empty fields do not restrict. A document without a date passes `dated`."""

    tags: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    section: str = ""
    dated: TimeRange | None = None


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """One part of a question; `{n}` in its text stands for the answer of sub-question n."""

    id: int
    text: str
    depends_on: tuple[int, ...] = ()
    tool: Tool = Tool.DOCUMENTS
    filter: Filter = Filter()
    priority: float = 1.0
    aspect: str = ""

    def resolved(self, answers: Mapping[int, str]) -> str:
        """The text with earlier answers put in. An answer that is not there leaves its placeholder standing."""
        return _PLACEHOLDER.sub(lambda match: answers.get(int(match[1]), match[0]), self.text)

    @property
    def placeholders(self) -> frozenset[int]:
        """Ids whose answers the text names."""
        return frozenset(int(number) for number in _PLACEHOLDER.findall(self.text))


@dataclass(frozen=True, slots=True)
class Query:
    """A phrasing to search with, and where it comes from. `weight` is in (0, 1]."""

    text: str
    kind: str = "original"
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """Sub-questions, how their answers combine, and what was cut because there were too many."""

    sub_questions: tuple[SubQuestion, ...]
    combination: Combination = Combination.SINGLE
    dropped: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    def levels(self) -> list[list[SubQuestion]]:
        """Sub-questions by dependency depth: all of one level can be worked on at the same time.

        Dependencies on ids that the plan lacks count as met. Raises ValueError when the dependencies form a cycle.
        """
        known, done = {sub.id for sub in self.sub_questions}, set[int]()
        waiting, levels = list(self.sub_questions), list[list[SubQuestion]]()
        while waiting:
            ready = [sub for sub in waiting if (set(sub.depends_on) & known) <= done]
            if not ready:
                raise ValueError(f"the plan has a cycle through sub-questions {sorted(sub.id for sub in waiting)}")
            levels.append(ready)
            done |= {sub.id for sub in ready}
            waiting = [sub for sub in waiting if sub.id not in done]
        return levels
