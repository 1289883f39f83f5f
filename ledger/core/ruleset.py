"""The typed model of a ruleset file: one edition of a rulebook as data.

A file says how a hanchan is scored, which outcome each case of each situation has, and
how each outcome is settled; every number carries its clause. `extends` builds a local
variant on another edition and an option patches the file; both are the same merge of
tables, in which a list replaces a list. How the cases are matched is `decision`'s.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
)

from ledger.core.terms import Class

Grade = Literal["A", "B", "C", "D"]
"""How good a text is: A whole text read, B transcription, C part, D second-hand."""

Window = Literal["hand", "hanchan", "day", "event"]
"""For how long an earlier ruling counts when a fault is repeated."""

Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


class Part(BaseModel):
    """Base of the parts of a ruleset file: frozen, strict, no unknown keys."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, populate_by_name=True
    )


class Source(Part):
    """A text that the ruleset rests on."""

    title: str
    address: str = ""
    grade: Grade


class Clause(Part):
    """One clause in our own words; cases cite it by its key."""

    text: str
    source: str
    grade: Grade | None = None
    """Only where this clause is known less well than its source."""
    book: str = ""
    """The citation's prefix; filled from `cite_as` when the file is read."""


class PerUnit(Part):
    """An amount for each unit of a stated number, such as 1,000 a minute."""

    each: Points
    of: str
    """The fact that is counted."""
    per: Annotated[int, Field(ge=1)] = 1
    round: Literal["up", "down", "ask"] = "up"


class OneOf(Part):
    """An amount that the referee chooses out of a few."""

    choices: Annotated[tuple[Points, ...], Field(min_length=2)]


class Between(Part):
    """An amount that the referee chooses within bounds."""

    min: Points
    max: Points
    step: Annotated[int, Field(ge=1)] = 1000


def _amount_kind(value: object) -> str:
    """Name the kind of amount that is meant, so that only its faults are told."""
    keys: object = value
    if isinstance(value, Part):
        keys = type(value).model_fields
    elif not isinstance(value, Mapping):
        return "points"
    assert isinstance(keys, Mapping)
    if "choices" in keys:
        return "one-of"
    return "between" if {"min", "max", "step"} & set(keys) else "per-unit"


Amount = Annotated[
    Annotated[Points, Tag("points")]
    | Annotated[PerUnit, Tag("per-unit")]
    | Annotated[OneOf, Tag("one-of")]
    | Annotated[Between, Tag("between")],
    Discriminator(_amount_kind),
]


class Payment(Part):
    """Who pays what, and when."""

    kind: Literal["reverse-mangan", "flat", "fine", "fine-before-placing", "deposit"]
    """`reverse-mangan` as if the others had won a mangan by tsumo; `flat` to each
    opponent; `fine` after uma; `deposit` onto the table."""
    amount: Amount | None = None
    """What the offender pays: to each opponent if `flat` or if `receivers` are the
    opponents, else in all. Not for a reverse mangan. None: the case gives it."""
    dealer: Points = 4000
    """Reverse mangan: paid to or by East, each."""
    non_dealer: Points = 2000
    """Reverse mangan: paid between two who are not East."""
    receivers: Literal["nobody", "opponents"] = "nobody"
    """Of a fine before placing."""


class Choice(Part):
    """One of the outcomes that a referee may choose where the book leaves it open."""

    outcome: str
    amount: Amount | None = None


def _is_table(value: object) -> str:
    return "table" if isinstance(value, Mapping | Part) else "value"


ChoiceOrName = Annotated[
    Annotated[str, Tag("value")] | Annotated[Choice, Tag("table")],
    Discriminator(_is_table),
]
"""A choice; an outcome's bare name where it needs no amount."""


class Repeated(Part):
    """What a repetition of an otherwise unpunished fault leads to."""

    since: Annotated[int, Field(ge=2, alias="from")] = 2
    choices: tuple[ChoiceOrName, ...]
    why: str
    cite: tuple[str, ...] = ()


