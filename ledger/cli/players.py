"""The commands about those who play: status, divisions, team fines, and `why`."""

from typing import Annotated

import typer

from ledger.cli import output
from ledger.cli.booking import add, one_of
from ledger.cli.options import Event, Late, Reason, Staff, Target, deliver

After = Annotated[
    int | None, typer.Option(metavar="ROUND", help="Count up to this round.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(status)
    app.command()(division)
    app.command("team-fine")(team_fine)
    app.command()(why)


def status(
    event: Event,
    player: Annotated[str, typer.Argument(help="The player's number.")],
    change: Annotated[
        str,
        typer.Argument(metavar="STATUS", help="withdrawn, disqualified, or ok again."),
    ],
    reason: Reason,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Let a player withdraw, disqualify one, or take that back.

    Games are kept; who withdraws or is disqualified has no rank.

    Example: riichi-ledger status spring.db 12 withdrawn --reason "taken ill"
    """
    from ledger.core.contents import StatusChanged

    changed = one_of(change, "STATUS", ("withdrawn", "disqualified", "ok"))
    content = StatusChanged(player=player.strip(), status=changed, reason=reason)  # type: ignore[arg-type]
    add(event, content, staff, late)


def division(
    event: Event,
    name: Annotated[str, typer.Argument(help="The division's name, such as A.")],
    order: Annotated[
        int, typer.Option(min=1, help="Divisions are ranked in this order, 1 first.")
    ],
    after: Annotated[
        int, typer.Option(min=1, metavar="ROUND", help="The round after which it is.")
    ],
    carry: Annotated[
        str, typer.Option(help="What becomes of their totals: carried, halved, reset.")
    ],
    players: Annotated[
        list[str],
        typer.Option(metavar="NUMBERS", help="Their numbers: 1,2,3; repeatable."),
    ],
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Let players go on in a division of their own.

    Example: riichi-ledger division open.db A --order 1 --after 6 --carry halved
    --players 4,7,12
    """
    from ledger.core.contents import DivisionSet

    kept = one_of(carry, "--carry", ("carried", "halved", "reset"))
    numbers = ",".join(players).replace(",", " ").split()
    content = DivisionSet(
        name=name,
        order=order,
        after_round=after,
        players=tuple(numbers),
        carry=kept,  # type: ignore[arg-type]
    )
    add(event, content, staff, late)


def team_fine(
    event: Event,
    team: Annotated[str, typer.Argument(help="The team's name, as in the list.")],
    points: Annotated[
        int, typer.Argument(min=1, help="How much is taken, such as 10000.")
    ],
    reason: Reason,
    staff: Staff = "",
    late: Late = None,
) -> None:
    """Fine a team, apart from its players.

    Example: riichi-ledger team-fine league.db Reds 10000 --reason "late line-up"
    """
    from ledger.core.contents import TeamFined

    add(event, TeamFined(team=team, points=-points, reason=reason), staff, late)


def why(
    event: Event,
    player: Annotated[str, typer.Argument(help="The player's number.")],
    after: After = None,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text or json.")
    ] = "text",
    target: Target = "-",
) -> None:
    """Explain a player's total: every entry behind it, and the sum after each.

    Example: riichi-ledger why spring.db 12 --after 3
    """
    from ledger.book import Book
    from ledger.files.why_export import export_why

    with Book.open(event) as book:
        state, rules = book.state(), book.rules
    text = export_why(state, rules, player.strip(), after=after, form=form)
    if deliver(text, target, bom=False):
        output.write(f"{target}: why {player}, as of entry {state.head}\n")
