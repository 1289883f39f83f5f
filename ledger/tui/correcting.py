"""What is said about entries, asked and booked: the second half of the desk.

    journal key -> what is asked -> the book        refused: asked again, nothing lost
    amend a ruling, change it on appeal -> Record, filled with the old one

A dialog knows neither the book nor who else is at it. What the book refuses meanwhile,
because another terminal was first, is said in the same dialog with what was typed.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual.screen import ModalScreen

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    IncidentRuled,
    Sheet,
    SheetEntered,
    Voided,
)
from ledger.core.desk import seats_of
from ledger.core.event import Entry, HanchanKey
from ledger.core.possible import Correction, appeal_of
from ledger.core.scoring import expected_total
from ledger.core.story_words import numbered_words, sticks_words
from ledger.core.wishes import Late
from ledger.core.wording import literal, name_of, offenders_points
from ledger.errors import ConnectionLost, LedgerError
from ledger.tui.hindrance import hindrance
from ledger.tui.refilling import filled_form
from ledger.tui.screens.appeals import AppealDialog, Decided, DecideDialog, Lodged
from ledger.tui.screens.dialog import AskDialog, YesDialog
from ledger.tui.screens.record import RecordScreen
from ledger.tui.screens.sheet import SheetDialog
from ledger.tui.terminal import View, new_id
from ledger.tui.text import staff_words

if TYPE_CHECKING:
    from ledger.tui.desk import Desk

Given = TypeVar("Given")
WHY = "why? (kept in the journal)"
DUE_MAX = 6
MISTAKE = "mistake at the terminal"
NO_WAY_BACK = (
    "This cannot be taken back. Every later change is a late adjustment: it needs a"
    " reason, is the organiser's to make, and stands in the journal as that. A copy of"
    " the book is made now."
)


class Corrector:
    """Asks what a correction needs, and books it."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk

    @property
    def _view(self) -> View:
        return self.desk.view

    def correct(self, correction: Correction, number: int) -> None:
        """Do something about an entry, or say why it cannot be done."""
        if isinstance(self.desk.app.screen, ModalScreen):
            return  # the same key a second time, before the first one showed
        entry = self._view.state.entries[number - 1]
        why_not = hindrance(self._view, correction, entry)
        if why_not:
            self.desk.app.notify(why_not, severity="warning", markup=False)
            return
        doing: Mapping[Correction, Callable[[Entry], None]] = {
            Correction.VOID: self._void,
            Correction.AMEND: self._amend,
            Correction.APPEAL: self._appeal,
            Correction.DECIDE: self._decide,
            Correction.CONFIRM: self._confirm,
            Correction.FINALISE: self._finalise,
        }
        doing[correction](entry)

    def undo(self, number: int) -> None:
        """Take back what was booked by mistake, if that is so."""
        entry = self._view.state.entries[number - 1]
        why_not = hindrance(self._view, Correction.VOID, entry)
        if why_not:
            self.desk.app.notify(why_not, severity="warning", markup=False)
        else:
            self._void(entry, title="Undo: void", reason=MISTAKE)

    # How it is asked and booked ---------------------------------------------------

    def _converse(
        self,
        dialog: Callable[[Given | None, str], ModalScreen[Given | None]],
        book: Callable[[Given], Entry | None],
        told: Callable[[Entry], None] | None = None,
    ) -> None:
        """Ask until it is booked or nothing is wanted; what was typed stays.

        Args:
            dialog: Makes the dialog, with what was given before and what was wrong.
            book: Books what was given, once however often it is sent; None: another
                screen goes on with it.
            told: Says that it is booked.
        """

        def try_it(given: Given) -> None:
            try:
                entry = book(given)
            except ConnectionLost:
                raise
            except LedgerError as error:
                self.desk.attempt(self.desk.refresh)
                screen = dialog(given, literal(str(error)))
                self.desk.app.push_screen(screen, answered)
            else:
                if entry is not None:
                    (told or self.desk.told)(entry)

        def answered(given: Given | None) -> None:
            if given is not None:
                self.desk.attempt(partial(try_it, given))

        self.desk.app.push_screen(dialog(None, ""), answered)

    def _write(self, content: Content, target: Entry, reason: str, id_: str) -> Entry:
        """Book a content about an entry; as a late adjustment once that is due."""
        is_late = self._view.state.finalised is not None
        wish = Late(reason=reason, wish=content) if is_late else content
        return self.desk.terminal.write(wish, target.place, id_)

    def _words(self, entry: Entry) -> str:
        return numbered_words(entry, self._view.state, self._view.rules.situations)

    def _about(self, entry: Entry) -> list[str]:
        """Return what has to be known before an entry is taken back or replaced."""
        lines = [self._words(entry)]
        sticks = sticks_words(self._view.state, entry.number)
        lines += [f"note: {sticks}"] if sticks else []
        return [*lines, *self._late()]

    def _late(self) -> list[str]:
        """Return what is to be known about the time, once the event is finalised."""
        finalised = self._view.state.finalised
        if finalised is None:
            return []
        return [f"the event is finalised (#{finalised}): this is a late adjustment"]

    # Void and amend --------------------------------------------------------------

    def _void(self, entry: Entry, title: str = "Void", reason: str = "") -> None:
        id_, about = new_id(), self._about(entry)
        cost = offenders_points(entry)
        if cost:
            about.append(f"takes back {cost}")
        elif isinstance(entry.effective, IncidentRuled):
            about.append("moves no points of the offender")

        def dialog(given: str | None, fault: str) -> AskDialog:
            return AskDialog(
                f"{title} entry #{entry.number}",
                *about,
                value=given or reason,
                hint=WHY,
                fault=fault,
            )

        def book(given: str) -> Entry:
            content = Voided(target=entry.number, reason=given)
            return self._write(content, entry, given, id_)

        def told(booked: Entry) -> None:
            self.desk.told(booked, f"#{booked.number} voids #{entry.number}")

        self._converse(dialog, book, told)

    def _amend(self, entry: Entry) -> None:
        """Ask for the reason first: it is needed, and stands in Record."""
        is_ruling = isinstance(entry.effective, IncidentRuled)
        then = partial(self._rule_anew, entry) if is_ruling else self._sheet_anew(entry)
        title = f"Amend entry #{entry.number}"
        self._reason(title, self._about(entry), then)

    def _reason(
        self, title: str, lines: Sequence[str], then: Callable[[str], None]
    ) -> None:
        def given(reason: str | None) -> None:
            if reason is not None:
                then(reason)

        self.desk.app.push_screen(AskDialog(title, *lines, hint=WHY), given)

    def _rule_anew(self, ruling: Entry, reason: str, appeal: int | None = None) -> None:
        """Open Record with a ruling in whose place another is to come."""

        def show() -> None:
            view = self._view
            form = filled_form(view.state, view.rules, ruling, reason, appeal)
            self.desk.app.show(RecordScreen(form))

        self.desk.attempt(show)

    def _sheet_anew(self, entry: Entry) -> Callable[[str], None]:
        """Return what asks for another sheet, once the reason is known."""
        content = entry.effective
        assert isinstance(content, SheetEntered)
        assert entry.place.round is not None
        assert entry.place.table is not None
        key = (entry.place.round, entry.place.table)
        id_, state = new_id(), self._view.state
        names = tuple(name_of(state, number) for number in state.seated(key) or ())

        def ask(reason: str) -> None:
            def dialog(given: Sheet | None, fault: str) -> SheetDialog:
                return SheetDialog(
                    f"Amend sheet #{entry.number} · Round {key[0]} · Table {key[1]}",
                    names,
                    expected_total(self._view.rules.ruleset.scoring),
                    sheet=given or content.sheet,
                    warning=fault,
                    explain=partial(self.desk.known, key),
                )

            def book(given: Sheet) -> Entry:
                instead = Amended(
                    target=entry.number,
                    reason=reason,
                    content=SheetEntered(sheet=given),
                )
                return self._write(instead, entry, reason, id_)

            self._converse(dialog, book)

        return ask

    # Appeals ---------------------------------------------------------------------

    def _appeal(self, entry: Entry) -> None:
        id_, state = new_id(), self._view.state
        by_key = self._appellants(entry)
        names = {key: name_of(state, number) for key, number in by_key.items()}
        content = entry.effective
        assert isinstance(content, IncidentRuled)
        first = content.incidents[0].offender
        offender = first and state.moved_to(entry, first)
        blank = Lodged(
            key=next((key for key, n in by_key.items() if n == offender), None),
            name="",
            reason="",
        )

        def dialog(given: Lodged | None, fault: str) -> AppealDialog:
            return AppealDialog(
                f"Appeal against #{entry.number}",
                self._words(entry),
                *self._late(),
                names=names,
                given=given or blank,
                fault=fault,
            )

        def book(given: Lodged) -> Entry:
            by = given.name if given.key is None else by_key[given.key]
            lodged = AppealLodged(target=entry.number, by=by, reason=given.reason)
            return self._write(lodged, entry, given.reason, id_)

        self._converse(dialog, book)

    def _appellants(self, entry: Entry) -> dict[str, str]:
        """Return the numbers of those who were there, by the key of the wind."""
        seats = seats_of(self._view.state, entry.place)
        if seats:
            by_seat = sorted(seats.items(), key=lambda item: "ESWN".index(item[1]))
            return {seat.value.lower(): number for number, seat in by_seat}
        content = entry.effective
        assert isinstance(content, IncidentRuled)
        numbers = dict.fromkeys(each.offender for each in content.incidents)
        return {str(at): n for at, n in enumerate(filter(None, numbers), start=1)}

    def _decide(self, entry: Entry) -> None:
        state = self._view.state
        number = appeal_of(state, entry)
        assert number is not None, "looked at before"
        appeal = state.entries[number - 1]
        lodged = appeal.effective
        assert isinstance(lodged, AppealLodged)
        ruling = state.entries[lodged.target - 1]
        id_, shown = new_id(), [""]

        def dialog(given: Decided | None, fault: str) -> DecideDialog:
            shown[0] = staff_words(self._view)
            return DecideDialog(
                f"Decide appeal #{appeal.number}",
                *self._about(ruling),
                self._words(appeal),
                f"decided by {shown[0]}",
                given=given,
                fault=fault,
            )

        def book(given: Decided) -> Entry | None:
            if staff_words(self._view) != shown[0]:
                raise LedgerError("somebody else sits here now; Enter decides as that")
            if given.decision == "changed":
                self._rule_anew(ruling, given.reason, appeal.number)
                return None
            decided = AppealDecided(
                target=appeal.number, decision=given.decision, reason=given.reason
            )
            return self._write(decided, ruling, given.reason, id_)

        self._converse(dialog, book)

    # Confirm and finalise --------------------------------------------------------

    def _confirm(self, entry: Entry) -> None:
        id_, confirmed = new_id(), Confirmed(target=entry.number)
        title = f"Confirm #{entry.number}"
        lines = (self._words(entry), "It counts from now on.", *self._late())

        def dialog(_: bool | None, fault: str) -> YesDialog:  # noqa: FBT001
            return YesDialog(title, *lines, fault=fault)

        def late_dialog(given: str | None, fault: str) -> AskDialog:
            return AskDialog(title, *lines, value=given or "", hint=WHY, fault=fault)

        def book(reason: str | bool) -> Entry:  # noqa: FBT001
            return self._write(confirmed, entry, str(reason), id_)

        if self._view.state.finalised is None:
            self._converse(dialog, book)
        else:
            self._converse(late_dialog, book)

    def _finalise(self, _: Entry) -> None:
        id_ = new_id()
        copies: list[str] = []

        def dialog(given: str | None, fault: str) -> AskDialog:
            return AskDialog(
                f"Finalise {literal(self._view.created.name)}",
                NO_WAY_BACK,
                *self._missing(),
                value=given or "",
                hint="who signed it off? (kept in the journal)",
                fault=fault,
            )

        def book(given: str) -> Entry:
            closing = self.desk.terminal.finalise(given, id_)
            copies.append(
                f"a copy of the book: {closing.backup}"
                if closing.backup
                else f"BUT NOT COPIED: {closing.fault}"
            )
            return closing.entry

        def told(booked: Entry) -> None:
            words = f"#{booked.number}: the event is finalised · {copies[-1]}"
            self.desk.told(booked, literal(words))

        self._converse(dialog, book, told)

    def _missing(self) -> list[str]:
        """Return what is still to come, as far as the book can tell."""
        state = self._view.state
        due = [key for key in sorted(state.seatings) if key not in state.sheets]
        due = [key for key in due if not self._has_results(key)]
        if not due:
            return []
        told = ", ".join(f"R{round_} T{table}" for round_, table in due[:DUE_MAX])
        more = f" and {len(due) - DUE_MAX} more" if len(due) > DUE_MAX else ""
        return [f"still without a sheet: {told}{more}"]

    def _has_results(self, key: HanchanKey) -> bool:
        state = self._view.state
        return any(
            (key[0], number) in state.results for number in state.seated(key) or ()
        )
