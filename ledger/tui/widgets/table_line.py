"""The table in small fields that write straight into the form they show."""

from collections.abc import Callable, Mapping

from textual import on
from textual.message import Message

from ledger.core.terms import Seat
from ledger.errors import IncidentError
from ledger.tui.answers import Form
from ledger.tui.table_fields import ROWS, apply, table_texts
from ledger.tui.widgets.fields import FieldSet


class TableFields(FieldSet):
    """Hand, honba, pot, riichi, dead hands, and what else ended the hand."""

    class Told(Message):
        """The form's table is another one now."""

    def __init__(
        self,
        form: Form,
        seats: Callable[[], Mapping[str, Seat]],
        id: str,  # noqa: A002
    ) -> None:
        """Prepare the fields.

        Args:
            form: What they show and change.
            seats: Returns the winds in the hand as it stands, by player number.
            id: The widget's id.
        """
        super().__init__(ROWS, id=id)
        self.form, self.seats = form, seats

    def refill(self) -> None:
        """Show the form as it is now."""
        self.form.table_faults.clear()
        self.fill(table_texts(self.form, self.seats()))

    @on(FieldSet.Changed)
    def _told(self, event: FieldSet.Changed) -> None:
        """Take what was typed; a fault stands until that field can be read."""
        event.stop()
        form, faults = self.form, self.form.table_faults
        form.is_table_told = True
        faults.pop(event.name, None)
        try:
            apply(form, event.name, event.text, self.seats())
        except IncidentError as error:
            faults[event.name] = str(error)
        self.say(next(reversed(faults.values()), ""))
        if event.name == "hand" and "hand" not in faults:  # the winds are others
            for name in ("riichi", "dead"):
                faults.pop(name, None)
            texts = table_texts(self.form, self.seats())
            self.fill({name: texts[name] for name in ("riichi", "dead")})
        self.post_message(self.Told())
