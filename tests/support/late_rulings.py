"""Faults upheld late, reviewed and dismissed: once all are dismissed, does the game equal the one without rulings?

``python -m tests.support.late_rulings --games 20000 --seed 1 [--book ID] [--json]``: random games under every rulebook.
Between rounds, after the next set has begun, and after the last round, a referee reports faults of any played round,
upholds them with the book's penalty or another, reviews, confirms and undoes, and finally dismisses all. This includes
the wrong dealer of two or three rounds in a row, a chombo in the last round, and undone wins, riichi and calls. Calls
are also undone while their round is in play, and results are corrected in between, in both games. Prints the
differences from the same game without rulings; the exit status is 1 if there are any.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Final

from controller.journal import events as ev
from controller.journal.events import Decision
from controller.journal.ledger import books_of, moved_by, result_of, round_at, rounds_of
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, FaultState, Outcome, PastRound, RoundState, TableState
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.referee.faults.kind import Upholding
from controller.referee.faults.kinds import FAULT_KINDS, WRONG_DEALER
from controller.referee.faults.remedies import is_lawful
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.tile import KINDS, Tile
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.scoring.payment_lines import four
from controller.scoring.score import Score
from controller.scoring.win import Riichi, Win
from controller.table.effects import Refuse, Step
from tests.support.tallies import Tallied
from tests.support.unseen_rounds import Played, Script, _prepared, _scripts

ROUNDS: Final = (2, 9)
WHOLE: Final = 13
BOOKS: Final = (*rulebook_ids(), *outside_ids())
_REFEREE: Final = "referee"
_STICK: Final = "riichi_stick"
_CODES: Final = tuple(code for code, kind in FAULT_KINDS.items() if kind.penalty_field or kind.upheld)
_PENALTIES: Final = ("",) * 4 + tuple(each.value for each in Penalty)
_RULED: Final = (Decision.UPHELD, Decision.DISMISSED, Decision.CORRECTED)


@dataclass
class Tally(Tallied):
    """Games, rulings, and differing games; ``problems``: the first differences in words."""

    games: int = 0
    rulings: int = 0
    moved: int = 0
    differing: int = 0
    problems: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)


class ToldGame(Played):
    """A game without visible hands, whose results a person enters; ``at_call`` is called after each meld."""

    at_call: Callable[[Seat], None] | None = None

    def discarded(self, script: Script, number: int) -> None:
        """Let the next seat call pon where the script says so."""
        if number != script.called:
            return
        tile, caller = script.tiles[number], script.dealer.turn(number + 1)
        self.facts(ev.Called(at=self.at, seat=caller, meld=Meld(MeldKind.PON, (tile,) * 3, tile, From.LEFT)))
        if self.at_call is not None:
            self.at_call(caller)

    def _end(self, script: Script) -> Iterator[ev.Event]:
        for each in super()._end(script):
            yield replace(each, by=_REFEREE) if isinstance(each, ev.RoundWon | ev.RoundDrawn) else each


class RuledGame:
    """A game of a seed, played with and without rulings on its rounds."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.book, self.seed = book, seed
        self.random = Random(f"late {book.id} {seed}")
        # Some games end by their last round.
        rounds = WHOLE if self.random.random() < 0.1 else self.random.randrange(*ROUNDS)
        self.scripts = _scripted(book, self.random, rounds)
        self.waits = self.random.random() < 0.3
        # Rounds paid before any ruling: confirming another result there makes a payment that the plain game lacks.
        self.paid = set[int]()
        self.tally = Tally(games=1)

    def play(self) -> Tally:
        """Play both games and return the differences."""
        plain, ruled = (ToldGame(self.book, auto_settle=not self.waits) for _ in range(2))
        ruled.at_call = partial(self._call_undone, ruled)
        last = len(self.scripts) - 1
        for number, script in enumerate(self.scripts):
            confirmed = self.random.random() < 0.8
            for game in (plain, ruled):
                game.play(script)
                if self.waits and confirmed:
                    game.claim(ClaimKind.CONFIRM_SETTLEMENT)
            self.paid |= {each.ordinal for each in _rounds(plain.state) if _is_paid(each.round)}
            if number < last and self.random.random() < 0.3:
                self._rule(ruled, plain)
        if self.random.random() < 0.5:
            for game in (plain, ruled):
                game.signal(SignalKind.SET_PRESSED, game.round_.dealer)
        self._rule(ruled, plain)
        told = [*differences(plain.state, ruled.state), *self._kept(ruled)]
        self.tally.differing = bool(told)
        self.tally.problems += [f"{self.book.id} seed {self.seed}: {each}" for each in told]
        return self.tally

    def _rule(self, game: Played, untouched: Played) -> None:
        """Make some rulings and review them at random; at the end dismiss all."""
        for _ in range(self.random.randrange(1, 4)):
            choice = self.random.random()
            if choice < 0.1:
                self._wrong_dealers(game)
            elif choice < 0.2:
                self._fault(game, rounds=1, penalty=Penalty.CHOMBO)
            else:
                self._fault(game)
            if self.random.random() < 0.4:
                self._turn(game)
            if self.random.random() < 0.1:
                self._correct(untouched, game)
        ruled = [each for each in game.state.faults if each.decision in _RULED and each.fault.by == _REFEREE]
        self.random.shuffle(ruled)
        for each in ruled:
            now = next(one for one in game.state.faults if one.fault.id == each.fault.id)
            if now.decision is not Decision.DISMISSED:
                self._review(game, each, Decision.DISMISSED)

    def _call_undone(self, game: Played, caller: Seat) -> None:
        """Undo a call by a ruling that is dismissed before anybody acts, so that the call is valid again."""
        code = self.random.choice([each for each in _CODES if not is_lawful(each, self.book)])
        if self.random.random() < 0.5:
            return
        called = game.round_.melds
        raised = self._reported(game, code, caller, game.state.rounds)
        if raised is None:
            return
        for decision in (Decision.UPHELD, Decision.DISMISSED, Decision.UPHELD, Decision.DISMISSED):
            kind = ClaimKind.REVIEW_FAULT if game.state.faults[-1].decision else ClaimKind.UPHOLD_FAULT
            self._give(
                game,
                Claim(
                    kind,
                    self._later(game),
                    _REFEREE,
                    raised.fault.id,
                    caller,
                    penalty=Penalty.UNDONE.value if decision is Decision.UPHELD else "",
                    decision=decision.value if kind is ClaimKind.REVIEW_FAULT else "",
                    reason="seen again",
                ),
            )
            self.tally.kinds["calls undone"] += game.round_.melds != called
        self.tally.rulings += 4

    def _wrong_dealers(self, game: Played) -> None:
        """Uphold a wrong dealer for the first of some consecutive rounds, or for each."""
        rounds = [each.ordinal for each in _rounds(game.state) if each.round.outcome is not None]
        first = self.random.randrange(len(rounds)) if rounds else 0
        row = rounds[first : first + self.random.choice((1, 2, 3))]
        for ordinal in self.random.sample(row, self.random.choice((1, len(row)))) if row else ():
            raised = self._reported(game, WRONG_DEALER, Seat(self.random.randrange(4)), ordinal)
            if raised is not None:
                claim = Claim(ClaimKind.UPHOLD_FAULT, self._later(game), _REFEREE, raised.fault.id)
                self._give(game, replace(claim, seat=raised.fault.seat))
                self.tally.rulings += 1
                self.tally.kinds["wrong dealers"] += 1

    def _correct(self, plain: Played, ruled: Played) -> None:
        """Enter another result of a played round in both games."""
        # Rounds with an upheld fault are skipped: their result depends on the review of that ruling.
        about = {each.round for each in ruled.state.faults if each.decision is Decision.UPHELD}
        played = [each.ordinal for each in _rounds(plain.state) if each.round.outcome is not None]
        rounds = [ordinal for ordinal in played if ordinal not in about]
        if not rounds or plain.state.rounds != ruled.state.rounds:
            return
        ordinal, tenpai = self.random.choice(rounds), tuple(seat for seat in SEATS if self.random.random() < 0.5)
        kind = self.random.choice((ClaimKind.CONFIRM_DRAW, ClaimKind.VOID_ROUND))
        for game in (plain, ruled):
            claim = Claim(kind, self._later(game), _REFEREE, round=ordinal)
            seats, nagashi = (tenpai, ()) if kind is ClaimKind.CONFIRM_DRAW else (None, None)
            self._give(game, replace(claim, seats=seats, nagashi=nagashi))
        self.tally.kinds["corrected"] += 1

    def _reported(self, game: Played, code: str, seat: Seat, ordinal: int) -> FaultState | None:
        """Report a fault; None if the book allows the act or the fault is decided at once."""
        known = len(game.state.faults)
        self._give(game, Claim(ClaimKind.REPORT_FAULT, self._later(game), _REFEREE, code, seat, round=ordinal))
        raised = [each for each in game.state.faults[known:] if each.fault.code == code and each.decision is None]
        return raised[-1] if raised else None

    def _fault(self, game: Played, rounds: int = 5, penalty: Penalty | None = None) -> None:
        random, state = self.random, game.state
        # A round whose result was withdrawn has none until the ruling is reviewed.
        played = [each.ordinal for each in _rounds(state) if each.round.outcome is not None] or [state.rounds]
        ordinal = random.choice(played[-rounds:])
        told = round_at(state, ordinal)
        outcome = None if told is None else told.round.outcome
        # Seats that the round pays are listed twice and thus chosen more often.
        paid = [] if outcome is None else [*(each.win.winner for each in outcome.wins), *outcome.tenpai]
        seat = random.choice([*SEATS, *paid])
        kinds = [code for code in _CODES if not is_lawful(code, self.book)]
        cancels = [code for code in kinds if FAULT_KINDS[code].upheld is Upholding.CANCELS_RIICHI]
        code = random.choice(cancels if random.random() < 0.25 else kinds)
        raised = self._reported(game, code, seat, ordinal)
        if raised is None:
            return
        before = game.state
        ruled = random.choice(_PENALTIES) if penalty is None else penalty.value
        after = random.choice(("",) * 3 + tuple(each.value for each in AfterChombo))
        upheld = Claim(ClaimKind.UPHOLD_FAULT, self._later(game), _REFEREE, raised.fault.id, seat)
        self._give(game, replace(upheld, penalty=ruled, after=after))
        self.tally.rulings += 1
        self.tally.moved += bool(differences(before, game.state))
        if random.random() < 0.15:
            self._give(game, Claim(ClaimKind.UNDO, self._later(game), _REFEREE))
            self.tally.kinds["undone"] += 1
        elif random.random() < 0.5 and (waiting := [each for each in _again(game.state) if each in self.paid]):
            chosen = Claim(ClaimKind.CONFIRM_SETTLEMENT, self._later(game), _REFEREE, round=random.choice(waiting))
            self._give(game, chosen)
            self.tally.kinds["confirmed"] += 1

    def _turn(self, game: Played) -> None:
        ruled = [each for each in game.state.faults if each.decision in _RULED and each.fault.by == _REFEREE]
        if ruled:
            self._review(game, self.random.choice(ruled), self.random.choice(_RULED))

    def _review(self, game: Played, standing: FaultState, decision: Decision) -> None:
        penalty = self.random.choice(_PENALTIES)
        claim = Claim(
            ClaimKind.REVIEW_FAULT,
            self._later(game),
            _REFEREE,
            standing.fault.id,
            Seat(self.random.randrange(4)) if standing.offender is None else standing.offender,
            penalty=penalty if decision is Decision.UPHELD else "",
            decision=decision.value,
            reason="seen again",
        )
        self.tally.rulings += 1
        step = self._give(game, claim)
        refused = [each.reason.en for each in step.effects if isinstance(each, Refuse)]
        if refused:
            self._problem(f"{standing.fault.code} reviewed as {decision.value}: refused, {refused[0]}")

    def _give(self, game: Played, claim: Claim) -> Step:
        step = game.give(claim)
        for refused in step.refused:
            self._problem(f"{type(refused.event).__name__} is no fact: {refused.rule}, {refused.detail}")
        return step

    def _later(self, game: Played) -> float:
        game.at += 1.0
        return game.at

    def _problem(self, what: str) -> None:
        self.tally.problems.append(f"{self.book.id} seed {self.seed}: {what}")

    def _kept(self, game: Played) -> Iterator[str]:
        """Yield a problem unless the journal replays to the identical state."""
        state = NOTHING_YET
        for event in game.events:
            state = reduce(state, event)
        if state != game.state:
            yield "the journal replays to another state"


