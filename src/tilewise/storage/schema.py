"""The tables. What is here must be what the migrations make; a test compares them."""

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
    comment="The logs: append-only, and the only truth. The key is what keeps two nodes from writing one version.",
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
    comment="One line for each log: for lists, and for who looks after it next. Follows from the log.",
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("format", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),
    comment="A cache: rooms as they were at some version. May be emptied at any time.",
)

seats = Table(
    "seats",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("person", NAME, primary_key=True),
    Column("opened_at", Double, nullable=False),
    Index("seats_by_person", "person", "opened_at"),
    comment="Who sits, or sat, in which room.",
)

voided = Table(
    "voided",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("person", NAME, primary_key=True),
    Column("at", Double, nullable=False),
    comment="Whose seat tokens of which room are void, if they were given before this time.",
)

drafts = Table(
    "drafts",
    metadata,
    Column("room", NAME, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    comment="The last move in the making of each room.",
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("seen_at", Double, nullable=False),
    comment="Which servers run, and when each was last heard of.",
)

absences = Table(
    "absences",
    metadata,
    Column("until", Double, primary_key=True, autoincrement=False),
    Column("seconds", Double, nullable=False),
    comment="When no server was there, as long as not every room has been given that time back.",
)

codes = Table(
    "codes",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("room", NAME, nullable=False, unique=True),
    Column("made_at", Double, nullable=False),
    comment="Short codes to join a room by.",
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
    comment="Guests (no key, no password), accounts, programs. Sessions of an earlier epoch are void.",
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", NAME, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("made_at", Double, nullable=False),
    comment="Tokens of programs; only their SHA-256 is kept.",
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
    comment="What everybody is rated now, for each family of editions.",
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
    comment="The history of ratings: one line for each seat of each rated match.",
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
    comment="How somebody gets on with puzzles; guests too.",
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
    comment="What somebody did with which puzzle. It counts for the rating once.",
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
    comment="Timed runs: at most one for each person.",
)
