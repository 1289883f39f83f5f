"""A table followed hand by hand: how it stands, and the next step in a few keys.

    r w s 3 40 enter      a ron: winner West, from South, 3 han 40 fu

One draft at a time; the winds are those of the hand in play. The line below the fields
says at every key what it would do, and the book alone decides when it is entered.
"""

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from ledger.core.contents import Content, HandPlayed, SheetEntered
from ledger.core.event import HanchanKey, Place
from ledger.core.floor import table_entries
from ledger.core.hand_entry import FIELDS, HandEntry, hand_entry
from ledger.core.live import is_followed, started
from ledger.core.live_lines import place_of_step
from ledger.core.reconciling import sheet_of
from ledger.core.spelling import literal
from ledger.core.table import Hanchan
from ledger.core.terms import SEATS
from ledger.core.wording import hand_words, name_of
from ledger.errors import LedgerError
from ledger.tui import hand_lines
from ledger.tui.journal_rows import entry_line
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.terminal import View, new_id
from ledger.tui.text import fitted
from ledger.tui.widgets.bar import Bar
from ledger.tui.widgets.fields import FieldSet
from ledger.tui.widgets.keybar import KeyBar

SHEET = "sheet"
TITLES = {"time-signal": "time signal", "abort": "abortive draw"}