def _scripted(book: Rulebook, random: Random, rounds: int) -> list[Script]:
    """Scripts of a random game in which every second concealed win is declared with riichi."""
    whole, scripts = ToldGame(book), list[Script]()
    while len(scripts) < rounds:
        script = _scripts(_prepared(whole), random)
        wins = tuple((_in_riichi(win, random), winner) for win, winner in script.wins)
        declared = {winner for win, winner in wins if win.riichi is not Riichi.NONE}
        others = set(script.riichi) - {winner for _, winner in wins}
        script = replace(script, wins=wins, riichi=tuple(sorted(declared | others)))
        scripts.append(replace(script, called=_called(script, random)))
        whole.play(scripts[-1])
    return scripts


def _called(script: Script, random: Random) -> int | None:
    """Number of a discard that the next seat calls; None in most rounds."""
    busy = {*script.riichi, *(winner for _, winner in script.wins)}
    kinds = [each.kind for each in script.tiles]
    numbers = [
        number
        for number in range(len(SEATS), len(script.tiles) - 2)
        if script.dealer.turn(number + 1) not in busy and kinds.count(kinds[number]) == 1
    ]
    return random.choice(numbers) if numbers and random.random() < 0.3 else None


def _in_riichi(win: Win, random: Random) -> Win:
    if any(meld.is_open for meld in win.melds) or random.random() < 0.5:
        return win
    known = {
        each.kind for each in (*win.hand, win.tile, *win.dora_indicators, *(t for m in win.melds for t in m.tiles))
    }
    ura = (Tile(random.choice([kind for kind in range(KINDS) if kind not in known])),)
    return replace(win, riichi=Riichi.RIICHI, ippatsu=random.random() < 0.3, ura_indicators=ura)


