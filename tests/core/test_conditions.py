"""Sets of combinations are told exactly, in few words."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.core.conditions import Point, Space, boxes, holds

SPACE = Space(
    ("shown", "by", "count"),
    ((True, False), ("ron", "tsumo"), (0, 3, 4, 7)),
    frozenset({"count"}),
)
POINTS = sorted(SPACE.points())


@given(st.sets(st.sampled_from(POINTS)), st.sets(st.sampled_from(POINTS)))
def test_boxes_cover_what_is_wanted_and_nothing_that_is_not(
    wanted: set[Point], free: set[Point]
) -> None:
    found = boxes(SPACE, wanted, free)
    covered = {point for point in POINTS if any(holds(box, point) for box in found)}

    assert wanted <= covered <= wanted | free
    assert len(found) <= len(wanted)


@given(st.sets(st.sampled_from(POINTS), min_size=1))
def test_boxes_cannot_be_grown(wanted: set[Point]) -> None:
    for box in boxes(SPACE, wanted):
        for fact, domain in enumerate(SPACE.domains):
            for value in set(range(len(domain))) - box[fact]:
                wider = (*box[:fact], box[fact] | {value}, *box[fact + 1 :])
                inside = {point for point in POINTS if holds(wider, point)}
                assert not inside <= wanted


def _told(*wanted: Point) -> list[str]:
    return [SPACE.words(box) for box in boxes(SPACE, wanted)]


def test_conditions_in_words() -> None:
    assert _told(*POINTS) == ["always"]
    assert _told(*(p for p in POINTS if p[0] == 1)) == ["shown = no"]
    assert _told(*(p for p in POINTS if p[2] == 0)) == ["count ≤ 2"]
    assert _told(*(p for p in POINTS if p[2] == 1)) == ["count = 3"]
    assert _told(*(p for p in POINTS if p[2] == 2)) == ["count 4–6"]
    assert _told(*(p for p in POINTS if p[2] == 3)) == ["count ≥ 7"]
    assert _told(*(p for p in POINTS if p[2] in (0, 2))) == ["count ≤ 2 or count 4–6"]
    assert _told(*(p for p in POINTS if p[:2] == (0, 1))) == ["shown = yes, by = tsumo"]


def test_what_cannot_be_may_be_left_out_of_the_words() -> None:
    wanted = [p for p in POINTS if p[:2] == (0, 1)]
    free = {p for p in POINTS if p[:2] == (1, 1)}
    assert [SPACE.words(box) for box in boxes(SPACE, wanted, free)] == ["by = tsumo"]


def test_a_space_without_facts_has_one_combination() -> None:
    empty = Space((), ())
    assert [empty.words(box) for box in boxes(empty, empty.points())] == ["always"]


def test_a_number_can_be_split_where_it_was_not_tested() -> None:
    assert SPACE.split("count", {5}).domains[2] == (0, 3, 4, 5, 7)
    wider = SPACE.split("occurrence", {1, 2})
    assert (wider.names[-1], wider.domains[-1]) == ("occurrence", (1, 2))
    assert "occurrence" in wider.numbers
