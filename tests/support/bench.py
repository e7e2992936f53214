"""Sightings without pixels: those of a simulated game under perfect vision, and those of a table set up by a test."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from controller.journal.codec import canonical, plain
from controller.journal.events import Event, FaultRaised
from controller.journal.state import RoundState, TableState
from controller.ports.evidence import Evidence
from controller.ports.eyes import SeenDie, SeenHand, SeenIndicator, SeenLoose, SeenMeld, SeenRiverTile, Sighting
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.notation import parse_seen, parse_tile, parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.wall import Break, break_from_dice
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.effects import Step
from controller.table.venue import Venue
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.profiles.machine_facts import table_work
from hardware.simulator.camera.plain_sight import concealed, seen, sighting
from hardware.simulator.camera.playback import Playback
from hardware.simulator.game.round import SimulatedRound, WrongBreaks, play_rounds
from hardware.simulator.game.table_state import TilesOnTable
from hardware.simulator.machine.pace import EXPOSURE_S, FAST

E = TypeVar("E", bound=Event)


@dataclass
class Bench:
    """A table set up by a test. ``see`` and ``signal`` pass its evidence to a director and return the new events.

    ``walls``: stacks per seat; an empty list means that the wall is not reported.
    """

    director: Director
    rivers: list[list[SeenRiverTile]] = field(default_factory=lambda: [[], [], [], []])
    melds: list[list[SeenMeld]] = field(default_factory=lambda: [[], [], [], []])
    hands: list[SeenHand | None] = field(default_factory=lambda: [SeenHand(13)] * 4)
    walls: list[list[int | None]] = field(default_factory=lambda: [[2] * 17 for _ in SEATS])
    indicators: list[SeenIndicator] = field(default_factory=list)
    pips: tuple[int | None, ...] = ()
    sticks: tuple[bool, ...] | None = None
    loose: list[SeenLoose] = field(default_factory=list)
    frame: int = 0
    events: list[Event] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        """State of the table from all events so far."""
        return self.director.state

    @property
    def round(self) -> RoundState:
        """Return the round in play; fails if there is none."""
        round_ = self.state.round
        assert round_ is not None
        return round_

    def see(self, times: int = 10) -> list[Event]:
        """Show the table in its present state in ``times`` sightings."""
        fresh: list[Event] = []
        for _ in range(times):
            self.frame += 1
            fresh += self.give(self.sighting())
        return fresh

    def signal(
        self, kind: SignalKind, seat: Seat | None = None, code: str = "", pips: tuple[int, ...] = ()
    ) -> list[Event]:
        """Send a signal of the table."""
        return self.give(TableSignal(kind, self.frame / 5, seat, pips, code))

    def claim(self, kind: ClaimKind, subject: str = "") -> list[Event]:
        """Send an entry of the referee."""
        return self.give(Claim(kind, self.frame / 5, "referee", subject))

    def give(self, evidence: Evidence) -> list[Event]:
        """Send any evidence and return the events that follow."""
        step = self.director.handle(evidence)
        self.steps.append(step)
        self.events += step.events
        return list(step.events)

    def sighting(self) -> Sighting:
        """Sighting of the table in its present state."""
        return Sighting(
            frame=self.frame,
            at=self.frame / 5,
            rivers=tuple(map(tuple, self.rivers)),
            hands=tuple(self.hands),
            melds=tuple(map(tuple, self.melds)),
            walls=tuple(tuple(wall) or None for wall in self.walls),
            indicators=tuple(self.indicators),
            dice=tuple(SeenDie(pips, 0.0, 0.0, 0.99) for pips in self.pips),
            sticks=self.sticks,
            loose=tuple(self.loose),
        )

    def set_out(self, *pips: int, broken: Break | None = None, taken: int = 53, dealer: Seat = Seat.A) -> list[Event]:
        """Play from the set button to the deal: dice, then the wall open at ``broken`` (None: as the dice say)."""
        before = len(self.events)
        self.throw(*pips, dealer=dealer)
        self.see(4)
        self.hands = [SeenHand(13)] * 4
        self.hands[dealer] = SeenHand(14)
        self.take(broken or break_from_dice(dealer, [pips]), taken, lowered=taken >= 53)
        self.see(12)
        return self.events[before:]

    def throw(self, *pips: int, dealer: Seat = Seat.A) -> None:
        """Play from the set button to dice at rest that no sighting has shown yet."""
        self.signal(SignalKind.SET_PRESSED, dealer)
        self.signal(SignalKind.MIXING)
        self.clear()
        self.signal(SignalKind.WALLS_UP)
        self.see(4)
        self.signal(SignalKind.DICE_PRESSED, dealer)
        self.signal(SignalKind.DICE_STOPPED)
        self.pips = pips

    def clear(self) -> None:
        """Clear the table: only four whole walls remain."""
        self.rivers, self.melds = [[], [], [], []], [[], [], [], []]
        self.hands, self.indicators, self.pips, self.loose = [SeenHand(0)] * 4, [], (), []
        self.walls = [[2] * 17 for _ in SEATS]

    def take(self, broken: Break, tiles: int, lowered: bool = False) -> None:
        """Remove ``tiles`` tiles from the wall, counted from the break.

        ``lowered``: the first replacement tile lies beside its stack.
        """
        walls: list[list[int | None]] = [[0] * 17 for _ in SEATS]
        for slot in broken.order[tiles:]:
            walls[slot.wall][slot.stack - 1] = (walls[slot.wall][slot.stack - 1] or 0) + 1
        if lowered:
            last = broken.dead(1)
            walls[last.wall][last.stack - 1] = 1
            walls[broken.wall][broken.stack - 1] = 1
        self.walls = walls

    def turn_dora(self, tile: str, wall: Seat, stack: int, lower: bool = False, confidence: float = 0.99) -> None:
        """Turn a tile of the wall face up as a dora indicator."""
        face = seen(parse_tile(tile), confidence=confidence)
        self.indicators.append(SeenIndicator(face, wall, stack, lower))

    def discard(self, seat: Seat, tile: str, sideways: bool = False) -> None:
        """Put a tile at the end of a river; the hand has one tile fewer."""
        hand = self.hands[seat]
        if hand is not None and hand.standing and not hand.shown:
            self.hands[seat] = SeenHand(13 - 3 * len(self.melds[seat]))
        self.rivers[seat].append(SeenRiverTile(seen(parse_tile(tile), seat, sideways), sideways))

    def meld(self, seat: Seat, tiles: str, *sideways: int) -> None:
        """Put down a meld, its tiles from left to right, ``?`` for face down; ``sideways``: indices of the sideways
        tiles.
        """
        laid = tuple(seen(tile, seat, place in sideways) for place, tile in enumerate(parse_seen(tiles)))
        self.melds[seat].append(SeenMeld(laid, sideways[0] if sideways else None))

    def open(self, seat: Seat, tiles: str, apart: str = "") -> None:
        """Lay a hand open; ``apart``: the winning tile beside it."""
        shown = tuple(seen(tile, seat) for tile in parse_tiles(tiles))
        self.hands[seat] = SeenHand(0, shown, seen(parse_tile(apart), seat) if apart else None)

    def fold(self, seat: Seat, tiles: int = 13) -> None:
        """Lay a hand face down."""
        self.hands[seat] = SeenHand(0, tuple(seen(None, seat) for _ in range(tiles)))


def bench(book: str = "npm-2008", auto_settle: bool = False) -> Bench:
    """Return a new table before its first round."""
    director, step = Director.open(Venue(book, auto_settle=auto_settle), 0.0)
    return Bench(director, events=list(step.events), steps=[step])


def only(events: list[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def faults(events: list[Event], start: str = "") -> list[FaultRaised]:
    """Return the raised faults whose codes start with ``start``."""
    return [each for each in events if isinstance(each, FaultRaised) and each.fault.code.startswith(start)]


def state_bytes(state: TableState) -> bytes:
    """The state as canonical bytes: equal states have equal bytes."""
    return canonical(plain(state))


def names(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def dealt(book: str = "npm-2008", auto_settle: bool = False) -> Bench:
    """A table with the hands dealt: dice 3 + 4, so wall C is broken after its seventh stack; the dora lies on C5."""
    table = bench(book, auto_settle)
    table.set_out(3, 4)
    table.turn_dora("9p", Seat.C, 5)
    table.see()
    return table


def lap(table: Bench, *tiles: str, first: Seat = Seat.A) -> None:
    """Discard the tiles one after another in turn order."""
    for step, tile in enumerate(tiles):
        table.discard(first.turn(step), tile)
        table.see(4)


def three_dragons(book: str) -> Bench:
    """Seat B has called three pungs of dragons, the last from seat D; seat C has discarded 5p."""
    table = dealt(book)
    caller = Seat.B
    for source, dragon, sideways in ((Seat.A, "5z", 0), (Seat.C, "6z", 2), (Seat.D, "7z", 1)):
        table.discard(source, dragon)
        table.see()
        table.rivers[source].pop()
        table.meld(caller, dragon[0] * 3 + "z", sideways)
        table.hands[caller] = SeenHand(14 - 3 * len(table.melds[caller]))
        table.see(12)
        table.discard(caller, f"{len(table.melds[caller])}s")
        table.see()
        if source is Seat.C:
            lap(table, "9m", first=Seat.C)
    lap(table, "5p", first=Seat.C)
    return table


@dataclass
class Board:
    """Collects the signals that the simulated machine reports."""

    now: float = 0.0
    waiting: list[TableSignal] = field(default_factory=list)
    count: int = 0

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        self.count += 1
        self.waiting.append(TableSignal(kind, self.now, seat, id=f"1:{self.count}"))


@dataclass
class Game:
    """Rounds played by the simulator, as evidence in order.

    ``truth`` receives each round at its end. ``rules``: the rules of a house, in place of those of ``book``.
    """

    book: str
    seed: int
    rounds: int
    wrong: str = ""
    profile: str = DEFAULT_PROFILE
    truth: list[SimulatedRound] = field(default_factory=list)
    seats: bool = False
    felt: TilesOnTable | None = None
    rules: Rulebook | None = None

    def evidence(self) -> Iterator[Evidence]:
        """Yield signals and one sighting per exposure, from before the first set to after the last result."""
        board = Board()
        known, staged = load_profile(self.profile), WrongBreaks.parse(self.wrong)
        book = self.rules or rulebook(self.book)
        played = play_rounds(book, self.seed, self.rounds, known.wall.stacks, staged, table_work(known))
        playback = Playback(played, FAST, board, self.truth.append)
        frame = 0
        while not playback.over:
            board.now = frame * EXPOSURE_S
            playback.advance(board.now)
            yield from board.waiting
            board.waiting.clear()
            seen_now = sighting(playback.setting, frame, board.now)
            self.felt = playback.setting.felt
            yield replace(seen_now, concealed=concealed(self.felt)) if self.seats else seen_now
            frame += 1
