"""Alembic's entry: it runs on the connection that `services.documents.migrate` hands over."""

from alembic import context

from services.documents.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
