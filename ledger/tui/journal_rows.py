"""Entries as lines and as pages: the journal, the floor and `why` show the same."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from rich.cells import cell_len
from rich.text import Text

from ledger.core.chains import replaces, story
from ledger.core.contents import AppealLodged, IncidentRuled, Voided
from ledger.core.editions import canonical
from ledger.core.event import Entry, EventState
from ledger.core.rules import Rules
from ledger.core.search import folded
from ledger.core.story_words import story_words
from ledger.core.tile_words import tile_texts
from ledger.core.wording import (
    GRADE_WORDS,
    class_words,
    entry_words,
    literal,
    name_of,
    offenders_points,
    place_words,
    points,
    posting_words,
    score,
)
from ledger.tui.choices import label_of
from ledger.tui.terminal import View
from ledger.tui.text import fitted, padded, right

NAME_CELLS = 24
"""Of a name in a line that has to say more than the name."""


def entry_line(entry: Entry, view: View, width: int) -> Text:
    """Return an entry in one line: number, time, what, points, who."""
    state = view.state
    time = f"{entry.signature.at.astimezone():%H:%M}"
    line = Text(f" #{entry.number:<4} {time}  ", style="dim")
    tail = f"  {literal(entry.signature.staff)}"
    cost = offenders_points(entry)
    room = max(width - line.cell_len - len(cost) - Text(tail).cell_len - 2, 10)
    words = padded(marked_words(entry, view), room)
    if entry.number in state.voids:
        words.stylize("strike dim")
    line.append_text(words)
    line.append(f" {cost}")
    line.append(tail, style="dim")
    return line


def short_words(entry: Entry, view: View) -> str:
    """Return what an entry says in a line: long names are cut, not what happened."""
    words = entry_words(entry, view.state, view.rules.situations)
    content = entry.effective
    named: list[str | None] = []
    if isinstance(content, IncidentRuled):
        named = [incident.offender for incident in content.incidents]
    elif isinstance(content, AppealLodged):
        named = [content.by]
    for name in (name_of(view.state, each) for each in named):
        if cell_len(name) > NAME_CELLS:
            words = words.replace(name, fitted(name, NAME_CELLS).plain)
    return words


def marked_words(entry: Entry, view: View) -> str:
    """Return what an entry says, and first what became of it or what it replaced.

    A line is often cut at its end, and this must be seen.
    """
    state = view.state
    words = short_words(entry, view)
    by, instead_of = state.voids.get(entry.number), replaces(state, entry)
    if by is not None:
        is_replaced = replaces(state, state.entries[by - 1]) == entry.number
        return f"now #{by}: {words}" if is_replaced else f"void: {words}"
    appeal = state.appeals.get(entry.number)
    if appeal is not None and appeal not in state.decisions:
        return f"appeal #{appeal}: {words}"
    return words if instead_of is None else f"for #{instead_of}: {words}"


def cells(entry: Entry, view: View, widths: Sequence[int]) -> list[Text]:
    """Return an entry as a row: number, time, where, what, points, who."""
    state = view.state
    _, time, where, what, cost, staff = widths
    line = fitted(marked_words(entry, view), what - 1)
    if entry.number in state.voids:
        line.stylize("strike dim")
    elif isinstance(entry.content, Voided):
        line.stylize("italic")
    place = place_words(entry.place)
    return [
        Text(f"{entry.number:>4} "),
        fitted(f"{entry.signature.at.astimezone():%H:%M}", time),
        fitted(place, where),
        line,
        right(fitted(offenders_points(entry), cost).plain),
        fitted(f" {literal(entry.signature.staff)}", staff),
    ]


def searchable(entry: Entry, view: View) -> str:
    """Return an entry's words as they are compared with what was typed."""
    words = [
        f"#{entry.number}",
        place_words(entry.place),
        entry_words(entry, view.state, view.rules.situations),
        entry.signature.staff,
        entry.kind,
    ]
    content = entry.effective
    if isinstance(content, IncidentRuled):
        words += [content.note, *content.citations]
        words += [one.offender or "" for one in content.incidents]
    return folded(" ".join(words))


