"""Games with one round whose end nobody saw, compared with the same games seen in full.

``python -m tests.support.unseen_rounds --games 200 --seed 1``: random games under every rulebook with one unseen end
each. Prints how many later rounds were paid automatically before the end was entered. The exit status is 1 if one was
paid differently from the fully seen game, or if the books differ after the end is entered.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from controller.journal import events as ev
from controller.journal.events import DrawKind, WonHand
from controller.journal.ledger import books_of, round_at, standing
from controller.journal.state import Outcome, RiichiStand, RoundState, TableState
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.ports.table import SignalKind, TableSignal
from controller.referee.ruled_results import void_round
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import COPIES, KINDS, Tile
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round, abortive_draws
from controller.scoring.payment_lines import four
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.settlement import score_rons
from controller.scoring.win import Riichi, Win, WinBy, unreachable
from controller.table.effects import Refuse, Step
from controller.table.infer.ending import drawn_with
from controller.table.venue import Venue
from tests.support.random_games import FactsDirector, _entered, wins_under

ROUNDS: Final = 12
_REFEREE: Final = "referee"


@dataclass(frozen=True)
class Script:
    """Events at the table in one round, seen or not; ``called``: number of the discard that is called for a pon."""

    dealer: Seat
    tiles: tuple[Tile, ...]
    riichi: tuple[Seat, ...]
    wins: tuple[tuple[Win, Seat], ...] = ()
    loser: Seat | None = None
    tenpai: tuple[Seat, ...] = ()
    draw: str = ""
    nagashi: tuple[Seat, ...] = ()
    called: int | None = None


@dataclass
class Played:
    """A director that received a game, its events, and the ordinal of every round of the script."""

    book: Rulebook
    director: FactsDirector = field(init=False)
    events: list[ev.Event] = field(default_factory=list)
    ordinals: list[int] = field(default_factory=list)
    at: float = 0.0
    auto_settle: bool = True

    def __post_init__(self) -> None:
        self.director, step = FactsDirector.open(Venue(self.book.id, auto_settle=self.auto_settle), 0.0, self.book)
        self.events += step.events

    @property
    def state(self) -> TableState:
        """Present state of the table."""
        return self.director.state

    @property
    def round_(self) -> RoundState:
        """The round in play."""
        assert self.state.round is not None
        return self.state.round

    def play(self, script: Script, *, unseen: bool = False, heard: int = 99) -> None:
        """Play the round of a script; ``unseen``: after ``heard`` discards the camera is lost until the next set."""
        self.signal(SignalKind.SET_PRESSED, script.dealer)
        self.signal(SignalKind.WALLS_UP)
        if self.cleared:
            self.signal(SignalKind.FAULT_CLEARED, code="camera-lost")
        self.signal(SignalKind.DICE_PRESSED, script.dealer)
        place, turned = ev.StackPlace(Seat.A, 5), ev.StackPlace(Seat.A, 8)
        self.facts(
            ev.WallBroken(at=self.at, expected=place, seen=place),
            ev.DoraShown(at=self.at, tile=script.tiles[-1], expected=turned, seen=turned),
            ev.HandsDealt(at=self.at),
        )
        seen = script.tiles[: min(heard, len(script.tiles) - 1)] if unseen else script.tiles[:-1]
        for number, tile in enumerate(seen):
            seat = script.dealer.turn(number)
            declares = number < len(SEATS) and seat in script.riichi
            self.facts(ev.Discarded(at=self.at, seat=seat, tile=tile, sideways=declares))
            if declares:
                self.facts(ev.RiichiDeclared(at=self.at, seat=seat), ev.RiichiAccepted(at=self.at, seat=seat))
            self.discarded(script, number)
        self.ordinals.append(self.state.rounds)
        if unseen:
            self.signal(SignalKind.FAULT, code="camera-lost")
        else:
            self.facts(*self._end(script))

    def discarded(self, script: Script, number: int) -> None:
        """Hook called after each discard of a script."""

    @property
    def cleared(self) -> bool:
        """True if the camera is lost."""
        return any(each.fault.code == "camera-lost" for each in self.state.open_faults())

    def _end(self, script: Script) -> Iterator[ev.Event]:
        round_ = self.round_
        sticks = standing(self.state).riichi_sticks
        played = Round(round_.prevailing_wind, round_.dealer, round_.counters, sticks)
        if script.wins:
            wins = [_put(win, winner, script.loser, played) for win, winner in script.wins]
            if script.loser is None:
                score = score_win(wins[0], self.book)
                assert isinstance(score, Score)
                scored: Sequence[tuple[Win, Score]] = ((wins[0], score),)
            else:
                scored = score_rons(wins, played, self.book)
            yield ev.RoundWon(at=self.at, wins=tuple(WonHand(win, score, False) for win, score in scored))
        elif script.draw == "":
            # A script's few discards cannot show a nagashi mangan.
            yield drawn_with(
                round_, sticks, self.book, {"at": self.at, "evidence": ()}, script.tenpai, nagashi=script.nagashi
            )
        elif script.draw == DrawKind.VOID.value:
            told = round_at(self.state, self.state.rounds)
            assert told is not None
            yield void_round(self.state, told, {"at": self.at, "evidence": ()})
        else:
            yield ev.RoundDrawn(at=self.at, kind=DrawKind(script.draw), tenpai=(), payments=(0, 0, 0, 0))

    def enter(self, script: Script, ordinal: int) -> list[Step]:
        """Make the entries of a person for a round whose end nobody saw."""
        told = round_at(self.state, ordinal)
        assert told is not None
        steps = [
            self.claim(ClaimKind.STATE_RIICHI, seat=seat, round_=ordinal)
            for seat in script.riichi
            if told.round.riichi[seat].stand is not RiichiStand.ACCEPTED
        ]
        if script.wins:
            wins = tuple(_entered(win, winner, script.loser) for win, winner in script.wins)
            steps.append(self.claim(ClaimKind.ENTER_RESULT, wins=wins, round_=ordinal))
        elif script.draw == "void":
            steps.append(self.claim(ClaimKind.VOID_ROUND, round_=ordinal))
        else:
            nagashi = script.nagashi or None
            kind = ClaimKind.CONFIRM_DRAW
            steps.append(self.claim(kind, script.draw, seats=script.tenpai, nagashi=nagashi, round_=ordinal))
        return steps

    def claim(
        self,
        kind: ClaimKind,
        subject: str = "",
        *,
        seat: Seat | None = None,
        seats: tuple[Seat, ...] | None = None,
        nagashi: tuple[Seat, ...] | None = None,
        wins: tuple[EnteredWin, ...] = (),
        round_: int | None = None,
    ) -> Step:
        """Make a claim of the referee."""
        self.at += 1.0
        return self.give(Claim(kind, self.at, _REFEREE, subject, seat, seats, wins=wins, round=round_, nagashi=nagashi))

    def give(self, claim: Claim) -> Step:
        """Make any entry."""
        step = self.director.handle(claim)
        self.events += step.events
        return step

    def signal(self, kind: SignalKind, seat: Seat | None = None, code: str = "") -> None:
        """Send a signal of the table."""
        self.at += 1.0
        self.events += self.director.handle(TableSignal(kind, self.at, seat, code=code)).events

    def facts(self, *facts: ev.Event) -> None:
        """Apply events as the vision proposes them."""
        self.at += 1.0
        step = self.director.take((replace(each, at=self.at) for each in facts), self.at)
        refused = [each for each in step.refused if not isinstance(each.event, ev.FaultRaised)]
        assert not refused, refused
        self.events += step.events


def _put(win: Win, winner: Seat, loser: Seat | None, played: Round) -> Win:
    """Return the win with the circumstances of that round."""
    return replace(
        win,
        winner=winner,
        loser=loser,
        by=WinBy.TSUMO if loser is None else WinBy.RON,
        dealer=played.dealer,
        prevailing_wind=played.prevailing_wind,
        counters=played.counters,
        riichi_sticks=played.riichi_sticks,
        liable_for=(),
        kong_fed_by=None,
    )


def _wins_anywhere(win: Win, book: Rulebook) -> bool:
    """True if the hand wins in any round: after an unseen end the round's name is a guess."""
    names = [replace(win, prevailing_wind=wind, dealer=dealer) for wind in Wind for dealer in SEATS]
    return all(isinstance(score_win(each, book), Score) for each in names)


