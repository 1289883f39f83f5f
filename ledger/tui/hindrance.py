"""Why somebody cannot do something about an entry: his role, or the entry itself."""

from collections.abc import Mapping
from typing import Final

from ledger.core.event import Entry
from ledger.core.possible import Correction, obstacle
from ledger.core.roles import Act
from ledger.tui.terminal import View

ACTS: Final[Mapping[Correction, Act]] = {
    Correction.VOID: Act.VOID,
    Correction.AMEND: Act.VOID,
    Correction.APPEAL: Act.APPEAL,
    Correction.DECIDE: Act.DECIDE,
    Correction.CONFIRM: Act.CONFIRM,
    Correction.FINALISE: Act.FINALISE,
}
"""Whose business each correction is."""


def hindrance(view: View, correction: Correction, entry: Entry) -> str:
    """Return why whoever sits here cannot do something about an entry; else empty."""
    refused = view.refusal(ACTS[correction])
    return refused or obstacle(view.state, view.rules, view.staff, correction, entry)
