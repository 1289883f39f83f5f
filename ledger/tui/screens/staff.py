"""The staff: who is on it, in which role, with or without a PIN; and who may what."""

from typing import ClassVar, Final, Literal

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.reactive import var
from textual.screen import ModalScreen, Screen
from textual.widgets import DataTable, Input, Label, Static

from ledger.core.roles import Role, is_enforced, table
from ledger.core.sign_in import PIN_LENGTH_MIN, digest, plain
from ledger.core.wording import literal
from ledger.errors import SignInRefused
from ledger.tui.choices import keys_of
from ledger.tui.screens.dialog import ESCAPE
from ledger.tui.terminal import View
from ledger.tui.text import fitted
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.prompt import Prompt
from ledger.tui.widgets.rows import Rows

Wish = Literal["add", "role", "pin"]
ROLE_CELLS: Final = 16
PIN_CELLS: Final = 6
OPEN_DESK: Final = (
    "There is no organiser yet, so everybody may everything. From the first one on"
    " roles count."
)
ENFORCED: Final = "Roles count here: m shows who may what."


class StaffScreen(Screen[None]):
    """People as lines, with the keys that act on the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "want('add')", "Add", id="staff.add",
                tooltip="Put somebody on the staff"),
        Binding("o", "want('role')", "Role", id="staff.role",
                tooltip="Give this person another role"),
        Binding("p", "want('pin')", "PIN", id="staff.pin",
                tooltip="Give this person a new PIN; your own is yours to set"),
        Binding("m", "may", "Who may what", id="staff.may",
                tooltip="What each role may do"),
        Binding("escape", "leave", "Back", id="staff.back",
                tooltip="Back to the tables"),
    ]  # fmt: skip

    view: var[View | None] = var(None)

    class Wanted(Message):
        """Something is to be done about the staff."""

        def __init__(self, wish: Wish, name: str) -> None:
            super().__init__()
            self.wish, self.name = wish, name

    def compose(self) -> ComposeResult:
        """Yield header, people and footer."""
        yield Bar("Staff").data_bind(StaffScreen.view)
        yield Rows()
        yield Static(id="staff-told", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Let the people take the keys."""
        self.query_one(DataTable).focus()

    def on_resize(self) -> None:
        """Lay out for another width."""
        self._fill()

    def watch_view(self) -> None:
        """Show the staff as it is now; the cursor stays on its person."""
        self._fill()

    def _fill(self) -> None:
        if self.view is None or not self.is_mounted or not self.size.width:
            return
        state, marked = self.view.state, self.person
        people = self.query_one(DataTable)
        people.clear(columns=True)
        width = self.size.width - ROLE_CELLS - PIN_CELLS - 2
        for title, cells in (
            ("name", width), ("role", ROLE_CELLS), ("PIN", PIN_CELLS)
        ):  # fmt: skip
            people.add_column(title, width=cells)
        for name, person in state.staff.items():
            people.add_row(
                fitted(literal(name), width - 1),
                Text(person.role.replace("-", " ")),
                Text("yes" if name in state.pins else "no"),
                key=name,
            )
        if marked in state.staff:
            people.move_cursor(row=list(state.staff).index(marked))
        told = ENFORCED if is_enforced(state) else OPEN_DESK
        self.query_one("#staff-told", Static).update(told)

    @property
    def person(self) -> str:
        """Who is under the cursor; empty: nobody is on the staff."""
        people = self.query_one(DataTable)
        if not 0 <= people.cursor_row < people.row_count:
            return ""
        cursor = people.cursor_coordinate
        return people.coordinate_to_cell_key(cursor).row_key.value or ""

    @on(DataTable.RowSelected)
    def _selected(self, event: "DataTable.RowSelected") -> None:
        event.stop()
        self.action_want("pin")

    def action_want(self, wish: Wish) -> None:
        """Ask for something to be done."""
        if wish == "add" or self.person:
            self.post_message(self.Wanted(wish, "" if wish == "add" else self.person))

    def action_may(self) -> None:
        """Show who may what."""
        self.app.push_screen(RolesDialog())

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)


