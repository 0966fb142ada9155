"""The alembic environment. Migrations run on the connection that `Database.migrate` passes in."""

from alembic import context

from tilewise.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
