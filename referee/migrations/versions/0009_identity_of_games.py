"""Identity of games and of versions of rows, which a discarded game takes with it"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

HIGHEST_SO_FAR = """
UPDATE game_sessions SET last_row_version = COALESCE((
    SELECT MAX(sheet_rows.version) FROM sheet_rows JOIN games ON games.id = sheet_rows.game_id
    WHERE games.session_id = game_sessions.id), 0)
"""


def upgrade() -> None:
    op.add_column("games", sa.Column("token", sa.String(16), server_default="", nullable=False))
    op.add_column(
        "game_sessions",
        sa.Column("last_row_version", sa.Integer(), server_default="0", nullable=False),
    )
    op.execute(HIGHEST_SO_FAR)


def downgrade() -> None:
    op.drop_column("game_sessions", "last_row_version")
    op.drop_column("games", "token")
