"""How alembic reaches a book: by the connection it is handed, or by `-x db=PATH`.

The program hands its own connection over, inside a transaction of its own, so that an
upgrade is done whole or not at all. The second way is for developers, on an event's
file that is at head: `alembic -x db=event.db check`. No logging is set up here: that
would silence the program's own.
"""

from pathlib import Path

from alembic import context
from sqlalchemy import Connection

from ledger.book.engine import new_engine, writing
from ledger.book.metadata import Row


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
    path = Path(context.get_x_argument(as_dictionary=True)["db"])
    with new_engine(path).connect() as opened, writing(opened):
        migrate(opened)
