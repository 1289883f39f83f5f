"""A sheet against what is known of its table: the difference, and what may explain it.

    missing     what the sheet lacks of all points, less what entries account for
    off live    where it differs from the hanchan as it was followed hand by hand
    candidates  what the journal knows that could be behind it: shown, never applied

A followed hanchan makes its own sheet. What staff must still add to a sheet (settled by
the ledger) is part of the followed scores, so it is taken off again here.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ledger.core.contents import Account, Explained, IncidentRuled, Posting, Sheet
from ledger.core.event import Entry, EventState, HanchanKey
from ledger.core.live import followed
from ledger.core.rules import Rules
from ledger.core.scoring import expected_total
from ledger.core.table import Hanchan
from ledger.core.tally import Hanchan as Scored
from ledger.core.tally import OffLive, hanchan_of
from ledger.core.terms import SEATS, Stage
from ledger.core.wording import name_of, score
from ledger.core.wording import points as signed
from ledger.errors import BookError


def explained(state: EventState) -> dict[HanchanKey, int]:
    """Return the missing points that entries account for, by hanchan.

    A hanchan is named with 0 where only a difference from the followed table is
    accounted for.
    """
    found: dict[HanchanKey, int] = defaultdict(int)
    for entry, content in state.standing(Explained):
        found[hanchan_of(entry)] += content.points
    return found


def missing(state: EventState, rules: Rules, key: HanchanKey) -> int:
    """Return what a sheet lacks and no entry accounts for; 0 without a sheet."""
    sheet = state.sheet(key)
    return 0 if sheet is None else _lacks(state, rules, key, sheet)


def _lacks(state: EventState, rules: Rules, key: HanchanKey, sheet: Sheet) -> int:
    expected = expected_total(rules.ruleset.scoring)
    known = explained(state).get(key, 0)
    return expected - sum(sheet.raw) - sheet.leftover - known


def sheet_of(state: EventState, rules: Rules, key: HanchanKey) -> Sheet:
    """Return the sheet that a followed hanchan comes to.

    Raises:
        BookError: nobody follows it.
        BookDamaged: the journal holds a step that the rules forbid.
    """
    table = followed(state, rules, key)
    if table is None:
        raise BookError(f"round {key[0]}, table {key[1]}: no hand was entered here")
    now = table.hanchan
    added = dict.fromkeys(now.players, 0)
    pot = 0
    for entry, posting in _postings(state, key):
        if posting.stage is not Stage.TABLE or posting.settled != "ledger":
            continue
        if posting.player is not None:
            added[state.moved_to(entry, posting.player)] += posting.points
        else:
            pot += posting.points
    east, south, west, north = (now.scores[p] - added[p] for p in now.players)
    return Sheet(raw=(east, south, west, north), leftover=now.pot - pot)


def off_live(state: EventState, rules: Rules, key: HanchanKey) -> OffLive | None:
    """Return how a sheet differs from the followed table; None where it does not.

    Raises:
        BookDamaged: the journal holds a step that the rules forbid.
    """
    sheet = state.sheet(key)
    return None if sheet is None else _off_live(state, rules, key, sheet)


def _off_live(
    state: EventState, rules: Rules, key: HanchanKey, sheet: Sheet
) -> OffLive | None:
    if followed(state, rules, key) is None:
        return None
    own = sheet_of(state, rules, key)
    e, s, w, n = (a - b for a, b in zip(sheet.raw, own.raw, strict=True))
    off = (e, s, w, n, sheet.leftover - own.leftover)
    return off if any(off) else None


def _postings(state: EventState, key: HanchanKey) -> Iterator[tuple[Entry, Posting]]:
    """Yield what rulings at a table have posted, pending ones left out."""
    for entry, ruled in _rulings(state, key):
        for posting in ruled.postings:
            yield entry, posting


def _rulings(
    state: EventState, key: HanchanKey
) -> Iterator[tuple[Entry, IncidentRuled]]:
    for entry in state.steps(key):
        content = entry.effective
        if (
            isinstance(content, IncidentRuled)
            and entry.number not in state.voids
            and not state.is_pending(entry.number)
        ):
            yield entry, content


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Something that could be behind a difference. Units: points."""

    entry: int | None
    """The entry that knows of it; None: the followed table."""
    what: str
    points: int
    """How much of the missing points it would account for."""
    fits: bool
    """It would account for all of them."""


