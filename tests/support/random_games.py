"""Whole random games by events, with a referee who decides at random: do all invariants hold?

``python -m tests.support.random_games --games 1000 --book npm-2008 --seed 0 [--json] [--workers 2]``: deals, discards,
calls, riichi, wins, draws, faults reported, upheld, dismissed and corrected, reviews, undos, and time limits, all
through the director. After every event: nothing was refused, and points, sticks and penalties keep their sum. After
every game: its length follows the book, its result adds up, and its journal replays to the same state.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from time import process_time
from typing import Final

from controller.journal import events as ev
from controller.journal.chain import Record, record_from_line, record_to_line, seal
from controller.journal.events import Decision
from controller.journal.ledger import books_of, pending
from controller.journal.reduce import reduce, replay
from controller.journal.state import NOTHING_YET, FaultState, Outcome, Phase, RoundState, TableState
from controller.ports.evidence import Evidence
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.scoring.game.flow import abortive_draws
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win
from controller.table.director import Director
from controller.table.effects import Refuse, Refused, Step
from controller.table.venue import Venue
from tests.support.game_results import result_problems
from tests.support.random_rounds import MOST_DISCARDS, RandomRound
from tests.support.standing_problems import standing_problems
from tests.support.tallies import Tallied
from tests.support.winning_hands import random_win

_WINS: Final = 400
_MOST_ROUNDS: Final = 80
# One game in this number is written, read back and replayed record by record; the others are only replayed.
_SEALED_EVERY: Final = 25
_REFEREE: Final = "referee"
# Events after which the shown points are checked.
_MOVES: Final = (
    ev.RoundStarted
    | ev.RoundWon
    | ev.RoundDrawn
    | ev.SettlementConfirmed
    | ev.ResultConfirmed
    | ev.GameEnded
    | ev.FaultDecided
    | ev.DecisionUndone
)
_RULINGS: Final = (Decision.UPHELD, Decision.DISMISSED, Decision.CORRECTED)
_CODES: Final = tuple(code for code, kind in FAULT_KINDS.items() if kind.penalty_field or kind.upheld)


class FactsDirector(Director):
    """A director that also accepts events directly, as the vision would propose them."""

    def take(self, facts: Iterable[ev.Event], at: float) -> Step:
        """Apply these events and return the step."""
        self._refused.clear()
        return self._close(self._apply_all(facts), (), at)


@dataclass
class Tally(Tallied):
    """Counts of what was played, and violations in words; ``kinds`` counts events and claims by name."""

    games: int = 0
    rounds: int = 0
    events: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


@lru_cache(maxsize=16)
def wins_under(book_id: str) -> tuple[Win, ...]:
    """Winning hands that are valid under that book; the same in every run."""
    random, book, found = Random(len(book_id)), rulebook(book_id), list[Win]()
    while len(found) < _WINS:
        win = random_win(random, book.scoring.red_fives.value)
        if isinstance(score_win(win, book), Score):
            found.append(win)
    return tuple(found)


class RandomGame:
    """One game from its opening to its last result."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.book = book
        self.seed = seed
        self.random = Random(f"{book.id} {seed}")
        self.tally = Tally(games=1)
        self.events: list[ev.Event] = []
        self.at = 0.0
        venue = Venue(book.id, auto_settle=self.random.random() < 0.2)
        self.director, step = FactsDirector.open(venue, 0.0, book)
        self._keep(step)

    @property
    def state(self) -> TableState:
        """Present state of the table."""
        return self.director.state

    @property
    def round_(self) -> RoundState:
        """Present state of the round."""
        assert self.state.round is not None
        return self.state.round

    def play(self) -> Tally:
        """Play until the game ends; return the tally with all violations."""
        while not self.state.game_over and self.tally.rounds < _MOST_ROUNDS:
            self._round()
        if self.state.game_over:
            self._look_back()
        elif self.tally.rounds < _MOST_ROUNDS:
            self._problem("the game stopped")
        return self.tally

    def _round(self) -> None:
        self.tally.rounds += 1
        random = self.random
        self._signal(
            SignalKind.SET_PRESSED, self.round_.dealer if random.random() < 0.95 else Seat(random.randrange(4))
        )
        if not self._in(Phase.MIXING):
            self._problem(f"set pressed, but {self.director.phase.value}")
            self.tally.rounds = _MOST_ROUNDS
            return
        self._signal(SignalKind.WALLS_UP)
        table = RandomRound(self.book, random)
        self._facts(table.dealt(self.at))
        for _ in range(random.randrange(MOST_DISCARDS)):
            if not self._in(Phase.DEALT, Phase.PLAY):
                break
            self._facts(table.act(self.state, self.round_, self._later()))
            self._meddle(0.06)
        late = random.random() < 0.1
        for _ in range(6):
            if self._in(Phase.DEALT, Phase.PLAY):
                self._end()
            self._meddle(0.15)
            if self._in(Phase.RESULT) and not late:
                self._confirm()
            if self._in(Phase.SETTLEMENT):
                break
        self._meddle(0.05)
        if self._in(Phase.RESULT) and random.random() < 0.2:
            # The next set begins before anybody has confirmed.
            return
        while not self._in(Phase.SETTLEMENT) and not self.state.game_over:
            if not self._in(Phase.RESULT):
                self._claim(ClaimKind.VOID_ROUND)
            self._confirm()

    def _end(self) -> None:
        choice = self.random.random()
        aborts = abortive_draws(self.book)
        if choice < 0.1 and aborts:
            self._claim(ClaimKind.CONFIRM_DRAW, self.random.choice(aborts).value)
        elif choice < 0.7:
            self._win()
        elif choice < 0.95 and self._in(Phase.PLAY):
            tenpai = tuple(seat for seat in SEATS if self.random.random() < 0.4)
            self._claim(ClaimKind.CONFIRM_DRAW, seats=tenpai)
        else:
            self._claim(ClaimKind.VOID_ROUND)

    def _win(self) -> None:
        random = self.random
        for win in random.sample(wins_under(self.book.id), 8):
            loser = win.loser if win.loser is None else win.winner.turn(random.randrange(1, 4))
            entered = [_entered(win, win.winner, loser)]
            others = [seat for seat in SEATS if seat not in (win.winner, loser)]
            if loser is not None and random.random() < 0.1:
                entered.append(_entered(win, random.choice(others), loser))
            if not self._refuses(self._claim(ClaimKind.ENTER_RESULT, wins=tuple(entered))):
                return

    def _meddle(self, chance: float) -> None:
        """Report and decide a fault, undo or review, or let time run out, each with some probability."""
        random = self.random
        if random.random() < chance:
            self._fault(random.choice(_CODES))
        if random.random() < chance / 3:
            self._undo()
        if random.random() < chance / 20:
            self._claim(ClaimKind.TIME_UP)
        if random.random() < chance / 3:
            self._review_any()
        waiting = pending(self.state)
        if waiting and random.random() < 0.3:
            self._claim(ClaimKind.CONFIRM_SETTLEMENT, round_=random.choice(waiting).ordinal)
        if random.random() < chance / 3:
            self._claim(ClaimKind.STATE_POINTS, seat=Seat(random.randrange(4)), points=100 * random.randrange(400))
        if random.random() < chance / 4:
            self._claim(ClaimKind.CANCEL_RIICHI, seat=Seat(random.randrange(4)))

    def _fault(self, code: str) -> None:
        random = self.random
        self._claim(ClaimKind.REPORT_FAULT, code, seat=Seat(random.randrange(4)))
        standing = self.state.open_faults()
        if not standing or random.random() < 0.1:
            return
        kind = random.choice((ClaimKind.UPHOLD_FAULT,) * 4 + (ClaimKind.DISMISS_FAULT, ClaimKind.CORRECT_FAULT))
        penalty = random.choice(("",) * 6 + tuple(each.value for each in Penalty))
        after = random.choice(("",) * 6 + tuple(each.value for each in AfterChombo))
        beside = random.choice(("",) * 3 + ("both", "instead"))
        self._claim(kind, random.choice(standing).fault.id, penalty=penalty, after=after, beside_win=beside)
        if random.random() < 0.15:
            self._undo()

    def _review_any(self) -> None:
        """Reverse a ruling of any round and restore it; check that all is as before."""
        ruled = [each for each in self.state.faults if each.decision in _RULINGS]
        if ruled:
            self._turn_over(self.random.choice(ruled))

    def _turn_over(self, standing: FaultState) -> None:
        before, paid = _books(self.state), self._results_paid()
        contrary = Decision.DISMISSED if standing.decision is Decision.UPHELD else Decision.UPHELD
        seat = standing.offender if standing.offender is not None else Seat(self.random.randrange(4))
        name = f"{standing.fault.code} of round {standing.round}, {standing.decision}"
        if self._refuses(self._decide_anew(standing, contrary, seat)):
            self._problem(f"a review is refused: {name}")
            return
        if self._refuses(self._decide_anew(standing, standing.decision, standing.seat, standing)):
            self._problem(f"a review back is refused: {name}")
        elif _books(self.state) != before and self._results_paid() == paid:
            # A venue with automatic settlement has paid a result as soon as no fault was open.
            after = _books(self.state)
            moved = [f"{what}: {before[what]} is {after[what]}" for what in before if before[what] != after[what]]
            self._problem(f"turned back and forth: {name}: {'; '.join(moved)}")

    def _results_paid(self) -> int:
        return self.tally.kinds["SettlementConfirmed"] + self.tally.kinds["ResultConfirmed"]

    def _decide_anew(
        self, standing: FaultState, decision: Decision | None, seat: Seat | None, ruled: FaultState | None = None
    ) -> Step:
        penalty = ruled.penalty.value if ruled is not None and ruled.penalty is not None else ""
        after = ruled.after.value if ruled is not None and ruled.after is not None else ""
        return self._claim(
            ClaimKind.REVIEW_FAULT,
            standing.fault.id,
            seat=seat,
            penalty=penalty,
            after=after,
            beside_win=ruled.beside_win.value if ruled is not None and ruled.beside_win is not None else "",
            decision="" if decision is None else decision.value,
            reason="seen again",
        )

    def _undo(self) -> None:
        undo = self.state.undo
        step = self._claim(ClaimKind.UNDO)
        if undo is None or self._refuses(step):
            return
        before, after = _books(undo.before), _books(self.state)
        # Undoing an earlier round leaves later play and other payments unchanged.
        kept = ("results",) if undo.round else tuple(before)
        left = [f"{what}: {before[what]} is {after[what]}" for what in kept if before[what] != after[what]]
        if left:
            self._problem(f"undone, but left behind: {undo.what} {'; '.join(left)}")

    def _in(self, *phases: Phase) -> bool:
        return self.director.phase in phases

    def _confirm(self) -> None:
        self._claim(ClaimKind.CONFIRM_SETTLEMENT)

    def _signal(self, kind: SignalKind, seat: Seat | None = None) -> None:
        self._give(TableSignal(kind, self._later(), seat, id=f"{kind.value} {self.at}"))

    def _claim(
        self,
        kind: ClaimKind,
        subject: str = "",
        *,
        seat: Seat | None = None,
        seats: tuple[Seat, ...] | None = None,
        points: int | None = None,
        penalty: str = "",
        after: str = "",
        wins: tuple[EnteredWin, ...] = (),
        round_: int | None = None,
        decision: str = "",
        reason: str = "",
        beside_win: str = "",
    ) -> Step:
        self.tally.kinds[kind.value] += 1
        claim = Claim(kind, self._later(), _REFEREE, subject, seat, seats, points, penalty, after, wins=wins)
        return self._give(replace(claim, round=round_, decision=decision, reason=reason, beside_win=beside_win))

    def _facts(self, facts: Iterable[ev.Event]) -> None:
        self._keep(self.director.take(facts, self.at))

    def _give(self, evidence: Evidence) -> Step:
        step = self.director.handle(evidence)
        self._keep(step)
        return step

    def _later(self) -> float:
        self.at += self.random.choice((1.0, 5.0, 20.0))
        return self.at

    def _keep(self, step: Step) -> None:
        """Collect the events of a step and check the invariants."""
        self.events += step.events
        self.tally.events += len(step.events)
        for event in step.events:
            self.tally.kinds[type(event).__name__] += 1
        for refused in step.refused:
            self._problem(f"refused {_told(refused)}")
        state = self.state
        if any(isinstance(event, _MOVES) for event in step.events):
            for problem in standing_problems(state, self.book):
                self._problem(problem)
        total = sum(state.scores) + state.riichi_stick * state.riichi_sticks + sum(state.column)
        if not state.game_over and total != 4 * self.book.settlement.start_points.value:
            self._problem(f"points, sticks and penalties make {total}")

    def _refuses(self, step: Step) -> bool:
        return any(isinstance(effect, Refuse) for effect in step.effects)

    def _problem(self, what: str) -> None:
        self.tally.problems.append(f"{self.book.id} seed {self.seed}, round {self.tally.rounds}: {what}")

    def _look_back(self) -> None:
        """Check the whole finished game: its length, its result and its journal."""
        records: list[Record] = []
        sealed = self.seed % _SEALED_EVERY == 0
        state = ended = NOTHING_YET
        for event in self.events:
            if isinstance(event, ev.GameEnded):
                ended = state
            if sealed:
                records.append(seal(event, 0.0, records[-1] if records else None))
            state = reduce(state, event)
        for problem in result_problems(ended, self.book):
            self._problem(problem)
        if state != self.state or (sealed and replay(_written_and_read(records)).state != state):
            self._problem("the journal replays to another state")


