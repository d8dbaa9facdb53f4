"""Steps that were done without something: a run that is resumed does them again."""

import sqlalchemy as sa
from alembic import op

revision = "ledger_0003"
down_revision = "ledger_0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("steps", sa.Column("degraded", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("steps", "degraded")
