"""A new event: its name, its rulebook edition, and what there is to import."""

from typing import ClassVar, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from ledger.core import editions
from ledger.core.spelling import slug
from ledger.files.paths import expanded, found
from ledger.tui.choices import keys_of
from ledger.tui.screens.dialog import ESCAPE
from ledger.tui.terminal import NewEvent
from ledger.tui.text import padded
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.prompt import Prompt

ID_CELLS = 15
ROUNDS_MAX = 99
FIELDS = {
    "name": ("name", "Spring Open 2026"),
    "path": ("file", "made in this folder"),
    "rounds": ("rounds", "how many are planned; may be blank"),
    "folder": ("import", "folder with players.csv, seating.csv …; may be blank"),
}


class NewEventDialog(ModalScreen[NewEvent | None]):
    """Asks for everything an event is made of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "next", "Next / make", id="new.next", priority=True,
                tooltip="On to the next field; at the last one make the event"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.options: dict[str, str] = {}
        self._suggested = ""

    def compose(self) -> ComposeResult:
        """Yield the fields, the editions and the options of the marked one."""
        with Vertical(classes="dialog -large"):
            yield Static("A new event", classes="dialog-title")
            yield self._row("name")
            yield self._row("path")
            yield Label("rulebook (arrows)")
            yield OptionList(*map(self._edition, editions.shipped()), markup=False)
            yield Static(id="new-summary", markup=False)
            yield Vertical(id="new-options")
            yield self._row("rounds")
            yield self._row("folder")
            yield Static(classes="dialog-fault", markup=False)
        yield KeyBar()

    @staticmethod
    def _row(name: str) -> Horizontal:
        label, hint = FIELDS[name]
        return Horizontal(
            Label(padded(label, 8)),
            Input(id=f"new-{name}", placeholder=hint, compact=True),
            classes="new-row",
        )

    @staticmethod
    def _edition(name: str) -> Option:
        document = editions.find(name).document
        line = padded(name, ID_CELLS)
        line.append(f" {document.get('name', '')} {document.get('edition', '')}")
        return Option(line, id=name)

    def on_mount(self) -> None:
        """Begin with the name; EMA's edition is marked, the one most events use."""
        shipped = editions.shipped()
        usual = "ema-2025"
        index = shipped.index(usual) if usual in shipped else 0
        self.query_one(OptionList).highlighted = index
        self._field("name").focus()

    def _field(self, name: str) -> Input:
        return self.query_one(f"#new-{name}", Input)

    @property
    def ruleset(self) -> str:
        """The marked edition's id."""
        index = self.query_one(OptionList).highlighted
        return editions.shipped()[index or 0]

    @on(OptionList.OptionHighlighted)
    async def _marked(self, event: OptionList.OptionHighlighted) -> None:
        """Say what a chombo costs there, and offer the edition's options."""
        event.stop()
        edition = editions.find(event.option.id or self.ruleset)
        self.options = edition.options()
        self._summarise()
        holder = self.query_one("#new-options", Vertical)
        await holder.remove_children()
        declared = cast(
            "dict[str, dict[str, object]]", edition.document.get("options", {})
        )
        for name, option in declared.items():
            prompt = Prompt(name=name)
            await holder.mount(prompt)
            prompt.question = str(option.get("title", name))
            prompt.choices = keys_of(
                tuple(cast("dict[str, object]", option["choices"]))
            )
            self._mark(prompt)

    def _summarise(self) -> None:
        """Say in one line what a chombo costs under the options that are chosen."""
        document = editions.find(self.ruleset).applied(self.options)
        summary = str(document.get("summary", ""))
        self.query_one("#new-summary", Static).update(Text(summary))

    def _mark(self, prompt: Prompt) -> None:
        chosen = self.options[prompt.name or ""]
        prompt.chosen = next(k for k, v in prompt.choices.items() if v == chosen)

    @on(Prompt.Answered)
    def _option_chosen(self, event: Prompt.Answered) -> None:
        event.stop()
        self.options[event.control.name or ""] = str(event.value)
        self._mark(event.control)
        self._summarise()

    @on(Input.Changed, "#new-name")
    def _named(self, event: Input.Changed) -> None:
        """Name the file after the event, unless the user has named it himself."""
        event.stop()
        path = self._field("path")
        if path.value in ("", self._suggested):
            self._suggested = f"{slug(event.value)}.db" if event.value.strip() else ""
            path.value = self._suggested

    def action_next(self) -> None:
        """Go on; at the last field make the event."""
        if self._field("folder").has_focus:
            self._make()
        else:
            self.focus_next()

    def _make(self) -> None:
        name, path = (
            self._field("name").value.strip(),
            self._field("path").value.strip(),
        )
        rounds, folder = self._field("rounds").value.strip(), self._field("folder")
        faults = {
            "name": "" if name else "the event needs a name",
            "path": _path_fault(path),
            "rounds": _rounds_fault(rounds),
            "folder": _folder_fault(folder.value.strip()),
        }
        for field, fault in faults.items():
            if fault:
                self.query_one(".dialog-fault", Static).update(fault)
                self._field(field).focus()
                return
        self.dismiss(
            NewEvent(
                path=str(expanded(path)),
                name=name,
                ruleset=self.ruleset,
                options=dict(self.options),
                rounds=int(rounds) if rounds else None,
                folder=folder.value.strip(),
            )
        )

    def action_back(self) -> None:
        """Return nothing."""
        self.dismiss(None)


def _path_fault(path: str) -> str:
    if not path:
        return "the event needs a file"
    file = expanded(path)
    if found(file):
        return f"{path} is there already"
    return "" if found(file.parent) == "folder" else f"{file.parent} is no folder"


def _rounds_fault(rounds: str) -> str:
    if not rounds:
        return ""
    fits = rounds.isascii() and rounds.isdecimal() and 1 <= int(rounds) <= ROUNDS_MAX
    return "" if fits else f"{rounds!r} is not a number of rounds, 1 to {ROUNDS_MAX}"


def _folder_fault(folder: str) -> str:
    if not folder or found(expanded(folder)) == "folder":
        return ""
    return f"{folder} is no folder"
