"""What the Record screen says about a ruling, line by line, as plain values.

The same lines before and after somebody else's entry show what has changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.core.announcement import announcement
from ledger.core.contents import Account, IncidentRuled, Posting
from ledger.core.desk import Ruled
from ledger.core.event import EventState
from ledger.core.rules import Rules
from ledger.core.rulings import Ruling
from ledger.core.terms import GRAVITY, SEAT_NAMES, STICK, Class, Seat, Stage
from ledger.core.wording import (
    GRADE_WORDS,
    class_words,
    entry_words,
    hand_words,
    literal,
    name_of,
    place_words,
    points,
    score,
)
from ledger.tui.answers import CHOSEN, Form
from ledger.tui.asked import asked_next, situation_of
from ledger.tui.changes import Changeable
from ledger.tui.choices import label_of
from ledger.tui.journal_rows import clause_text
from ledger.tui.tile_fields import found_words

UNTIL = "until a head referee confirms"
EARLIER_MAX = 3
NO_CLAUSE = "the referee; no clause is cited"
"""Earlier rulings that are shown; there is a journal for more."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the pane: a label, a text, and how it is meant."""

    label: str
    text: str
    kind: str = ""
    """How it is meant: grave, middle, mild, ask, assumed, usual, and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Everything the lines are made from."""

    form: Form
    state: EventState
    rules: Rules
    ruled: Ruled
    changeable: tuple[Changeable, ...]


def told_words(
    form: Form, state: EventState, rules: Rules, ruled: Ruled | None
) -> list[str]:
    """Return what was told so far: each situation with its answers."""
    parts: list[str] = []
    for index, each in enumerate(form.incidents):
        if not each.is_told:
            continue
        situation = situation_of(form, rules, ruled, index)
        several = len(form.incidents) > 1 and each.offender is not None
        who = f"{name_of(state, each.offender)}: " if several else ""
        title = situation.title if situation else "by the tiles"
        parts.append(who + title)
        parts += [
            f"{label_of(name)}: {literal(label_of(value))}"
            for name, value in each.given.items()
            if value not in ("", {})
        ]
    return parts


def standing_lines(form: Form, state: EventState, rules: Rules) -> list[Line]:
    """Return what will be special about the entry, whatever the ruling comes to."""
    lines = []
    if form.must_wait:
        lines.append(Line("pending", f"{UNTIL}, as this event wants it", "assumed"))
    elif form.pending:
        lines.append(Line("pending", f"{UNTIL} (^o: count at once)", "assumed"))
    if form.replacing is not None:
        old = state.entries[form.replacing.target - 1]
        words = entry_words(old, state, rules.situations)
        lines.append(Line("in place of", f"#{old.number} {words}", "suggested"))
        lines.append(Line("because", literal(form.replacing.reason), "suggested"))
    if state.finalised is not None:
        late = f"the event is finalised (#{state.finalised}): a late adjustment"
        lines.append(Line("late", late, "assumed"))
    return lines


def question_lines(shown: Shown) -> list[Line]:
    """Return what is asked and why, while there is no ruling yet."""
    asked = asked_next(shown.form, shown.rules, shown.ruled)
    if asked is None:
        return [Line("", "THE TILES SHOW NOTHING WRONG: nothing to book", "mild")]
    if asked.question.fact in CHOSEN:
        lines = [Line("", "THE RULEBOOK LEAVES THIS OPEN: choose", "ask")]
        lines.append(Line("why", literal(asked.question.why)))
    else:
        lines = [Line("asks", asked.text, "ask")]
        if asked.question.why not in ("", asked.text):
            lines.append(Line("why", literal(asked.question.why)))
    situation = asked.situation
    if situation is not None and shown.rules.is_silent(situation.id):
        book = shown.rules.ruleset.cite_as
        lines.append(Line("", f"{book} does not name: {situation.title}"))
    lines += standing_lines(shown.form, shown.state, shown.rules)
    lines += _earlier(shown)
    return lines


