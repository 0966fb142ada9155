"""Names that differ only in width are the same name: recompute the keys of old names, unless the new key is taken."""

from unicodedata import normalize

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Recompute the keys."""
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("key"))
    connection = op.get_bind()
    rows = connection.execute(sa.select(people).where(people.c.key.is_not(None)).order_by(people.c.id)).all()
    taken = {row.key for row in rows}
    for row in rows:
        key = " ".join(normalize("NFKC", normalize("NFKC", row.name).casefold()).split())[:40]
        if key not in taken:
            connection.execute(sa.update(people).where(people.c.id == row.id).values(key=key))
            taken.add(key)
