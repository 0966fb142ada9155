"""Server downtimes that are still to be credited to rooms."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "absences",
        sa.Column("until", sa.Double(), autoincrement=False, nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("until"),
        comment="Times without a running server that are still to be credited to rooms.",
    )
