"""Sessions that have been signed out."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "ended_sessions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.Index("ended_sessions_by_time", "at"),
        comment="Signed-out sessions. Their cookies are invalid; after a year they expire anyway.",
    )
