"""The commands that speak of entries: void, amend, appeal, decide, confirm, close."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ledger.cli import output
from ledger.cli.booking import add, one_of, tell
from ledger.cli.options import Event, Late, Reason, Staff, chosen
from ledger.cli.signing import signed
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.book.corrections import Verdict
    from ledger.core.contents import Sheet
    from ledger.core.desk import Draft
    from ledger.core.event import Entry, EventState
    from ledger.core.rules import Rules
    from ledger.files.amendments import Changes

Number = Annotated[
    int, typer.Argument(metavar="ENTRY", help="The entry's number, such as 57.")
]
Scores = Annotated[
    str,
    typer.Option(
        metavar='"E S W N"', help="A sheet's four raw scores, in points or hundreds."
    ),
]
Leftover = Annotated[
    str, typer.Option(help="Sticks left on the table, or their points.")
]
Unit = Annotated[
    str, typer.Option(help="hundreds or points, where the scores leave it open.")
]
Stated = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A column of incidents.csv that is another: offender, situation, round,"
        " table, hand, honba, class, points, before_placing, tournament, settled or"
        " note; repeatable.",
    ),
]
Facts = Annotated[
    list[str] | None,
    typer.Option("--fact", metavar="NAME=VALUE", help="Such as shown=no; repeatable."),
]
Choices = Annotated[
    list[str] | None,
    typer.Option(
        "--choose",
        metavar="NAME=VALUE",
        help="Where the rulebook leaves it to the referee, such as outcome=warning.",
    ),
]
Incident = Annotated[
    int | None, typer.Option(min=1, help="Which incident, if the ruling has several.")
]
AsSuggested = Annotated[
    bool, typer.Option("--as-suggested", help="The rulebook's own ruling from now on.")
]
WithoutTiles = Annotated[
    bool, typer.Option("--without-tiles", help="The tiles are no evidence any more.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (void, amend, appeal, decide, confirm, finalise, policy, story):
        app.command()(command)


def void(
    event: Event, number: Number, reason: Reason, staff: Staff = "", late: Late = None
) -> None:
    """Take an entry back; it stays in the book and counts no longer.

    Example: riichi-ledger void spring.db 57 --reason "entered twice"
    """
    from ledger.book import Book

    with Book.open(event) as book:
        entry = book.void(number, reason, signed(book, staff), late)
        tell(book.state(), book.rules, entry)
        _remind(book.state(), number)


def amend(
    event: Event,
    number: Number,
    reason: Reason,
    scores: Scores = "",
    leftover: Leftover = "",
    unit: Unit = "",
    stated: Stated = None,
    fact: Facts = None,
    choose: Choices = None,
    incident: Incident = None,
    as_suggested: AsSuggested = False,
    without_tiles: WithoutTiles = False,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Put another sheet or ruling in the place of one, as one act.

    What is not stated stays as it was; a ruling is judged anew, with what had been
    ruled before the one that it replaces.

    Example: riichi-ledger amend spring.db 57 --fact shown=no --reason "saw the video"
    """
    from ledger.book import Book

    changes = _changes(
        stated, fact, choose, incident, suggested=as_suggested, tileless=without_tiles
    )
    with Book.open(event) as book:
        old = _existing(book.state(), number)
        sheet = _sheet(book.rules, scores, leftover, unit)
        instead = sheet or _draft(book, old, changes)
        by = signed(book, staff)
        entry = book.amend(number, reason, instead, by, late=late)
        tell(book.state(), book.rules, entry)
        _remind(book.state(), number)


