"""Who of the staff may do what: the printed table, role by role and act by act."""

from datetime import UTC, datetime
from typing import get_args

import pytest

from ledger.core.contents import (
    Amended,
    AppealDecided,
    AppealLodged,
    Confirmed,
    Content,
    Created,
    DivisionSet,
    Explained,
    Finalised,
    HandPlayed,
    LateAdjusted,
    PinSet,
    Plain,
    PlayersAdded,
    PolicySet,
    Reseated,
    ResultsEntered,
    RulesetChanged,
    SeatingAdded,
    Sheet,
    SheetEntered,
    StaffAdded,
    StatusChanged,
    Substituted,
    TeamFined,
    Voided,
)
from ledger.core.event import Entry, EventState, Place, Signature
from ledger.core.roles import (
    ACT_OF,
    MAY,
    Act,
    Role,
    check_content,
    check_role,
    is_enforced,
    role_of,
    table,
)
from ledger.errors import BookError
from tests.core.test_admission import ruled

PRINTED = """\
                    viewer  scorer  referee  head-referee  organiser
export              yes     yes     yes      yes           yes
score                       yes     yes      yes           yes
appeal                      yes     yes      yes           yes
record                              yes      yes           yes
void                                yes      yes           yes
confirm                                      yes           yes
decide                                       yes           yes
arrange                                      yes           yes
finalise                                                   yes
change the ruleset                                         yes
add staff                                                  yes
"""

V, S, R, H, O = Role  # noqa: E741 - the five columns of the table below
SHEET = SheetEntered(sheet=Sheet(raw=(1, 2, 3, 4)))
FOUR = ("1", "2", "3", "4")

WRITTEN: list[tuple[Content, tuple[Role, ...]]] = [
    (SHEET, (S, R, H, O)),
    (ResultsEntered(results=()), (S, R, H, O)),
    (HandPlayed(step={}), (S, R, H, O)),
    (AppealLodged(target=1, by="2", reason="x"), (S, R, H, O)),
    (ruled(), (R, H, O)),
    (Voided(target=1, reason="x"), (R, H, O)),
    (Amended(target=1, reason="x", content=SHEET), (R, H, O)),
    (Confirmed(target=1), (H, O)),
    (PolicySet(confirm=True), (H, O)),
    (AppealDecided(target=1, decision="dismissed", reason="x"), (H, O)),
    (TeamFined(team="A", points=-1, reason="x"), (H, O)),
    (PlayersAdded(players=()), (H, O)),
    (SeatingAdded(seatings=()), (H, O)),
    (Reseated(players=FOUR, reason="x"), (H, O)),
    (Substituted(player="1", substitute="x", when="after-start", reason="x"), (H, O)),
    (StatusChanged(player="1", status="ok", reason="x"), (H, O)),
    (
        DivisionSet(name="A", order=1, after_round=1, players=(), carry="reset"),
        (H, O),
    ),
    (Explained(points=1, reason="x"), (H, O)),
    (Finalised(), (O,)),
    (RulesetChanged(ruleset="x", pinned="x", digest="x", reason="x"), (O,)),
    (StaffAdded(name="Kim"), (O,)),
    (PinSet(name="somebody else", hash="x"), (O,)),
    (LateAdjusted(reason="x", content=SHEET), (O,)),
    (LateAdjusted(reason="x", content=Voided(target=1, reason="x")), (O,)),
]  # fmt: skip


def staffed(*roles: Role) -> EventState:
    """Return an event with a person of each role, called like the role."""
    state = EventState()
    for number, role in enumerate(roles, start=1):
        state.apply(
            Entry(
                number=number,
                kind="staff",
                signature=Signature(
                    staff="x",
                    at=datetime(2026, 5, 1, tzinfo=UTC),
                    terminal="t",
                    client_id=f"c{number}",
                ),
                place=Place(),
                content=StaffAdded(name=role.value, role=role.value),
            )
        )
    return state


def test_the_table_is_printed_as_it_stands() -> None:
    assert table() == PRINTED


@pytest.mark.parametrize("role", Role)
def test_a_role_may_what_the_table_says(role: Role) -> None:
    state = staffed(*Role)
    for act in Act:
        if role in MAY[act]:
            check_role(state, role, act)
            continue
        with pytest.raises(BookError, match=f"{role} is {role} and may not {act};"):
            check_role(state, role, act)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(
    ("content", "allowed"), WRITTEN, ids=lambda case: type(case).__name__
)
def test_a_role_may_write_what_its_acts_cover(
    role: Role, content: Content, allowed: tuple[Role, ...]
) -> None:
    state = staffed(*Role)
    if role in allowed:
        check_content(state, role, content)
    else:
        with pytest.raises(BookError, match="may not"):
            check_content(state, role, content)


def test_every_content_asks_for_an_act() -> None:
    """A kind of entry that is added later must not slip past the table."""
    kinds = {*get_args(Plain), Amended, AppealDecided}
    assert ACT_OF.keys() == kinds - {Created, PinSet}
    tested = {type(content) for content, _ in WRITTEN}
    assert tested == kinds - {Created} | {LateAdjusted}
    assert MAY.keys() == set(Act)


def test_a_late_adjustment_is_for_the_organiser_whatever_is_in_it() -> None:
    late = LateAdjusted(reason="x", content=SHEET)
    with pytest.raises(BookError, match="referee is referee and may not finalise"):
        check_content(staffed(*Role), "referee", late)


@pytest.mark.parametrize("role", Role)
def test_ones_own_pin_is_ones_own_affair(role: Role) -> None:
    check_content(staffed(*Role), role, PinSet(name=role.value, hash="x"))
    with pytest.raises(BookError, match="'stranger' is not on the staff"):
        check_content(staffed(*Role), "stranger", PinSet(name="stranger", hash="x"))


def test_roles_count_from_the_first_organiser_on() -> None:
    desk = staffed(Role.VIEWER, Role.HEAD_REFEREE)
    assert not is_enforced(desk)
    for content, _ in WRITTEN:
        check_content(desk, "viewer", content)
        check_content(desk, "anybody", content)
    assert is_enforced(staffed(Role.ORGANISER))


def test_a_stranger_may_nothing_and_the_nearest_name_is_told() -> None:
    state = staffed(*Role)
    for act in Act:
        with pytest.raises(BookError, match=r"'refere' is not on the staff.*referee"):
            check_role(state, "refere", act)
    assert role_of(state, "refere") is None
    assert role_of(state, "referee") is Role.REFEREE
