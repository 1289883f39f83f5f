"""Keys in the order in which they were typed, each for the screen it was typed for.

Textual hands a key on before what the key before it has set off is done. Who types `r`
and `s` in one go has the `s` on the screen that `r` is about to leave, and a priority
`enter` comes before the digits that still wait to get into their field. Here a key has
to wait until all that the one before it set off has had its turn.
"""

from collections import deque
from collections.abc import Iterator

from textual import events
from textual.app import App, ScreenStackError
from textual.message_pump import MessagePump
from textual.timer import Timer

ROUNDS = 5
"""For the key, its action, the message that opens a screen, its focus; one to spare."""
PATIENCE_SECONDS = 5.0
"""After which a key is handed on all the same: so long no screen takes to open."""


class KeysInOrder(App[None]):
    """An app that takes one key at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._typed: deque[events.Key] = deque()
        self._turn: Iterator[MessagePump] | None = None
        """Who has yet to see to the last key; None if all have."""
        self._patience: Timer | None = None

    @property
    def keys_wait(self) -> bool:
        """Whether a key is not wholly dealt with."""
        return self._turn is not None

    async def on_event(self, event: events.Event) -> None:
        """Hold a key back while another is dealt with; pass on all else."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
            return
        self._typed.append(event)
        if self._turn is None:
            await self._next_key()

    async def _next_key(self) -> None:
        if self._patience is not None:
            self._patience.stop()
            self._patience = None
        self._turn = None
        if not self._typed:
            return
        key = self._typed.popleft()
        self._turn = turn = self._all_concerned()
        self._patience = self.set_timer(PATIENCE_SECONDS, self._next_key)
        await super().on_event(key)
        await self._hop(turn)

    async def _hop(self, turn: Iterator[MessagePump]) -> None:
        """Wait for the next one's queue of messages, and so on to the last."""
        if turn is not self._turn:  # too late: the patience was at its end
            return
        for pump in turn:
            if pump.call_later(self._hop, turn):
                return
        await self._next_key()

    def _all_concerned(self) -> Iterator[MessagePump]:
        """Yield whoever a key may set in motion, the app last in each round."""
        for _ in range(ROUNDS):
            try:
                yield from (self.focused or self.screen).ancestors_with_self
            except ScreenStackError:
                yield self
