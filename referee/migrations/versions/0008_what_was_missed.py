"""What was missed"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "groups", sa.Column("blames", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("games", sa.Column("missed", sa.Integer(), nullable=True))
    op.add_column("games", sa.Column("refused", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("games", "refused")
    op.drop_column("games", "missed")
    op.drop_column("groups", "blames")
