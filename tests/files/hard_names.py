"""Names that break tables, pages and spreadsheets, and an event full of them."""

from tests.files.events import SCORES, SEATING, Event

WIDE = "佐" * 60
HARD = (
    "=1+1",
    "+A",
    "-B",
    "@C",
    "<b>&amp;\"'</b>",
    "a|b*c_d`e[f](g)",
    "שלום עולם",
    "\u202eevil\u200f",
)
MORE = ("👍 Łukasz 髙橋", WIDE)


def hard_event(event: Event) -> Event:
    """Give an event eight players with such names, two more, and one table's scores."""
    lines = ["number,name"]
    for number, name in enumerate((*HARD, *MORE), start=1):
        quoted = name.replace('"', '""')
        lines.append(f'{number},"{quoted}"')
    event.write_all(
        {
            "players": "".join(f"{line}\n" for line in lines),
            "seating": SEATING,
            "scores": SCORES,
        }
    )
    event.load()
    return event
