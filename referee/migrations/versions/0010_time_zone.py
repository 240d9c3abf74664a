"""Time zone of a group"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("groups", sa.Column("timezone", sa.String(64), nullable=True))


def downgrade() -> None:
    op.drop_column("groups", "timezone")
