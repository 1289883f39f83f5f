"""What the tables of the book have in common: names, checks and keys."""

from typing import Final

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, MetaData
from sqlalchemy.schema import SchemaItem
from sqlmodel import SQLModel

NAMING: Final = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
}
"""Every constraint has a name: batch migrations lose or trip over nameless ones."""

TIME_WIDTH: Final = len("2026-05-01T12:00:00.000000Z")
HASH_WIDTH: Final = 64
"""SHA-256 in hex."""


class Row(SQLModel):
    """Base of the tables; it only carries their metadata."""

    metadata = MetaData(naming_convention=NAMING)


def one_of(column: str, words: tuple[str, ...]) -> CheckConstraint:
    """Check that a cell is one of some words."""
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


def from_(column: str, least: int) -> CheckConstraint:
    """Check that a number is not below the least."""
    return CheckConstraint(f"{column} >= {least}", name=f"{column}_from_{least}")


def filled(column: str) -> CheckConstraint:
    """Check that a text is not empty."""
    return CheckConstraint(f"length({column}) > 0", name=f"{column}_filled")


def flag(column: str) -> CheckConstraint:
    """Check that a cell is 1 or 0."""
    return CheckConstraint(f"{column} IN (0, 1)", name=f"{column}_yes_or_no")


def of_entry(column: str = "entry") -> ForeignKeyConstraint:
    """Tie a row to an entry of its event."""
    return ForeignKeyConstraint(
        ["event_id", column], ["entry.event_id", "entry.number"]
    )


def of_player(column: str) -> ForeignKeyConstraint:
    """Tie a column to a player of the event."""
    return ForeignKeyConstraint(
        ["event_id", column], ["player.event_id", "player.number"]
    )


def table_args(*items: SchemaItem) -> tuple[object, ...]:
    """Return a table's arguments: strict cells, no hidden row numbers."""
    return (*items, {"sqlite_strict": True, "sqlite_with_rowid": False})
