"""Who sits here: picked from the staff, and proved by a PIN where there is one.

The dialog lies over whatever is being typed, which stays as it is. It knows neither
book nor door: names and PINs go out as messages, and what came of them comes back by
`refuse`, `opened` or by being dismissed. While a wait runs, keys go on into the field,
and Enter is kept: the PIN is tried as soon as it may be.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ledger.core.event import EventState
from ledger.core.roles import MAY, Act, is_enforced, role_of
from ledger.core.search import folded
from ledger.core.wording import literal
from ledger.tui.text import padded
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.picker import Picker

TICK_SECONDS: Final = 0.2
SHORT: Final = timedelta(minutes=2)
"""Up to this wait Enter is kept; a longer one is a lock."""
NUMBER_CELLS: Final = 4
NAME_CELLS: Final = 34
ROLE_CELLS: Final = 14


class SitterPicker(Picker):
    """Finds a person of the staff."""

    NOTHING = "nobody of that name is on the staff"


class SignInDialog(ModalScreen[str | None]):
    """Asks who sits here; gives the name of who has come in, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="sign-in.back",
                tooltip="Another name; then back to where one was"),
        Binding("ctrl+o", "let", "Let in again", id="sign-in.let", priority=True,
                tooltip="A head referee or the organiser opens a locked door"),
    ]  # fmt: skip

    class Tried(Message):
        """Somebody wants to come in."""

        def __init__(self, screen: "SignInDialog", name: str, pin: str) -> None:
            super().__init__()
            self.screen, self.name, self.pin = screen, name, pin

    class LetIn(Message):
        """Somebody is to be let in again, on the word of another."""

        def __init__(
            self, screen: "SignInDialog", name: str, by: str, pin: str
        ) -> None:
            super().__init__()
            self.screen, self.name, self.by, self.pin = screen, name, by, pin

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Setting:
        """What the dialog is about."""

        state: EventState
        """The event; it grows under the dialog."""
        terminal: str
        person: str
        """Who sits there until somebody else has come in; empty: nobody."""
        wait: Callable[[str], timedelta]
        """For how long somebody cannot try again."""
        asked: str = ""
        """Whose PIN is asked for at first; empty: the name is."""
        locked: str = ""
        """Whose PIN has to be given before all else; empty: anybody's."""
        can_leave: bool = True
        is_covering: bool = False
        """Whether nothing behind it is to be seen."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(classes="-covering" if setting.is_covering else "")
        self.setting = setting
        self.locked, self.can_leave = setting.locked, setting.can_leave
        self.name_asked = setting.locked or setting.asked
        """Whose PIN is asked for; empty: the name is."""
        self.opener = ""
        """Who lets that person in again, by his own PIN."""
        self._is_letting = False
        self._said = ""
        self._is_due = False

    def compose(self) -> ComposeResult:
        """Yield the title, the names, the PIN and what came of it."""
        with Vertical(classes="dialog"):
            yield Static(id="sign-in-title", classes="dialog-title", markup=False)
            yield Static(id="sign-in-told", markup=False)
            yield SitterPicker(self._find, "name, or its number", id="sitter")
            with Horizontal(id="pin-row", classes="new-row"):
                yield Label(id="pin-label", markup=False)
                yield Input(password=True, id="pin", compact=True)
            yield Static(id="sign-in-said", classes="dialog-fault", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the name, or with the PIN of who has locked the terminal."""
        self.set_interval(TICK_SECONDS, self._tick)
        self._ask(self.name_asked)

    def shut(self, person: str) -> None:
        """Ask for a person's PIN before all else: nobody was at the keys for long."""
        self.locked, self.can_leave = person, False
        self._ask(person)

    # Who ---------------------------------------------------------------------------

    @property
    def _openers(self) -> list[str]:
        state = self.setting.state
        return [n for n in state.pins if role_of(state, n) in MAY[Act.DECIDE]]

    def _find(self, typed: str) -> Sequence[tuple[str, Text]]:
        state = self.setting.state
        names = self._openers if self._is_letting else list(state.staff)
        told, terms = typed.strip(), folded(typed).split()
        numbered = dict(enumerate(names, start=1))
        fitting = [
            (told != name, told != str(number), number)
            for number, name in numbered.items()
            if told == str(number) or all(term in folded(name) for term in terms)
        ]
        found = [
            (numbered[number], self._line(number, numbered[number]))
            for *_, number in sorted(fitting)
        ]
        is_new = bool(told) and told not in state.staff
        if is_new and not self._is_letting and not is_enforced(state):
            found.append((told, Text(f"    {literal(told)}: not on the staff yet")))
        return found

    def _line(self, number: int, name: str) -> Text:
        state = self.setting.state
        line = padded(f"{number:>2}", NUMBER_CELLS)
        line.append_text(padded(literal(name), NAME_CELLS))
        line.append(" ")
        role = role_of(state, name) or ""
        line.append_text(padded(role.replace("-", " "), ROLE_CELLS))
        line.append("PIN" if name in state.pins else "")
        return line

    @on(Picker.Picked)
    def _picked(self, event: Picker.Picked) -> None:
        event.stop()
        if self._is_letting:
            self.opener = event.picked
            self._ask(self.name_asked)
        elif event.picked in self.setting.state.pins:
            self._ask(event.picked)
        else:
            self.post_message(self.Tried(self, event.picked, ""))

    def _ask(self, name: str) -> None:
        """Ask for a person's PIN, or for the name."""
        self.name_asked, self._is_due, self._said = name, False, ""
        self.query_one("#pin", Input).value = ""
        is_name = not name or (self._is_letting and not self.opener)
        self.query_one("#pin-row").display = not is_name
        picker = self.query_one(SitterPicker)
        picker.display = is_name
        if is_name:
            picker.input.value = ""
            picker.search()
            picker.focus()
        else:
            self.query_one("#pin", Input).focus()
        self._show()

    # The PIN -----------------------------------------------------------------------

    @property
    def _prover(self) -> str:
        """Whose PIN is typed."""
        return self.opener or self.name_asked

    @on(Input.Changed, "#pin")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._is_due = False
        self._show()

    @on(Input.Submitted, "#pin")
    def _given(self, event: Input.Submitted) -> None:
        event.stop()
        wait = self.setting.wait(self._prover)
        self._is_due = bool(wait) and wait <= SHORT
        if not wait:
            self._try()
        self._show()

    def _try(self) -> None:
        self._is_due = False
        pin = self.query_one("#pin", Input).value
        if self.opener:
            self.post_message(self.LetIn(self, self.name_asked, self.opener, pin))
        else:
            self.post_message(self.Tried(self, self.name_asked, pin))

    def _tick(self) -> None:
        if self._is_due and not self.setting.wait(self._prover):
            self._try()
        self._show()

    def refuse(self, fault: str) -> None:
        """Say why somebody is not let in; the next PIN begins in an empty field."""
        self.query_one("#pin", Input).value = ""
        self._said = fault
        self._show()

    def opened(self) -> None:
        """Ask for the PIN of who was let in again."""
        self.opener, self._is_letting = "", False
        self._ask(self.name_asked)
        self._said = "the door is open again"
        self._show()

    # What is shown -----------------------------------------------------------------

    def _show(self) -> None:
        locked = literal(self.locked)
        title = f"Locked by {locked}" if locked else "Who sits here?"
        told = f"terminal {literal(self.setting.terminal)}"
        if locked:
            told += "; what was typed is still there. Esc: somebody else signs in"
        elif self.setting.person:
            told += f"; {literal(self.setting.person)} signs until then"
        else:
            told += "; nobody has signed in" + ", Esc only looks" * self.can_leave
        if self._is_letting:
            title = f"Who lets {literal(self.name_asked)} in again?"
        self.query_one("#sign-in-title", Static).update(title)
        self.query_one("#sign-in-told", Static).update(told)
        label = f"PIN of {literal(self._prover)} "
        self.query_one("#pin-label", Label).update(label)
        self.query_one("#sign-in-said", Static).update(self._words())
        self.refresh_bindings()

    def _words(self) -> str:
        """Return what came of the last try, and how long to wait for the next one."""
        wait = self.setting.wait(self._prover) if self._prover else timedelta(0)
        parts = [self._said] if self._said else []
        if wait > SHORT:
            minutes = -(-wait // timedelta(minutes=1))
            others = [n for n in self._openers if n != self.name_asked]
            named = literal(" or ".join(others))
            who = f", or until {named} lets you in (^o)" if others else ""
            parts.append(f"locked for {minutes} min{who}")
        elif wait:
            seconds = -(-wait // timedelta(seconds=1))
            how = "tried" if self._is_due else "try again"
            parts.append(f"{how} in {seconds} s")
        return "; ".join(parts)

    # Keys --------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Hide what leads nowhere."""
        if action == "let":
            waits = self.name_asked and self.setting.wait(self.name_asked) > SHORT
            return bool(waits and self._openers) and not self._is_letting
        if action == "back":
            at_name = not self.name_asked
            return self.can_leave or not at_name or bool(self.locked)
        return True

    def action_let(self) -> None:
        """Ask who lets the person in again."""
        self._is_letting, self.opener = True, ""
        self._ask(self.name_asked)

    def action_back(self) -> None:
        """Go a step back: from a PIN to the names, from there to where one was."""
        if self._is_letting:
            self._is_letting, self.opener = False, ""
            self._ask(self.name_asked)
        elif self.name_asked:
            self._ask("")
        elif self.locked:
            self._ask(self.locked)
        elif self.can_leave:
            self.dismiss(None)
