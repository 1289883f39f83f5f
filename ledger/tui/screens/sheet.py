"""The score sheet of a table: four scores, the sticks left over, and the live check.

Hundreds or points follow from the figures, or are asked. A sheet that does not add up
is taken all the same, after a second Enter, and stays marked until it is explained.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ledger.core.contents import Sheet
from ledger.core.sheet_entry import Reading, Unit, read_sheet
from ledger.core.wording import score
from ledger.tui.choices import keys_of
from ledger.tui.screens.dialog import ESCAPE
from ledger.tui.text import padded
from ledger.tui.widgets.keybar import KeyBar
from ledger.tui.widgets.prompt import Prompt

WINDS = ("East", "South", "West", "North")
NAME_CELLS = 26


class SheetDialog(ModalScreen[Sheet | None]):
    """Asks for the figures and says at once whether they add up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter", "give", "Next / book", id="sheet.book", priority=True,
                tooltip="On to the next field; at the end book the sheet"),
        Binding("down", "app.focus_next", "Next field", show=False, id="sheet.next"),
        Binding("up", "app.focus_previous", "Field before", show=False,
                id="sheet.previous"),
    ]  # fmt: skip

    def __init__(
        self,
        title: str,
        names: tuple[str, ...],
        expected: int,
        *,
        sheet: Sheet | None = None,
        warning: str = "",
        explain: Callable[[Sheet], Sequence[str]] = lambda _: (),
    ) -> None:
        """Prepare the dialog.

        Args:
            title: Which table of which round.
            names: The players by starting wind.
            expected: What scores and sticks add up to.
            sheet: What stands in the fields to begin with.
            warning: What speaks against any sheet now; it needs a second Enter.
            explain: Returns what could explain a sheet's difference, line by line.
        """
        super().__init__()
        self.warning, self.explain = warning, explain
        self._texts = [] if sheet is None else list(map(score, sheet.raw))
        self._sticks = score(sheet.leftover) if sheet and sheet.leftover else ""
        self.title_text, self.names, self.expected = title, names, expected
        self.unit: Unit | None = None
        self._confirmed = self._leaving = False

    def compose(self) -> ComposeResult:
        """Yield the fields and the check."""
        with Vertical(classes="dialog"):
            yield Static(self.title_text, classes="dialog-title", markup=False)
            for place, (wind, name) in enumerate(zip(WINDS, self.names, strict=True)):
                with Horizontal(classes="sheet-row"):
                    yield Label(padded(f"{wind:<6}{name}", NAME_CELLS - 1).append(" "))
                    yield Input(
                        self._texts[place] if self._texts else "",
                        id=f"score-{place}",
                        placeholder="312 or 31,200",
                        compact=True,
                    )
            with Horizontal(classes="sheet-row"):
                yield Label(padded("riichi sticks left on the table", NAME_CELLS + 6))
                yield Input(self._sticks, id="score-4", placeholder="0", compact=True)
            yield Prompt(id="sheet-unit")
            if self.warning:
                yield Static(self.warning, classes="dialog-fault", markup=False)
            yield Static(id="sheet-check", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with East."""
        prompt = self.query_one(Prompt)
        prompt.question = "these figures are"
        prompt.choices = keys_of(("hundreds", "points"))
        prompt.display = False
        self._field(0).focus()
        self._check()

    def _field(self, place: int) -> Input:
        return self.query_one(f"#score-{place}", Input)

    def _reading(self) -> Reading:
        texts = [self._field(place).value for place in range(len(WINDS))]
        return read_sheet(texts, self._field(4).value, self.expected, self.unit)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.unit, self._confirmed = None, False
        self._check()

    @on(Prompt.Answered)
    def _unit_chosen(self, event: Prompt.Answered) -> None:
        event.stop()
        self.unit = "hundreds" if event.value == "hundreds" else "points"
        self._check()
        self._field(4).focus()

    def _check(self) -> Reading:
        """Show what the figures come to."""
        self._leaving = False
        reading = self._reading()
        self.query_one(Prompt).display = len(reading.units) > 1
        check = self.query_one("#sheet-check", Static)
        words, is_fault = self._words(reading)
        check.set_class(is_fault, "-fault")
        check.update(words)
        return reading

    def _words(self, reading: Reading) -> tuple[str, bool]:
        """Return the check, with what could explain a difference."""
        words, is_fault = check_words(reading, self.expected)
        known = [] if reading.sheet is None else self.explain(reading.sheet)
        return "\n".join([words, *known]), is_fault or bool(known)

    def _focused_place(self) -> int | None:
        """Return which field has the cursor: 0 to 3 by wind, 4 the sticks."""
        fields = [self._field(place) for place in range(len(WINDS) + 1)]
        return next((p for p, field in enumerate(fields) if field.has_focus), None)

    def action_give(self) -> None:
        """Go on to the next blank field; return the sheet when all is told."""
        reading = self._check()
        blank = [p for p in range(len(WINDS)) if not self._field(p).value.strip()]
        place = self._focused_place()
        if reading.faults:
            self._field(reading.faults[0][0]).focus()
        elif place is not None and place < len(WINDS):
            self._field(place + 1).focus()
        elif blank:
            self._field(blank[0]).focus()
        elif reading.sheet is None:
            self.query_one(Prompt).focus()
        elif (reading.missing or self.warning) and not self._confirmed:
            self._confirmed = True
            check = self.query_one("#sheet-check", Static)
            words, _ = self._words(reading)
            check.update(f"{words}\nEnter again books it as it is")
        else:
            self.dismiss(reading.sheet)

    def action_back(self) -> None:
        """Return nothing; what was typed is thrown away only at the second time."""
        texts = [self._field(place).value for place in range(len(WINDS) + 1)]
        if self._leaving or texts == [*(self._texts or [""] * 4), self._sticks]:
            self.dismiss(None)
        else:
            words, _ = self._words(self._check())
            check = self.query_one("#sheet-check", Static)
            check.update(f"{words}\nesc again throws this away")
            self._leaving = True


def check_words(reading: Reading, expected: int) -> tuple[str, bool]:
    """Return what the figures come to, and whether something is wrong with them."""
    if reading.faults:
        return reading.faults[0][1], True
    if reading.sheet is None:
        if len(reading.units) > 1:
            return "hundreds or points? both are possible", True
        return f"four scores and the sticks make {score(expected)}", False
    sheet = reading.sheet
    figures = " ".join(score(each) for each in sheet.raw)
    total = score(sum(sheet.raw) + sheet.leftover)
    text = f"{figures} + {score(sheet.leftover)} left over = {total}"
    if not reading.missing:
        return f"{text}: adds up", False
    lack = "missing" if reading.missing > 0 else "too many"
    return f"{text} of {score(expected)}: {score(abs(reading.missing))} {lack}", True
