"""The live answer to a form: what the pane shows, and what Enter may book.

    told    the ruling as the referee has last seen and taken in
    now     the ruling under the event as it stands

They differ only when somebody else's entry came in between. Then the first Enter takes
the new answer in and only the next one books it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ledger.core.chains import story
from ledger.core.contents import HandPlayed, IncidentRuled
from ledger.core.dealer import needs_hand
from ledger.core.desk import Ruled, rule, seats_of
from ledger.core.event import Entry, EventState
from ledger.core.evidence import read_evidence
from ledger.core.examination import examine
from ledger.core.floor import table_now
from ledger.core.rules import Rules
from ledger.core.statements import tile_rules
from ledger.core.tile_words import read_tile_words
from ledger.core.wishes import must_wait
from ledger.core.wording import entry_words, literal
from ledger.errors import IncidentError
from ledger.tui.answers import Form
from ledger.tui.asked import Asked, asked_next
from ledger.tui.changes import Changeable, changeables
from ledger.tui.pane_lines import (
    Line,
    Shown,
    question_lines,
    ruling_lines,
    standing_lines,
)
from ledger.tui.tile_fields import found_words

HINTS = (
    Line("who", "the letter of the seat"),
    Line("what", "a few letters of what happened, in English or Japanese; Enter"),
    Line("facts", "one key each; only what this rulebook needs is asked"),
    Line("enter", "books; backspace goes back"),
)


MEANWHILE = "meanwhile"
NEEDS_HAND = "hand: not known, but who deals changes what is paid; ^l, such as E2"


@dataclass(slots=True)
class Recording:
    """A form, and what follows from it."""

    form: Form
    ruled: Ruled | None = None
    fault: str = ""
    """Why no ruling can be given, as an error line."""
    asked: Asked | None = None
    """What is asked next."""
    changeable: tuple[Changeable, ...] = ()
    lines: list[Line] = field(default_factory=list)
    """What the ruling comes to, without notices."""
    standing: list[Line] = field(default_factory=list)
    """What will be special about the entry, whatever it comes to."""
    notices: list[Line] = field(default_factory=list)
    """What has changed and is not yet taken in."""
    seen: int = 0
    """The last entry that was taken in."""

    @property
    def can_book(self) -> bool:
        """Whether there is a ruling to book."""
        return not self.fault and self.ruled is not None and bool(self.ruled.content)

    @property
    def offers(self) -> frozenset[str]:
        """What the pane's keys can do: `confirm`, `second`."""
        if self.can_book:
            return frozenset({"confirm", "second"})
        return frozenset({"confirm"} if self.notices else ())

    @property
    def fingerprint(self) -> str:
        """What of the present answer would be booked."""
        return self.ruled.fingerprint if self.ruled is not None else ""

    def judge(self, state: EventState, rules: Rules, staff: str) -> None:
        """Work the answer out anew after the referee, who signs, has told something."""
        self.form.must_wait = must_wait(state, staff)
        self._answer(state, rules)
        self.notices = [line for line in self.notices if line.label == MEANWHILE]

    def follow(self, state: EventState, rules: Rules, staff: str) -> bool:
        """Work the answer out anew after an entry that is not ours.

        Returns:
            Whether the table lies otherwise than the form had it.
        """
        before, told = self.lines, self.fingerprint
        self.form.must_wait = must_wait(state, staff)
        fresh = state.entries[self.seen :]
        is_new = _play_on(self.form, fresh, state, rules)
        self._answer(state, rules)
        self.seen = state.head
        self.notices += _same_table(self.form, fresh, state, rules)
        self.notices += _same_story(self.form, fresh, state, rules)
        if told != self.fingerprint:
            self.notices.append(Line("changed", _by(fresh), "changed"))
            gone = [line for line in before if line not in self.lines]
            self.notices += [
                Line("was", f"{line.label} {line.text}".strip(), "suggested")
                for line in gone
                if line.kind not in ("assumed", "usual", "suggested", "clause")
            ]
        return is_new

    def tiles_say(self, state: EventState, rules: Rules) -> tuple[str, str]:
        """Read the tile pane into the form; return a fault, and what the tiles say."""
        current = self.form.current
        current.evidence, current.tile_fault = None, ""
        try:
            seats = seats_of(state, self.form.place)
            seat = seats.get(current.offender or "")
            hand = self.form.now.hand
            typed = read_tile_words(current.tiles, seat=seat, hand=hand)
            if typed is None:
                return "", ""
            evidence = read_evidence(typed, situation=current.situation)
            last = self.form.last_discard
            found = examine(evidence, tile_rules(rules), seat=seat, last_discard=last)
        except IncidentError as error:
            current.tile_fault = str(error)
            return current.tile_fault, ""
        current.evidence = typed
        named = found.situation or current.situation
        return "", found_words(found, rules.situation(named) if named else None)

    def turn(self, state: EventState) -> None:
        """Let the winds of the tiles follow the hand and the seats, told anew."""
        seats = seats_of(state, self.form.place)
        for each in self.form.incidents:
            each.turn(self.form.now.hand, seats.get(each.offender or ""))

    def take_in(self) -> None:
        """Accept what has changed."""
        self.notices = []

    def pane(self) -> list[Line]:
        """Return everything that the pane shows."""
        notices = list(self.notices)
        if notices:
            notices.append(Line("", "Enter: I have seen it", "ask"))
        if self.fault:
            fault = Line("cannot be", literal(self.fault), "fault")
            return [*notices, fault, *self.lines]
        return [*notices, *(self.lines or [*self.standing, *HINTS])]

    def _answer(self, state: EventState, rules: Rules) -> None:
        self.ruled, self.asked, self.fault = None, None, ""
        self.changeable, self.lines = (), []
        self.standing = standing_lines(self.form, state, rules)
        draft = self.form.draft()
        self.fault = _unread(self.form)
        if draft is None or self.fault:
            return
        try:
            ruled = rule(state, rules, draft, self.form.instead_of)
        except IncidentError as error:
            self.fault = str(error)
            return
        self.ruled = ruled
        if ruled.content and needs_hand(state, rules, draft, ruled.content):
            self.fault = NEEDS_HAND
            return
        if ruled.content is None:
            self.asked = asked_next(self.form, rules, ruled)
        else:
            self.changeable = changeables(self.form, state, rules, ruled)
        shown = Shown(
            form=self.form,
            state=state,
            rules=rules,
            ruled=ruled,
            changeable=self.changeable,
        )
        lines = question_lines if ruled.content is None else ruling_lines
        self.lines = lines(shown)
        self.fault = _gone(self.form, state)