def ruling_lines(shown: Shown) -> list[Line]:
    """Return what is about to be booked and what the table does."""
    content = shown.ruled.content
    assert content is not None
    ruling = shown.ruled.ruling
    lines = [*_verdict(shown, content)]
    lines += standing_lines(shown.form, shown.state, shown.rules)
    lines += _movements(shown, content)
    lines += _table(shown, content, ruling)
    lines += _tiles(ruling)
    lines += _assumed(shown, ruling)
    lines += [Line("note", literal(note)) for note in ruling.notes]
    lines += _earlier(shown)
    lines += _own_words(shown)
    lines += [
        Line(citation.rpartition(" ")[2], text, "clause")
        for citation in ruling.citations
        if (text := clause_text(citation, shown.rules))
    ]
    return lines


def verdict_words(content: IncidentRuled) -> str:
    """Return what the ruling is called, in capitals; several one after another."""
    words = [class_words(each.class_, each.label) for each in content.incidents]
    return " + ".join(dict.fromkeys(words)).upper()


def gravity(class_: Class) -> str:
    """Return how grave a class is, as the kind of its line."""
    if class_ is Class.NONE:
        return "mild"
    return "grave" if GRAVITY[class_] >= GRAVITY[Class.CHOMBO] else "middle"


def cited(citations: Sequence[str]) -> str:
    """Return citations with the book named once: `EMA 2025 3.4.6, 6.8`."""
    by_book: dict[str, list[str]] = {}
    for citation in citations:
        book, _, clause = citation.rpartition(" ")
        by_book.setdefault(book, []).append(clause)
    return "; ".join(
        f"{book} {', '.join(clauses)}".strip() for book, clauses in by_book.items()
    )


def _verdict(shown: Shown, content: IncidentRuled) -> Iterator[Line]:
    own = " (referee's own)" if content.departed else ""
    yield Line("ruling", f"{verdict_words(content)}{own}", gravity(content.class_))
    grade = GRADE_WORDS[content.source_grade]
    by = f"{cited(content.citations)} · {grade}" if content.citations else NO_CLAUSE
    yield Line("by", by)
    if not content.departed:
        return
    ruling = shown.ruled.ruling
    if ruling.class_ is None:
        yield Line("suggested", "nothing: a question is open", "suggested")
        return
    moved = {
        "at the table": ruling.points,
        "before placing": ruling.before_placing,
        "after uma": ruling.tournament,
    }
    names = _names(shown)
    told = [
        f"{names[seat]} {points(amount)} {stage}"
        for stage, amounts in moved.items()
        for seat, amount in amounts.items()
        if amount and seat in names
    ]
    words = class_words(ruling.class_, ruling.label)
    yield Line("suggested", " · ".join([words, *told]), "suggested")


def _names(shown: Shown) -> dict[Seat, str]:
    """Return players' names by seat; outside a table the offender stands at East."""
    state, seats = shown.state, shown.ruled.seats
    names = {seat: name_of(state, number) for number, seat in seats.items()}
    offender = shown.form.incidents[0].offender
    if not names and offender is not None:
        names[Seat.E] = name_of(state, offender)
    return names


def _movements(shown: Shown, content: IncidentRuled) -> Iterator[Line]:
    labels = {
        Stage.TABLE: "at the table",
        Stage.BEFORE_PLACING: "before placing",
        Stage.AFTER_UMA: "after uma",
    }
    back = {
        number
        for number, seat in shown.ruled.seats.items()
        if seat in shown.ruled.ruling.riichi_returned and not content.departed
    }
    for stage, label in labels.items():
        postings = [each for each in content.postings if each.stage is stage]
        if postings:
            text = " · ".join(
                _posting(each, shown.state, back if stage is Stage.TABLE else set())
                for each in postings
            )
            yield Line(label, text)
    if not content.postings:
        yield Line("points", "none move")
    elif content.postings and shown.form.settled is not None:
        yield Line("settled", f"all by the {shown.form.settled} (^k changes it)")


