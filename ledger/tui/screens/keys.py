"""What one can press: every key of the screen it was asked on, and how it works."""

from collections.abc import Iterable

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from ledger.tui.screens.dialog import TextDialog

RECORDING = (
    "r, then the seat's letter, a few letters of what happened, Enter, one key for each"
    " fact that is asked, Enter. Backspace goes back."
)
QUESTIONS = (
    "Only facts that change the ruling are asked. Where the rulebook is silent the"
    " choices are offered; what it leaves open and is assumed is marked and changed by"
    " its number."
)
MISTAKES = (
    "u takes back what was booked last here; the journal takes back anything. Nothing"
    " is ever deleted."
)
FIELDS = (
    "While a field has the cursor letters are typed; keys with ^ work everywhere, and"
    " ^p lists everything."
)
TABLES = "On the tables type a table's number to go to it; Enter records there."
HOW = (
    ("", ""),
    ("tables", TABLES),
    ("recording", RECORDING),
    ("questions", QUESTIONS),
    ("mistakes", MISTAKES),
    ("fields", FIELDS),
)


def key_lines(screen: Screen[object], app: App[None]) -> list[tuple[str, str]]:
    """Return the keys of a screen with what they do, then how recording works."""
    lines: dict[str, str] = {}
    for active in screen.active_bindings.values():
        if is_ours(active.binding):
            key = app.get_key_display(active.binding)
            told = active.binding.tooltip or active.binding.description
            lines[f"{key}  {active.binding.description}"] = told
    return [("", f"{key}: {told}") for key, told in lines.items()] + list(HOW)


def is_ours(binding: Binding) -> bool:
    """Whether a binding is of this program; Textual's own have no id."""
    return binding.id is not None


def keys_dialog(screen: Screen[object], app: App[None]) -> TextDialog:
    """Return the page of a screen's keys."""
    lines: Iterable[tuple[str, str]] = key_lines(screen, app)
    return TextDialog("Keys", lines)
