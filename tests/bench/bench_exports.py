"""4,000 players x 20 rounds into each format: seconds, memory, and the bare library.

    python tests/bench/bench_exports.py [PLAYERS [ROUNDS]]

Each format is written in a process of its own, once by us and once by the bare library:
the same cells as text and numbers, without widths, styles, escapes, page breaks or
proof; of a review also the pictures, drawn as the plotting library does by itself; for
a journal of hledger, which no library writes, the same lines put together.
Memory is what the process grew by at most. Trust the ratios, not the seconds.
"""

import csv
import io
import json
import os
import resource
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

import openpyxl
from fpdf import FPDF
from matplotlib.figure import Figure
from xlsxwriter import Workbook

from ledger.core.accounts import transactions
from ledger.core.contents import (
    Content,
    Created,
    Player,
    PlayersAdded,
    Seating,
    SeatingAdded,
    Sheet,
    SheetEntered,
)
from ledger.core.desk import Draft, DraftIncident, rule
from ledger.core.editions import find
from ledger.core.event import KINDS, Entry, EventState, Place, Signature
from ledger.core.rules import Rules, rules
from ledger.files.document import Document, shown
from ledger.files.document import Place as Rank
from ledger.files.ema_sheet import Occasion, ema_workbook
from ledger.files.fonts import fonts_for
from ledger.files.hledger_journal import journal
from ledger.files.page_size import SIZES
from ledger.files.papers import paper
from ledger.files.penalties_report import penalties_report
from ledger.files.plot_canvas import DOTS, WIDTH, Form
from ledger.files.review_pictures import review_pictures
from ledger.files.review_report import review_report
from ledger.files.standings_export import export_standings
from ledger.files.standings_report import standings_report

EDITION = "ema-2025"
EVERY = 50
"""One incident in so many tables."""
NAMES = ("佐藤 翔太", "Müller, Jan", "Łukasz Nowak", "Anna Rossi", "O'Brien")
Work = Callable[[], object]


def event(players: int, rounds: int) -> tuple[EventState, Rules]:
    """Return an event in which everybody has played every round."""
    random, state, edition = Random(1), EventState(), rules(EDITION)
    at = datetime(2026, 5, 2, tzinfo=UTC)
    by = Signature(staff="Mori", at=at, terminal="t", client_id="c")
    kinds = {content: kind for kind, content in KINDS.items()}

    def add(content: Content, place: Place) -> None:
        number = state.head + 1
        state.apply(
            Entry(
                number=number,
                kind=kinds[type(content)],
                signature=by,
                place=place,
                content=content,
                hash=f"{number:064x}",
            )
        )

    text, digest = find(EDITION).pinned({})
    add(Created(name="Large", ruleset=EDITION, pinned=text, digest=digest), Place())
    everybody = [str(number) for number in range(1, players + 1)]
    listed = [
        Player(number=n, name=f"{NAMES[int(n) % len(NAMES)]} {n}") for n in everybody
    ]
    add(PlayersAdded(players=tuple(listed)), Place())
    for round_ in range(1, rounds + 1):
        random.shuffle(everybody)
        tables = [everybody[at : at + 4] for at in range(0, players, 4)]
        seatings = tuple(
            Seating(round=round_, table=table, players=(e, s, w, n))
            for table, (e, s, w, n) in enumerate(tables, start=1)
        )
        add(SeatingAdded(seatings=seatings), Place(round=round_))
        for seating in seatings:
            a, b, c = (100 * random.randint(100, 350) for _ in range(3))
            sheet = Sheet(raw=(a, b, c, 120_000 - a - b - c))
            place = Place(round=round_, table=seating.table)
            add(SheetEntered(sheet=sheet), place)
            if seating.table % EVERY == 0:
                chombo = DraftIncident(
                    offender=seating.players[0],
                    situation="furiten-ron",
                    facts={"shown": True, "by": "ron"},
                )
                where = Place(round=round_, table=seating.table, hand="E1", honba=0)
                ruled = rule(state, edition, Draft(place=where, incidents=(chombo,)))
                assert ruled.content is not None
                add(ruled.content, where)
    return state, edition