def _posting(posting: Posting, state: EventState, back: set[str]) -> str:
    amount = points(posting.points)
    match posting.account:
        case Account.PLAYER:
            name = name_of(state, posting.player)
            with_stick = posting.player in back
            stick = (
                " (riichi stick back)" if posting.points == STICK else " (stick in it)"
            )
            return f"{name} {amount}{stick if with_stick else ''}"
        case Account.FINES:
            return "to nobody"
        case _:
            return f"{posting.account.value} {amount}"


def _table(shown: Shown, content: IncidentRuled, ruling: Ruling) -> Iterator[Line]:
    if content.dead:
        dead = ", ".join(name_of(shown.state, number) for number in content.dead)
        yield Line("dead hand", dead)
    if not shown.ruled.seats:
        return
    departure = shown.form.departure
    if departure is not None and departure.class_ is not None:
        yield Line("the hand", "as the referee says")
        return
    yield Line("the hand", hand_line(shown, ruling))
    if departure is not None and departure.points is not None:
        return
    names: Mapping[Seat, str] = SEAT_NAMES if shown.form.now.hand else _names(shown)
    said = announcement(ruling, names)
    if said:
        yield Line("say", said)


def hand_line(shown: Shown, ruling: Ruling) -> str:
    """Return what becomes of the hand, honba, dealer and pot."""
    pot = f"pot {score(ruling.pot_after)}"
    hand = shown.form.now.hand
    names = _names(shown)
    match ruling.hand:
        case "continue":
            return f"goes on · {pot}"
        case "game-ends":
            return f"the game ends · {score(ruling.pot_after)} left over"
        case "replay":
            what = "dealt again"
        case _:
            what = "result stands, next"
    if hand is None:
        return f"{what} · {pot}"
    where = hand_words(hand) if ruling.dealer is Seat.E else "the deal passes"
    dealer = names.get(ruling.dealer) if ruling.dealer else None
    deals = f", {dealer} deals" if dealer else ""
    return f"{what}: {where}, {ruling.honba or 0} honba{deals}, {pot}"


def _tiles(ruling: Ruling) -> Iterator[Line]:
    for own in ruling.rulings:
        if own.found is not None:
            yield Line("tiles", found_words(own.found, None))
            for note in own.found.notes:
                yield Line("", note)


def _assumed(shown: Shown, ruling: Ruling) -> Iterator[Line]:
    """Yield what nobody said; a number before what can be changed."""
    for place, part in enumerate(shown.changeable, start=1):
        kind = "usual" if part.is_fact else "assumed"
        value = label_of(part.value)
        yield Line(kind, f"[{place}] {label_of(part.name)}: {value} · {part.why}", kind)
    told = {part.name for part in shown.changeable}
    for fixed in ruling.assumed:
        if fixed.part not in told:
            text = f"{label_of(fixed.part)}: {fixed.as_} · {fixed.why}"
            yield Line("assumed", text, "assumed")


def _earlier(shown: Shown) -> Iterator[Line]:
    for number in dict.fromkeys(each.offender for each in shown.form.incidents):
        if number is None:
            continue
        found = [
            entry
            for entry, _ in shown.state.rulings(number)
            if entry.number != shown.form.instead_of
        ]
        for entry in reversed(found[-EARLIER_MAX:]):
            place = place_words(entry.place)
            words = entry_words(entry, shown.state, shown.rules.situations)
            yield Line("before", f"#{entry.number} {place}: {words}")
        if len(found) > EARLIER_MAX:
            yield Line("", f"and {len(found) - EARLIER_MAX} more in the journal")


def _own_words(shown: Shown) -> Iterator[Line]:
    if shown.form.note.strip():
        yield Line("reason", literal(shown.form.note.strip()))