def entry_details(entry: Entry, view: View) -> list[tuple[str, str]]:
    """Return everything that an entry holds, as labelled texts."""
    state = view.state
    sign = entry.signature
    lines = [
        ("what", entry_words(entry, state, view.rules.situations)),
        ("where", place_words(entry.place) or "outside the tables"),
        ("when", f"{sign.at.astimezone():%Y-%m-%d %H:%M:%S}"),
        ("who", f"{literal(sign.staff)} at {literal(sign.terminal)}"),
    ]
    voided = state.voids.get(entry.number)
    if voided is not None:
        by = state.entries[voided - 1]
        words = entry_words(by, state, view.rules.situations)
        is_replaced = replaces(state, by) == entry.number
        label = "REPLACED" if is_replaced else "VOID"
        lines.append((label, f"taken back by #{voided}: {words}"))
    lines += _story(entry, view)
    content = entry.effective
    if isinstance(content, IncidentRuled):
        lines += _incident_details(content, state, view.rules)
    lines.append(("hash", entry.hash))
    return lines


def _story(entry: Entry, view: View) -> Iterator[tuple[str, str]]:
    """Yield the story that an entry belongs to, line by line; alone it has none."""
    state = view.state
    numbers = story(state, entry.number)
    if len(numbers) == 1:
        return
    told = list(story_words(state, view.rules.situations, entry.number, _local))
    for number, line in zip(numbers, told, strict=False):
        yield "this one" if number == entry.number else "story", line
    yield "", told[-1]


def _local(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def _incident_details(
    content: IncidentRuled, state: EventState, rules: Rules
) -> Iterator[tuple[str, str]]:
    yield from _stated(content, state)
    yield "table", _table_words(content.table)
    yield "ruling", class_words(content.class_, literal(content.label))
    if content.departed:
        yield "suggested", _suggested_words(content.ruling)
    if content.note:
        yield ("reason" if content.departed else "note"), literal(content.note)
    for citation in content.citations:
        yield literal(citation), clause_text(citation, rules)
    yield "source", GRADE_WORDS.get(content.source_grade, content.source_grade)
    for posting in content.postings:
        yield "posting", posting_words(posting, state)
    if not content.postings:
        yield "posting", "none"


def _stated(content: IncidentRuled, state: EventState) -> Iterator[tuple[str, str]]:
    for each in content.incidents:
        who = name_of(state, each.offender) if each.offender else "nobody"
        seat = f" ({each.seat})" if each.seat else ""
        yield "offender", f"{who}{seat}"
        facts = [
            f"{label_of(name)}: {literal(label_of(value))}"
            for name, value in each.facts.items()
        ]
        yield "facts", ", ".join(facts) or "none"
        if each.choice:
            chosen = [f"{label_of(k)}: {label_of(v)}" for k, v in each.choice.items()]
            yield "chosen", ", ".join(chosen)
        if each.evidence:
            told = [f"{key} {text}" for key, text in _laid(each.evidence) if text]
            yield "evidence", literal(" · ".join(told))


def _laid(evidence: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the tiles as one types them, and the winds they were judged under."""
    labels = {"passed": "passed since discard", "riichi": "passed since riichi"}
    for name, text in tile_texts(evidence).items():
        yield labels.get(name, name), text
    for wind in ("round_wind", "seat_wind"):
        yield label_of(wind).replace("_", " "), str(evidence.get(wind, ""))


def clause_text(citation: str, rules: Rules) -> str:
    """Return a cited clause in our own words."""
    for name, clause in rules.ruleset.clauses.items():
        if rules.citation(name) == citation:
            return clause.text
    return ""


def _table_words(table: Mapping[str, object]) -> str:
    parts = []
    for name, value in table.items():
        if isinstance(value, bool):
            parts += [f"{label_of(name).replace('_', ' ')}: {label_of(value)}"]
        elif isinstance(value, int):
            parts.append(f"{name}: {score(value)}")
        elif isinstance(value, list):
            parts += [f"{name}: {literal(' '.join(map(str, value)))}"] if value else []
        elif value:
            parts.append(f"{name}: {literal(canonical(value))}")
    return ", ".join(parts)


def _suggested_words(ruling: Mapping[str, object]) -> str:
    label = str(ruling.get("label") or ruling.get("class") or "nothing, it asked")
    moved = []
    for name in ("points", "before_placing", "tournament"):
        amounts = ruling.get(name)
        if isinstance(amounts, Mapping):
            told = [
                f"{seat} {points(amount)}" for seat, amount in amounts.items() if amount
            ]
            moved += told
    return literal(", ".join([label, *moved]))
