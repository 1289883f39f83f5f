"""The screens. Nothing of Textual is loaded until `run` is called."""

from ledger.tui.guard import UNGUARDED, Guard


def run(location: str | None = None, staff: str = "", guard: Guard = UNGUARDED) -> None:
    """Show the screens until the user leaves.

    Args:
        location: The event's file; None for the first screen.
        staff: Who signs; the login name if empty.
        guard: What the terminal is called, and whether one has to sign in.

    Raises:
        LedgerError: the event cannot be opened.
    """
    from ledger.tui.app import LedgerApp

    app = LedgerApp(location, staff=staff, guard=guard)
    app.run()
    if app.failure is not None:
        raise app.failure