def _books(state: TableState) -> dict[str, object]:
    """Everything that a ruling may change: points of every game, results of every round, and the round in play."""
    round_ = state.round
    assert round_ is not None
    return {
        "round": (round_.prevailing_wind, round_.number, round_.dealer, round_.counters),
        "phase": round_.phase,
        "result": _unsaid(round_.outcome),
        "rights": round_.lost_right,
        "results": [(each.ordinal, _unsaid(each.round.outcome)) for each in state.past],
        "books": [books_of(state, game) for game in (*(each.game for each in state.games), state.game)],
    }


def _unsaid(outcome: Outcome | None) -> Outcome | None:
    """Result without the values that players declared."""
    return None if outcome is None else replace(outcome, stated=(None,) * 4, riichi_sticks=None)


def _entered(win: Win, winner: Seat, loser: Seat | None) -> EnteredWin:
    return EnteredWin(
        winner,
        win.hand,
        win.tile,
        loser,
        win.melds,
        win.riichi.value,
        win.ippatsu,
        win.last_tile,
        win.replacement,
        win.robbed_kong,
        win.robbed_concealed_kong,
        win.first_turn,
        win.dora_indicators,
        win.ura_indicators,
    )


def _written_and_read(records: Iterable[Record]) -> Iterator[Record]:
    """Return the records after writing them as text and reading them back."""
    return map(record_from_line, map(record_to_line, records))


