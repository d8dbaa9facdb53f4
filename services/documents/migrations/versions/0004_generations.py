"""Whose vectors an index generation holds; generations that are being built, and those that were replaced."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("generations", sa.Column("model", sa.String(255), nullable=False, server_default=""))
    op.create_table(
        "index_builds",
        sa.Column("generation", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("model", sa.String(255), nullable=False),
        sa.Column("retired_at", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("index_builds")
    op.drop_column("generations", "model")
