"""The first schema: logs of rooms, and derived tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "codes",
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("code"),
        sa.UniqueConstraint("room"),
        comment="Short codes for joining a room.",
    )
    op.create_table(
        "drafts",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room"),
        comment="The latest draft of each room.",
    )
    op.create_table(
        "entries",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room", "version"),
        comment="The append-only logs of the rooms. The key prevents two nodes from writing the same version.",
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        comment="The running servers and their last heartbeats.",
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("summary", sa.LargeBinary(), nullable=False),
        sa.Column("wake_at", sa.Double(), nullable=True),
        sa.Column("claimed_by", sa.String(length=64), nullable=True),
        sa.Column("claimed_until", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        comment="One row for each room, derived from its log: for lists, and for the next wake-up.",
    )
    op.create_index("rooms_by_phase", "rooms", ["phase", "is_public", "changed_at"], unique=False)
    op.create_index("rooms_to_wake", "rooms", ["wake_at"], unique=False)
    op.create_table(
        "seats",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("room", "person"),
        comment="The people of each room.",
    )
    op.create_index("seats_by_person", "seats", ["person", "opened_at"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("format", sa.String(length=80), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room"),
        comment="A cache of room states. May be emptied at any time.",
    )


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("snapshots")
    op.drop_index("seats_by_person", table_name="seats")
    op.drop_table("seats")
    op.drop_index("rooms_to_wake", table_name="rooms")
    op.drop_index("rooms_by_phase", table_name="rooms")
    op.drop_table("rooms")
    op.drop_table("nodes")
    op.drop_table("entries")
    op.drop_table("drafts")
    op.drop_table("codes")