class Outcome(Part):
    """How one kind of ruling is settled."""

    class_: Annotated[Class, Field(alias="class", strict=False)]
    label: str = ""
    """The ruleset's own word; the class where empty."""
    payments: tuple[Payment, ...] = ()
    dead: bool = False
    hand: Literal["continue", "replay"] = "continue"
    dealer: Literal["stays", "passes", "passes-if-offender"] = "stays"
    honba: Literal["same", "add", "clear"] = "same"
    sticks: Literal["returned", "stay"] = "returned"
    """This hand's riichi sticks, when the hand is dealt again."""
    own_stick: Literal["stays", "returned"] = "stays"
    """The offender's stick, when the hand goes on."""
    with_win: Literal["void", "stands"] = "stands"
    """What becomes of the ruling when somebody else wins at the same moment."""
    with_draw: Literal["cancels", "scored"] = "cancels"
    """Whether a hand that is dealt again cancels the draw payments."""
    last_discard: str = "keep"
    """`keep`, `ask`, or the outcome it becomes right after the last discard."""
    uses_hand: bool = False
    """Whether a hand dealt again uses up one of those left after the time signal."""
    repeated: Repeated | None = None
    cite: tuple[str, ...] = ()
    assumed: dict[str, str] = {}
    """Parts of the settlement on which the book is silent, with the reason."""
    note: str = ""


class Range(Part):
    """Bounds of a number in a case, both inclusive."""

    min: int | None = None
    max: int | None = None


def _test_kind(value: object) -> str:
    if isinstance(value, list | tuple):
        return "list"
    return _is_table(value)


TestValue = StrictBool | StrictInt | StrictStr

Test = Annotated[
    Annotated[TestValue, Tag("value")]
    | Annotated[tuple[TestValue, ...], Tag("list")]
    | Annotated[Range, Tag("table")],
    Discriminator(_test_kind),
]
"""What a case wants of a fact: a value, one of a list, or a number within bounds."""


class Case(Part):
    """One line of a decision table: when it applies, and what follows."""

    when: dict[str, Test] = {}
    outcome: str
    """An outcome's name, or `referee` where the book leaves it open."""
    cite: tuple[str, ...] = ()
    amount: Amount | None = None
    label: str = ""
    own_stick: Literal["stays", "returned"] | None = None
    who: Literal["offender", "offenders"] = "offender"
    """`offenders`: the seats that the fact of this name lists."""
    at_draw: bool = False
    """Found when hands are shown at the draw: the last discard does not soften it."""
    choices: tuple[ChoiceOrName, ...] = ()
    why: str = ""
    note: str = ""
    assumed: dict[str, str] = {}


class SituationRules(Part):
    """The decision table of one situation, first match first."""

    cases: tuple[Case, ...]
    window: Window | None = None
    counts: Literal["situation", "cards"] | None = None
    facts: dict[str, str] = {}
    """Facts that this ruleset adds, in the notation of `situations.toml`."""
    questions: dict[str, dict[str, str]] = {}
    title: str = ""
    title_ja: str = ""
    group: str = ""
    words: tuple[str, ...] = ()
    offender: Literal["needed", "optional", "none"] = "needed"


class Silence(Part):
    """What is asked about a situation that the rulebook does not mention."""

    choices: tuple[ChoiceOrName, ...]
    why: str
    cite: tuple[str, ...] = ()


class OptionChoice(Part):
    """One choice of an option: a title and what it changes in the file."""

    title: str
    set: dict[str, object] = {}


class Option(Part):
    """A choice that an event makes within the edition; the first is the default."""

    title: str
    choices: dict[str, OptionChoice]


class Floating(Part):
    """Uma by how many players end at `line` or more."""

    line: Points
    uma: dict[str, tuple[Points, Points, Points, Points]]
    """By the number of floaters, "0" to "4"."""


