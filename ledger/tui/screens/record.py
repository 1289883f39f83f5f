"""Recording an incident: who, what, the facts that are asked, the answer, Enter.

The cursor goes where the next answer is wanted. The screen edits one `Form` and shows
one `Recording`; it knows no book, and says what is to be booked by a message.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Label, Static

from ledger.core.desk import seats_of
from ledger.core.rules import OTHER
from ledger.core.situations import FactValue
from ledger.core.terms import SEATS, Seat
from ledger.core.tile_words import FIELDS as TILE_WORDS
from ledger.core.wording import literal, name_of
from ledger.errors import IncidentError, LedgerError
from ledger.tui import departures
from ledger.tui.answer_words import offered, placeholder, read_answer
from ledger.tui.answers import Answers, Form, RulingWish
from ledger.tui.changes import change
from ledger.tui.choices import keys_of
from ledger.tui.offers import players_found, situations_found
from ledger.tui.pane_lines import Line, told_words
from ledger.tui.recording import Recording
from ledger.tui.screens.own_ruling import Own, OwnRulingDialog
from ledger.tui.table_fields import form_title
from ledger.tui.terminal import View
from ledger.tui.text import signed_title
from ledger.tui.tile_fields import ROWS as TILE_ROWS
from ledger.tui.widgets.facts import FactsLine
from ledger.tui.widgets.fields import FieldSet
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.note import NoteLine
from ledger.tui.widgets.picker import Picker
from ledger.tui.widgets.ruling_pane import RulingPane
from ledger.tui.widgets.table_line import TableFields
from ledger.tui.widgets.who import WhoField, WhoLine


class RecordScreen(Screen[None]):
    """One incident, or several of one moment, until it is booked or thrown away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+l", "table", "Table", id="record.table", priority=True,
                tooltip="Hand, honba, pot, riichi, dead hands, result"),
        Binding("ctrl+t", "tiles", "Tiles", id="record.tiles", priority=True,
                tooltip="What lies on the table: waits, furiten and the fault, proved"),
        Binding("ctrl+n", "note", "Note", id="record.note", priority=True,
                tooltip="A note that is kept with the ruling"),
        Binding("ctrl+d", "own", "Rule otherwise", id="record.own", priority=True,
                tooltip="Your own class and amounts, with a reason"),
        Binding("ctrl+o", "pending", "Pending", id="record.pending", priority=True,
                tooltip="Wait until a head referee confirms, or count at once"),
        Binding("ctrl+k", "settled", "Settled", id="record.settled", priority=True,
                tooltip="Who moves the points: the players, or the ledger"),
        Binding("escape", "leave", "Close", id="record.close",
                tooltip="Close; twice if something was told"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]  # noqa: RUF012 - as Textual

    view: var[View | None] = var(None)

    class Submitted(Message):
        """Something is to be booked, as it is shown."""

        def __init__(
            self, screen: "RecordScreen", wish: "RulingWish", shown: str
        ) -> None:
            super().__init__()
            self.screen, self.wish, self.shown = screen, wish, shown
            self.client_id = screen.form.client_id

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form
        self.recording = Recording(form)
        self._leaving = False
        self._offender_given = form.current.offender

    def compose(self) -> ComposeResult:
        """Yield the lines in the order in which they are answered."""
        yield Static(id="table-summary", markup=False)
        yield TableFields(self.form, self._seats, id="table")
        with Horizontal(classes="record-row"):
            yield Label("Who", classes="record-label")
            find = self._players if self.form.key is None else None
            yield WhoField(find, id="who")
        with Horizontal(classes="record-row"):
            yield Label("What", classes="record-label")
            yield Picker(self._situations, "furiten, フリテン, wrong tile …", id="what")
        with Horizontal(classes="record-row", id="facts-row"):
            yield Label("Facts", classes="record-label")
            yield FactsLine(id="facts")
        yield FieldSet(TILE_ROWS, id="tiles")
        yield NoteLine()
        yield RulingPane(id="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the first thing that is not yet told."""
        self.recording.seen = self._view.head
        self.query_one(NoteLine).show(self.form.note)
        self._show_table()
        self._judge()
        self._ask()

    def watch_view(self, old: View | None, new: View | None) -> None:
        """Follow the book; a changed answer must be taken in before it is booked."""
        if old is not None and new is not None and self.is_mounted:
            if self.recording.follow(new.state, new.rules, new.staff):
                self._show_table()
            self._show()

    # What there is to choose from ------------------------------------------------

    @property
    def _view(self) -> View:
        assert self.view is not None
        return self.view

    def _players(self, typed: str) -> Sequence[tuple[str, Text]]:
        return players_found(self._view.state, typed)

    def _situations(self, typed: str) -> Sequence[tuple[str, Text]]:
        view = self._view
        return situations_found(
            view.state,
            view.rules,
            typed,
            nobody=self.form.current.is_nobody,
            outside=self.form.key is None,
        )

    def _seats(self) -> dict[str, Seat]:
        return seats_of(self._view.state, self.form.place)

    # The answer, and where the cursor goes ---------------------------------------

    def _judge(self) -> None:
        """Answer anew after something was told."""
        self._leaving = False
        view = self._view
        self.recording.judge(view.state, view.rules, view.staff)
        self._show()

    def _show(self) -> None:
        """Show form and answer; the cursor stays where it is."""
        facts = self.query_one(FactsLine)
        view, recording = self._view, self.recording
        facts.answered(told_words(self.form, view.state, view.rules, recording.ruled))
        asked = recording.asked
        if asked is None or asked.is_about_tiles:
            facts.rest()
        else:
            choices = keys_of(offered(asked.question, asked.fact))
            hint = placeholder(asked.question, asked.fact)
            facts.ask(asked.text, choices, hint)
        lines = self.recording.pane()
        if self._leaving:
            lines = [Line("close?", "esc again throws this away", "changed"), *lines]
        self.query_one(RulingPane).show(lines, recording.offers)
        width = (self.size.width or self.app.size.width) - 2
        line = signed_title(form_title(self.form, view.state), view, width)
        self.query_one("#table-summary", Static).update(line)

    def _ask(self) -> None:
        """Put the cursor where the next answer is wanted."""
        current = self.form.current
        if current.offender is None and not current.is_nobody:
            self.query_one(WhoField).take_focus()
        elif not current.is_told:
            self.query_one("#what", Picker).focus()
        elif self.recording.asked is None:
            self.query_one(RulingPane).focus()
        elif self.recording.asked.is_about_tiles:
            self.query_one("#tiles", FieldSet).open()
        else:
            self.query_one(FactsLine).take_focus()

    # Who -------------------------------------------------------------------------

    @on(WhoField.Named)
    def _named(self, event: WhoField.Named) -> None:
        event.stop()
        current = self.form.current
        current.offender = event.number
        current.is_nobody = event.number is None
        self.query_one("#what", Picker).search()
        self._turn()
        self._ask()

    @on(WhoLine.WentBack)
    def _before_who(self, event: WhoLine.WentBack) -> None:
        """Take a second offender back, of whom nothing was told yet."""
        event.stop()
        if len(self.form.incidents) > 1:
            self.form.incidents.pop()
            self._show_table()
            self._judge()
            self._ask()

    @on(RulingPane.SecondWanted)
    def _second(self, event: RulingPane.SecondWanted) -> None:
        event.stop()
        if self.recording.can_book:
            self.form.incidents.append(Answers())
            self.query_one("#what", Picker).input.value = ""
            self._show_table()
            self._judge()
            self._ask()

    # What ------------------------------------------------------------------------

    @on(Picker.Picked, "#what")
    def _what(self, event: Picker.Picked) -> None:
        event.stop()
        current = self.form.current
        index = len(self.form.incidents) - 1
        situation = self.form.choose(index, event.picked, self._view.rules)
        if situation.offender == "none":
            current.offender, current.is_nobody = None, True
            self._show_who()
        self.form.departure = None
        self._judge()
        if event.picked == OTHER and "class" not in current.given:
            self.action_own()
        else:
            self._ask()

    @on(Picker.Highlighted)
    def _searching(self, event: Picker.Highlighted) -> None:
        """Typing on is not leaving."""
        event.stop()
        if self._leaving:
            self._leaving = False
            self._show()

    @on(Picker.WentBack, "#what")
    def _before_what(self, event: Picker.WentBack) -> None:
        event.stop()
        self.query_one(WhoField).take_focus()

    # Facts -----------------------------------------------------------------------

    @on(FactsLine.Chosen)
    def _chosen(self, event: FactsLine.Chosen) -> None:
        event.stop()
        self._answer(event.value)

    @on(FactsLine.Typed)
    def _typed(self, event: FactsLine.Typed) -> None:
        event.stop()
        asked = self.recording.asked
        if asked is not None:
            try:
                self._answer(read_answer(asked.question, asked.fact, event.text))
            except IncidentError as error:
                self.query_one(FactsLine).fault(str(error))

    def _answer(self, value: FactValue) -> None:
        asked = self.recording.asked
        if asked is not None:
            told = self.form.incidents[asked.index].situation
            if asked.question.fact == "situation" and value != told:
                self.form.choose(asked.index, str(value), self._view.rules)
            else:
                self.form.answer(asked.index, asked.question.fact, value)
            self._judge()
        self._ask()

    @on(FactsLine.WentBack)
    @on(RulingPane.WentBack)
    def _back(self, event: Message) -> None:
        """Take the last answer back, or else go back to the situation."""
        event.stop()
        if self.form.departure is not None:
            self.form.departure = None
        elif not self.form.take_back():
            self.query_one("#what", Picker).focus_again()
            return
        self._judge()
        self._ask()

    # The answer ------------------------------------------------------------------

    @on(RulingPane.Confirmed)
    def _confirmed(self, event: RulingPane.Confirmed) -> None:
        event.stop()
        wish = self.form.wish()
        if self.recording.notices:
            self.recording.take_in()
            self._show()
        elif not self.recording.can_book or wish is None:
            self.app.bell()
        else:
            shown = self.recording.fingerprint
            self.post_message(self.Submitted(self, wish, shown))

    @on(RulingPane.ChangeWanted)
    def _change(self, event: RulingPane.ChangeWanted) -> None:
        event.stop()
        if event.place <= len(self.recording.changeable):
            change(self.form, self.recording.changeable[event.place - 1])
            self._judge()
            self._ask()

    def changed(self, error: LedgerError) -> None:
        """Show that the book judges otherwise by now; Enter takes it in first."""
        if not self.recording.notices:
            self.recording.notices = [Line("changed", literal(str(error)), "changed")]
        self._show()
        self.query_one(RulingPane).focus()

    def refuse(self, error: LedgerError) -> None:
        """Show why it was not booked; nothing that was told is lost."""
        self.recording.notices = [Line("not booked", literal(str(error)), "fault")]
        self._show()
        self.query_one(RulingPane).focus()

    # Fields and actions ----------------------------------------------------------

    def _show_who(self) -> None:
        """Show who sits where; in another hand the winds are others."""
        state, current = self._view.state, self.form.current
        with suppress(IncidentError):  # a hand that is still being typed
            seats = sorted(self._seats().items(), key=lambda s: SEATS.index(s[1]))
            self.query_one(WhoField).show(
                {number: name_of(state, number) for number, _ in seats},
                dict(seats),
                current.offender,
                is_nobody=current.is_nobody,
            )

    def _show_table(self) -> None:
        if self.form.key is not None:
            self.query_one(TableFields).refill()
        typed = dict.fromkeys(TILE_WORDS, "") | self.form.current.tiles
        self.query_one("#tiles", FieldSet).fill(typed)
        self._show_who()

    @on(TableFields.Told)
    def _table_told(self, event: TableFields.Told) -> None:
        event.stop()
        self._show_who()
        self._turn()

    def _turn(self) -> None:
        self.recording.turn(self._view.state)
        if self.form.current.evidence is not None:
            self._say_tiles()
        self._judge()

    def _say_tiles(self) -> None:
        said = self.recording.tiles_say(self._view.state, self._view.rules)
        self.query_one("#tiles", FieldSet).say(*said)

    @on(FieldSet.Changed, "#tiles")
    def _tiles_changed(self, event: FieldSet.Changed) -> None:
        event.stop()
        self.form.current.tiles[event.name] = event.text
        self._say_tiles()
        self._judge()

    @on(FieldSet.Closed)
    @on(NoteLine.Left)
    def _fields_closed(self, event: Message) -> None:
        event.stop()
        self._ask()

    @on(NoteLine.Noted)
    def _noted(self, event: NoteLine.Noted) -> None:
        event.stop()
        self.form.note = event.text
        self._judge()

    def _open(self, fields: FieldSet) -> None:
        """Open a group of fields, or close it."""
        if fields.is_open or self.form.key is None:
            fields.is_open = False
            self._ask()
        else:
            fields.open()

    def action_table(self) -> None:
        """Open the fields of the table, or close them."""
        self._open(self.query_one("#table", FieldSet))

    def action_tiles(self) -> None:
        """Open the tile pane, or close it; what was typed stays."""
        self._open(self.query_one("#tiles", FieldSet))

    def action_note(self) -> None:
        """Go to the note, or back from it."""
        self.query_one(NoteLine).open_or_leave()

    def action_pending(self) -> None:
        """Let the ruling wait for a head referee, or count at once."""
        if self.form.must_wait:
            self.notify("this event wants its rulings confirmed by a head referee")
        self.form.pending = not self.form.pending
        self._judge()

    def action_settled(self) -> None:
        """Say otherwise who moves the points."""
        self.form.step_settled()
        self._judge()

    def action_own(self) -> None:
        """Rule otherwise than the rulebook suggests."""
        if self.form.draft() is None:
            self.app.bell()
            return
        ruled = self.recording.ruled
        own, words = departures.suggestion(self.form, ruled)
        players = departures.players_of(self.form, self._view.state, ruled)
        self.app.push_screen(OwnRulingDialog(players, own, words), self._own_taken)

    def _own_taken(self, own: Own | None) -> None:
        if own is not None:
            departures.take(self.form, self.recording.ruled, own)
            self.query_one(NoteLine).show(self.form.note)
            self._judge()
        self._ask()

    def action_leave(self) -> None:
        """Close; what was told is thrown away only at the second time."""
        opened = [fields for fields in self.query(FieldSet) if fields.is_open]
        if opened:
            self._open(opened[-1])
        elif self._leaving or not self._is_touched():
            self.dismiss(None)
        else:
            self._leaving = True
            self._show()

    def _is_touched(self) -> bool:
        typed = self.query_one("#what", Picker).input.value
        is_new_who = self.form.incidents[0].offender != self._offender_given
        return bool(typed) or is_new_who or self.form.is_touched()
