"""How people settle"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not as a batch: that would make the table anew, and take everything that hangs on it along.
    op.add_column(
        "game_sessions",
        sa.Column("settlement", sa.String(length=20), server_default="pairwise", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("game_sessions", "settlement")
