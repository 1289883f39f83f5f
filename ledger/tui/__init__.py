"""The screens. Nothing of Textual is loaded until `run` is called."""


def run(location: str | None = None, staff: str = "") -> None:
    """Show the screens until the user leaves.

    Args:
        location: The event's file; None for the first screen.
        staff: Who signs; the login name if empty.

    Raises:
        LedgerError: the event cannot be opened.
    """
    from ledger.tui.app import LedgerApp

    app = LedgerApp(location, staff=staff)
    app.run()
    if app.failure is not None:
        raise app.failure
