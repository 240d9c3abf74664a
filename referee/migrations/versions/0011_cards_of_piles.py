"""Cards of photographed piles"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sheet_rows", sa.Column("cards", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("sheet_rows", "cards")
