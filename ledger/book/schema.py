"""Which schema a book has, and bringing it to ours; the same migrations on each engine.

Alembic costs a third of a second to import, so the revision is compared with a constant
and alembic is loaded only if there is something to do.
"""

from typing import Final

from sqlalchemy import Connection

from ledger.errors import BookDamaged, SchemaTooNew
from ledger.resources import resource_folder

REVISIONS: Final = ("0001", "0002")
"""Every revision in order; the last one is ours. A test holds it to `migrations/`."""

OURS: Final = frozenset({"alembic_version", "event", "entry"})
"""Tables by which a database of ours is known, whatever its revision."""


def is_behind(name: str, revisions: list[str]) -> bool:
    """Whether a book has to be migrated.

    Args:
        name: What the book is called.
        revisions: What its table `alembic_version` holds.

    Raises:
        SchemaTooNew: a newer program wrote it.
        BookDamaged: it does not say which revision it has.
    """
    if len(revisions) != 1:
        raise BookDamaged(
            f"{name}: names {len(revisions)} schema revisions, expected 1"
        )
    (revision,) = revisions
    if revision not in REVISIONS:
        raise SchemaTooNew(
            f"{name}: was written by a newer riichi-ledger (schema {revision}, this "
            f"program knows up to {REVISIONS[-1]}); it was left as it is"
        )
    return revision != REVISIONS[-1]


def migrate(connection: Connection) -> None:
    """Bring a database to our revision, inside the transaction it is in."""
    from alembic import command  # noqa: PLC0415 - rarely needed, slow to import
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    folder = str(resource_folder("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, REVISIONS[-1])
