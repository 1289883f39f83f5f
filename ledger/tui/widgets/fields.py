"""A group of labelled small fields that opens below a line and closes again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, HorizontalGroup, Vertical
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Input, Label, Static


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, its label, its width in cells, what may be typed."""

    name: str
    label: str
    cells: int
    hint: str


Rows = Sequence[Sequence[Field]]


class FieldSet(Vertical):
    """Fields in rows; below them what may be typed, and what it comes to."""

    DEFAULT_CSS = """
    FieldSet {
        display: none; height: auto; padding: 0 1;
        &.-open { display: block; }
        Horizontal { height: 1; }
        HorizontalGroup { width: auto; margin-right: 1; }
        Label { margin-right: 1; color: $text-muted; }
        Input { background: $boost; border: none; height: 1; padding: 0; }
        Static { height: auto; }
        .fields-hint { color: $text-muted; height: 1; }
        .fields-hint.-fault { color: $text-error; text-style: bold; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next field", show=False, id="fields.next"),
        Binding("up", "app.focus_previous", "Field before", show=False, id="fields.up"),
    ]

    is_open: var[bool] = var(default=False, toggle_class="-open")

    @dataclass
    class Changed(Message):
        """Something was typed into a field."""

        fields: "FieldSet"
        name: str
        text: str

        @property
        def control(self) -> "FieldSet":
            """The group it was typed in."""
            return self.fields

    @dataclass
    class Closed(Message):
        """Enter: done with these fields."""

        fields: "FieldSet"

        @property
        def control(self) -> "FieldSet":
            """The group that was closed."""
            return self.fields

    def __init__(self, rows: Rows, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows = rows
        self._hints = {field.name: field.hint for row in rows for field in row}

    def compose(self) -> ComposeResult:
        """Yield the rows, the hint and the result."""
        for row in self.rows:
            with Horizontal():
                for field in row:
                    with HorizontalGroup():
                        yield Label(field.label)
                        small = Input(id=f"{self.id}-{field.name}", compact=True)
                        small.styles.width = field.cells + 1
                        yield small
        yield Static(classes="fields-hint", markup=False)
        yield Static(classes="fields-result", markup=False)

    def _field_name(self, field: Widget) -> str:
        return (field.id or "").removeprefix(f"{self.id}-")

    def field(self, name: str) -> Input:
        """Return a field by its name."""
        return self.query_one(f"#{self.id}-{name}", Input)

    def fill(self, texts: Mapping[str, str]) -> None:
        """Put texts into fields without a message."""
        for name, text in texts.items():
            field = self.field(name)
            with field.prevent(Input.Changed):
                field.value = text

    def open(self) -> None:
        """Show the fields and go to the first."""
        self.is_open = True
        self.query(Input).first().focus()

    def say(self, fault: str, result: str = "") -> None:
        """Say what is wrong with a field, or what the fields come to."""
        hint = self.query_one(".fields-hint", Static)
        hint.set_class(bool(fault), "-fault")
        hint.update(fault or self._hint())
        self.query_one(".fields-result", Static).update(result)

    def _hint(self) -> str:
        focused = self.screen.focused
        return self._hints.get(self._field_name(focused), "") if focused else ""

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(
            self.Changed(self, self._field_name(event.input), event.value)
        )

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        self.is_open = False
        self.post_message(self.Closed(self))

    def on_descendant_focus(self) -> None:
        """Say what may be typed into the field that has the cursor."""
        hint = self.query_one(".fields-hint", Static)
        if not hint.has_class("-fault"):
            hint.update(self._hint())