def _again(state: TableState) -> list[int]:
    """Paid rounds for which a ruling proposes a new result."""
    outcomes = [(each.ordinal, each.round.outcome) for each in _rounds(state)]
    return [ordinal for ordinal, outcome in outcomes if outcome is not None and outcome.replaces is not None]


def _is_paid(round_: RoundState) -> bool:
    return round_.outcome is not None and round_.outcome.confirmed


def _rounds(state: TableState) -> list[PastRound]:
    return [each for number in range(1, state.game + 1) for each in rounds_of(state, number)]


def differences(one: TableState, other: TableState) -> Iterator[str]:
    """Differences between two states of the game, apart from the rulings themselves."""
    was, now = _told(one), _told(other)
    for name in was.keys() | now.keys():
        if was.get(name) != now.get(name):
            yield f"{name}: {_brief(was.get(name))} is {_brief(now.get(name))}"


def _told(state: TableState) -> dict[str, object]:
    told: dict[str, object] = {
        "phase": state.phase,
        "games": [books_of(state, number) for number in range(1, state.game + 1)],
        "last": (state.last, state.last_round),
        "wrong": state.wrong_declared,
    }
    for number in range(1, state.game + 1):
        for each in rounds_of(state, number):
            if each.round.outcome is not None or each.ordinal == state.rounds:
                told |= {
                    f"round {each.ordinal}, {name}": value
                    for name, value in _of_round(each.round, state.riichi_stick).items()
                }
                told[f"round {each.ordinal}, game"] = number
                told[f"round {each.ordinal}, paid"] = result_of(state, each.ordinal)
    return told


