"""How alembic reaches a book: by the connection it is handed, or by `-x db=LOCATION`.

The program hands its own connection over, inside a transaction of its own, so that an
upgrade is done whole or not at all. The second way is for developers, on an event that
is at head: `alembic -x db=event.db check`, or with a URL. No logging is set up here:
that would silence the program's own.
"""

from alembic import context
from sqlalchemy import Connection

from ledger.book.columns import Row
from ledger.book.location import database_of


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Row.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    database = database_of(context.get_x_argument(as_dictionary=True)["db"])
    opened, event_id = database.open()
    with opened, database.writing(opened, event_id):
        migrate(opened)
