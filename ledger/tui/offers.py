"""What the search fields find: situations, and players, as lines to show."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from ledger.core.event import EventState
from ledger.core.rules import OTHER, Rules
from ledger.core.search import folded, recent, search
from ledger.core.situations import Situation
from ledger.core.standings import natural
from ledger.core.wording import literal, name_of
from ledger.tui.text import padded

TITLE_CELLS = 36
TITLE_JA_CELLS = 22
CLAUSES_MAX = 2
PLAYERS_MAX = 50
OUTSIDE_GROUPS = ("attendance", "conduct", "sheet")


def situations_found(
    state: EventState,
    rules: Rules,
    typed: str,
    *,
    nobody: bool = False,
    outside: bool = False,
) -> Sequence[tuple[str, Text]]:
    """Return the situations that fit, with both titles and their clauses.

    Args:
        state: The event, for what was recorded lately.
        rules: The edition, for its own situations and clauses.
        typed: What was typed.
        nobody: Only those that can have nobody to blame.
        outside: What happens outside a table comes first.
    """
    known: Iterable[Situation] = rules.situations.values()
    if outside:
        known = sorted(known, key=lambda each: each.group not in OUTSIDE_GROUPS)
    return [
        (each.id, situation_line(rules, each))
        for each in search(known, typed, () if outside else recent(state))
        if not (nobody and each.offender == "needed")
    ]


def situation_line(rules: Rules, situation: Situation) -> Text:
    """Return a situation in columns: title, Japanese title, clauses."""
    line = padded(situation.title, TITLE_CELLS)
    line.append(" ")
    japanese = padded(situation.title_ja, TITLE_JA_CELLS)
    japanese.stylize("dim")
    line.append_text(japanese)
    line.append(f" {clauses(rules, situation.id)}")
    return line


def clauses(rules: Rules, situation: str) -> str:
    """Return the first clauses that a situation's ordinary cases cite."""
    if situation == OTHER:
        return ""
    if rules.is_silent(situation):
        return "not named"
    part = rules.ruleset.situations[situation]
    cited: dict[str, None] = {}
    # Cases of a hand that was dead before come first in a table and matter last.
    for case in sorted(part.cases, key=lambda case: "dead" in case.when):
        own = case.cite
        if not own and case.outcome in rules.ruleset.outcomes:
            own = rules.outcome(case.outcome).cite
        cited.update(dict.fromkeys(own))
    return ", ".join(list(cited)[:CLAUSES_MAX])


def players_found(state: EventState, typed: str) -> Sequence[tuple[str, Text]]:
    """Return the players whose number or name fits, the closest first."""
    terms = folded(typed).split()
    found = []
    for number, player in state.players.items():
        texts = [folded(number), folded(player.name), folded(player.team)]
        if all(any(term in text for text in texts) for term in terms):
            closeness = 0 if typed.strip() == number else 1
            starts = 0 if terms and texts[1].startswith(terms[0]) else 1
            found.append((closeness, starts, natural(number), number))
    return [
        (number, _player_line(state, number))
        for *_, number in sorted(found)[:PLAYERS_MAX]
    ]


def _player_line(state: EventState, number: str) -> Text:
    line = padded(literal(number), 6)
    line.append_text(padded(name_of(state, number), 30))
    line.append(f" {literal(state.players[number].team)}")
    return line
