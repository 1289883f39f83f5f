"""A search field with what it finds below it: type, arrows, Enter.

The field keeps the focus; the list only follows. Backspace in an empty field means
going back to the question before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

Find = Callable[[str], Sequence[tuple[str, Text]]]
"""From what was typed to ids and the lines that show them."""


class SearchInput(Input):
    """An input whose arrows move in the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False, id="picker.up"),
        Binding("down", "move(1)", "Down", show=False, id="picker.down"),
        Binding("pageup", "move(-5)", "Page up", show=False, id="picker.page-up"),
        Binding("pagedown", "move(5)", "Page down", show=False, id="picker.page-down"),
    ]

    @dataclass
    class Moved(Message):
        """The highlight is to move by so many lines."""

        by: int

    class Emptied(Message):
        """Backspace was pressed with nothing left to delete."""

    def action_move(self, by: int) -> None:
        """Ask for the highlight to move."""
        self.post_message(self.Moved(by))

    def action_delete_left(self) -> None:
        """Delete, or go back where there is nothing to delete."""
        if not self.value:
            self.post_message(self.Emptied())
        super().action_delete_left()


class Picker(Vertical):
    """Finds one of many by a few letters."""

    NOTHING: ClassVar = "nothing found: fewer or other letters; your own ruling: other"

    DEFAULT_CSS = """
    Picker {
        height: auto;
        SearchInput { height: 1; border: none; padding: 0; background: $boost; }
        SearchInput:focus { border: none; background: $surface-lighten-1; }
        OptionList {
            height: auto; border: none; padding: 0; background: transparent;
            scrollbar-size-vertical: 1; text-wrap: nowrap;
        }
    }
    """

    @dataclass
    class Picked(Message):
        """One of the things found was chosen."""

        picker: "Picker"
        picked: str

        @property
        def control(self) -> "Picker":
            """The picker it was chosen in."""
            return self.picker

    @dataclass
    class Highlighted(Message):
        """The highlight stands on one of the things found, or on nothing."""

        picker: "Picker"
        found: str | None

        @property
        def control(self) -> "Picker":
            """The picker it happened in."""
            return self.picker

    @dataclass
    class WentBack(Message):
        """Backspace in the empty field."""

        picker: "Picker"

        @property
        def control(self) -> "Picker":
            """The picker it happened in."""
            return self.picker

    def __init__(self, find: Find, placeholder: str, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.find = find
        self.placeholder = placeholder

    def compose(self) -> ComposeResult:
        """Yield the field and the list."""
        yield SearchInput(placeholder=self.placeholder, select_on_focus=False)
        found = OptionList(markup=False)
        found.can_focus = False
        yield found

    @property
    def input(self) -> SearchInput:
        """The field."""
        return self.query_one(SearchInput)

    @property
    def list(self) -> OptionList:
        """The list."""
        return self.query_one(OptionList)

    def on_mount(self) -> None:
        """Show what nothing typed finds."""
        self.search()

    def focus(self, scroll_visible: bool = True) -> "Picker":  # noqa: FBT001, FBT002
        """Focus the field."""
        self.input.focus(scroll_visible)
        return self

    def focus_again(self) -> None:
        """Come back to what was typed: new letters take its place, arrows keep it."""
        self.focus()
        self.input.select_all()

    def search(self) -> None:
        """Find again, what is looked for or what there is having changed."""
        highlighted = self.found
        options = [Option(line, id=name) for name, line in self.find(self.input.value)]
        self.list.clear_options()
        self.list.add_options(options)
        if options:
            names = [option.id for option in options]
            self.list.highlighted = (
                names.index(highlighted)
                if highlighted in names and not self.input.value
                else 0
            )
        else:
            # Said in the list, where one looks; it cannot be picked.
            self.list.add_option(Option(self.NOTHING, disabled=True))
            self.list.highlighted = None
            self.post_message(self.Highlighted(self, None))

    @property
    def found(self) -> str | None:
        """The id of the highlighted line."""
        index = self.list.highlighted
        return None if index is None else self.list.get_option_at_index(index).id

    def on_descendant_focus(self) -> None:
        """Open the list while somebody looks for something."""
        self.add_class("-searching")

    def on_descendant_blur(self) -> None:
        """Close it."""
        self.remove_class("-searching")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.search()

    @on(SearchInput.Moved)
    def _moved(self, event: SearchInput.Moved) -> None:
        event.stop()
        highlighted = self.list.highlighted
        if highlighted is not None:
            last = self.list.option_count - 1
            self.list.highlighted = max(0, min(last, highlighted + event.by))

    @on(SearchInput.Emptied)
    def _emptied(self, event: SearchInput.Emptied) -> None:
        event.stop()
        self.post_message(self.WentBack(self))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self.found is not None:
            self.post_message(self.Picked(self, self.found))

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id is not None:
            self.post_message(self.Picked(self, event.option.id))

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Highlighted(self, event.option.id))