def _of_round(round_: RoundState, stick: int) -> dict[str, object]:
    return {
        "name": (round_.prevailing_wind, round_.number, round_.dealer, round_.counters),
        "acts": (round_.discards, round_.melds, round_.revealed),
        "riichi": [(each.stand, each.double) for each in round_.riichi],
        "rights": round_.lost_right,
        "fines": [each for each in round_.fines if each.stands],
        "result": _result(round_.outcome, stick),
        "play's result": _result(None if round_.played is None else replace(round_.played, confirmed=False), stick),
    }


def _brief(value: object) -> str:
    """Short form of a value for one line."""
    if not isinstance(value, Outcome):
        return str(value)
    wins = [(each.win.winner.name, each.win.riichi.value, each.score.han) for each in value.wins]
    draw = "" if value.draw is None else value.draw.value
    proposed = "" if value.replaces is None else f" for {value.replaces.payments}"
    return f"{wins or draw} {value.payments} pot {value.pot} confirmed {value.confirmed}{proposed}"


def _result(outcome: Outcome | None, stick: int) -> object:
    """Content and payments of a result, without the number of sticks on the table when it was entered."""
    if outcome is None:
        return None
    wins = tuple(
        replace(each, win=replace(each.win, riichi_sticks=0), score=_bare(each.score, each.win.winner, stick))
        for each in outcome.wins
    )
    said = replace(outcome, wins=wins, riichi_sticks=None, payments=(0, 0, 0, 0), pot=0, replaces=None)
    return said, moved_by(outcome, 0, stick)


