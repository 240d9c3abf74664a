"""Sessions that end with a certain game"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_sessions", sa.Column("ends_with", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("game_sessions", "ends_with")