class HandsScreen(Screen[None]):
    """Hand, pot and scores of one table; each key begins a step."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "step('ron')", "Ron", id="hands.ron",
                tooltip="A ron: winner, from whom, value"),
        Binding("t", "step('tsumo')", "Tsumo", id="hands.tsumo",
                tooltip="A tsumo: winner, value"),
        Binding("d", "step('draw')", "Draw", id="hands.draw",
                tooltip="An exhaustive draw: who is tenpai"),
        Binding("i", "step('riichi')", "Riichi", id="hands.riichi",
                tooltip="A riichi: the stick goes onto the table"),
        Binding("a", "step('abort')", "Abort", id="hands.abort",
                tooltip="An abortive draw, where the edition has them"),
        Binding("n", "step('nagashi')", "Nagashi", id="hands.nagashi",
                tooltip="Nagashi mangan, where the edition has it"),
        Binding("c", "step('call')", "Call", id="hands.call",
                tooltip="A called set: told where kans or dead hands matter"),
        Binding("g", "step('time-signal')", "Time signal", id="hands.signal",
                tooltip="The time signal sounds in this hand"),
        Binding("x", "incident", "Incident", id="hands.incident",
                tooltip="Record an incident in the hand in play"),
        Binding("u", "undo", "Undo last", id="hands.undo",
                tooltip="Void the last entry of this table, with a reason"),
        Binding("s", "step('sheet')", "Sheet", id="hands.sheet",
                tooltip="Make the sheet from the scores as they stand"),
        Binding("enter", "give", "Next / book", id="hands.book", priority=True,
                tooltip="On to the next blank field; book it when all is told"),
        Binding("escape", "leave", "Close", id="hands.close",
                tooltip="Drop the step that is being typed; leave the table"),
    ]  # fmt: skip

    view: var[View | None] = var(None)

    class Submitted(Message):
        """A step or the sheet is to be booked."""

        def __init__(
            self, screen: "HandsScreen", content: Content, place: Place
        ) -> None:
            super().__init__()
            self.screen, self.content, self.place = screen, content, place
            self.client_id = screen.client_id

    class UndoWanted(Message):
        """The last entry of the table is to be void."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, key: HanchanKey) -> None:
        """Prepare the screen.

        Args:
            key: Round and table, which is seated.
        """
        super().__init__()
        self.key = key
        self.kind: str | None = None
        """What is being typed; None: nothing."""
        self.client_id = new_id()
        """Of the draft: it is booked once, however often Enter is pressed."""
        self._texts: dict[str, str] = {}
        self._place: Place | None = None
        """The hand in which the draft was begun."""
        self._notice = ""
        """What the referee has to know before the draft can be booked."""

    def compose(self) -> ComposeResult:
        """Yield the table as it stands, the fields of each step, the last entries."""
        round_, table = self.key
        yield Bar(f"Round {round_} · Table {table}", id="bar").data_bind(
            HandsScreen.view
        )
        yield Static(id="hands-now", markup=False)
        yield Static(id="hands-seats", markup=False)
        yield Static(id="hands-sum", markup=False)
        yield Static(id="hands-title", markup=False)
        for kind in FIELDS:
            if FIELDS[kind]:
                yield FieldSet([hand_lines.fields_of(kind)], id=f"hand-{kind}")
        yield Static(id="hands-says", markup=False)
        yield Static(id="hands-last-title", markup=False)
        yield Static(id="hands-last", markup=False)
        yield KeyBar()

    # What is shown ---------------------------------------------------------------

    @property
    def _view(self) -> View:
        assert self.view is not None
        return self.view

    @property
    def now(self) -> Hanchan:
        """The table as it stands in the book."""
        return started(self._view.state, self._view.rules, self.key).hanchan

    def _names(self) -> dict[str, str]:
        state = self._view.state
        players = state.seated(self.key)
        assert players is not None, "a table of the floor is seated"
        return {number: name_of(state, number) for number in players}

    def on_mount(self) -> None:
        """Show the table."""
        self._show()

    def on_resize(self) -> None:
        """Cut names to the new width."""
        self._show()

    def watch_view(self, old: View | None, new: View | None) -> None:
        """Follow the book; a draft of a hand that is over by now says so."""
        if old is None or new is None or not self.is_mounted:
            return
        place = place_of_step(self.now, self.key)
        if self.kind is not None and self._place != place:
            assert place.hand is not None
            self._notice = (
                f"CHANGED MEANWHILE: {hand_words(place.hand)}, {place.honba} honba is"
                " in play now; enter takes that in, then books"
            )
        self._show()

    def _show(self) -> None:
        """Show the table, the draft and what it comes to."""
        if not self.is_mounted or self.view is None:
            return
        now, names = self.now, self._names()
        width = self.size.width or self.app.size.width
        self.query_one("#hands-now", Static).update(
            fitted(f" {hand_lines.now_words(now)}", width)
        )
        seats = hand_lines.seat_lines(now, names, width)
        self.query_one("#hands-seats", Static).update(Text("\n").join(seats))
        self.query_one("#hands-sum", Static).update(f" {hand_lines.sum_words(now)}")
        self._show_draft(now, names)
        self._show_last(width)

    def _show_draft(self, now: Hanchan, names: dict[str, str]) -> None:
        title = self.query_one("#hands-title", Static)
        says = self.query_one("#hands-says", Static)
        told = "what comes next? a key below begins it"
        if self.kind is not None:
            told = TITLES.get(self.kind, self.kind)
        title.update(f"── {told} ──")
        fault = self._sheet_in()
        lines: list[str] = []
        if self.kind == SHEET:
            fault, lines = self._sheet_lines(now, names)
        elif self.kind is not None:
            entry = self._entry(now, names)
            if FIELDS[self.kind]:
                blank = {name: f for name, f in entry.faults.items() if name}
                self._fields.say(next(iter(blank.values()), ""))
            refused = entry.faults.get("", "")
            fault = fault or hand_lines.named(refused, now, names)
            lines = list(entry.words)
        elif not fault and not is_followed(self._view.state, self.key):
            lines = ["nobody follows this table yet: the first step begins it"]
        if fault:
            lines = [f"NOT POSSIBLE: {fault}", *lines]
        if self._notice:
            lines = [self._notice, *lines]
        says.set_class(bool(fault or self._notice), "-fault")
        says.update("\n".join(lines))

    def _show_last(self, width: int) -> None:
        view, room = self._view, max(width - 2, 0)
        head = "── last entries of this table "
        self.query_one("#hands-last-title", Static).update(
            head + "─" * max(room - len(head), 0)
        )
        last = self.query_one("#hands-last", Static)
        entries = table_entries(view.state, self.key)
        lines = [entry_line(entry, view, room) for entry in entries[: self._lines_max]]
        last.update(Text("\n").join(lines) if lines else "nothing yet")

    @property
    def _lines_max(self) -> int:
        return max(self.app.size.height, 1)

    def _sheet_in(self) -> str:
        """Return why no hand can be entered any more; empty while it can."""
        entry = self._view.state.sheets.get(self.key)
        if entry is None:
            return ""
        return f"the sheet is in: #{entry.number}. Void it in the journal to play on"

    def _sheet_lines(
        self, now: Hanchan, names: dict[str, str]
    ) -> tuple[str, list[str]]:
        if self._sheet_in():
            return self._sheet_in(), []
        try:
            sheet = sheet_of(self._view.state, self._view.rules, self.key)
        except LedgerError as error:
            return str(error), []
        return "", hand_lines.sheet_words(sheet, now, names)

    # The draft -------------------------------------------------------------------

    def _entry(self, now: Hanchan, names: dict[str, str]) -> HandEntry:
        assert self.kind is not None
        texts = hand_lines.completed(self.kind, self._texts)
        return hand_entry(now, self.kind, texts, names)

    @property
    def _fields(self) -> FieldSet:
        return self.query_one(f"#hand-{self.kind}", FieldSet)

    def action_step(self, kind: str) -> None:
        """Begin a step; what was begun before is dropped."""
        self._drop()
        if kind == SHEET and not is_followed(self._view.state, self.key):
            self.post_message(FloorScreen.SheetWanted(self.key))
            return
        self.kind, self.client_id = kind, new_id()
        self._place = place_of_step(self.now, self.key)
        if FIELDS.get(kind):
            self._fields.fill(dict.fromkeys(FIELDS[kind], ""))
            self._fields.open()
        self._show()

    def _drop(self) -> None:
        for fields in self.query(FieldSet):
            fields.is_open = False
        self.kind, self._notice, self._texts = None, "", {}
        self.set_focus(None)

    @on(FieldSet.Changed)
    def _typed(self, event: FieldSet.Changed) -> None:
        event.stop()
        before, text = self._texts.get(event.name, ""), event.text
        if event.name == "loser" and "+" in text:
            event.fields.fill({"loser": text.replace("+", "")})
            winner = event.fields.field("winner")
            winner.select_on_focus = False  # a letter is added to the one there
            winner.focus()
            winner.action_end()
            return
        event.fields.field(event.name).select_on_focus = True
        self._texts[event.name] = text
        self._show()
        is_seat = event.name in ("winner", "loser", "who") and self.kind != "nagashi"
        if is_seat and len(text) == len(before) + 1 and text[-1:].upper() in SEATS:
            self._go_on(event.name)

    def _go_on(self, name: str) -> None:
        """Go to the field after this one, if there is one."""
        assert self.kind is not None
        order = FIELDS[self.kind]
        after = order.index(name) + 1
        if after < len(order):
            self._fields.field(order[after]).focus()

    def action_give(self) -> None:
        """Go to what is wrong or blank; book when all is told."""
        if self.kind is None:
            self.app.bell()
        elif self._notice:
            self._notice = ""
            self._place = place_of_step(self.now, self.key)
            self._show()
        elif self._sheet_in():
            self.app.bell()
        elif self.kind == SHEET:
            sheet = sheet_of(self._view.state, self._view.rules, self.key)
            place = Place(round=self.key[0], table=self.key[1])
            self.post_message(self.Submitted(self, SheetEntered(sheet=sheet), place))
        else:
            self._give_step(self._entry(self.now, self._names()))

    def _give_step(self, entry: HandEntry) -> None:
        wrong = next((name for name in entry.faults if name), entry.asks)
        if wrong:
            self._fields.field(wrong).focus()
        elif entry.step is None:
            self.app.bell()
        else:
            assert self._place is not None
            content = HandPlayed(step=entry.step)
            self.post_message(self.Submitted(self, content, self._place))

    def booked(self) -> None:
        """Drop the draft, which is in the book; after the sheet leave the table."""
        is_over = self.kind == SHEET
        self.client_id = new_id()
        self._drop()
        if is_over:
            self.dismiss(None)
        else:
            self._show()

    def refuse(self, error: LedgerError) -> None:
        """Say why it was not booked; what was typed stays."""
        self._notice = f"NOT BOOKED: {literal(str(error))}"
        self._show()

    # Other keys ------------------------------------------------------------------

    def action_incident(self) -> None:
        """Record an incident in the hand in play."""
        self.post_message(FloorScreen.RecordWanted(self.key, self.key[0], None))

    def action_undo(self) -> None:
        """Void the last entry of this table."""
        entry = hand_lines.last_step(self._view.state, self.key)
        if entry is None:
            self.notify("nothing has been entered at this table")
        else:
            self.post_message(self.UndoWanted(entry.number))

    def action_leave(self) -> None:
        """Drop the draft; without one leave."""
        if self.kind is None:
            self.dismiss(None)
        else:
            self._drop()
            self._show()
