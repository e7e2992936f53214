"""Random games with waiting results and repeatedly reversed rulings: points keep their sum and return."""

import pytest

from controller.journal.events import Decision
from controller.journal.ledger import pending, standing
from controller.journal.state import FaultState, Phase
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.referee.faults.kind import Upholding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.schema.penalties import Penalty
from controller.table.effects import Step
from tests.support.late_rulings import BOOKS, play_games
from tests.support.longer import others_long
from tests.support.random_games import RandomGame
from tests.support.random_rounds import MOST_DISCARDS, RandomRound

FEW, GAMES = 3, 8
ROUNDS = 7


class ReviewedGame(RandomGame):
    """A game in which every second result waits, and decided faults are reviewed at any time."""

    def play_some(self) -> list[str]:
        for _ in range(ROUNDS):
            self._played()
            for each in [each for each in self.state.faults if each.decision is not None]:
                if self.random.random() < 0.3:
                    self._there_and_back(each)
        for told in reversed(pending(self.state)):
            self._give(Claim(ClaimKind.CONFIRM_SETTLEMENT, self._later(), "referee", round=told.ordinal))
        for each in [each for each in self.state.faults if each.decision is not None]:
            self._there_and_back(each)
        if pending(self.state):
            self._problem("a result waits for ever")
        return self.tally.problems

    def _played(self) -> None:
        self._signal(SignalKind.SET_PRESSED, self.round_.dealer)
        self._signal(SignalKind.WALLS_UP)
        table = RandomRound(self.book, self.random)
        self._facts(table.dealt(self.at))
        for _ in range(self.random.randrange(MOST_DISCARDS // 2)):
            if self._in(Phase.DEALT, Phase.PLAY):
                self._facts(table.act(self.state, self.round_, self._later()))
                self._meddle(0.1)
        for _ in range(9):
            if self._in(Phase.DEALT, Phase.PLAY):
                self._end()
                self._meddle(0.3)
        if not self._in(Phase.RESULT, Phase.SETTLEMENT):
            self._claim(ClaimKind.VOID_ROUND)
        if self.random.random() < 0.5:
            self._confirm()

    def _decided_anew(self, fault: FaultState, decision: Decision, penalty: Penalty | None) -> Step:
        return self._give(
            Claim(
                ClaimKind.REVIEW_FAULT,
                self._later(),
                "referee",
                fault.fault.id,
                fault.seat,
                penalty="" if penalty is None else penalty.value,
                after="" if fault.after is None else fault.after.value,
                decision=decision.value,
                reason="seen again",
            )
        )

    def _there_and_back(self, fault: FaultState) -> None:
        kind = FAULT_KINDS[fault.fault.code]
        # An act that was taken back is gone from the table: dismissing its fault later requires entering it again.
        if Penalty.UNDONE in (fault.penalty, fault.fault.penalty and fault.fault.penalty.penalty):
            return
        if kind.upheld is Upholding.TAKES_CALL_BACK or fault.decision is None or fault.decision is Decision.CLEARED:
            return
        before = self._points()
        there = Decision.DISMISSED if fault.decision is Decision.UPHELD else Decision.UPHELD
        if self._refuses(self._decided_anew(fault, there, None)):
            self._problem(f"{fault.fault.code} cannot be reviewed")
        self._decided_anew(fault, fault.decision, fault.penalty)
        if self._points() != before:
            self._problem(f"{fault.fault.code}, {fault.decision.value}: {before} came back as {self._points()}")

    def _points(self) -> tuple[object, ...]:
        state = self.state
        now = standing(state)
        books = [(each.scores, each.riichi_sticks, each.column, each.off_total) for each in (*state.games, now)]
        return (*books, state.scores, state.riichi_sticks)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "games"),
    [("teikoku", FEW), *others_long((book, GAMES) for book in rulebook_ids())],
)
def test_every_ruling_can_be_reviewed_and_turned_back(book: str, games: int) -> None:
    problems = [problem for seed in range(games) for problem in ReviewedGame(rulebook(book), seed).play_some()]
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("book", others_long(BOOKS, "teikoku"))
def test_a_game_whose_late_rulings_are_all_dismissed_is_the_one_that_nobody_touched(book: str) -> None:
    """`python -m tests.support.late_rulings --games 20000` plays many more of them."""
    assert play_games(book, range(90_000, 90_008)).problems == []
