"""The ledger's tables. Times are seconds since the epoch by the database's clock, so that all workers share one clock.

The migrations in `migrations/versions` make these tables; tests/unit/ledger/test_migration.py holds the two together.
"""

from sqlalchemy import Boolean, Column, Double, Index, Integer, LargeBinary, MetaData, Table, Text, false
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

metadata = MetaData()

runs = Table(
    "runs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("context", Text, nullable=False),
    Column("flow", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("lease_owner", Text, nullable=False),
    Column("lease_until", Double, nullable=False),
    Column("step", Text, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("retries", Integer, nullable=False),
    Column("last_event", Integer, nullable=False),
    Column("cancel_requested", Boolean, nullable=False),
    Column("answer", Text),
    Column("confidence", Double),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("queued", Double, nullable=False),
    Column("nudged", Double, nullable=False),
    Column("wake", Double, nullable=False),
    Column("finished", Double),
    Column("deadline", Double, nullable=False),
    Column("time_limit", Double, nullable=False),
    Column("idempotency_key", Text),
    Column("body_hash", Text, nullable=False),
    Column("trace_parent", Text, nullable=False),
    # NULL keys are distinct from each other in SQLite and PostgreSQL alike.
    Index("runs_by_idempotency_key", "tenant", "idempotency_key", unique=True),
    Index("runs_by_age", "tenant", "created", "id"),
    Index("runs_by_status", "status", "lease_until"),
)

steps = Table(
    "steps",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("step", Text, primary_key=True),
    Column("attempt", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("begun", Double, nullable=False),
    Column("finished", Double),
    Column("result", LargeBinary),
    # Something was away while it was done: resuming the run does it, and what came after, again.
    Column("degraded", Boolean, nullable=False, server_default=false()),
)

events = Table(
    "events",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    # Which step's transaction wrote it; "" when it came by itself and a repeated step may say it again.
    Column("step", Text, nullable=False),
    Column("at", Double, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("available", Double, nullable=False),
    Column("published", Double),
    Column("attempts", Integer, nullable=False),
    Index("outbox_by_state", "published", "available"),
)

feedback = Table(
    "feedback",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("user", Text, primary_key=True),
    Column("rating", Text, nullable=False),
    Column("comment", Text, nullable=False),
    Column("at", Double, nullable=False),
)


class database_now(FunctionElement[float]):
    """Seconds since the epoch by the database's clock, with parts of a second."""

    type = Double()
    inherit_cache = True


# The only SQL that differs between the engines.
@compiles(database_now, "sqlite")
def _sqlite_now(_element: database_now, _compiler: SQLCompiler, **_options: object) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(database_now, "postgresql")
def _postgresql_now(_element: database_now, _compiler: SQLCompiler, **_options: object) -> str:
    return "extract(epoch from clock_timestamp())::double precision"
