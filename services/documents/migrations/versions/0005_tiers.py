"""In which tier of the vector index a document is, how much it is found, and who moves it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "document_tiers",
        sa.Column("document_id", sa.String(32), sa.ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("tier", sa.String(8), nullable=False),
        sa.Column("moving", sa.String(8), nullable=False),
        sa.Column("moving_until", sa.Float(53), nullable=False),
        sa.Column("hits", sa.Float(53), nullable=False),
        sa.Column("hit_at", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("document_tiers")
