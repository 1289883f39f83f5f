"""A terminal as a process of its own: books incidents and says which are booked.

Run as `python -m tests.book.recorder FILE PREFIX COUNT`; each number is printed when
its entry is durable, so that a test can kill this process and know what it was told.
"""

import sys
from itertools import islice

from ledger.book import Book
from tests.book import samples


def main(path: str, prefix: str, count: int) -> None:
    """Book `count` incidents under client ids that begin with `prefix`."""
    with Book.open(path) as book:
        for by in islice(samples.signatures(prefix, staff=prefix), count):
            entry = book.record(samples.furiten_ron(), by)
            print(entry.number, flush=True)  # noqa: T201 - it is what the test reads


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