def _unread(form: Form) -> str:
    """Return what was typed and cannot be read; empty if everything can."""
    for fault in form.table_faults.values():
        return f"{fault} (^l)"
    return next((e.tile_fault for e in form.incidents if e.tile_fault), "")


def _by(fresh: Iterable[Entry]) -> str:
    numbers = ", ".join(f"#{entry.number} ({entry.signature.staff})" for entry in fresh)
    return f"the answer is another one since {literal(numbers) or 'the last look'}"


def _gone(form: Form, state: EventState) -> str:
    """Return why there is nothing left to take the place of; empty if there is."""
    replacing = form.replacing
    if replacing is None:
        return ""
    stays = "what you typed stays here until esc"
    decision = state.decisions.get(replacing.appeal or 0)
    if decision is not None:
        by = _by_whom(decision, state)
        return f"appeal #{replacing.appeal} is decided already, by {by}; {stays}"
    taken = state.voids.get(replacing.target)
    if taken is not None:
        by = _by_whom(taken, state)
        return f"#{replacing.target} was taken back already, by {by}; {stays}"
    return ""


def _by_whom(number: int, state: EventState) -> str:
    return f"#{number} ({state.entries[number - 1].signature.staff})"


def _same_story(
    form: Form, fresh: Iterable[Entry], state: EventState, rules: Rules
) -> list[Line]:
    """Tell what others said about the ruling whose place this one is to take."""
    if form.instead_of is None:
        return []
    about = story(state, form.instead_of)
    return [
        Line(
            MEANWHILE,
            f"#{entry.number} {literal(entry.signature.staff)}: "
            + entry_words(entry, state, rules.situations),
            "changed",
        )
        for entry in fresh
        if entry.number in about and not _is_ruling_here(form, entry)
    ]


def _same_table(
    form: Form, fresh: Iterable[Entry], state: EventState, rules: Rules
) -> list[Line]:
    """Tell of what is ruled and played at the same table.

    A ruling may be about the very same incident; play changes what lies there.
    """
    return [
        Line(
            MEANWHILE,
            f"#{entry.number} {literal(entry.signature.staff)} booked here: "
            + entry_words(entry, state, rules.situations),
            "changed",
        )
        for entry in fresh
        if _is_ruling_here(form, entry) or _is_play_here(form, entry)
    ]


def _play_on(
    form: Form, fresh: Iterable[Entry], state: EventState, rules: Rules
) -> bool:
    """Take the table as it lies by now, if its hand goes on and is untold.

    What happened in one hand does not move to the next one while it is typed.
    """
    is_ours = form.key is None or form.is_table_told or form.replacing is not None
    if is_ours or not any(_is_play_here(form, entry) for entry in fresh):
        return False
    assert form.key is not None
    now, then = table_now(state, rules, form.key), form.now
    goes_on = then.hand is None or (then.hand, then.honba) == (now.hand, now.honba)
    if goes_on:
        form.now, form.hands_left = now, now.hands_left
    return goes_on


def _is_ruling_here(form: Form, entry: Entry) -> bool:
    """Whether an entry is a ruling at the table of the form."""
    return isinstance(entry.effective, IncidentRuled) and _is_here(form, entry)


def _is_play_here(form: Form, entry: Entry) -> bool:
    """Whether an entry is a step of play at the table of the form."""
    return isinstance(entry.effective, HandPlayed) and _is_here(form, entry)


def _is_here(form: Form, entry: Entry) -> bool:
    return (entry.place.round, entry.place.table) == form.key
