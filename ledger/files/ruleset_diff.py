"""`rules diff` as a text to read and as JSON: what changes for whom between editions.

A situation that an edition does not mention is left to the referee; the choices are the
same for all of them, so the text tells them once, above.
"""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from ledger.core.conditions import ALWAYS
from ledger.core.differences import Change, Differences, Resettled
from ledger.core.effects import Effect
from ledger.core.rules import Rules
from ledger.core.ruleset_words import DERIVED_WORDS, brief
from ledger.core.situations import Situation
from ledger.core.wording import literal

WIDTH: Final = 88
UNMENTIONED: Final = "not mentioned"
TITLES: Final = {
    "scoring": "SCORING",
    "play": "PLAY",
    "tiles": "TILES",
    "repetitions": "REPETITIONS",
}


def diff_text(found: Differences) -> str:
    """Return the differences as a text, lines made harmless."""
    lines = [*_head(found), *_legend(found)]
    if not found:
        lines.append("No difference.")
    lines += _settings(found)
    if found.resettled:
        lines += ["", "THE SAME RULING, SETTLED OTHERWISE"]
    for group in found.resettled:
        lines += _resettled(group)
    if found.situations:
        lines += ["", "ANOTHER RULING"]
    for situation, changes in found.situations:
        lines.append(f"  {_named(situation)} [{situation.id}]")
        for change in changes:
            lines += _change(change)
    for situation in found.incomparable:
        told = "a fact of the same name is of two types, so nothing is compared"
        lines += ["", f"{situation.id}: {told}"]
    return "".join(f"{literal(line).rstrip()}\n" for line in lines)


def _settings(found: Differences) -> Iterator[str]:
    for part, title in TITLES.items():
        changed = [each for each in found.settings if each.part == part]
        if changed:
            yield ""
            yield title
        for each in changed:
            told = f"{each.title}: {each.before} → {each.after}"
            yield from _filled(told, "    ", "  ")


def _filled(text: str, indent: str, first: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _head(found: Differences) -> Iterator[str]:
    sides = (found.before, found.after)
    yield " → ".join(map(_title, sides))
    for rules in sides:
        yield from _filled(rules.ruleset.summary, "    ", f"  {_short(rules)}: ")
    for rules in sides:
        silent = _silent(found, rules)
        if silent is not None:
            told = (
                f"Where {_short(rules)} does not mention a situation the referee"
                f" decides: {silent.offers()}."
            )
            yield from _filled(told, "    ", "  ")


def _legend(found: Differences) -> Iterator[str]:
    """Yield what those derived facts mean that the conditions name."""
    conditions = [c.condition for _, changes in found.situations for c in changes]
    conditions += [
        each for group in found.resettled for _, told in group.where for each in told
    ]
    used = {word for condition in conditions for word in condition.split()}
    told = [f"{name}: {means}" for name, means in DERIVED_WORDS.items() if name in used]
    if told:
        yield from _filled(f"In conditions, {'; '.join(told)}.", "    ", "  ")


def _title(rules: Rules) -> str:
    chosen = ", ".join(f"{name} = {choice}" for name, choice in rules.options.items())
    return f"{_short(rules)} [{rules.id}{f', {chosen}' if chosen else ''}]"


def _short(rules: Rules) -> str:
    return rules.ruleset.cite_as


def _silent(found: Differences, rules: Rules) -> Effect | None:
    """Return what an edition leaves to the referee, if the text needs to say so."""
    for _, changes in found.situations:
        for change in changes:
            effect = change.before if rules is found.before else change.after
            if effect.is_silent:
                return effect
    return None


def _named(situation: Situation) -> str:
    japanese = f" ({situation.title_ja})" if situation.title_ja else ""
    return f"{situation.title}{japanese}"


def _resettled(group: Resettled) -> Iterator[str]:
    yield f"  {group.ruling}"
    for part, before, after in group.parts:
        yield from _filled(f"{part}: {before} → {after}", "      ", "    ")
    count = len(group.where)
    told = f"in {count} situation{'s' * (count != 1)}"
    if group.is_everywhere:
        yield f"    wherever both come to it, {told}"
        return
    where = [
        situation.id
        if conditions == (ALWAYS,)
        else f"{situation.id} ({'; or '.join(conditions)})"
        for situation, conditions in group.where
    ]
    yield from _filled(f"{told}: {', '.join(where)}", "      ", "    ")


def _change(change: Change) -> Iterator[str]:
    told = f"{change.condition}: {_told(change.before)} → {_told(change.after)}"
    cited = " → ".join(
        brief(clauses) or "–"
        for clauses in (change.clauses_before, change.clauses_after)
    )
    yield from _filled(f"{told}  [{cited}]", "      ", "    ")


def _told(effect: Effect) -> str:
    return UNMENTIONED if effect.is_silent else str(effect)


def diff_object(found: Differences) -> dict[str, object]:
    """Return the differences as an object for JSON."""
    return {
        "before": _edition(found.before),
        "after": _edition(found.after),
        "settings": [
            {
                "part": each.part,
                "key": each.key,
                "title": each.title,
                "before": each.before,
                "after": each.after,
            }
            for each in found.settings
        ],
        "resettled": [
            {
                "ruling": group.ruling,
                "parts": [
                    {"part": part, "before": before, "after": after}
                    for part, before, after in group.parts
                ],
                "everywhere": group.is_everywhere,
                "where": [
                    {"situation": situation.id, "conditions": list(conditions)}
                    for situation, conditions in group.where
                ],
            }
            for group in found.resettled
        ],
        "situations": [
            {
                "situation": situation.id,
                "title": situation.title,
                "title_ja": situation.title_ja,
                "changes": [_change_object(change) for change in changes],
            }
            for situation, changes in found.situations
        ],
        "incomparable": [situation.id for situation in found.incomparable],
    }


def _edition(rules: Rules) -> dict[str, object]:
    return {
        "id": rules.id,
        "cite_as": rules.ruleset.cite_as,
        "summary": rules.ruleset.summary,
        "options": dict(rules.options),
        "digest": rules.digest,
    }


def _change_object(change: Change) -> dict[str, object]:
    return {
        "condition": change.condition,
        "before": _effect_object(change.before, change.clauses_before),
        "after": _effect_object(change.after, change.clauses_after),
    }


def _effect_object(effect: Effect, clauses: Sequence[str]) -> dict[str, object]:
    return {
        "class": effect.class_.value if effect.class_ else None,
        "label": effect.called,
        "costs": effect.costs,
        "settlement": dict(effect.rest),
        "after_last_discard": str(effect.softer) if effect.softer else None,
        "choices": [str(choice) for choice in effect.choices],
        "mentioned": not effect.is_silent,
        "clauses": list(clauses),
    }