def _scripts(game: Played, random: Random) -> Script:
    """Script of the next round of a game, drawn from its present state."""
    book, state, round_ = game.book, game.state, game.round_
    bag = [Tile(kind) for kind in range(KINDS) for _ in range(COPIES)]
    random.shuffle(bag)
    dealer = round_.dealer
    riichi = tuple(seat for seat in SEATS if random.random() < 0.15 and state.scores[seat] >= 10 * state.riichi_stick)
    script = Script(dealer, tuple(bag[: random.randrange(6, 12)]), riichi)
    choice = random.random()
    if choice < 0.6:
        for win in random.sample(wins_under(rulebook_ids()[0]), 60):
            if win.riichi is not Riichi.NONE or win.first_turn or win.replacement or win.robbed_kong:
                continue
            winner = Seat(random.randrange(4))
            loser = None if win.by is WinBy.TSUMO else winner.turn(random.randrange(1, 4))
            place = Round(round_.prevailing_wind, dealer, round_.counters)
            put = _put(win, winner, loser, place)
            # A set with red fives has fewer plain ones.
            if not unreachable(put, book) and _wins_anywhere(put, book):
                return replace(script, wins=((win, winner),), loser=loser)
    aborts = abortive_draws(book)
    if choice > 0.95 and aborts:
        return replace(script, draw=random.choice(aborts).value)
    if choice > 0.92:
        return replace(script, draw="void")
    script = replace(script, tenpai=tuple(seat for seat in SEATS if random.random() < 0.45))
    if choice > 0.87 and book.scoring.nagashi_mangan.value:
        return replace(script, nagashi=tuple(random.sample(list(SEATS), 1 if choice > 0.88 else 2)))
    return script