class RolesDialog(ModalScreen[None]):
    """Shows the table of who may what."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "back", "Close", show=False, id="roles.close"),
    ]

    def compose(self) -> ComposeResult:
        """Yield the table."""
        with Vertical(classes="dialog -large"):
            yield Static("Who may what", classes="dialog-title")
            yield Static(Text(table(), no_wrap=True))
            yield Static("riichi-ledger staff EVENT roles prints it", markup=False)
        yield KeyBar()

    def action_back(self) -> None:
        """Close."""
        self.dismiss(None)


class PersonDialog(ModalScreen[tuple[str, str] | None]):
    """Asks for a name and a role, or for another role; gives both."""

    BINDINGS: ClassVar[list[BindingType]] = [ESCAPE]

    def __init__(self, name: str = "", role: str = "") -> None:
        """Prepare the dialog.

        Args:
            name: Whose role it is; empty: of somebody new.
            role: The role as it is.
        """
        super().__init__()
        self.person, self.role = name, role

    def compose(self) -> ComposeResult:
        """Yield the name and the roles."""
        named = literal(self.person)
        with Vertical(classes="dialog -large"):
            title = f"Role of {named}" if named else "Somebody new on the staff"
            yield Static(title, classes="dialog-title", markup=False)
            if self.person:
                yield Static(f"now: {literal(self.role)}", markup=False)
            else:
                with Horizontal(classes="new-row"):
                    yield Label("name ")
                    yield Input(id="person-name", compact=True, select_on_focus=False)
            yield Prompt(id="person-role")
            yield Static(classes="dialog-fault", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Offer the roles; begin with what is not known."""
        prompt = self.query_one(Prompt)
        prompt.question = "role"
        prompt.choices = keys_of(tuple(role.value for role in Role))
        if self.person:
            prompt.focus()

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        event.stop()
        fault = "" if event.value.strip() else "must not be blank"
        self.query_one(".dialog-fault", Static).update(fault)
        if not fault:
            self.query_one(Prompt).focus()

    @on(Prompt.WentBack)
    def _back_to_name(self, event: Prompt.WentBack) -> None:
        event.stop()
        for name in self.query(Input):
            name.focus()

    @on(Prompt.Answered)
    def _answered(self, event: Prompt.Answered) -> None:
        event.stop()
        name = self.person
        if not name:
            name = self.query_one(Input).value.strip()
        if name:
            self.dismiss((name, str(event.value)))

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)


class PinDialog(ModalScreen[str | None]):
    """Asks for a new PIN, twice; gives what is kept of it."""

    BINDINGS: ClassVar[list[BindingType]] = [ESCAPE]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.person = name

    def compose(self) -> ComposeResult:
        """Yield two fields that show nothing of what is typed."""
        with Vertical(classes="dialog"):
            title = f"New PIN of {literal(self.person)}"
            yield Static(title, classes="dialog-title", markup=False)
            yield Static(f"{PIN_LENGTH_MIN} characters or more; nobody sees them")
            for name, label in (("first", "PIN  "), ("again", "again")):
                with Horizontal(classes="new-row"):
                    yield Label(f"{label} ")
                    yield Input(password=True, id=f"pin-{name}", compact=True)
            yield Static(classes="dialog-fault", markup=False)
        yield KeyBar()

    @on(Input.Submitted, "#pin-first")
    def _first(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one("#pin-again", Input).focus()

    @on(Input.Submitted, "#pin-again")
    def _again(self, event: Input.Submitted) -> None:
        event.stop()
        first = self.query_one("#pin-first", Input)
        if plain(first.value) != plain(event.value):
            self._refuse("the two are not the same: both again")
            return
        try:
            kept = digest(first.value)
        except SignInRefused as error:
            self._refuse(str(error))
        else:
            self.dismiss(kept)

    def _refuse(self, fault: str) -> None:
        self.query_one(".dialog-fault", Static).update(fault)
        for each in self.query(Input):
            each.value = ""
        self.query_one("#pin-first", Input).focus()

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)
