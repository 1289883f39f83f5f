"""The pinned rulebook: find a situation, read its cases and clauses."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from ledger.tui.offers import situations_found
from ledger.tui.rulebook_lines import edition_lines, situation_lines
from ledger.tui.terminal import View
from ledger.tui.text import grid
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.picker import Picker

PAGE = 8


class RulebookScreen(Screen[None]):
    """A search field, what it finds, and the page of what is marked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "scroll(1)", "Read on", key_display="PgDn",
                id="rulebook.down", priority=True, tooltip="Scroll the page"),
        Binding("pageup", "scroll(-1)", "Read back", show=False, id="rulebook.up",
                priority=True, tooltip="Scroll the page up"),
        Binding("ctrl+o", "edition", "Whole edition", id="rulebook.edition",
                priority=True, tooltip="Sources, options and notes of the edition"),
        Binding("escape", "leave", "Back", id="rulebook.back",
                tooltip="Clear the search, then back"),
    ]  # fmt: skip

    view: var[View | None] = var(None)

    def compose(self) -> ComposeResult:
        """Yield header, search, page and footer."""
        yield Bar("Rulebook").data_bind(RulebookScreen.view)
        yield Picker(self._find, "what happened? furiten, チョンボ, 6.8 …", id="rule")
        with VerticalScroll(id="rule-page"):
            yield Static(id="rule-text")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin in the search field."""
        self.query_one(Picker).focus()
        self.query_one("#rule-page").can_focus = False

    def _find(self, typed: str) -> Sequence[tuple[str, Text]]:
        if self.view is None:
            return []
        found = list(situations_found(self.view.state, self.view.rules, typed))
        if found or not typed:
            return found
        return [
            line
            for line in situations_found(self.view.state, self.view.rules, "")
            if typed.casefold() in self._page_text(line[0]).casefold()
        ]

    def _page_text(self, name: str) -> str:
        assert self.view is not None
        return "\n".join(map(" ".join, situation_lines(self.view.rules, name)))

    @on(Picker.Highlighted)
    def _marked(self, event: Picker.Highlighted) -> None:
        event.stop()
        if self.view is None:
            return
        if event.found is None:
            self._show([("", "nothing mentions these words")])
        else:
            self._show(situation_lines(self.view.rules, event.found))

    @on(Picker.Picked)
    def _picked(self, event: Picker.Picked) -> None:
        event.stop()
        self.action_scroll(1)

    def _show(self, lines: list[tuple[str, str]]) -> None:
        self.query_one("#rule-text", Static).update(grid(lines))
        self.query_one("#rule-page", VerticalScroll).scroll_home(animate=False)

    def action_edition(self) -> None:
        """Show the edition as a whole."""
        if self.view is not None:
            self._show(edition_lines(self.view.rules))

    def action_scroll(self, by: int) -> None:
        """Scroll the page."""
        page = self.query_one("#rule-page", VerticalScroll)
        page.scroll_relative(y=by * PAGE, animate=False)

    def action_leave(self) -> None:
        """Clear the search, or go back."""
        field = self.query_one(Picker).input
        if field.value:
            field.value = ""
        else:
            self.dismiss(None)
