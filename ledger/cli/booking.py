"""What the commands that book one entry share: the words, the booking, the answer."""

from typing import TYPE_CHECKING

from ledger.cli import output
from ledger.cli.signing import signed
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.core.contents import Content
    from ledger.core.event import Entry, EventState, Place
    from ledger.core.rules import Rules


def one_of(text: str, what: str, known: tuple[str, ...]) -> str:
    """Return a word that has to be one of a few.

    Raises:
        LedgerError: it is another one; the nearest is named.
    """
    from ledger.core.situations import nearest

    if text not in known:
        raise LedgerError(
            f"{what} {text!r} is none of: {', '.join(known)}" + nearest(text, known)
        )
    return text


def add(
    event: str,
    content: "Content",
    staff: str,
    late: str | None,
    place: "Place | None" = None,
) -> None:
    """Book a content and say what the entry says.

    Raises:
        BookError: it contradicts the book.
    """
    from ledger.book import Book
    from ledger.core.event import Place

    with Book.open(event) as book:
        entry = book.add(content, place or Place(), signed(book, staff), late)
        tell(book.state(), book.rules, entry)


def tell(state: "EventState", rules: "Rules", entry: "Entry") -> None:
    """Print an entry that was booked, in one line."""
    from ledger.core.story_words import numbered_words

    output.write(f"{numbered_words(entry, state, rules.situations)}\n")
