"""What can go wrong with a database.

Refused      ── QueryRefused (rule)          the query is not one that may be run
BadInput     ── UnknownDatabase (name, known)
TooLarge     ── QueryTooSlow (seconds)
Unavailable  ┬─ SourceUnavailable (name, reason)
             └─ TooManyQueries (tenant, retry_after_s)
"""

from services.core.errors import PartUnavailable, Refused, TooLarge, Unavailable, UnknownName


class QueryRefused(Refused):
    """The guard, or the engine's own, says no. `rule` is a stable word."""

    code = "query_refused"

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(f"The query may not be run: {detail}. Only one plain SELECT over known tables may.", rule=rule)
        self.rule = rule


class UnknownDatabase(UnknownName):
    """A database that the tenant does not have."""

    code, kind = "unknown_database", "database"

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known or ("none, for this tenant has no database yet",))


class QueryTooSlow(TooLarge):
    """A query that took longer than it may."""

    code = "query_too_slow"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The query took longer than {seconds:g} s and was stopped. Ask a narrower question.")


class SourceUnavailable(PartUnavailable):
    """A database that cannot be read now."""

    code, kind = "database_unavailable", "database"


class TooManyQueries(Unavailable):
    """A tenant that queries more often than it may."""

    code = "too_many_queries"

    def __init__(self, tenant: str, retry_after_s: float) -> None:
        super().__init__(
            f"The tenant's databases were queried too often. Try again in {retry_after_s:.0f} s.",
            tenant=tenant,
            retry_after_s=f"{retry_after_s:.0f}",
        )
