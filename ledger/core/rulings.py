"""`judge`: what a rulebook makes of incidents of one moment, and what the table does.

    find     each incident by its own: outcome and amounts, or questions     (found)
    void     a valid win, or an abort, takes away what the edition says
    settle   fines, deposits, sticks, the hand's own result, the next deal

Pure and total: the same input gives the same answer, and any well-formed incident gives
a ruling or says what it needs. Points and pot always sum to zero. Several offenders are
settled by adding up, so what two of them owe each other cancels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ledger.core.assumptions import Assumption, Used, taken
from ledger.core.found import Finding, find
from ledger.core.hands import HandEnd, check_result, is_won, settle, winners, without
from ledger.core.incidents import (
    Abort,
    Draw,
    Earlier,
    Incident,
    Nagashi,
    Result,
    TableState,
)
from ledger.core.questions import Question
from ledger.core.rules import Rules
from ledger.core.ruleset import Grade, Payment
from ledger.core.terms import GRAVITY, SEAT_NAMES, SEATS, STICK, Class, Seat
from ledger.core.tile_facts import Found
from ledger.errors import IncidentError

NOTHING: Mapping[Seat, int] = dict.fromkeys(SEATS, 0)


@dataclass(frozen=True, slots=True)
class OwnRuling:
    """One offender's own class; None while something is asked."""

    offender: Seat | None
    class_: Class | None
    label: str
    situation: str | None = None
    """As stated, or as the evidence names it."""
    found: Found | None = None
    """What the evidence says, if there is any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What follows, in the contract's fields. Points are deltas from just before."""

    class_: Class | None
    """The gravest class; None while something is asked."""
    label: str = ""
    dead_hands: tuple[Seat, ...] = ()
    points: Mapping[Seat, int] = field(default_factory=lambda: NOTHING)
    pot: int = 0
    before_placing: Mapping[Seat, int] = field(default_factory=lambda: NOTHING)
    tournament: Mapping[Seat, int] = field(default_factory=lambda: NOTHING)
    riichi_returned: tuple[Seat, ...] = ()
    hand: str = "continue"
    """continue, replay, scored, or game-ends."""
    honba: int | None = None
    dealer: Seat | None = None
    pot_after: int = 0
    citations: tuple[str, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    source_grade: Grade = "A"
    ask: tuple[Question, ...] = ()
    rulings: tuple[OwnRuling, ...] = ()
    notes: tuple[str, ...] = ()


def judge(
    rules: Rules,
    table: TableState,
    incidents: Sequence[Incident],
    result: Result | None = None,
    history: Sequence[Earlier] = (),
) -> Ruling:
    """Return the ruling on incidents of one moment, or the questions it needs.

    Args:
        rules: The edition.
        table: The table just before.
        incidents: What was seen, in the order given; none to settle the result alone.
        result: What else ended the hand at that moment.
        history: Earlier rulings on the offenders inside the window.

    Raises:
        IncidentError: a word or value is not one of the contract's, or the input
            contradicts itself; the place in the input is named.
    """
    if result is not None:
        check_result(result)
    findings, valid = _found(rules, table, incidents, result, history)
    _check_dead(rules, table, valid)
    questions = tuple(q for finding in findings for q in finding.questions)
    if questions:
        return _asking(rules, table, findings, questions)
    lost = tuple(seat for seat in winners(result) if seat not in winners(valid))
    return _Settlement(rules, table, findings, valid).ruling(lost)


def _found(
    rules: Rules,
    table: TableState,
    incidents: Sequence[Incident],
    result: Result | None,
    history: Sequence[Earlier],
) -> tuple[list[Finding], Result | None]:
    """Return what each incident is, and the result less the wins that do not count.

    A win beside an incident decides whether the last discard still softens it, and the
    incident whether the win counts: if none does, the incidents are looked at again.
    """
    is_win = is_won(result, rules.ruleset.play)

    def look(*, has_win: bool) -> list[Finding]:
        return [
            find(rules, table, each, result, history, has_win=has_win)
            for each in incidents
        ]

    findings = look(has_win=is_win)
    valid = _valid(findings, result)
    if is_win and not is_won(valid, rules.ruleset.play):
        findings = look(has_win=False)
    return findings, valid


def _valid(findings: Sequence[Finding], result: Result | None) -> Result | None:
    """Return the result less the wins of those whose win is invalid or hand dead."""
    invalid = {
        seat
        for finding in findings
        if finding.outcome is not None
        and (finding.outcome.hand == "replay" or finding.outcome.dead)
        for seat in finding.offenders
    }
    return without(result, invalid)


def _check_dead(rules: Rules, table: TableState, result: Result | None) -> None:
    named = winners(result)
    if isinstance(result, Draw):
        named = result.tenpai
    elif isinstance(result, Nagashi):
        named = result.seats
    dead = table.counting_dead(said=rules.ruleset.play.dead_needs_declaration)
    for seat in named:
        if seat in dead:
            raise IncidentError(
                "result", f"{seat} has a dead hand, which neither wins nor is tenpai"
            )


def _asking(
    rules: Rules,
    table: TableState,
    findings: Sequence[Finding],
    questions: tuple[Question, ...],
) -> Ruling:
    clauses = tuple(dict.fromkeys(c for f in findings for c in f.cite))
    return Ruling(
        class_=None,
        dead_hands=tuple(seat for seat in SEATS if seat in table.dead),
        honba=table.honba,
        pot_after=table.carried + STICK * len(table.riichi),
        citations=tuple(rules.citation(clause) for clause in clauses),
        source_grade=rules.grade(clauses),
        ask=questions,
        rulings=tuple(
            _own(finding, finding.outcome.class_ if finding.outcome else None)
            for finding in findings
        ),
    )


def _own(finding: Finding, class_: Class | None) -> OwnRuling:
    """Return an offender's own ruling; a void one is of class none."""
    is_own = finding.outcome is not None and finding.outcome.class_ is class_
    return OwnRuling(
        offender=finding.incident.offender,
        class_=class_,
        label=finding.label if is_own or class_ is None else class_.value,
        situation=finding.incident.situation,
        found=finding.found,
    )


class _Settlement:
    """The running account of one ruling; used once."""

    def __init__(
        self,
        rules: Rules,
        table: TableState,
        findings: Sequence[Finding],
        result: Result | None,
    ) -> None:
        self.rules = rules
        self.play = rules.ruleset.play
        self.table = table
        self.result = result
        self.has_win = is_won(result, self.play)
        self.findings = findings
        self.excused = {finding.excused for finding in findings} - {None}
        self.standing = [finding for finding in findings if not self._is_void(finding)]
        self.points = dict.fromkeys(SEATS, 0)
        self.before_placing = dict.fromkeys(SEATS, 0)
        self.tournament = dict.fromkeys(SEATS, 0)
        self.pot = 0
        self.returned: list[Seat] = []
        self.assumed: dict[str, Assumption] = {}

    def _is_void(self, finding: Finding) -> bool:
        assert finding.outcome is not None
        if finding.at_draw and (
            self.has_win
            or (
                isinstance(self.result, Abort)
                and self.result.kind not in self.play.abort_shows
            )
        ):
            return True
        is_void = self.has_win and finding.outcome.with_win == "void"
        if finding.claims_win and finding.incident.offender in self.excused:
            is_void = True
        return is_void and finding.outcome.class_ is not Class.NONE

    def ruling(self, lost: Sequence[Seat] = ()) -> Ruling:
        """Settle everything and return the ruling; `lost` had declared a win."""
        for finding in self.standing:
            self._fine(finding)
        replaying = self._replaying()
        self._own_sticks(replaying=bool(replaying))
        if replaying:
            hand, honba, dealer = self._redeal(replaying)
        elif self.result is not None:
            hand, honba, dealer = self._scored(self.result)
        else:
            hand, honba, dealer = "continue", self.table.honba, None
        assumed = taken(self.findings, self.standing, replaying, self._used(hand))
        own = tuple(self._own(finding) for finding in self.findings)
        gravest = max(
            own, key=lambda ruling: GRAVITY[ruling.class_ or Class.NONE], default=None
        )
        clauses = tuple(dict.fromkeys(c for f in self.findings for c in f.cite))
        if self.result is not None and not clauses:
            clauses = self.play.cite
        return Ruling(
            class_=(gravest.class_ if gravest else Class.NONE),
            label=gravest.label if gravest else Class.NONE.value,
            dead_hands=self._dead() if hand == "continue" else (),
            points=self.points,
            pot=self.pot,
            before_placing=self.before_placing,
            tournament=self.tournament,
            riichi_returned=tuple(seat for seat in SEATS if seat in self.returned),
            hand=hand,
            honba=honba,
            dealer=dealer,
            pot_after=self.table.carried + STICK * len(self.table.riichi) + self.pot,
            citations=tuple(self.rules.citation(clause) for clause in clauses),
            assumed=tuple((assumed | self.assumed).values()),
            source_grade=self.rules.grade(clauses),
            rulings=own,
            notes=(
                *dict.fromkeys(f.note for f in self.standing if f.note),
                *(f"The win of {SEAT_NAMES[seat]} does not count." for seat in lost),
            ),
        )

    def _own(self, finding: Finding) -> OwnRuling:
        assert finding.outcome is not None
        is_void = finding not in self.standing
        return _own(finding, Class.NONE if is_void else finding.outcome.class_)

    def _fine(self, finding: Finding) -> None:
        """Book what the offenders of one incident pay."""
        assert finding.outcome is not None
        if finding.stated is not None:
            self._stated(finding)
            return
        for payment, amount in zip(
            finding.outcome.payments, finding.amounts, strict=True
        ):
            for seat in finding.offenders:
                self._pay(payment, amount, seat)

    def _pay(self, payment: Payment, amount: int, offender: Seat) -> None:
        match payment.kind:
            case "fine":
                self.tournament[offender] -= amount
            case "deposit":
                self.points[offender] -= amount
                self.pot += amount
            case "fine-before-placing" if payment.receivers == "nobody":
                self.before_placing[offender] -= amount
            case "fine-before-placing":
                self._pay_others(
                    self.before_placing, offender, dict.fromkeys(SEATS, amount)
                )
            case "flat":
                self._pay_others(self.points, offender, dict.fromkeys(SEATS, amount))
            case "reverse-mangan":
                shares = {
                    seat: payment.dealer
                    if Seat.E in (seat, offender)
                    else payment.non_dealer
                    for seat in SEATS
                }
                self._pay_others(self.points, offender, shares)

    @staticmethod
    def _pay_others(
        account: dict[Seat, int], offender: Seat, shares: Mapping[Seat, int]
    ) -> None:
        """Move each opponent's share from the offender to the opponent."""
        for seat in SEATS:
            if seat is not offender:
                account[seat] += shares[seat]
                account[offender] -= shares[seat]

    def _stated(self, finding: Finding) -> None:
        """Book the referee's own amounts."""
        stated = finding.stated or {}
        for name, account in (
            ("points", self.points),
            ("before_placing", self.before_placing),
            ("tournament", self.tournament),
        ):
            amounts = stated.get(name)
            if isinstance(amounts, Mapping):
                for seat in SEATS:
                    account[seat] += amounts[seat]
        pot = stated.get("pot", 0)
        assert isinstance(pot, int)
        self.pot += pot

    def _replaying(self) -> list[Finding]:
        """Return those rulings that have the hand dealt again."""
        if self.has_win:
            return []
        draw = isinstance(self.result, Draw | Nagashi)
        return [
            finding
            for finding in self.standing
            if finding.outcome is not None
            and finding.outcome.hand == "replay"
            and not (draw and finding.outcome.with_draw == "scored")
        ]

    def _give_back(self, seat: Seat) -> None:
        if seat in self.table.riichi and seat not in self.returned:
            self.points[seat] += STICK
            self.pot -= STICK
            self.returned.append(seat)

    def _own_sticks(self, *, replaying: bool) -> None:
        """Give back the sticks of riichi that a ruling makes void."""
        for finding in self.standing:
            if finding.own_stick_returned and not replaying:
                for seat in finding.offenders:
                    self._give_back(seat)

    def _redeal(
        self, replaying: Sequence[Finding]
    ) -> tuple[str, int | None, Seat | None]:
        """Return hand, honba and dealer after a hand that is dealt again."""
        outcomes = [f.outcome for f in replaying if f.outcome is not None]
        used = any(outcome.uses_hand for outcome in outcomes)
        left = self.table.hands_left
        ends = left is not None and left <= 1 and used
        if ends or any(outcome.sticks == "returned" for outcome in outcomes):
            for seat in self.table.riichi:
                self._give_back(seat)
        if ends:
            return "game-ends", None, None
        honba = self.table.honba
        if any(outcome.honba == "clear" for outcome in outcomes):
            honba = 0
        elif any(outcome.honba == "add" for outcome in outcomes):
            honba += 1
        passes = any(
            f.outcome is not None
            and (
                f.outcome.dealer == "passes"
                or (f.outcome.dealer == "passes-if-offender" and Seat.E in f.offenders)
            )
            for f in replaying
        )
        return "replay", honba, Seat.S if passes else Seat.E

    def _scored(self, result: Result) -> tuple[str, int | None, Seat | None]:
        """Settle the hand's own result and return hand, honba and dealer."""
        if isinstance(result, Draw):
            # A hand that has just died is noten, whatever it was called before.
            noten = self._died() | self.table.counting_dead(
                said=self.play.dead_needs_declaration
            )
            for finding in self.standing:
                noten.update(finding.offenders if finding.says_noten else ())
            result = Draw(tenpai=tuple(s for s in result.tenpai if s not in noten))
        riichi = tuple(s for s in self.table.riichi if s not in self.returned)
        end: HandEnd = settle(
            result,
            self.play,
            honba=self.table.honba,
            pot=self.table.carried + STICK * len(self.table.riichi) + self.pot,
            riichi=riichi,
        )
        for seat in SEATS:
            self.points[seat] += end.points[seat]
        self.pot += end.pot
        self.returned.extend(end.returned)
        for part, value, why in end.assumed:
            self.assumed[part] = Assumption(part, value, why)
        return "scored", end.honba, end.dealer

    def _dead(self) -> tuple[Seat, ...]:
        """Return every seat whose hand is dead after the ruling."""
        dead = self._died() | set(self.table.dead)
        return tuple(seat for seat in SEATS if seat in dead)

    def _died(self) -> set[Seat]:
        """Return the seats whose hands the ruling makes dead."""
        return {
            seat
            for finding in self.standing
            if finding.outcome is not None and finding.outcome.dead
            for seat in finding.offenders
        }

    def _used(self, hand: str) -> Used:
        draw = isinstance(self.result, Draw | Nagashi)
        return Used(
            has_win=self.has_win,
            has_draw=draw,
            last_discard=draw or self.table.last_discard,
            has_sticks=bool(self.table.riichi),
            has_signal=self.table.hands_left is not None,
            game_ends=hand == "game-ends",
        )
