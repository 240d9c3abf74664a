"""Nights of several sessions, sessions set aside, house rules before a correction"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_sessions", sa.Column("night", sa.String(16), nullable=True))
    op.add_column(
        "game_sessions",
        sa.Column("set_aside", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.add_column("corrections", sa.Column("house", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("corrections", "house")
    op.drop_column("game_sessions", "set_aside")
    op.drop_column("game_sessions", "night")
