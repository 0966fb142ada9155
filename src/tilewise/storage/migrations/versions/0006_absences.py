"""Time that clocks are owed is written down until every room has it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "absences",
        sa.Column("until", sa.Double(), autoincrement=False, nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("until"),
        comment="When no server was there, as long as not every room has been given that time back.",
    )