def appeal(
    event: Event,
    number: Number,
    by: Annotated[
        str, typer.Option(metavar="WHO", help="A player's number, or a name.")
    ],
    reason: Reason,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Take down an appeal against a ruling.

    Example: riichi-ledger appeal spring.db 57 --by 12 --reason "was not his tile"
    """
    from ledger.book import Book

    with Book.open(event) as book:
        who = by.strip()
        if who.isdecimal() and who not in book.state().players:
            raise LedgerError(
                f"--by {who!r}: no player has this number, expected one or a name"
            )
        entry = book.appeal(number, who, reason, signed(book, staff), late)
        tell(book.state(), book.rules, entry)


def decide(
    event: Event,
    number: Annotated[
        int, typer.Argument(metavar="APPEAL", help="The entry of the appeal.")
    ],
    verdict: Annotated[
        str,
        typer.Argument(
            help="dismissed: the ruling stands; upheld: it is taken back; changed: it"
            " becomes another."
        ),
    ],
    reason: Reason,
    stated: Stated = None,
    fact: Facts = None,
    choose: Choices = None,
    incident: Incident = None,
    as_suggested: AsSuggested = False,
    without_tiles: WithoutTiles = False,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Decide an appeal; the options state another ruling, as those of amend.

    Example: riichi-ledger decide spring.db 60 upheld --reason "the video"
    """
    from ledger.book import Book

    word = one_of(verdict, "VERDICT", ("dismissed", "upheld", "changed"))
    changes = _changes(
        stated, fact, choose, incident, suggested=as_suggested, tileless=without_tiles
    )
    with Book.open(event) as book:
        target = _appealed(book.state(), number)
        if word == "changed":
            told: Verdict = _draft(book, _existing(book.state(), target), changes)
        elif changes != _changes():
            raise LedgerError(f"{word} states no other ruling; that is: changed")
        else:
            told = _plain(word)
        entry = book.decide(number, told, reason, signed(book, staff), late=late)
        tell(book.state(), book.rules, entry)
        if word != "dismissed":
            _remind(book.state(), target)


def confirm(event: Event, number: Number, staff: Staff = "", late: Late = None) -> None:
    """Confirm a ruling that waits for it, so that it counts.

    Example: riichi-ledger confirm spring.db 57
    """
    from ledger.book import Book

    with Book.open(event) as book:
        entry = book.confirm(number, signed(book, staff), late)
        tell(book.state(), book.rules, entry)


def finalise(
    event: Event,
    note: Annotated[str, typer.Option(help="Such as who signed it off.")] = "",
    staff: Staff = "",
) -> None:
    """Close the event and copy it; what comes later needs --late with a reason.

    Example: riichi-ledger finalise spring.db --note "signed by all three"
    """
    from ledger.book import Book

    with Book.open(event) as book:
        closing = book.finalise(note, signed(book, staff))
        tell(book.state(), book.rules, closing.entry)
        output.write(f"head {closing.entry.hash}\n")
        if closing.backup is None:
            raise LedgerError(f"finalised, but not copied: {closing.fault}")
        output.write(f"{closing.backup}: a copy of it\n")


def policy(
    event: Event,
    rulings: Annotated[
        str,
        typer.Argument(
            metavar="confirm|at-once",
            help="Whether rulings wait for a head referee or count at once.",
        ),
    ],
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Let rulings wait until a head referee confirms them, or count at once.

    Those of a head referee or the organiser never wait.

    Example: riichi-ledger policy spring.db confirm
    """
    from ledger.core.contents import PolicySet

    wanted = one_of(rulings, "policy", ("confirm", "at-once"))
    add(event, PolicySet(confirm=wanted == "confirm"), staff, late)


def story(event: Event, number: Number) -> None:
    """Tell the whole story of an entry: what was said about it, what replaced it.

    Example: riichi-ledger story spring.db 57
    """
    from ledger.book import Book
    from ledger.core.story_words import story_words

    with Book.open(event) as book:
        state, rules = book.state(), book.rules
    _existing(state, number)
    for line in story_words(state, rules.situations, number):
        output.write(f"{line}\n")


# What is stated anew --------------------------------------------------------------


def _changes(
    stated: Sequence[str] | None = None,
    facts: Sequence[str] | None = None,
    choices: Sequence[str] | None = None,
    incident: int | None = None,
    *,
    suggested: bool = False,
    tileless: bool = False,
) -> "Changes":
    """Return what the options of a command state anew."""
    from ledger.files.amendments import STATED, Changes

    cells = chosen(stated, "--set", "offender=12")
    for name in cells:
        one_of(name, "--set", STATED)
    answers = chosen(choices, "--choose", "outcome=warning")
    return Changes(
        cells=cells,
        facts=tuple(facts or ()),
        choice={
            name: int(text) if text.lstrip("-").isdecimal() else text
            for name, text in answers.items()
        },
        incident=incident,
        as_suggested=suggested,
        without_tiles=tileless,
    )


def _draft(book: "Book", entry: "Entry", changes: "Changes") -> "Draft":
    from ledger.core.contents import SheetEntered
    from ledger.files.amendments import amended_draft

    if isinstance(entry.effective, SheetEntered):
        raise LedgerError(f"entry {entry.number} is a sheet: give its --scores")
    return amended_draft(book.state(), book.rules, entry, changes)


def _sheet(rules: "Rules", scores: str, leftover: str, unit: str) -> "Sheet | None":
    """Return the sheet that is stated; None if none is."""
    from ledger.cli.tables import typed_sheet

    if scores:
        return typed_sheet(rules, scores.split(), leftover, unit)
    if leftover or unit:
        raise LedgerError("--leftover and --unit go with --scores")
    return None


def _existing(state: "EventState", number: int) -> "Entry":
    from ledger.core.corrections import existing

    return existing(state, number)


def _appealed(state: "EventState", number: int) -> int:
    from ledger.core.contents import AppealLodged

    content = _existing(state, number).effective
    if not isinstance(content, AppealLodged):
        raise LedgerError(f"entry {number} is no appeal")
    return content.target


def _plain(word: str) -> Literal["dismissed", "upheld"]:
    return "upheld" if word == "upheld" else "dismissed"


def _remind(state: "EventState", number: int) -> None:
    """Tell what no entry can move: the sticks that players moved themselves."""
    from ledger.core.story_words import sticks_words

    told = sticks_words(state, number)
    if told:
        output.tell(f"note: {told}")
