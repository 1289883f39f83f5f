"""The event as an append-only book; the only code that knows SQL."""

from ledger.book.book import Book
from ledger.book.location import grant_roles

__all__ = ["Book", "grant_roles"]
