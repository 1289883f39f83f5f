"""Between entries and their rows, and the hash that chains them.

    content -> rows -> hash -> (the database) -> rows -> content

An entry's hash is the SHA-256 of the hash before it and of the canonical JSON of its
own row and all its detail rows. Cells that are NULL are left out, so that a column
added by a later schema leaves the hashes of older entries as they are.

Entries are always made from rows, also just after booking: what the program holds in
memory is what it would read from the file.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from ledger.book.cells import Row, canonical, check_cells
from ledger.book.rows import content_of, rows_of
from ledger.core.contents import Created
from ledger.core.event import Entry, Place, Signature
from ledger.errors import BookDamaged, BookError

EVENT_ID_WIDTH: Final = 32
"""Hex digits; as long as a UUID."""


def head_row(number: int, kind: str, place: Place, by: Signature) -> Row:
    """Return an entry's own row, without its links of the chain.

    Raises:
        BookError: a value is of the wrong type, or cannot be stored on every engine.
    """
    row: Row = {
        "number": number,
        "kind": kind,
        "round": place.round,
        "table_number": place.table,
        "hand": place.hand,
        "honba": place.honba,
        "staff": by.staff,
        "at": _spelt(by.at),
        "terminal": by.terminal,
        "client_id": by.client_id,
    }
    check_cells("entry", row)
    return row


def _spelt(at: datetime) -> str:
    """Return a time as UTC text of fixed width, which sorts as the times do."""
    assert at.tzinfo is not None, "times are aware"
    naive = at.astimezone(UTC).replace(tzinfo=None)
    return naive.isoformat(timespec="microseconds") + "Z"


def entry_of(head: Row, rows: Mapping[str, list[Row]]) -> Entry:
    """Return the entry that its row and its detail rows hold.

    Raises:
        BookDamaged: they do not fit together.
    """
    content = content_of(head["kind"], rows)
    try:
        at = datetime.fromisoformat(head["at"])
    except ValueError as error:
        raise BookDamaged(f"the time is unreadable ({error})") from error
    return Entry(
        number=head["number"],
        kind=head["kind"],
        signature=Signature(
            staff=head["staff"],
            at=at,
            terminal=head["terminal"],
            client_id=head["client_id"],
        ),
        place=Place(
            round=head["round"],
            table=head["table_number"],
            hand=head["hand"],
            honba=head["honba"],
        ),
        content=content,
        hash=head["hash"],
        previous_hash=head["previous_hash"],
    )


def hash_of(event_id: str, head: Row, rows: Mapping[str, list[Row]]) -> str:
    """Return the hash of an entry; `head` with its `previous_hash`, its `hash` unused.

    Raises:
        BookError: a text cannot be written as UTF-8.
    """
    links = ("hash", "previous_hash")
    told = {
        "event": event_id,
        "entry": {k: v for k, v in head.items() if v is not None and k not in links},
        "rows": {
            table: [{k: v for k, v in row.items() if v is not None} for row in lines]
            for table, lines in rows.items()
            if lines
        },
    }
    try:
        text = (head["previous_hash"] + canonical(told)).encode()
    except UnicodeEncodeError as error:
        broken = error.object[error.start : error.end]
        raise BookError(f"{broken!r} is no character, expected Unicode text") from error
    return hashlib.sha256(text).hexdigest()


def event_id_of(created: Created, by: Signature) -> str:
    """Return the id of a new event, out of what makes it one."""
    rows = rows_of(created)
    first = head_row(1, "event", Place(), by)
    return hash_of("", {**first, "previous_hash": ""}, rows)[:EVENT_ID_WIDTH]
