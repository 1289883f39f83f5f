"""Rows with a cursor that stays in sight.

What stands below them grows and shrinks: the footer by the keys that can be pressed, a
message by its words. The row that all those keys are about must not go under.
"""

from rich.text import Text
from textual.widgets import DataTable


class Rows(DataTable[Text]):
    """A table whose cursor takes a row."""

    def __init__(self, *, id: str | None = None, zebra_stripes: bool = False) -> None:  # noqa: A002
        super().__init__(
            id=id, cursor_type="row", cell_padding=0, zebra_stripes=zebra_stripes
        )

    def on_resize(self) -> None:
        """Scroll to the row that the cursor is on."""
        if self.is_valid_row_index(self.cursor_row):
            self._scroll_cursor_into_view()
