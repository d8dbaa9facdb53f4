"""Writes to Elasticsearch, many a request: the one place where a request is repeated, and only so often."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from elasticsearch import ApiError

from services.core.errors import IndexUnavailable
from services.indexes.adapters.elasticsearch_connection import LATER, ElasticsearchConnection, unavailable

TRIES = 5
_ROWS = 500
_WRITTEN_SINCE = 409
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.1, 3.0


class Action(Protocol):
    """One item of a bulk request: what is done to the row with a key, as its lines say."""

    @property
    def key(self) -> str:
        """The row."""
        ...

    def lines(self) -> list[Mapping[str, Any]]:
        """As a bulk request says it."""
        ...


@dataclass(frozen=True, slots=True)
class Store:
    """Store a document under a key, over what is there."""

    key: str
    document: Mapping[str, Any]

    def lines(self) -> list[Mapping[str, Any]]:
        """See Action."""
        return [{"index": {"_id": self.key}}, self.document]


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete what is there under a key; `seen` (sequence number, primary term): unless it was written since."""

    key: str
    seen: tuple[int, int] | None = None

    def lines(self) -> list[Mapping[str, Any]]:
        """See Action."""
        seen = {"if_seq_no": self.seen[0], "if_primary_term": self.seen[1]} if self.seen else {}
        return [{"delete": {"_id": self.key, **seen}}]


class RetryBudget:
    """How many requests may be repeated: one in ten, and a handful at once. A server in trouble gets no storm."""

    def __init__(self, share: float = 0.1, most: float = 10.0) -> None:
        self._share, self._most, self._left = share, most, most

    def earned(self) -> None:
        """A first try was made."""
        self._left = min(self._most, self._left + self._share)

    def spend(self) -> bool:
        """Whether a request may be repeated now."""
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Bulk:
    """Writes through one connection. What is written is searchable on return."""

    def __init__(self, connection: ElasticsearchConnection, budget: RetryBudget | None = None) -> None:
        self._connection, self._budget = connection, budget or RetryBudget()

    async def write(self, target: str, actions: Sequence[Action], *, at_once: bool = False) -> dict[str, str]:
        """Do all actions on an alias, searchable on return.

        That is with the next refresh, up to a second later, or `at_once`, which costs the server more. Returns why by
        key for those that the server will never do (status 400). Raises Unavailable when it cannot now: some may be
        done then; doing all again is safe.
        """
        request = {"index": target, "refresh": "true" if at_once else "wait_for", "require_alias": True}
        refused: dict[str, str] = {}
        for start in range(0, len(actions), _ROWS):
            refused |= await self._part(request, actions[start : start + _ROWS])
        return refused

    async def _part(self, request: Mapping[str, Any], actions: Sequence[Action]) -> dict[str, str]:
        refused: dict[str, str] = {}
        reason = ""
        self._budget.earned()
        for attempt in range(TRIES):
            later, reason = await self._once(request, actions, refused)
            if not later:
                return refused
            actions = later
            if attempt + 1 == TRIES or not self._budget.spend():
                break
            wait = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2**attempt)
            await asyncio.sleep(random.uniform(wait / 2, wait))
        raise unavailable(reason)

    async def _once(
        self, request: Mapping[str, Any], actions: Sequence[Action], refused: dict[str, str]
    ) -> tuple[Sequence[Action], str]:
        """One request: the actions to try again later, and why. Adds to `refused`."""
        patience = self._connection.cluster.timeout_s
        lines = [line for action in actions for line in action.lines()]
        try:
            reply = await self._connection.ask(
                lambda client: client.bulk(
                    operations=lines,
                    **request,
                    # Within our own timeout, so that the server tells what it waits for.
                    timeout=f"{int(patience * 500)}ms",
                )
            )
        except IndexUnavailable as away:
            return actions, away.facts["reason"]
        except ApiError as error:
            raise IndexUnavailable("keyword", f"it refused the request: {error.message}") from error
        return _sorted_out(actions, reply.body["items"], refused)


def _sorted_out(
    actions: Sequence[Action], items: Sequence[Mapping[str, Mapping[str, Any]]], refused: dict[str, str]
) -> tuple[list[Action], str]:
    later: list[Action] = []
    reason = ""
    for action, item in zip(actions, items, strict=True):
        (result,) = item.values()
        status, error = int(result["status"]), result.get("error")
        if error is None:
            continue  # stored, or deleted, or not there to be deleted
        if status == _WRITTEN_SINCE:
            continue
        told = f"{error.get('type')}: {error.get('reason')}"[:300]
        if status in LATER:
            later.append(action)
            reason = f"status {status}, {told}"
        elif status == 400:
            refused[action.key] = told
        else:
            raise unavailable(f"status {status}, {told}")
    return later, reason
