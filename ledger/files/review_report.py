"""The review of an event as a paper: sections that a screen can step through as well.

The tables are made once and tell everything; pictures show some of it again and stand
before their tables in the formats that can hold them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from ledger.core.event import EventState
from ledger.core.review import Places, Review, places, review
from ledger.core.review_places import TOP
from ledger.core.rules import Rules
from ledger.files.document import Block, Document, Picture
from ledger.files.proof import Proof, proof_of
from ledger.files.review_standings import course_table, places_blocks
from ledger.files.review_stories import (
    appeals_table,
    departures_table,
    led_to_more_table,
    left_out_table,
    unlike_blocks,
)
from ledger.files.review_tables import count_tables, summary
from ledger.files.review_words import Words

PictureName = Literal["situations", "rounds", "tables", "courses"]
FORMS: Final = ("md", "html", "pdf", "xlsx")
"""Formats of a review; the first where nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the review under one name."""

    name: str
    blocks: tuple[Block, ...]
    picture: PictureName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewReport:
    """Everything that a paper says about an event that is looked back upon."""

    proof: Proof
    words: Words
    review: Review
    places: Places

    @property
    def sections(self) -> tuple[Section, ...]:
        """All parts, in order."""
        return (
            *count_sections(self.review, self.words),
            *place_sections(self.places, self.words),
            *story_sections(self.review, self.words),
        )

    def document(self, pictures: Mapping[PictureName, Picture]) -> Document:
        """Return the paper.

        Args:
            pictures: Those to put in; none for formats of text.
        """
        blocks: list[Block] = []
        for section in self.sections:
            if section.picture is not None and section.picture in pictures:
                blocks.append(pictures[section.picture])
            blocks.extend(section.blocks)
        return Document(
            event=self.proof.event,
            title="Review",
            proof=self.proof.facts,
            stamp=self.proof.stamp,
            blocks=tuple(blocks),
            at=self.proof.at,
        )


def review_report(state: EventState, rules: Rules, top: int = TOP) -> ReviewReport:
    """Return the review of an event as a report.

    Args:
        state: The event.
        rules: Its pinned ruleset.
        top: Of how many players the way through the rounds is told.
    """
    seen = review(state, rules)
    return ReviewReport(
        proof=proof_of(state, rules),
        words=Words(state, rules),
        review=seen,
        places=places(state, rules, seen.cases, top),
    )


def count_sections(review: Review, words: Words) -> tuple[Section, ...]:
    """Return the sections that count."""
    situations, classes, rounds, tables, hands, staff, teams = count_tables(
        review, words
    )
    return (
        Section(name="Overview", blocks=(summary(review), classes)),
        Section(name="Situations", blocks=(situations,), picture="situations"),
        Section(name="Rounds", blocks=(rounds,), picture="rounds"),
        Section(name="Tables", blocks=(tables,), picture="tables"),
        Section(name="Hands, staff, teams", blocks=(hands, staff, teams)),
    )


def place_sections(places: Places, words: Words) -> tuple[Section, ...]:
    """Return the sections about standings; the slow part."""
    return (
        Section(name="Places", blocks=tuple(places_blocks(places, words))),
        Section(
            name="Round by round",
            blocks=(course_table(places, words),),
            picture="courses",
        ),
    )


def story_sections(review: Review, words: Words) -> tuple[Section, ...]:
    """Return the sections that tell of single rulings."""
    return (
        Section(
            name="Escalations and like facts",
            blocks=(
                led_to_more_table(review, words),
                *unlike_blocks(review, words),
            ),
        ),
        Section(
            name="Departures and appeals",
            blocks=(departures_table(review, words), appeals_table(review, words)),
        ),
        Section(name="Not counted", blocks=(left_out_table(review, words),)),
    )