def _told(refused: Refused) -> str:
    return f"{type(refused.event).__name__} in {refused.phase.value}: {refused.rule}, {refused.detail}"


def play_games(book_id: str, seeds: Sequence[int]) -> Tally:
    """Play the games of these seeds under a book and collect violations."""
    tally, book = Tally(), rulebook(book_id)
    for seed in seeds:
        tally.add(RandomGame(book, seed).play())
    return tally


def main(arguments: Sequence[str]) -> int:
    """Play, print the tally, and fail on any violation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--book", choices=rulebook_ids(), default=rulebook_ids()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    began = process_time()
    parts = [range(asked.seed + first, asked.seed + asked.games, asked.workers) for first in range(asked.workers)]
    tally = Tally()
    if asked.workers == 1:
        tally.add(play_games(asked.book, parts[0]))
    else:
        with ProcessPoolExecutor(asked.workers) as pool:
            for part in pool.map(play_games, [asked.book] * asked.workers, parts):
                tally.add(part)
    took = process_time() - began
    told = {
        "book": asked.book,
        "games": tally.games,
        "rounds": tally.rounds,
        "events": tally.events,
        "ms_a_game": round(1000 * took * asked.workers / max(1, tally.games), 1),
        "problems": len(tally.problems),
        "kinds": dict(sorted(tally.kinds.items())),
    }
    if asked.json:
        sys.stdout.write(json.dumps(told | {"first": tally.problems[:20]}, ensure_ascii=False) + "\n")
    else:
        for name, value in told.items():
            sys.stdout.write(f"{name}: {value}\n")
        for problem in tally.problems[:20]:
            sys.stdout.write(f"  {problem}\n")
    return bool(tally.problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
