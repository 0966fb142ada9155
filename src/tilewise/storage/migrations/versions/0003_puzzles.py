"""Puzzle progress."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "puzzle_people",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("last_daily", sa.String(length=10), nullable=False),
        sa.Column("best_run", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person"),
        comment="Puzzle progress of each person, guests included.",
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("is_solved", sa.Boolean(), nullable=False),
        sa.Column("is_decided", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle"),
        comment="Attempts at puzzles. Each puzzle counts for the rating once.",
    )
    op.create_table(
        "puzzle_runs",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("edition", sa.String(length=32), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("skipped", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        comment="Timed runs, at most one for each person.",
    )
    op.create_index("puzzle_runs_by_person", "puzzle_runs", ["person"], unique=False)


def downgrade() -> None:
    """Drop the tables."""
    op.drop_index("puzzle_runs_by_person", table_name="puzzle_runs")
    op.drop_table("puzzle_runs")
    op.drop_table("puzzle_tries")
    op.drop_table("puzzle_people")
