"""The commands about one table of a round: its seats, hands, sheet and difference."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from ledger.cli import output
from ledger.cli.booking import add, one_of, tell
from ledger.cli.options import Event, Late, Reason, Staff, signature
from ledger.cli.signing import signed, signer
from ledger.cli.streams import Answer, Source, answer_all
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.core.contents import Content, Sheet
    from ledger.core.event import EventState, HanchanKey
    from ledger.core.rules import Rules

Round = Annotated[int, typer.Argument(metavar="ROUND", min=1, help="Such as 3.")]
Table = Annotated[int, typer.Argument(metavar="TABLE", min=1, help="Such as 7.")]
SIGNED: Final = {"ignore_unknown_options": True}
"""So that -900 is a score and no option."""
FOUR: Final = 4


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(reseat)
    app.command()(substitute)
    app.command(context_settings=SIGNED)(sheet)
    app.command(context_settings=SIGNED)(explain)
    app.command()(hand)


def reseat(
    event: Event,
    round_: Round,
    table: Table,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="EAST SOUTH WEST NORTH", help="Numbers by starting wind."
        ),
    ],
    reason: Reason,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Correct who sat where; scores and penalties move with the seats.

    Example: riichi-ledger reseat spring.db 3 7 12 4 8 31 --reason "sat down wrong"
    """
    from ledger.core.contents import Reseated
    from ledger.core.event import Place

    east, south, west, north = _four(players, "players")
    content = Reseated(players=(east, south, west, north), reason=reason)
    add(event, content, staff, late, Place(round=round_, table=table))


