"""The tables. The migrations must create exactly these; a test compares them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata = MetaData()

NAME = String(64)

entries = Table(
    "entries",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    comment="The append-only logs of the rooms. The key prevents two nodes from writing the same version.",
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False),
    Column("version", Integer, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("wake_at", Double),
    Column("claimed_by", NAME),
    Column("claimed_until", Double),
    Index("rooms_by_phase", "phase", "is_public", "changed_at"),
    Index("rooms_to_wake", "wake_at"),
    comment="One row for each room, derived from its log: for lists, and for the next wake-up.",
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("format", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),
    comment="A cache of room states. May be emptied at any time.",
)

reviews = Table(
    "reviews",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("format", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),
    comment="A cache of the reviews of finished matches. May be emptied at any time.",
)

seats = Table(
    "seats",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("person", NAME, primary_key=True),
    Column("opened_at", Double, nullable=False),
    Index("seats_by_person", "person", "opened_at"),
    comment="The people of each room.",
)

voided = Table(
    "voided",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("person", NAME, primary_key=True),
    Column("at", Double, nullable=False),
    comment="Seat tokens of a person for a room that were issued before this time are invalid.",
)

drafts = Table(
    "drafts",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    comment="The latest draft of each room.",
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("seen_at", Double, nullable=False),
    comment="The running servers and their last heartbeats.",
)

absences = Table(
    "absences",
    metadata,
    Column("until", Double, primary_key=True, autoincrement=False),
    Column("seconds", Double, nullable=False),
    comment="Times without a running server that are still to be credited to rooms.",
)

codes = Table(
    "codes",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("room", NAME, nullable=False, unique=True),
    Column("made_at", Double, nullable=False),
    comment="Short codes for joining a room.",
)

people = Table(
    "people",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key", String(40), unique=True),
    Column("password", String(200)),
    Column("is_bot", Boolean, nullable=False),
    Column("owner", NAME),
    Column("epoch", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("is_banned", Boolean, nullable=False),
    comment="Accounts, programs, and banned guests (no key, no password). Sessions of earlier epochs are invalid.",
)

ended_sessions = Table(
    "ended_sessions",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("at", Double, nullable=False),
    Index("ended_sessions_by_time", "at"),
    comment="Signed-out sessions. Their cookies are invalid; after a year they expire anyway.",
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", NAME, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("made_at", Double, nullable=False),
    comment="Access tokens of programs, stored as SHA-256 digests.",
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", NAME, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("family", String(16), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed_at", Double, nullable=False),
    comment="The current rating of each person in each family of editions.",
)

rated = Table(
    "rated",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("room", NAME, nullable=False),
    Column("person", NAME, nullable=False),
    Column("family", String(16), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", Double, nullable=False),
    Index("rated_once", "room", "person", unique=True),
    Index("rated_by_person", "person", "family", "at"),
    comment="The history of ratings: one row for each seat of each rated match.",
)

puzzle_people = Table(
    "puzzle_people",
    metadata,
    Column("person", NAME, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("last_daily", String(10), nullable=False),
    Column("best_run", Integer, nullable=False),
    comment="Puzzle progress of each person, guests included.",
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("person", NAME, primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("hints", Integer, nullable=False),
    Column("is_solved", Boolean, nullable=False),
    Column("is_decided", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    comment="Attempts at puzzles. Each puzzle counts for the rating once.",
)

puzzle_runs = Table(
    "puzzle_runs",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("person", NAME, nullable=False),
    Column("edition", String(32), nullable=False),
    Column("ends_at", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("skipped", Integer, nullable=False),
    Index("puzzle_runs_by_person", "person"),
    comment="Timed runs, at most one for each person.",
)
