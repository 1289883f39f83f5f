"""What the screens ask for, done: the book written to, the next screen opened.

A `Desk` is made for an open event. It is apart from the app because it needs the whole
engine, and the app is to be on the screen before that is imported.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from rich.cells import cell_len

from ledger.core.contents import Sheet, SheetEntered
from ledger.core.desk import Draft
from ledger.core.event import Entry, EventState, HanchanKey, Place
from ledger.core.floor import TableNow, table_now, waiting_for
from ledger.core.possible import open_questions
from ledger.core.reconciling import candidates
from ledger.core.roles import Act
from ledger.core.rules import Rules
from ledger.core.scoring import expected_total
from ledger.core.wishes import AmendRuling, ChangeRuling, Late, Wish
from ledger.core.wording import literal, name_of
from ledger.errors import ConnectionLost, LedgerError, RulingChanged
from ledger.files.exports import Layout, penalties_paper, standings_paper
from ledger.files.page_size import SIZES
from ledger.files.papers import Paper
from ledger.files.writing import write_file
from ledger.tui.answers import Answers, Form
from ledger.tui.correcting import Corrector
from ledger.tui.doorkeeper import Doorkeeper
from ledger.tui.hand_lines import candidate_words
from ledger.tui.journal_rows import short_words
from ledger.tui.screens.dialog import AskDialog
from ledger.tui.screens.export import ExportDialog, Order
from ledger.tui.screens.find import FindDialog
from ledger.tui.screens.floor import FloorScreen
from ledger.tui.screens.hands import HandsScreen
from ledger.tui.screens.journal import JournalScreen
from ledger.tui.screens.record import RecordScreen
from ledger.tui.screens.review import ReviewScreen
from ledger.tui.screens.rulebook import RulebookScreen
from ledger.tui.screens.sheet import SheetDialog
from ledger.tui.screens.staff import StaffScreen
from ledger.tui.screens.standings import StandingsScreen
from ledger.tui.staffing import Staffing
from ledger.tui.terminal import Terminal, View, new_id
from ledger.tui.text import fitted

if TYPE_CHECKING:
    from ledger.tui.app import LedgerApp

TOAST_SECONDS = 8
TOAST_EDGE = 3
"""Cells of a toast's line beside its text."""


