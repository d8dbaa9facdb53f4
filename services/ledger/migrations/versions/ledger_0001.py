"""Runs, steps, events, outbox."""

import sqlalchemy as sa
from alembic import op

revision = "ledger_0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _runs()
    op.create_table(
        "steps",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("step", sa.Text, primary_key=True),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("finished", sa.Double),
        sa.Column("result", sa.LargeBinary),
    )
    op.create_table(
        "events",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("available", sa.Double, nullable=False),
        sa.Column("published", sa.Double),
        sa.Column("attempts", sa.Integer, nullable=False),
    )
    op.create_index("outbox_by_state", "outbox", ["published", "available"])


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("flow", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("lease_owner", sa.Text, nullable=False),
        sa.Column("lease_until", sa.Double, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("retries", sa.Integer, nullable=False),
        sa.Column("last_event", sa.Integer, nullable=False),
        sa.Column("cancel_requested", sa.Boolean, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("confidence", sa.Double),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("queued", sa.Double, nullable=False),
        sa.Column("nudged", sa.Double, nullable=False),
        sa.Column("wake", sa.Double, nullable=False),
        sa.Column("finished", sa.Double),
        sa.Column("deadline", sa.Double, nullable=False),
        sa.Column("time_limit", sa.Double, nullable=False),
        sa.Column("idempotency_key", sa.Text),
        sa.Column("body_hash", sa.Text, nullable=False),
        sa.Column("trace_parent", sa.Text, nullable=False),
    )
    op.create_index("runs_by_idempotency_key", "runs", ["tenant", "idempotency_key"], unique=True)
    op.create_index("runs_by_age", "runs", ["tenant", "created", "id"])
    op.create_index("runs_by_status", "runs", ["status", "lease_until"])
