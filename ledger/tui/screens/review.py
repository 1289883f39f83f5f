"""Review: the event looked back upon, section by section; what the report holds.

The counts are on the screen at once. Sections that need the standings twice are made
when they are first looked at, and say so while that takes.
"""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from ledger.tui.review_lines import SECTIONS, ReviewOf
from ledger.tui.terminal import View
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.keybar import KeyBar

SCROLLBAR = 3
"""Cells that the page keeps for its scroll bar and its margin."""
RECKONING = "reckoning the standings with and without penalties …"


class ReviewScreen(Screen[None]):
    """One section at a time, with its place among the others above it."""

    DEFAULT_CSS = """
    #review-sections { height: 1; padding: 0 1; color: $text-accent; }
    #review-page { height: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    #review-text { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "section(1)", "Section", key_display="←→", priority=True,
                id="review.on", tooltip="The next section"),
        Binding("left", "section(-1)", "Section before", show=False, priority=True,
                id="review.back", tooltip="The section before"),
        Binding("down", "scroll(1)", "Scroll", key_display="↑↓", priority=True,
                id="review.down", tooltip="Scroll the section"),
        Binding("up", "scroll(-1)", "Scroll up", show=False, priority=True,
                id="review.up", tooltip="Scroll the section up"),
        Binding("pagedown,space", "page(1)", "Page", key_display="PgDn", priority=True,
                id="review.page", tooltip="A page on"),
        Binding("pageup", "page(-1)", "Page back", show=False, priority=True,
                id="review.page-back", tooltip="A page back"),
        Binding("escape", "leave", "Back", id="review.leave",
                tooltip="Back to the tables"),
    ]  # fmt: skip

    view: var[View | None] = var(None)
    at: var[int] = var(0)
    """Which section is shown."""

    def __init__(self) -> None:
        super().__init__()
        self._review: ReviewOf | None = None

    def compose(self) -> ComposeResult:
        """Yield header, the section's name, its page and footer."""
        yield Bar("Review").data_bind(ReviewScreen.view)
        yield Static(id="review-sections", markup=False)
        with VerticalScroll(id="review-page"):
            yield Static(id="review-text", markup=False)
        yield KeyBar()

    @property
    def _page(self) -> VerticalScroll:
        return self.query_one("#review-page", VerticalScroll)

    def on_mount(self) -> None:
        """Let the page take the keys."""
        self._page.focus()

    def on_resize(self) -> None:
        """Lay out for another width."""
        self._fill()

    def watch_view(self) -> None:
        """Show the event as it is now."""
        self._review = None
        self._fill()

    def watch_at(self) -> None:
        """Show another section, from its top."""
        self._fill()
        if self.is_mounted:
            self._page.scroll_home(animate=False)

    def _fill(self) -> None:
        if self.view is None or not self.is_mounted or not self.size.width:
            return
        if self._review is None:
            self._review = ReviewOf.of(self.view)
        self.query_one(Bar).where = f"Review · as of #{self.view.head}"
        self.query_one("#review-sections", Static).update(self._sections())
        name = SECTIONS[self.at]
        text = self.query_one("#review-text", Static)
        if self._review.is_ready(name):
            text.update(self._review.shown(name, self.size.width - SCROLLBAR))
        else:
            text.update(Text(RECKONING, "dim"))
            self.call_after_refresh(self._reckon, self._review)

    def _reckon(self, review: ReviewOf) -> None:
        """Make what the section waits for, once it has said that it does."""
        if review is self._review:
            review.reckon()
            self._fill()

    def _sections(self) -> Text:
        """Return the section's name with those beside it."""
        line = Text(f"{self.at + 1} of {len(SECTIONS)}  ", no_wrap=True)
        before = SECTIONS[self.at - 1] if self.at else ""
        after = SECTIONS[self.at + 1] if self.at + 1 < len(SECTIONS) else ""
        line.append(f"← {before}   " if before else "", "dim")
        line.append(SECTIONS[self.at], "bold reverse")
        line.append(f"   {after} →" if after else "", "dim")
        line.truncate(self.size.width - SCROLLBAR, overflow="ellipsis")
        return line

    def action_section(self, by: int) -> None:
        """Show the next section, or the one before."""
        self.at = min(max(self.at + by, 0), len(SECTIONS) - 1)

    def action_scroll(self, by: int) -> None:
        """Scroll by a line."""
        self._page.scroll_relative(y=by, animate=False)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self._page.scroll_relative(
            y=by * max(self._page.size.height - 1, 1), animate=False
        )

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)
