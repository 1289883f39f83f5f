"""Errors that a user caused or can mend, each shown as one line and exit code 2.

A fault in the program is any other exception and keeps its traceback. Messages
name the place, the fault and what was expected, so that no caller has to add to
them; `str(error)` is the line that is shown.

    LedgerError
    |- RulesetError     a ruleset file or one of its options is wrong
    |  `- RulesetUnreadable  its file is not there, or is not text
    |- IncidentError    an incident, table or result is not well-formed
    |- ImportFault      one fault in one place of an imported file
    |- ImportFaults     all faults of an import; nothing was written
    |- ExportError      a table or a file cannot be written as asked
    |- RulingChanged    the book judges otherwise than the screen showed
    |- SignInRefused    it is too early for another try, or a stranger
    |  `- WrongPin      the PIN was looked at and is another one
    `- BookError        the event's database cannot be used as asked
       |- NotABook      the file is something else
       |- BookChanged   somebody else has written meanwhile
       |- SchemaTooNew  a newer program wrote it; it was left untouched
       |- LoginRefused  the server answers, and does not let this login in
       |- ConnectionLost  the server does not answer; what was sent may be booked
       `- BookDamaged   its contents contradict themselves
"""

from collections.abc import Sequence
from datetime import timedelta


class LedgerError(Exception):
    """Base of all errors that are told to the user without a traceback."""


class _PlacedError(LedgerError):
    """An error with a place: a file, `FILE:LINE:COLUMN`, or a path inside a value."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(place, message)
        self.place = place
        self.message = message

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class RulesetError(_PlacedError):
    """A ruleset cannot be found, read or proved total, or an option is unknown."""


class RulesetUnreadable(RulesetError):
    """A ruleset's file cannot be opened, or is not UTF-8 text."""


class IncidentError(_PlacedError):
    """An incident, table state or result is not well-formed under its ruleset."""


class ImportFault(_PlacedError):
    """One fault of an imported file; the place is `FILE:LINE:COLUMN`."""


class ImportFaults(LedgerError):
    """All faults of one import, in file order; an import is all or nothing."""

    def __init__(self, faults: Sequence[ImportFault]) -> None:
        super().__init__(*faults)
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class ExportError(_PlacedError):
    """An export cannot be written; what stood in its place before is whole."""


class RulingChanged(LedgerError):
    """The ruling at booking time differs from the one the screen showed."""


class SignInRefused(LedgerError):
    """Nobody is let in: too early for another try, or a stranger."""

    def __init__(self, message: str, wait: timedelta = timedelta(0)) -> None:
        super().__init__(message)
        self.wait = wait
        """For how long no other try is looked at."""


class WrongPin(SignInRefused):
    """Nobody is let in: the PIN is another one, and the try was counted."""


class BookError(LedgerError):
    """The event's database cannot be opened, read or written as asked."""


class NotABook(BookError):
    """The file or URL does not hold an event of this program."""


class BookChanged(BookError):
    """Somebody else has written since the book was looked at; nothing was written."""


class SchemaTooNew(BookError):
    """A newer program wrote the book; it was left untouched."""


class LoginRefused(BookError):
    """The server does not let this login in: trying again will not help."""


class ConnectionLost(BookError):
    """The server does not answer; sending the same again will not book it twice."""


class BookDamaged(BookError):
    """The book contradicts itself: a broken chain, a gap or a sum that is not zero."""