@dataclass
class Compared:
    """Comparison of one game with an unseen end and the same game seen in full."""

    later: int = 0
    settled: int = 0
    problems: list[str] = field(default_factory=list)


def scripted(book: Rulebook, seed: int, rounds: int) -> list[Script]:
    """Scripts of a random game."""
    return _told(book, Random(f"{book.id} {seed}"), rounds)[0]


def _told(book: Rulebook, random: Random, rounds: int) -> tuple[list[Script], Played]:
    """Scripts of a random game, and the game as seen in full."""
    whole, scripts = Played(book), list[Script]()
    while len(scripts) < rounds:
        scripts.append(_scripts(_prepared(whole), random))
        whole.play(scripts[-1])
    return scripts, whole


def compare(book: Rulebook, seed: int, rounds: int = ROUNDS) -> Compared:
    """Play a random game seen in full, then with one unseen end, which is entered after the last round."""
    random, told = Random(f"{book.id} {seed}"), Compared()
    scripts, whole = _told(book, random, rounds)
    unseen, heard = random.randrange(rounds // 2), random.randrange(1, 8)
    blind = Played(book)
    for number, script in enumerate(scripts):
        blind.play(script, unseen=number == unseen, heard=heard)
    _compare_settled(whole, blind, unseen, told)
    name = f"{book.id} seed {seed} round {unseen}"
    steps = blind.enter(scripts[unseen], blind.ordinals[unseen])
    told.problems += [f"{name}: refused {each}" for step in steps for each in step.effects if isinstance(each, Refuse)]
    for game in (whole, blind):
        # Results that wait for a ruling are confirmed in both games.
        for ordinal in game.ordinals:
            if (there := round_at(game.state, ordinal)) is not None and there.round.pending:
                game.claim(ClaimKind.CONFIRM_SETTLEMENT, round_=ordinal)
    told.problems += [f"{name}: {each}" for each in _different(whole, blind)]
    return told


def _prepared(whole: Played) -> Played:
    """Begin the game's next round, so that its dealer is known."""
    if whole.round_.outcome is not None:
        whole.signal(SignalKind.SET_PRESSED, whole.round_.dealer)
    return whole


def _compare_settled(whole: Played, blind: Played, unseen: int, told: Compared) -> None:
    for number in range(unseen + 1, len(blind.ordinals)):
        now, due = _outcome(blind, number), _outcome(whole, number)
        told.later += 1
        if now is None or due is None:
            told.problems.append(f"round {number} has no result")
        elif now.confirmed:
            told.settled += 1
            if _hand(blind, now) != _hand(whole, due):
                told.problems.append(f"round {number} settled {_hand(blind, now)} not {_hand(whole, due)}")


def _outcome(played: Played, number: int) -> Outcome | None:
    told = round_at(played.state, played.ordinals[number])
    return None if told is None else told.round.outcome


def _hand(played: Played, outcome: Outcome) -> object:
    """Payments of a result without the sticks of the pot."""
    stick = played.state.riichi_stick
    taken = outcome.pot if outcome.taker is not None else 0
    return four(
        each + stick * taken * (seat is outcome.taker) for seat, each in zip(SEATS, outcome.payments, strict=True)
    )


def _different(whole: Played, blind: Played) -> Iterator[str]:
    for game in range(1, whole.state.game + 1):
        due, now = books_of(whole.state, game), books_of(blind.state, game)
        if due != now:
            yield f"game {game}: {now} is not {due}"
    if whole.state.game != blind.state.game:
        yield f"{blind.state.game} games, not {whole.state.game}"
    for number in range(len(whole.ordinals)):
        names = [_name(each, number) for each in (whole, blind)]
        if names[0] != names[1]:
            yield f"round {number}: {names[1]} is not {names[0]}"


def _name(played: Played, number: int) -> object:
    told = round_at(played.state, played.ordinals[number])
    if told is None:
        return None
    round_ = told.round
    return told.game, round_.prevailing_wind.name, round_.dealer.name, round_.counters


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games under every book and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.unseen_rounds")
    parser.add_argument("--games", type=int, default=20, help="under each rulebook")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--book", default="")
    options = parser.parse_args(arguments)
    problems: list[str] = []
    for book_id in [options.book] if options.book else (*rulebook_ids(), *outside_ids()):
        book, later, settled = rulebook(book_id), 0, 0
        for seed in range(options.seed, options.seed + options.games):
            told = compare(book, seed)
            later, settled = later + told.later, settled + told.settled
            problems += told.problems
        print(json.dumps({"book": book_id, "later": later, "settled": settled}), flush=True)
    for problem in problems[:20]:
        print(problem)
    print(json.dumps({"problems": len(problems)}))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