class Scoring(Part):
    """How a hanchan is scored when it ends. Units: points."""

    start: Points
    return_: Annotated[Points, Field(alias="return")]
    check: Points | None = None
    """What the four scores and the leftover add up to; four times the start if null."""
    uma: tuple[Points, Points, Points, Points] | None = None
    floating: Floating | None = None
    uma_unbalanced: bool = False
    """Declares that the uma does not sum to zero on purpose."""
    oka: Points = 0
    """Paid to the first, out of the difference between start and return."""
    ties: Literal["shared", "seat"] = "shared"
    leftover: Literal["first", "nobody", "ask", "last-dealer-noten-first"] = "first"
    """Who gets the sticks on the table when the hanchan ends."""
    disqualified: Literal["unranked", "last"] = "unranked"
    tie_breakers: tuple[Literal["firsts", "fourths", "best"], ...] = ()
    bust: bool = False
    substitute: dict[str, tuple[Points, Points]] = {}
    """Raw result and uma of a replaced player, `before-start` and `after-start`."""
    cite: tuple[str, ...] = ()
    assumed: dict[str, str] = {}


class Play(Part):
    """How a hand that ends in the ordinary way is settled. Units: points."""

    honba_ron: Points = 300
    honba_tsumo: Points = 100
    multiple_ron: Literal["all", "two", "head-bump"] = "all"
    """`all` winners are paid, at most `two` (three ron are an abortive draw), or only
    the first in turn after the discarder."""
    own_sticks: bool = True
    """On a multiple ron each winner takes the own stick of this hand back."""
    tenpai_points: Points = 3000
    dealer_stays: tuple[Literal["win", "tenpai"], ...] = ("win", "tenpai")
    draw_honba: bool = True
    dead_needs_declaration: bool = False
    """A dead hand may still win and be tenpai until somebody has declared it dead."""
    nagashi: Literal["none", "draw", "win"] = "none"
    """Not in use, a kind of draw, or as good as a win by tsumo."""
    nagashi_points: tuple[Points, Points] = (2000, 4000)
    aborts: bool = True
    """Abortive draws are in use, or nothing is known against them."""
    abort_shows: tuple[str, ...] = ()
    """Abortive draws at which hands must be shown."""
    liable_honba: Literal["discarder", "liable"] = "discarder"
    riichi_minimum: Literal["refused", "allowed", "assumed"] = "assumed"
    """Riichi with less than a stick's points."""
    deposit_end: Literal["leftover", "ask"] = "leftover"
    kiriage: bool | None = None
    """Whether 4 han 30 fu and 3 han 60 fu are a mangan; None: not known."""
    cite: tuple[str, ...] = ()
    assumed: dict[str, str] = {}


class Tiles(Part):
    """What the edition says about furiten, robbing a kan and swap-calling."""

    temporary_ends: Literal[
        "own-discard", "own-draw-or-call", "own-turn", "any-call"
    ] = "own-draw-or-call"
    closed_kan_robbed: bool = False
    selective_ron: bool = False
    kan_strict_fifth: bool = False
    riichi_kan: bool = True
    """Whether a closed kan in riichi is allowed at all (not in Mu)."""
    open_tanyao: bool = True
    """Whether tanyao counts with called sets (not in EMA 2012)."""
    cite: tuple[str, ...] = ()
    assumed: dict[str, str] = {}


class Ruleset(Part):
    """One edition of a rulebook, with `extends` and options already applied."""

    id: str
    name: str
    edition: str = ""
    cite_as: str
    summary: str
    """One line for the organiser: what a chombo costs here."""
    grade: Grade
    sources: dict[str, Source]
    clauses: dict[str, Clause]
    options: dict[str, Option] = {}
    scoring: Scoring
    play: Play = Play()
    tiles: Tiles = Tiles()
    window: Window = "event"
    counts: Literal["situation", "cards"] = "situation"
    outcomes: dict[str, Outcome]
    situations: dict[str, SituationRules]
    silence: Silence
    notes: tuple[str, ...] = ()
