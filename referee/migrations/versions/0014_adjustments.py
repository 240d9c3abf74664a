"""Bonuses and penalties that a table agreed on"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

TABLES = ("sheet_rows", "corrections")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(
            table, sa.Column("adjustment", sa.Integer(), server_default="0", nullable=False)
        )
        op.add_column(
            table, sa.Column("adjustment_reason", sa.Text(), server_default="", nullable=False)
        )


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "adjustment_reason")
        op.drop_column(table, "adjustment")
