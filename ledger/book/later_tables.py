"""Tables of what is followed live, moved afterwards, and said about other entries."""

from sqlalchemy import CheckConstraint, Text, UniqueConstraint
from sqlalchemy.schema import SchemaItem
from sqlmodel import Field

from ledger.book.columns import (
    Row,
    filled,
    flag,
    from_,
    of_entry,
    of_player,
    one_of,
    table_args,
)


class PinRow(Row, table=True):
    """The hash of the PIN under which a person of the staff signs in from now on."""

    __tablename__ = "pin"
    __table_args__ = table_args(of_entry(), filled("name"), filled("hash"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    name: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)


class PolicyRow(Row, table=True):
    """How the event wants it from now on."""

    __tablename__ = "policy"
    __table_args__ = table_args(of_entry(), flag("confirm"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    confirm: int
    """1: rulings wait for a head referee."""


class StepRow(Row, table=True):
    """One event of a hanchan that is followed live."""

    __tablename__ = "step"
    __table_args__ = table_args(of_entry(), filled("step"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    step: str = Field(sa_type=Text)
    """JSON, as the contract's replay writes it."""


class StatusRow(Row, table=True):
    """A player withdraws, is disqualified, or is back."""

    __tablename__ = "status"
    __table_args__ = table_args(
        of_entry(),
        of_player("player"),
        one_of("status", ("ok", "withdrawn", "disqualified")),
        filled("reason"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    player: str = Field(sa_type=Text)
    status: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)


class ReseatRow(Row, table=True):
    """The right players of the entry's table, by starting wind."""

    __tablename__ = "reseat"
    __table_args__ = table_args(
        of_entry(),
        *(of_player(wind) for wind in ("east", "south", "west", "north")),
        filled("reason"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    east: str = Field(sa_type=Text)
    south: str = Field(sa_type=Text)
    west: str = Field(sa_type=Text)
    north: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)


class SubstitutionRow(Row, table=True):
    """Somebody sat in for a player at the entry's table."""

    __tablename__ = "substitution"
    __table_args__ = table_args(
        of_entry(),
        of_player("player"),
        filled("substitute"),
        one_of("replaced", ("before-start", "after-start")),
        filled("reason"),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    player: str = Field(sa_type=Text)
    substitute: str = Field(sa_type=Text)
    replaced: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)


class DivisionRow(Row, table=True):
    """A cut; its players are in `division_player`."""

    __tablename__ = "division"
    __table_args__ = table_args(
        of_entry(),
        filled("name"),
        from_("rank", 1),
        from_("after_round", 1),
        one_of("carry", ("carried", "halved", "reset")),
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    name: str = Field(sa_type=Text)
    rank: int
    after_round: int
    carry: str = Field(sa_type=Text)


class DivisionPlayerRow(Row, table=True):
    """One player of a division."""

    __tablename__ = "division_player"
    __table_args__ = table_args(of_entry(), of_player("player"), from_("position", 0))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    player: str = Field(sa_type=Text)


class TeamFineRow(Row, table=True):
    """Points off a team. Units: points, below zero."""

    __tablename__ = "team_fine"
    __table_args__ = table_args(of_entry(), filled("team"), filled("reason"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    team: str = Field(sa_type=Text)
    points: int
    reason: str = Field(sa_type=Text)


class ExplanationRow(Row, table=True):
    """Accounts for a difference of the sheet of the entry's table. Units: points."""

    __tablename__ = "explanation"
    __table_args__ = table_args(of_entry(), filled("reason"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    points: int
    reason: str = Field(sa_type=Text)


def _about(*items: SchemaItem) -> tuple[object, ...]:
    """Return the arguments of a table that speaks of an earlier entry, once each."""
    return table_args(
        of_entry(),
        of_entry("target"),
        UniqueConstraint("event_id", "target"),
        CheckConstraint("target < entry", name="target_is_earlier"),
        *items,
    )


class AppealRow(Row, table=True):
    """Somebody appeals against a ruling."""

    __tablename__ = "appeal"
    __table_args__ = _about(filled("appellant"), filled("reason"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    target: int
    appellant: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)


class DecisionRow(Row, table=True):
    """What became of an appeal; another ruling stands in the rows of its own."""

    __tablename__ = "decision"
    __table_args__ = _about(
        one_of("decision", ("dismissed", "upheld", "changed")), filled("reason")
    )
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    target: int
    decision: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)


class ConfirmationRow(Row, table=True):
    """A pending ruling is confirmed."""

    __tablename__ = "confirmation"
    __table_args__ = _about()
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    target: int


class ClosingRow(Row, table=True):
    """The event is finalised."""

    __tablename__ = "closing"
    __table_args__ = table_args(of_entry())
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    note: str = Field(sa_type=Text)


class RulesetChangeRow(Row, table=True):
    """Why the ruleset of the same entry took the place of the one before."""

    __tablename__ = "ruleset_change"
    __table_args__ = table_args(of_entry(), filled("reason"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    reason: str = Field(sa_type=Text)


class AmendmentRow(Row, table=True):
    """Takes an earlier entry back; what takes its place is in rows of `kind`."""

    __tablename__ = "amendment"
    __table_args__ = _about(filled("kind"), filled("reason"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    target: int
    kind: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)


class LatenessRow(Row, table=True):
    """Why something of `kind` still came after the event was finalised."""

    __tablename__ = "lateness"
    __table_args__ = table_args(of_entry(), filled("kind"), filled("reason"))
    event_id: str = Field(primary_key=True, sa_type=Text)
    entry: int = Field(primary_key=True)
    kind: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)