def texts(document: Document) -> list[list[list[str]]]:
    """Return the cells of each table in words."""
    return [
        [
            [c.title for c in table.columns],
            *(
                [
                    shown(c.kind, value)
                    for c, value in zip(table.columns, line.cells, strict=True)
                ]
                for line in table.lines
            ),
        ]
        for table in document.tables
    ]


def bare_csv(document: Document) -> str:
    out = io.StringIO()
    for table in document.tables:
        csv.writer(out).writerows(line.cells for line in table.lines)
    return out.getvalue()


def bare_json(document: Document) -> str:
    return json.dumps([[str(v) for v in ln.cells] for ln in document.tables[0].lines])


def bare_markup(document: Document) -> str:
    rows = (row for table in texts(document) for row in table)
    return "\n".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in rows)


def bare_text(document: Document) -> str:
    rows = (row for table in texts(document) for row in table)
    return "\n".join(" | ".join(row) for row in rows)


def bare_xlsx(document: Document) -> bytes:
    held = io.BytesIO()
    book = Workbook(held, {"in_memory": True})
    for table in document.tables:
        sheet = book.add_worksheet(table.title)
        for down, line in enumerate(table.lines):
            for at, value in enumerate(line.cells):
                plain = value.rank if isinstance(value, Rank) else value
                if isinstance(plain, int):
                    sheet.write_number(down, at, plain)
                else:
                    sheet.write_string(down, at, plain or "")
    book.close()
    return held.getvalue()


def bare_pdf(document: Document, pictures: Sequence[bytes] = ()) -> bytes:
    pdf = FPDF(format="A4")
    names = []
    for at, font in enumerate(fonts_for("a佐").fonts):
        pdf.add_font(f"f{at}", fname=font.path)
        names.append(f"f{at}")
    pdf.set_fallback_fonts(names[1:], exact_match=False)
    pdf.add_page()
    pdf.set_font(names[0], size=8)
    for table in texts(document):
        for row in table:
            for cell in row:
                pdf.cell(w=20, h=5, text=cell)
            pdf.ln(5)
    for picture in pictures:
        pdf.image(io.BytesIO(picture), w=180)
    return bytes(pdf.output())


def bare_sheets(workbook: bytes) -> Work:
    """Return what writes the cells of a workbook once more, and nothing else."""
    sheets = [
        list(sheet.iter_rows(values_only=True))
        for sheet in openpyxl.load_workbook(io.BytesIO(workbook), read_only=True)
    ]

    def write() -> bytes:
        held = io.BytesIO()
        book = Workbook(held, {"in_memory": True})
        for rows in sheets:
            sheet = book.add_worksheet()
            for down, row in enumerate(rows):
                for at, value in enumerate(row):
                    if isinstance(value, int):
                        sheet.write_number(down, at, value)
                    else:
                        sheet.write_string(down, at, str(value or ""))
        book.close()
        return held.getvalue()

    return write


def review(state: EventState, edition: Rules, form: Form) -> bytes | str:
    """Return the whole review as a paper with its pictures."""
    report = review_report(state, edition)
    document = report.document(review_pictures(report, form).pictures)
    return paper(document, "html" if form == "svg" else "pdf", SIZES["a4"]).content


def bare_review(state: EventState, edition: Rules, form: Form) -> Work:
    """Return what writes the cells of a review and plots its numbers plainly."""
    report = review_report(state, edition)
    document = report.document({})
    counts = report.review.counts
    plots: list[list[Sequence[float]]] = [
        [[count.incidents for count in counts.situations]],
        [[count.rate or 0 for count in counts.rounds]],
        [list(counts.grid.values())],
        [course.totals for course in report.places.courses.players],
    ]

    def write() -> bytes:
        drawn = []
        for lines in plots:
            figure = Figure(figsize=(WIDTH, 3))
            axes = figure.add_subplot()
            for line in lines:
                axes.plot(line)
            held = io.BytesIO()
            figure.savefig(held, format=form, dpi=DOTS)
            drawn.append(held.getvalue())
        if form == "svg":
            return bare_markup(document).encode() + b"".join(drawn)
        return bare_pdf(document, drawn)

    return write


