"""The event as an append-only book; the only code that knows SQL."""

from ledger.book.book import Book

__all__ = ["Book"]
