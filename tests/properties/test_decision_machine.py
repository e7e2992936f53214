"""Random legal games with faults entered, decided and undone in between: the record stays consistent."""

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from controller.journal.chain import Record, seal
from controller.journal.events import DecisionUndone, Event
from controller.journal.invariants import broken_invariants
from controller.journal.reduce import reduce, replay
from controller.journal.state import NOTHING_YET, RoundState
from controller.ports.evidence import Evidence
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook_ids
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.table.director import Director
from controller.table.phases import PhaseMachine
from controller.table.venue import Venue
from tests.support.bench import Game, state_bytes

CODES = st.sampled_from([code for code, kind in FAULT_KINDS.items() if kind.penalty_field or kind.upheld])


class Decisions(RuleBasedStateMachine):
    """A table in play with a referee who decides at random."""

    @initialize(
        book=st.sampled_from(rulebook_ids()),
        seed=st.integers(0, 3),
        auto=st.booleans(),
        automatic=st.sets(st.sampled_from(tuple(FAULT_KINDS)), max_size=3),
    )
    def open(self, book: str, seed: int, auto: bool, automatic: set[str]) -> None:
        self.venue = Venue(book, auto_settle=auto, automatic=tuple(sorted(automatic)))
        self.director, step = Director.open(self.venue, 0.0)
        self.evidence: Iterator[Evidence] = Game(book, seed, rounds=2).evidence()
        self.records: list[Record] = []
        self.machine, self.state = PhaseMachine(), NOTHING_YET
        self.at = 0.0
        self.keep(step.events)

    def keep(self, events: tuple[Event, ...]) -> None:
        """Apply each event as a reader of the journal does, and check the invariants."""
        for event in events:
            before = self.state
            self.state = reduce(before, event)
            assert broken_invariants(before, event, self.state, self.director.rulebook) == ()
            assert self.machine.advance(event) is self.state.phase
            self.records.append(seal(event, 0.0, self.records[-1] if self.records else None))

    @property
    def now(self) -> RoundState:
        """The round in play."""
        assert self.director.state.round is not None
        return self.director.state.round

    def give(self, evidence: Evidence) -> tuple[Event, ...]:
        self.at = evidence.at
        events = tuple(self.director.handle(evidence).events)
        self.keep(events)
        return events

    def enter(
        self, kind: ClaimKind, subject: str = "", seat: Seat | None = None, penalty: str = "", after: str = ""
    ) -> tuple[Event, ...]:
        return self.give(Claim(kind, self.at, "referee", subject, seat, penalty=penalty, after=after))

    @rule(frames=st.integers(1, 60))
    def play_on(self, frames: int) -> None:
        for evidence in islice(self.evidence, frames):
            self.give(evidence)

    @rule(code=CODES, seat=st.sampled_from(SEATS))
    def report(self, code: str, seat: Seat) -> None:
        self.enter(ClaimKind.REPORT_FAULT, code, seat)

    @precondition(lambda self: bool(self.director.state.open_faults()))
    @rule(
        which=st.integers(0, 5),
        kind=st.sampled_from((ClaimKind.UPHOLD_FAULT, ClaimKind.DISMISS_FAULT, ClaimKind.CORRECT_FAULT)),
        penalty=st.sampled_from(("", "", *(each.value for each in Penalty))),
        after=st.sampled_from(("", *(each.value for each in AfterChombo))),
    )
    def decide(self, which: int, kind: ClaimKind, penalty: str, after: str) -> None:
        faults = self.director.state.open_faults()
        self.enter(kind, faults[which % len(faults)].fault.id, penalty=penalty, after=after)

    @rule(
        kind=st.sampled_from(
            (ClaimKind.CONFIRM_SETTLEMENT, ClaimKind.CONFIRM_DRAW, ClaimKind.VOID_ROUND, ClaimKind.TIME_UP)
        )
    )
    def confirm(self, kind: ClaimKind) -> None:
        self.enter(kind)

    @rule(seat=st.sampled_from(SEATS))
    def cancel_riichi(self, seat: Seat) -> None:
        self.enter(ClaimKind.CANCEL_RIICHI, seat=seat)

    @precondition(lambda self: bool(self.now.discards))
    @rule(which=st.integers(0, 60), tile=st.sampled_from(Tile))
    def correct(self, which: int, tile: Tile) -> None:
        index = which % len(self.now.discards)
        self.give(Claim(ClaimKind.CORRECT_DISCARD, self.at, "referee", index=index, tiles=(tile,)))

    @rule(seat=st.sampled_from(SEATS), loser=st.none() | st.sampled_from(SEATS), riichi=st.booleans())
    def enter_result(self, seat: Seat, loser: Seat | None, riichi: bool) -> None:
        hand, tile = parse_tiles("123m456789p1155z"), Tile.WHITE
        win = EnteredWin(seat, hand, tile, loser, riichi="riichi" if riichi else "none")
        self.give(Claim(ClaimKind.ENTER_RESULT, self.at, "referee", wins=(win,)))

    @rule()
    def undo(self) -> None:
        before = self.director.state.undo
        undone = any(isinstance(each, DecisionUndone) for each in self.enter(ClaimKind.UNDO))
        # A decision older than the limit cannot be undone, and the round has continued since.
        assert undone or before is None or self.at - before.at > self.venue.undo_s
        if before is not None and undone:
            assert self.director.state.scores == before.before.scores
            assert self.director.state.round == before.before.round

    @rule()
    def power_cut(self) -> None:
        self.director = Director.resume(self.records, self.venue)

    @invariant()
    def the_table_is_what_its_journal_says(self) -> None:
        if hasattr(self, "director"):
            assert self.state is self.director.state or self.state == self.director.state
            assert self.director.phase is self.state.phase

    def teardown(self) -> None:
        if hasattr(self, "director"):
            assert state_bytes(replay(self.records).state) == state_bytes(self.state)


Decisions.TestCase.settings = settings(max_examples=8, stateful_step_count=14, deadline=None)
TestDecisions = pytest.mark.slow(Decisions.TestCase)