class Desk:
    """An open event and the screens that work on it."""

    def __init__(self, app: "LedgerApp", terminal: Terminal) -> None:
        self.app = app
        self.terminal = terminal
        self.corrector = Corrector(self)
        self.door = Doorkeeper(app, terminal)
        self.staffing = Staffing(app, self.door, self.attempt)
        self._unsent: list[tuple[str | None, Callable[[], None]]] = []
        """What met a lost connection, and whose it is; each books once."""

    @property
    def view(self) -> View:
        """The event as the screens have it."""
        assert self.app.view is not None
        return self.app.view

    @property
    def floor(self) -> FloorScreen:
        """The home screen."""
        return self.app.floor

    # What every act comes to -----------------------------------------------------

    def refresh(self) -> None:
        """Show the event as the book has it now."""
        self.app.view = self.terminal.view()

    def follow(self) -> None:
        """Show what other terminals have written, if they have.

        Raises:
            BookError: the book cannot be read any more.
        """
        if self.terminal.changed():
            self.refresh()

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something with book or files; what goes wrong is told, never raised."""
        try:
            act()
        except ConnectionLost as error:
            self._unsent.append((self.terminal.door.person, act))
            self.app.lifeline.lost(error)
        except LedgerError as error:
            self.app.tell_fault(error)

    def connected(self) -> None:
        """Send again what could not be sent while there was no connection."""
        unsent, self._unsent = self._unsent, []
        self.attempt(self.refresh)
        for person, act in unsent:
            with self.terminal.resigning(person):
                self.attempt(act)

    def _words(self, entry: Entry) -> str:
        return short_words(entry, self.view)

    def told(self, entry: Entry, words: str = "", undo: str = "") -> None:
        """Show what is in the book now, in one line; called only after the commit.

        Args:
            entry: What was booked.
            words: What is said of it; empty: its own words.
            undo: How it is taken back, if that is so easy.
        """
        self.attempt(self.refresh)
        if self.floor.undoable in self.view.state.voids:
            self.floor.undoable = None
        words = words or f"#{entry.number} booked: {self._words(entry)}"
        undo = f" · {undo}" if undo else ""
        told = fitted(words, self.app.size.width - TOAST_EDGE - cell_len(undo)).plain
        self.app.notify(told + undo, timeout=TOAST_SECONDS, markup=False)

    def _booked(self, entry: Entry) -> None:
        """Show what is in the book now and can be undone by one key."""
        self.told(entry, undo="u undoes it")
        self.floor.undoable = entry.number

    def timely(
        self,
        wish: Wish,
        then: Callable[[Wish], None],
        otherwise: Callable[[], None] = lambda: None,
    ) -> None:
        """Hand on what is to be booked; once the event is finalised, with a reason.

        A correction has its reason already; anything else is asked for one.

        Args:
            wish: What is to be booked.
            then: Books it.
            otherwise: Goes back to where it was typed, if no reason is given.
        """
        finalised = self.view.state.finalised

        def late(reason: str | None) -> None:
            if reason is not None:
                then(Late(reason=reason, wish=wish))
            else:
                otherwise()

        if finalised is None:
            then(wish)
        elif isinstance(wish, AmendRuling | ChangeRuling):
            late(wish.reason)
        else:
            told = f"the event is finalised (#{finalised}): this is a late adjustment"
            hint = "why so late? (kept in the journal)"
            self.app.push_screen(AskDialog("Late adjustment", told, hint=hint), late)

    # Record ----------------------------------------------------------------------

    def record(self, event: FloorScreen.RecordWanted) -> None:
        """Open Record at a table, or outside the tables."""
        if not self.door.may(Act.RECORD):
            return
        view, now = self.view, TableNow()
        if event.key is not None:
            now = table_now(view.state, view.rules, event.key)
        form = Form(
            key=event.key,
            round=event.round,
            now=now,
            hands_left=now.hands_left,
            incidents=[Answers(offender=event.offender)],
            at=view.clock().astimezone(),
        )
        self.app.show(RecordScreen(form))

    def book(self, event: RecordScreen.Submitted) -> None:
        """Book a ruling; one screen is booked once, however often it says so."""
        if event.screen in self.app.screen_stack:
            self.timely(event.wish, partial(self._book, event))

    def _book(self, event: RecordScreen.Submitted, wish: Wish) -> None:
        screen = event.screen
        try:
            entry = self.terminal.write(wish, Place(), event.client_id, event.shown)
        except RulingChanged as error:
            self.refresh()
            screen.changed(error)
        except LedgerError as error:
            self.attempt(self.follow)
            screen.refuse(error)
        else:
            screen.dismiss(None)
            # To take an amendment back would not bring back what it replaced.
            (self._booked if isinstance(event.wish, Draft) else self.told)(entry)

    # Hands -----------------------------------------------------------------------

    def hands(self, event: FloorScreen.HandsWanted) -> None:
        """Follow a table hand by hand; who may not play on may look."""
        self.door.may(Act.SCORE)
        self.app.show(HandsScreen(event.key))

    def play(self, event: HandsScreen.Submitted) -> None:
        """Book a step or the sheet; a draft is booked once, however often it says so.

        A lost answer leaves the draft as it is: Enter sends it again, under its own id.
        """
        if event.screen.client_id == event.client_id:
            self.timely(event.content, partial(self._play, event))

    def _play(self, event: HandsScreen.Submitted, wish: Wish) -> None:
        screen = event.screen
        try:
            entry = self.terminal.write(wish, event.place, event.client_id)
        except LedgerError as error:
            self.attempt(self.follow)
            screen.refuse(error)
        else:
            screen.booked()
            self._booked(entry)

    # Sheets ----------------------------------------------------------------------

    def ask_sheet(self, event: FloorScreen.SheetWanted) -> None:
        """Ask for the sheet of a table."""
        if not self.door.may(Act.SCORE):
            return
        state = self.view.state
        if event.key in state.sheets:
            number = state.sheets[event.key].number
            self.app.notify(
                f"the sheet is in: #{number}; a in the journal puts another in its"
                " place",
                severity="warning",
            )
            return
        self._sheet_dialog(event.key, new_id())

    def _sheet_dialog(
        self,
        key: HanchanKey,
        client_id: str,
        given: Sheet | None = None,
        fault: str = "",
    ) -> None:
        """Ask for a sheet until it is booked or nothing is wanted.

        Args:
            key: The table.
            client_id: Under which it is booked once, however often it is sent.
            given: What was given before.
            fault: Why that could not be booked.
        """
        round_, table = key
        players = self.view.state.seated(key)
        assert players is not None, "a table of the floor is seated"
        dialog = SheetDialog(
            f"Sheet · Round {round_} · Table {table}",
            tuple(name_of(self.view.state, number) for number in players),
            expected_total(self.view.rules.ruleset.scoring),
            sheet=given,
            warning=fault or self._early(round_),
            explain=partial(self.known, key),
        )
        self.app.push_screen(dialog, partial(self._book_sheet, key, client_id))

    def _early(self, round_: int) -> str:
        """Return what speaks against a sheet of a round that cannot be over yet."""
        waits = waiting_for(self.view.state, round_)
        if waits is None:
            return ""
        return f"no sheet of round {waits} is in: has round {round_} begun?"

    def known(self, key: HanchanKey, sheet: Sheet) -> list[str]:
        """Return what could explain the difference of a sheet that is being typed."""
        view = self.view
        return candidate_words(candidates(view.state, view.rules, key, sheet))

    def _book_sheet(self, key: HanchanKey, client_id: str, sheet: Sheet | None) -> None:
        if sheet is None:
            return

        def book(wish: Wish) -> None:
            place = Place(round=key[0], table=key[1])
            try:
                entry = self.terminal.write(wish, place, client_id)
            except ConnectionLost:
                raise
            except LedgerError as error:
                self.attempt(self.refresh)
                self._sheet_dialog(key, client_id, sheet, literal(str(error)))
            else:
                self._booked(entry)

        self.timely(
            SheetEntered(sheet=sheet),
            lambda wish: self.attempt(partial(book, wish)),
            partial(self._sheet_dialog, key, client_id, sheet),
        )

    # Corrections -----------------------------------------------------------------

    def undo(self) -> None:
        """Ask whether the entry that was booked last here is to be void."""
        if self.floor.undoable is not None:
            self.corrector.undo(self.floor.undoable)

    def waiting(self) -> None:
        """Show what waits for a head referee, at the table under the cursor first."""
        waiting = open_questions(self.view.state)
        here = [
            entry
            for entry in waiting
            if (entry.place.round, entry.place.table) == self.floor.key
        ]
        if waiting:
            self.app.show(JournalScreen((here or waiting)[0].number))

    # Other screens ---------------------------------------------------------------

    def open(self, name: str) -> None:
        """Open another screen by its name."""
        opening: dict[str, Callable[[], None]] = {
            "journal": lambda: self.app.show(JournalScreen()),
            "waiting": self.waiting,
            "standings": lambda: self.app.show(StandingsScreen()),
            "review": lambda: self.app.show(ReviewScreen()),
            "rulebook": lambda: self.app.show(RulebookScreen()),
            "staff": lambda: self.app.show(StaffScreen()),
            "export": lambda: self.export(None),
            "find": lambda: self.find(self.floor.show_player),
            "undo": self.undo,
        }
        opening[name]()

    def find(self, found: Callable[[str], None]) -> None:
        """Look for a player and hand his number on."""

        def go(number: str | None) -> None:
            if number is not None:
                found(number)

        self.app.push_screen(FindDialog(self.view.state), go)

    def export(self, after: int | None) -> None:
        """Ask what is to be written where.

        Args:
            after: The round of the standings; None for everything that is in.
        """
        dialog = ExportDialog(self.view.created.name, after)
        self.app.push_screen(dialog, partial(self._write, after))

    def _write(self, after: int | None, order: Order | None) -> None:
        state, rules = self.view.state, self.view.rules

        def write() -> None:
            assert order is not None
            made = _made(state, rules, after, order)
            write_file(order.path, made.content)
            path = literal(str(order.path.absolute()))
            told = f"{order.what} as of #{state.head} written to\n{path}"
            warned = "".join(f"\nwarning: {warning}" for warning in made.warnings)
            self.app.notify(told + warned, timeout=TOAST_SECONDS, markup=False)

        if order is not None:
            self.attempt(write)


def _made(state: EventState, rules: Rules, after: int | None, order: Order) -> Paper:
    layout = Layout(form=order.form, size=SIZES["a4"])
    if order.what == "penalties":
        return penalties_paper(state, rules, layout)
    return standings_paper(state, rules, after, layout)
