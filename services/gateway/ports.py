"""What the gateway needs from the services behind it."""

from dataclasses import dataclass
from typing import Protocol

from services.core.domain.passage import Retrieval, Stage, Strategy
from services.core.domain.plan import Filter
from services.core.domain.question import Question, RunContext


@dataclass(frozen=True, slots=True)
class Search:
    """A search that somebody asks for directly, outside any run."""

    question: Question
    filter: Filter = Filter()
    strategy: Strategy = Strategy.AUTO
    limit: int = 10
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, and its stages in order."""

    retrieval: Retrieval
    stages: tuple[Stage, ...] = ()


class Searching(Protocol):
    """Searches passages: `services.gateway.adapters.grpc.GrpcSearching` is one."""

    async def search(self, context: RunContext, search: Search) -> Found:
        """Search within the context's deadline. Raises UnknownProfile, IndexUnavailable, ServiceUnavailable and the
        like."""
        ...


class Part(Protocol):
    """Something that the gateway cannot work without."""

    async def check(self) -> None:
        """Return when it does its work, within about two seconds. Raises a SextantError that says what is wrong."""
        ...