def candidates(
    state: EventState, rules: Rules, key: HanchanKey, typed: Sheet | None = None
) -> tuple[Candidate, ...]:
    """Return what could explain a sheet's difference, the best fitting first.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        key: The table.
        typed: A sheet that is not booked yet; without it the one that is.

    Raises:
        BookDamaged: the journal holds a step that the rules forbid.
    """
    sheet = typed or state.sheet(key)
    if sheet is None:
        return ()
    lacks = _lacks(state, rules, key, sheet)
    table = followed(state, rules, key)
    if not (lacks or _off_live(state, rules, key, sheet)):
        return ()
    found = [*_from_rulings(state, key), *_from_pot(state, key, sheet)]
    if table is not None:
        found += _from_live(state, table.hanchan, sheet_of(state, rules, key), sheet)
    if sheet.leftover and lacks <= -sheet.leftover:
        number = None if typed else state.sheets[key].number
        told = f"the {score(sheet.leftover)} left over may be in the scores already"
        found.append((number, told, -sheet.leftover))
    made = [
        Candidate(entry=entry, what=what, points=points, fits=points == lacks)
        for entry, what, points in found
        if entry is None or 0 < points <= lacks or lacks <= points < 0
    ]
    return tuple(sorted(made, key=lambda each: (not each.fits, each.entry or 0)))


Found = tuple[int | None, str, int]
"""The entry, what is told, and how much of the missing points it would be."""


def _from_rulings(state: EventState, key: HanchanKey) -> Iterator[Found]:
    """Yield deposits and fines that may have left the scores."""
    for entry, ruled in _rulings(state, key):
        who = ", ".join(
            name_of(state, state.moved_to(entry, one.offender))
            for one in ruled.incidents
            if one.offender is not None
        )
        by = f" by {who}" if who else ""
        for posting in ruled.postings:
            if posting.account is Account.PLAYER or posting.points <= 0:
                continue
            amount, at_table = score(posting.points), posting.settled == "table"
            if posting.account is Account.POT and at_table:
                told = f"deposit of {amount}{by}, perhaps not won by anybody"
            elif at_table:
                told = f"fine of {amount}{by}, booked as settled at the table"
            else:
                told = f"{amount}{by} for staff to take, perhaps taken off already"
            yield entry.number, told, posting.points


def _from_pot(state: EventState, key: HanchanKey, sheet: Sheet) -> Iterator[Found]:
    """Yield what lay on the table after the last ruling there and is not reported."""
    last = None
    for entry, ruled in _rulings(state, key):
        pot = ruled.ruling.get("pot_after")
        if isinstance(pot, int) and not ruled.departed:
            last = entry.number, pot
    if last is not None and last[1] > sheet.leftover:
        told = f"{score(last[1])} lay on the table after this ruling"
        yield last[0], told, last[1] - sheet.leftover


def _from_live(
    state: EventState, now: Hanchan, own: Sheet, sheet: Sheet
) -> Iterator[Found]:
    """Yield each place where the sheet is off the followed table."""
    for player, reported, live in zip(now.players, sheet.raw, own.raw, strict=True):
        if reported != live:
            told = (
                f"{name_of(state, player)}: {score(reported)} on the sheet,"
                f" {score(live)} at the followed table"
            )
            yield None, told, live - reported
    if sheet.leftover != own.leftover:
        told = (
            f"{score(sheet.leftover)} left over on the sheet, {score(own.leftover)} at"
            " the followed table"
        )
        yield None, told, own.leftover - sheet.leftover


def difference_words(hanchan: Scored) -> str:
    """Return what a sheet lacks or where it is off, in one line with its place."""
    round_, table = hanchan.key
    check = hanchan.score.check
    parts = []
    if hanchan.unexplained:
        what = "lacking" if hanchan.unexplained > 0 else "too many"
        known = abs(hanchan.explained)
        parts.append(
            f"{score(check.raw + check.leftover)} of {score(check.expected)},"
            f" {score(abs(hanchan.unexplained))} {what}"
            + (f" beside {score(known)} accounted for" if known else "")
        )
    if hanchan.off_live is not None:
        names = (*SEATS, "left over")
        told = [
            f"{name} {signed(off)}"
            for name, off in zip(names, hanchan.off_live, strict=True)
            if off
        ]
        parts.append(f"off the followed table by {', '.join(told)}")
    return f"round {round_} table {table}: {'; '.join(parts)}"