def _bare(score: Score, winner: Seat, stick: int) -> Score:
    """Return the score without the sticks that the winner takes, and without the default rule on their value."""
    sticks = stick * score.riichi_sticks_taken
    paid = four(each - sticks * (seat is winner) for seat, each in zip(SEATS, score.payments, strict=True))
    lines = tuple(each for each in score.payment_lines if each.id != "RIICHI_STICKS")
    doubts = tuple(each for each in score.unstated if each != _STICK)
    words = tuple(each for each in score.default_lines if each.id != _STICK)
    return score._replace(
        payments=paid, riichi_sticks_taken=0, payment_lines=lines, unstated=doubts, default_lines=words
    )


def play_games(book_id: str, seeds: Sequence[int]) -> Tally:
    """Play the games of these seeds under a book and collect the differences."""
    tally, book = Tally(), rulebook(book_id)
    for seed in seeds:
        tally.add(RuledGame(book, seed).play())
    return tally


def main(arguments: Sequence[str]) -> int:
    """Play, print the tally, and fail if any game differed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=320)
    parser.add_argument("--book", choices=BOOKS, action="append")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    books = tuple(asked.book or BOOKS)
    each = -(-asked.games // len(books))
    parts = [(book, range(asked.seed, asked.seed + each)) for book in books]
    tally = Tally()
    if asked.workers == 1:
        for book, seeds in parts:
            tally.add(play_games(book, seeds))
    else:
        with ProcessPoolExecutor(asked.workers) as pool:
            for part in pool.map(play_games, *zip(*parts, strict=True)):
                tally.add(part)
    told = {
        "games": tally.games,
        "rulings": tally.rulings,
        "moved": tally.moved,
        "differing": tally.differing,
        "problems": len(tally.problems),
        "kinds": dict(tally.kinds),
    }
    if asked.json:
        sys.stdout.write(json.dumps(told | {"first": tally.problems[:20]}, ensure_ascii=False) + "\n")
    else:
        for name, value in told.items():
            sys.stdout.write(f"{name}: {value}\n")
        for problem in tally.problems[:20]:
            sys.stdout.write(f"  {problem[:600]}\n")
    return bool(tally.problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
