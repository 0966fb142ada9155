"""Reviews of finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "reviews",
        sa.Column("room", sa.String(length=64), nullable=False),
        sa.Column("format", sa.String(length=80), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room"),
        comment="A cache of the reviews of finished matches. May be emptied at any time.",
    )