def substitute(
    event: Event,
    round_: Round,
    table: Table,
    player: Annotated[str, typer.Argument(help="The number of who was replaced.")],
    by: Annotated[
        str, typer.Option(metavar="WHO", help="Number or name of who sat there.")
    ],
    when: Annotated[
        str,
        typer.Option(metavar="WHEN", help="before-start or after-start of the game."),
    ],
    reason: Reason,
    unlisted: Annotated[
        bool, typer.Option("--unlisted", help="Although nobody of that name is listed.")
    ] = False,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Let somebody sit in for a player at one table.

    The player has the edition's fixed result there, if it has one, else the seat's.

    Example: riichi-ledger substitute spring.db 3 7 12 --by S1 --when before-start
    --reason "taken ill"
    """
    from ledger.book import Book
    from ledger.core.contents import Substituted
    from ledger.core.event import Place

    moment = one_of(when, "--when", ("before-start", "after-start"))
    with Book.open(event) as book:
        content = Substituted(
            player=player.strip(),
            substitute=_person(book.state(), by.strip(), unlisted=unlisted),
            when=moment,  # type: ignore[arg-type]
            reason=reason,
        )
        place = Place(round=round_, table=table)
        entry = book.add(content, place, signed(book, staff), late)
        tell(book.state(), book.rules, entry)


def _person(state: "EventState", by: str, *, unlisted: bool) -> str:
    """Return the number of a listed person, or the name of one who is not.

    Raises:
        LedgerError: nobody of that number or name is listed, or several are.
    """
    from ledger.core.situations import nearest

    if by in state.players:
        return by
    named = [player.number for player in state.players.values() if player.name == by]
    if len(named) > 1:
        raise LedgerError(f"{by!r} is the name of {', '.join(named)}: give the number")
    if named or unlisted:
        return named[0] if named else by
    known = [*state.players, *(player.name for player in state.players.values())]
    raise LedgerError(
        f"--by {by!r} is nobody of the list" + nearest(by, known) + "; --unlisted"
        " takes the name as it is"
    )


def sheet(
    event: Event,
    round_: Round,
    table: Table,
    scores: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[EAST SOUTH WEST NORTH]",
            help="Raw scores by starting wind, in hundreds or points.",
        ),
    ] = None,
    leftover: Annotated[
        str, typer.Option(help="Sticks left on the table, or their points.")
    ] = "",
    unit: Annotated[
        str, typer.Option(help="hundreds or points, where the scores leave it open.")
    ] = "",
    live: Annotated[
        bool, typer.Option("--live", help="As the table was followed hand by hand.")
    ] = False,
    early: Annotated[
        bool, typer.Option("--early", help="Although the round has not begun.")
    ] = False,
    reason: Annotated[
        str, typer.Option(help="Why it takes the place of the sheet that is in.")
    ] = "",
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Enter the score sheet of a table, or correct it with a reason.

    What does not add up is told, with what the journal knows; it is never mended.

    Example: riichi-ledger sheet spring.db 3 7 410 190 290 300 --leftover 1
    """
    from ledger.book import Book
    from ledger.core.event import Place
    from ledger.core.reconciling import sheet_of

    key = (round_, table)
    if live and (scores or leftover or unit):
        raise LedgerError("--live takes the sheet from the table, expected no scores")
    with Book.open(event) as book:
        state = book.state()
        _check_begun(state, round_, early=early)
        made = (
            sheet_of(state, book.rules, key)
            if live
            else typed_sheet(book.rules, scores or (), leftover, unit)
        )
        content = _entered(state, key, made, reason)
        place = Place(round=round_, table=table)
        entry = book.add(content, place, signed(book, staff), late)
        tell(book.state(), book.rules, entry)
        _show_difference(book, key)


def _entered(
    state: "EventState", key: "HanchanKey", made: "Sheet", reason: str
) -> "Content":
    """Return a sheet, or the correction of the one that is in.

    Raises:
        LedgerError: there is one and no reason, or a reason and none.
    """
    from ledger.core.contents import Amended, SheetEntered

    entry = state.sheets.get(key)
    where = f"round {key[0]} table {key[1]}"
    content = SheetEntered(sheet=made)
    if entry is None:
        if reason:
            raise LedgerError(f"{where} has no sheet to correct, expected no --reason")
        return content
    if not reason:
        raise LedgerError(
            f"{where} has a sheet, entry {entry.number}; --reason corrects it"
        )
    return Amended(target=entry.number, reason=reason, content=content)


def _check_begun(state: "EventState", round_: int, *, early: bool) -> None:
    """Refuse a sheet of a round that cannot have been played yet."""
    from ledger.core.floor import waiting_for

    waits = waiting_for(state, round_)
    if waits is not None and not early:
        raise LedgerError(
            f"round {round_} has not begun: no sheet of round {waits} is in;"
            " --early enters it all the same"
        )


def typed_sheet(
    rules: "Rules", scores: Sequence[str], leftover: str, unit: str
) -> "Sheet":
    """Return a sheet from what was typed.

    Raises:
        LedgerError: it is no sheet, or the unit is open.
    """
    from ledger.core.scoring import expected_total
    from ledger.core.sheet_entry import read_sheet

    chosen: Literal["hundreds", "points"] | None = None
    if unit:
        word = one_of(unit, "--unit", ("hundreds", "points"))
        chosen = "hundreds" if word == "hundreds" else "points"
    expected = expected_total(rules.ruleset.scoring)
    typed = _four(scores, "scores")
    reading = read_sheet(typed, leftover, expected, chosen)
    for field, fault in reading.faults:
        what = (*typed, "--leftover")[field]
        raise LedgerError(f"{what}: {fault}" if what not in fault else fault)
    if reading.sheet is None:
        raise LedgerError(
            f"{' '.join(typed)} can be hundreds or points: say --unit hundreds or"
            " --unit points"
        )
    return reading.sheet


def _show_difference(book: "Book", key: "HanchanKey") -> None:
    """Tell what is wrong with a sheet, and what the journal knows about it."""
    from ledger.core.reconciling import candidates, difference_words
    from ledger.core.standings import standings

    state, rules = book.state(), book.rules
    for hanchan in standings(state, rules).differences:
        if hanchan.key == key:
            output.tell(f"warning: {difference_words(hanchan)}")
    for each in candidates(state, rules, key):
        by = f"#{each.entry}" if each.entry is not None else "the table"
        mark = "" if each.fits else " (not all of it)"
        output.tell(f"{by} knows: {each.what}{mark}")


def explain(
    event: Event,
    round_: Round,
    table: Table,
    points: Annotated[
        int,
        typer.Argument(
            help="How many of the missing points; below zero for too many; 0 where"
            " the sheet is only off the followed table."
        ),
    ],
    reason: Reason,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Account for the difference of a table's sheet.

    Example: riichi-ledger explain spring.db 3 7 1000 --reason "a stick on the floor"
    """
    from ledger.core.contents import Explained
    from ledger.core.event import Place

    content = Explained(points=points, reason=reason)
    add(event, content, staff, late, Place(round=round_, table=table))


def hand(
    event: Event,
    round_: Round,
    table: Table,
    source: Source,
    staff: Staff = "",
) -> None:
    """Follow a table live, an event a line; each is booked at once.

    The lines are those of `replay` without its start, players by number; `void` names
    a line of this input, `end` enters the sheet. Each answer names its entry.

    Example: riichi-ledger hand spring.db 3 7 table7.jsonl
    """
    from ledger.book import Book
    from ledger.core.live_lines import table_answer, wish_of

    key = (round_, table)
    booked: dict[int, int] = {}
    lines = 0
    with Book.open(event) as book:
        name = signer(book, staff)

        def answer(line: dict[str, object]) -> Answer:
            nonlocal lines
            lines += 1
            try:
                wish, place = wish_of(book.state(), book.rules, key, line, booked)
                entry = book.write(wish, place, signature(name))
            except LedgerError as error:
                return {"n": lines, "error": "; ".join(str(error).splitlines())}
            booked[lines] = entry.number
            state = book.state()
            shown = {"n": lines, "entry": entry.number}
            return {**shown, **table_answer(state, book.rules, key)}

        def unreadable(message: str) -> Answer:
            nonlocal lines
            lines += 1
            return {"n": lines, "error": message}

        answer_all(source, answer, unreadable)


def _four(words: Sequence[str], what: str) -> tuple[str, str, str, str]:
    """Return four words.

    Raises:
        LedgerError: there are more or fewer.
    """
    if len(words) != FOUR:
        raise LedgerError(
            f"{len(words)} {what}, expected four, by starting wind:"
            f" {' '.join(words) or 'none given'}"
        )
    east, south, west, north = (word.strip() for word in words)
    return east, south, west, north
