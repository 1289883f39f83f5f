"""How entries about seats, status, appeals and other entries read in the journal."""

from collections.abc import Callable, Mapping

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    DivisionSet,
    Explained,
    Finalised,
    LateAdjusted,
    Reseated,
    RulesetChanged,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.spelling import literal, score


def wrapper_words(content: Content) -> str:
    """Return what a content says beside what it puts into the book; maybe nothing."""
    match content:
        case LateAdjusted(reason=reason, content=inner):
            around = wrapper_words(inner)
            late = f"late adjustment ({literal(reason)})"
            return f"{late}, {around}" if around else late
        case Amended(target=target, reason=reason):
            return f"in place of #{target} ({literal(reason)})"
        case AppealDecided(target=target, decision=decision, reason=reason):
            return f"appeal #{target} {decision} ({literal(reason)})"
        case _:
            return ""


def about_words(content: Content, name: Callable[[str], str]) -> str:
    """Return what is said about other entries or about the event.

    Args:
        content: What is said.
        name: Returns a player's name by his number, and any other text as it is.
    """
    match content:
        case Voided(target=target, reason=reason):
            return f"void of #{target}: {literal(reason)}"
        case AppealLodged(target=target, by=by, reason=reason):
            return f"appeal by {name(by)} against #{target}: {literal(reason)}"
        case Confirmed(target=target):
            return f"#{target} confirmed"
        case Finalised(note=note):
            return f"event finalised: {literal(note)}" if note else "event finalised"
        case RulesetChanged(ruleset=ruleset, reason=reason):
            return f"ruleset is now {literal(ruleset)}: {literal(reason)}"
        case _:
            return _moved_words(content)


def _moved_words(content: Content) -> str:
    match content:
        case StatusChanged(player=player, status=status, reason=reason):
            return f"player {literal(player)} {status}: {literal(reason)}"
        case Reseated(players=players, reason=reason):
            told = ", ".join(map(literal, players))
            return f"seats corrected to {told}: {literal(reason)}"
        case Substituted(player=player, substitute=substitute, reason=reason):
            told = f"{literal(substitute)} sits in for {literal(player)}"
            return f"{told} ({content.when}): {literal(reason)}"
        case DivisionSet(name=name, players=players, after_round=round_, carry=carry):
            told = f"division {literal(name)} after round {round_}"
            who = "1 player" if len(players) == 1 else f"{len(players)} players"
            return f"{told}: {who}, scores {carry}"
        case _:
            return _points_words(content)


def _points_words(content: Content) -> str:
    match content:
        case TeamFined(team=team, points=points, reason=reason):
            return f"team {literal(team)} {score(points)}: {literal(reason)}"
        case Explained(points=points, reason=reason):
            return f"{score(points)} missing accounted for: {literal(reason)}"
        case _:
            raise AssertionError(f"{type(content).__name__} has words of its own")


def step_words(step: Mapping[str, object], name: Callable[[str], str]) -> str:
    """Return a live event in a few words, each player as `name` has his number."""
    match step.get("event"):
        case "riichi":
            return f"riichi by {name(str(step.get('player')))}"
        case "ron":
            wins = step.get("wins")
            assert isinstance(wins, list | tuple)
            winners = " and ".join(name(str(win["winner"])) for win in wins)
            return f"ron: {winners} from {name(str(step.get('loser')))}"
        case "tsumo":
            return f"tsumo by {name(str(step.get('winner')))}"
        case "draw":
            tenpai = step.get("tenpai") or ()
            assert isinstance(tenpai, list | tuple)
            told = ", ".join(name(str(player)) for player in tenpai)
            return f"draw, tenpai: {told or 'nobody'}"
        case other:
            return str(other)
