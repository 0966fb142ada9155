"""How alembic runs our migrations: always on the connection that `database.migrate` hands over."""

from alembic import context

from tilewise.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
