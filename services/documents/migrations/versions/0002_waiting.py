"""How often a document has waited for what was away, and whether the indexes hold rows that nobody searches."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("documents", sa.Column("waits", sa.Integer(), nullable=False, server_default="0"))
    op.execute("ALTER TABLE documents RENAME COLUMN in_index TO stale")
    # What is searched is no leftover; what ended without being searched may have left rows behind.
    op.execute("UPDATE documents SET stale = false WHERE status = 'indexed'")


def downgrade() -> None:
    op.execute("ALTER TABLE documents RENAME COLUMN stale TO in_index")
    op.execute("UPDATE documents SET in_index = true WHERE status = 'indexed'")
    op.drop_column("documents", "waits")
