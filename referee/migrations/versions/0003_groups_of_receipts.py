"""Groups of receipts

For a day the first migration made receipts without the group that they go with. Databases of that
day get it here; in all others it is there already.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    columns = {column["name"] for column in sa.inspect(connection).get_columns("receipts")}
    if "group_id" in columns:
        return
    old = sa.table("receipts", *OLD)
    kept = [dict(row) for row in connection.execute(sa.select(old)).mappings()]
    op.drop_table("receipts")
    receipts = _new_table()
    groups = set(connection.scalars(sa.text("SELECT id FROM groups")))
    found = connection.execute(sa.text("SELECT id, group_id FROM game_sessions"))
    sessions = {row.id: row.group_id for row in found}
    rows = []
    for row in kept:
        # The scope is a group or a session, or it is empty, and then the answer names the group.
        # A receipt of what is gone is of no use to anybody.
        scope, answer = row["scope"], row["answer"]
        named = sessions.get(scope, scope) or (isinstance(answer, dict) and answer.get("group_id"))
        if named in groups:
            rows.append(row | {"group_id": named})
    if rows:
        connection.execute(sa.insert(receipts), rows)


def downgrade() -> None:
    """Nothing: this is how the first migration has made it ever since."""


OLD = (
    sa.column("scope", sa.String()),
    sa.column("key_hash", sa.String()),
    sa.column("content_hash", sa.String()),
    sa.column("answer", sa.JSON()),
    sa.column("made_at", sa.DateTime(timezone=True)),
)


def _new_table() -> sa.Table:
    made = op.create_table(
        "receipts",
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("group_id", sa.String(length=16), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["groups.id"],
            name=op.f("fk_receipts_group_id_groups"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("scope", "key_hash", name=op.f("pk_receipts")),
    )
    op.create_index(op.f("ix_receipts_group_id"), "receipts", ["group_id"], unique=False)
    return made
