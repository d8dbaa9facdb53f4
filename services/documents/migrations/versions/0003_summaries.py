"""Which stored texts are summaries of sections, and which passages each covers."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "summaries",
        sa.Column("passage_id", sa.String(32), sa.ForeignKey("passages.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    # Without the table a summary would pass for a passage of its document.
    op.execute("DELETE FROM passages WHERE id IN (SELECT passage_id FROM summaries)")
    op.drop_table("summaries")
