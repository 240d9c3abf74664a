"""Sessions to a target, and games that ended with a claim"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not as batches: those make the tables anew, and take everything that hangs on them along.
    op.add_column("game_sessions", sa.Column("target", sa.Integer(), nullable=True))
    op.add_column("games", sa.Column("claimed_by", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("games", "claimed_by")
    op.drop_column("game_sessions", "target")