def bare_journal(state: EventState) -> Work:
    """Return what puts the lines of a journal together, its sums being known."""
    parts = [
        (each.entry.number, [(":".join(a), p) for a, p in each.moves.items()])
        for each in transactions(state)
    ]

    def write() -> str:
        lines = []
        for number, moves in parts:
            lines.append(f"2026-05-02 (#{number}) entry\n")
            lines += [f"    {account}  {points} pts\n" for account, points in moves]
            lines.append("\n")
        return "".join(lines)

    return write


def measured(work: Work) -> tuple[float, float, int]:
    """Return seconds, MiB at most, and bytes of a work done in a child."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = perf_counter()
        made = work()
        took = perf_counter() - start
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        size = len(made.encode() if isinstance(made, str) else made)  # type: ignore[arg-type]
        os.write(write, json.dumps([took, grown / 1024, size]).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        answer = told.read()
    os.waitpid(child, 0)
    took, grown, size = json.loads(answer)
    return float(took), float(grown), int(size)


def works(
    state: EventState, edition: Rules, document: Document
) -> Mapping[str, tuple[Work, Work]]:
    """Return each format's writer, and the bare library's for the same cells."""
    a4 = SIZES["a4"]
    penalties = penalties_report(state, edition).document

    def text(form: str) -> Work:
        return partial(export_standings, state, edition, after=None, form=form)

    def sheet(form: str) -> Work:
        return lambda: (
            paper(standings_report(state, edition).document, form, a4).content
        )

    def ema() -> bytes:
        content = ema_workbook(state, edition, Occasion(), a4).content
        assert isinstance(content, bytes)
        return content

    return {
        "table": (text("table"), partial(bare_text, document)),
        "csv": (text("csv"), partial(bare_csv, document)),
        "json": (text("json"), partial(bare_json, document)),
        "html": (sheet("html"), partial(bare_markup, document)),
        "md": (sheet("md"), partial(bare_text, document)),
        "xlsx": (sheet("xlsx"), partial(bare_xlsx, document)),
        "pdf": (sheet("pdf"), partial(bare_pdf, document)),
        "ema": (ema, bare_sheets(ema())),
        "penalties pdf": (
            lambda: paper(penalties_report(state, edition).document, "pdf", a4).content,
            partial(bare_pdf, penalties),
        ),
        "review html": (
            partial(review, state, edition, "svg"),
            bare_review(state, edition, "svg"),
        ),
        "review pdf": (
            partial(review, state, edition, "png"),
            bare_review(state, edition, "png"),
        ),
        "hledger": (partial(journal, state, edition), bare_journal(state)),
    }


def main() -> None:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    state, edition = event(players, rounds)
    standings_report(state, edition)  # the first one compiles and caches
    start = perf_counter()
    document = standings_report(state, edition).document
    report = perf_counter() - start
    say(f"{players:,} players x {rounds} rounds, {state.head:,} entries")
    say(f"the report itself: {report:.2f} s, contained in each format but hledger\n")
    say(
        "format          seconds   MiB  file KiB   bare s  bare MiB  x seconds"
        "  x, no report  x memory"
    )
    for name, (ours, bare) in works(state, edition, document).items():
        took, grown, size = measured(ours)
        plain, plain_grown, _ = measured(bare)
        rest = took if name == "hledger" else max(took - report, 0.0)
        say(
            f"{name:14} {took:8.2f} {grown:5.0f} {size / 1024:9,.0f} {plain:8.2f}"
            f" {plain_grown:9.0f} {took / plain:10.1f} {rest / plain:13.1f}"
            f" {grown / max(plain_grown, 1):9.1f}"
        )


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main()
