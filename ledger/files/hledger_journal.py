"""An event as a journal of plain-text accounting, which `hledger check` proves.

    2026-05-02 (#12) ron while furiten  ; staff:Mori
        players:7 Ann          -20000 pts
        fines                   20000 pts

One transaction an entry, its number as the code; what an entry does not move is told in
a comment. A void moves the points back. The last transaction asserts the balances of
every player, his uma and oka, and every team's fine as `standings` has them, and what
its check names: the two come to them on different ways. Names are written so that
hledger cannot misread them: the number in front tells players apart.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ledger.core.accounts import (
    OKA,
    PLAYERS,
    TEAMS,
    UMA,
    AccountKey,
    Transaction,
    transactions,
)
from ledger.core.chains import moved_at_table
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.core.spelling import literal
from ledger.core.standings import Standings, natural, standings
from ledger.core.wording import entry_words, place_words
from ledger.files.proof import proof_of

UNIT: Final = "pts"
ACCOUNTS: Final[Mapping[str, str]] = {
    "pots": "tables:pots",
    "stakes": "tables:stakes",
    "leftover": "tables:leftover sticks",
    "fixed": "tables:fixed lines",
    "unexplained": "differences:unexplained",
    "explained": "differences:explained",
    "results": "published results",
}
"""Where accounts stand in the tree, if not under their own name."""


def journal(state: EventState, rules: Rules) -> str:
    """Return an event as a journal.

    Args:
        state: The event.
        rules: Its pinned ruleset, the one in force.
    """
    names = _Names(state)
    done = list(transactions(state))
    total = standings(state, rules)
    moved = {account for each in done for account in each.moves}
    asserted = {
        account: points
        for account, points in _asserted(total)
        if points or account[0] == PLAYERS or account in moved
    }
    used = moved | asserted.keys()
    lines = [*_head(state, rules), ""]
    lines += (f"account {name}" for name in sorted(map(names.of, used)))
    for each in done:
        lines += ["", *_lines(each, names, state, rules)]
    lines += ["", *_assertions(state, asserted, names)]
    return "".join(f"{line}\n" for line in lines)


def plain(text: str) -> str:
    r"""Return a text as hledger reads it whole: one line, single spaces, no comment.

    >>> plain("Ann;  B\t(C)")
    'Ann, B (C)'
    """
    return " ".join(literal(" ".join(text.split())).replace(";", ",").split())


def part(text: str) -> str:
    """Return a text as one part of an account's name.

    >>> part("Ann: B")
    'Ann. B'
    """
    return plain(text).replace(":", ".")


class _Names:
    """The account's name of each key; no two keys share one."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._names: dict[AccountKey, str] = {}
        self._taken: set[str] = set()

    def of(self, account: AccountKey) -> str:
        """Return an account's name."""
        found = self._names.get(account)
        if found is None:
            wanted = self._wanted(account)
            found, count = wanted, 1
            while found in self._taken:
                count += 1
                found = f"{wanted} ({count})"
            self._taken.add(found)
            self._names[account] = found
        return found

    def _wanted(self, account: AccountKey) -> str:
        kind, name = account
        if kind in (PLAYERS, UMA, OKA):
            return f"{kind}:{part(f'{name} {self._state.players[name].name}')}"
        if kind == TEAMS:
            return f"teams:{part(name) or 'unnamed'}"
        return ACCOUNTS.get(kind, kind)


def _head(state: EventState, rules: Rules) -> Iterator[str]:
    proof = proof_of(state, rules)
    yield f"; {literal(proof.event)}"
    for name, value in proof.facts:
        yield f"; {name.lower()}: {literal(value)}"
    yield f"; {UNIT} are points, 1000 to one P; see each entry's number in the journal"
    yield ""
    yield f"commodity 1000. {UNIT}"


def _lines(
    transaction: Transaction, names: _Names, state: EventState, rules: Rules
) -> Iterator[str]:
    entry = transaction.entry
    place = place_words(entry.place)
    words = entry_words(entry, state, rules.situations)
    told = plain(f"{place}: {words}" if place else words)
    yield f"{_date(entry)} (#{entry.number}) {told}"
    signed = entry.signature
    yield f"    ; staff:{plain(signed.staff)}, time:{signed.at:%H:%M:%S} UTC"
    for number, points in moved_at_table(entry).items():
        name = names.of((PLAYERS, number))
        yield f"    ; moved at the table, in the sheet already: {name} {points}"
    moves = transaction.moves
    for account in sorted(moves, key=_order):
        yield f"    {names.of(account)}  {moves[account]} {UNIT}"


def _order(account: AccountKey) -> tuple[bool, str, object]:
    return account[0] != PLAYERS, account[0], natural(account[1])


def _date(entry: Entry) -> str:
    return entry.signature.at.date().isoformat()


def _asserted(total: Standings) -> Iterable[tuple[AccountKey, int]]:
    """Yield the balances that the standings have, by account."""
    for row in total.rows:
        yield (PLAYERS, row.number), row.total
        yield (UMA, row.number), -row.uma
        yield (OKA, row.number), -row.oka
    for team in total.teams:
        yield (TEAMS, team.team), team.fines
    yield ("unexplained", ""), -total.check.unexplained
    yield ("explained", ""), -total.check.explained


def _assertions(
    state: EventState, asserted: Mapping[AccountKey, int], names: _Names
) -> Iterator[str]:
    last = max(_date(entry) for entry in state.entries)
    yield f"{last} the standings as of #{state.head}"
    for account in sorted(asserted, key=_order):
        yield f"    {names.of(account)}  0 {UNIT} = {asserted[account]} {UNIT}"
