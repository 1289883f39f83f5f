"""Who may do what in a database of events, enforced by the server itself.

    ledger_viewer   reads everything
    ledger_writer   reads everything, and adds rows to the events that there are

Logins are the administrator's: `CREATE ROLE anna LOGIN IN ROLE ledger_viewer`. Neither
role can change or remove a row, make an event, or touch schema and triggers; that is
the owner's, who made the first event.

The writer's lock on an event's row needs the right to update one of its columns; what
it may not do with it, the append-only trigger refuses.
"""

from typing import Final

from sqlalchemy import Connection

from ledger.book.metadata import TABLES

WRITER: Final = "ledger_writer"
VIEWER: Final = "ledger_viewer"


def grant(connection: Connection) -> None:
    """Make the roles if they are missing and give them these rights and no others."""
    run = connection.exec_driver_sql
    for role in (WRITER, VIEWER):
        if not run("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).first():
            run(f"CREATE ROLE {role} NOLOGIN")
    own, both = ", ".join(TABLES), f"{WRITER}, {VIEWER}"
    added = ", ".join(table for table in TABLES if table != "event")
    here = run("SELECT quote_ident(current_schema())").scalar_one()
    run(f"REVOKE ALL ON {own}, alembic_version FROM {both}, PUBLIC")
    run(f"REVOKE CREATE ON SCHEMA {here} FROM {both}, PUBLIC")
    run(f"GRANT USAGE ON SCHEMA {here} TO {both}")
    run(f"GRANT SELECT ON {own}, alembic_version TO {both}")
    run(f"GRANT INSERT ON {added} TO {WRITER}")
    run(f"GRANT UPDATE (event_id) ON event TO {WRITER}")


def are_granted(connection: Connection) -> bool:
    """Whether the roles have rights here."""
    rights = "SELECT has_table_privilege(rolname, to_regclass('entry'), 'SELECT')"
    found = connection.exec_driver_sql(
        f"{rights} FROM pg_roles WHERE rolname = %s",
        (VIEWER,),
    )
    return bool(found.scalar())


def is_owner(connection: Connection) -> bool:
    """Whether this login owns the tables; who does not, grants nothing in silence."""
    found = connection.exec_driver_sql(
        "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class "
        "WHERE oid = 'entry'::regclass"
    )
    return bool(found.scalar())
