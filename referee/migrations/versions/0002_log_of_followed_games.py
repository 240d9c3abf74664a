"""Log of followed games"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "log_entries",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_log_entries_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_log_entries")),
        sa.UniqueConstraint("game_id", "key", name=op.f("uq_log_entries_game_id")),
    )
    # Not as a batch: that would make the table anew, and take everything that hangs on it along.
    op.add_column("games", sa.Column("seq", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("games", "seq")
    op.drop_table("log_entries")
