"""What the routes work with, and how they get it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from services.core.domain.question import Scope
from services.documents.intake import Intake
from services.documents.store import DocumentStore
from services.gateway.following import Follower
from services.gateway.identity import identity
from services.gateway.ports import Part, Searching
from services.gateway.reception import Reception
from services.gateway.settings import Settings
from services.ledger.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that the gateway is made of. `needed` are the services whose health is part of its readiness."""

    settings: Settings
    ledger: Ledger
    documents: DocumentStore
    intake: Intake
    searching: Searching
    needed: Mapping[str, Part]

    @property
    def reception(self) -> Reception:
        """Where questions become runs."""
        return Reception(self.ledger, self.settings)

    @property
    def follower(self) -> Follower:
        """Looks at runs until they end."""
        return Follower(
            self.ledger, quickest_s=self.settings.gateway_poll_s, slowest_s=self.settings.gateway_slow_poll_s
        )


def parts(request: Request) -> Parts:
    """The parts of the app that a request came to."""
    found: Parts = request.app.state.parts
    return found


PartsHere = Annotated[Parts, Depends(parts)]
ScopeHere = Annotated[Scope, Depends(identity)]
