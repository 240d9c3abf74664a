"""Figures of followed games"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("figures", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("games", "figures")
