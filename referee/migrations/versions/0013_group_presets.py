"""Presets of a group"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "group_presets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("house", sa.JSON(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["groups.id"],
            name="fk_group_presets_group_id_groups",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_group_presets"),
        sa.UniqueConstraint("group_id", "game", "name", name="uq_group_presets_group_id"),
    )


def downgrade() -> None:
    op.drop_table("group_presets")
