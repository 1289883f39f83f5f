"""Choices as they are offered: a label each, and the one key that picks it."""

from collections.abc import Mapping, Sequence

from ledger.core.situations import FactValue


def label_of(value: FactValue) -> str:
    """Return a value as it is offered: `yes`, `own win`, `4,000`, `unknown`."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "unknown"
        case int():
            return f"{value:,}"
        case tuple():
            return " ".join(value)
        case _:
            return str(value).replace("-", " ")


def keys_of(choices: Sequence[FactValue]) -> Mapping[str, FactValue]:
    """Return one key for each choice: its first free letter, else a digit.

    >>> list(keys_of((True, False, None)))
    ['y', 'n', 'u']
    """
    keys: dict[str, FactValue] = {}
    numbered = all(isinstance(c, int) and not isinstance(c, bool) for c in choices)
    for place, choice in enumerate(choices, start=1):
        letters = (
            [] if numbered else [c for c in label_of(choice).lower() if c.isalpha()]
        )
        digits = [str(place), *"123456789"]
        key = next(key for key in (*letters, *digits) if key not in keys)
        keys[key] = choice
    return keys
