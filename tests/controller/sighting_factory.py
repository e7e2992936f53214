"""Perfect sightings of a simulated table, without a pixel: what the eyes would say if they never erred."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.ports import (
    Evidence,
    SeenDie,
    SeenHand,
    SeenIndicator,
    SeenMeld,
    SeenRiverTile,
    SeenTile,
    Sighting,
    SignalKind,
    TableSignal,
)
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook
from hardware.simulator.deal import slots
from hardware.simulator.felt import Felt, LaidMeld, Pose
from hardware.simulator.game import Round, WrongBreaks, play_rounds
from hardware.simulator.pace import EXPOSURE_S, FAST
from hardware.simulator.performance import Performance
from hardware.simulator.stage import Setting

EMPTY_WALL = (0,) * 17


def seen(tile: Tile | None, seat: Seat = Seat.A, sideways: bool = False, confidence: float = 0.99) -> SeenTile:
    """A tile somewhere before a seat."""
    return SeenTile(tile, 0.0, 0.0, (90.0 * sideways - 90.0 * seat) % 360.0, confidence)


def sighting(setting: Setting, frame: int, at: float) -> Sighting:
    """All of a setting, every zone readable."""
    felt, made = setting.felt, setting.deal.made
    dice = tuple(SeenDie(pips, 0.0, 0.0, 0.99) for pips in setting.deal.dice) if setting.dice else ()
    if felt is None:
        nothing = SeenHand(0)
        return Sighting(frame, at, ((),) * 4, (nothing,) * 4, ((),) * 4, (EMPTY_WALL,) * 4, (), dice)
    walls = [[0] * number for number in made.stacks]
    for tile in felt.wall:
        slot = slots(made.stacks)[tile]
        walls[slot.wall][slot.stack - 1] += 1
    if felt.lowered is not None:
        walls[made.wall][made.stack - 1] += 1
    return Sighting(
        frame=frame,
        at=at,
        rivers=tuple(
            tuple(
                SeenRiverTile(seen(felt.faces[lying.tile], seat), lying.sideways) for lying in felt.places[seat].river
            )
            for seat in SEATS
        ),
        hands=tuple(_hand(felt, seat) for seat in SEATS),
        melds=tuple(tuple(_meld(felt, seat, laid) for laid in felt.places[seat].melds) for seat in SEATS),
        walls=tuple(tuple(wall) for wall in walls),
        indicators=tuple(_indicators(felt, made.stacks)),
        dice=dice,
    )


def _hand(felt: Felt, seat: Seat) -> SeenHand:
    place = felt.places[seat]
    if place.pose is Pose.STANDING:
        return SeenHand(len(place.concealed))
    faces = [None if place.pose is Pose.DOWN else felt.faces[tile] for tile in place.hand]
    apart = None if place.drawn is None else seen(felt.faces[place.drawn], seat)
    return SeenHand(0, tuple(seen(face, seat) for face in faces), apart)


def _meld(felt: Felt, seat: Seat, laid: LaidMeld) -> SeenMeld:
    tiles = []
    for place, tile in enumerate(laid.tiles):
        hidden = laid.kind is MeldKind.KAN_CONCEALED and place in (0, 3)
        tiles.append(seen(None if hidden else felt.faces[tile], seat, place == laid.sideways))
        if laid.added is not None and place == laid.sideways:
            tiles.append(seen(felt.faces[laid.added], seat, True))
    return SeenMeld(tuple(tiles), laid.sideways)


def _indicators(felt: Felt, stacks: tuple[int, int, int, int]) -> Iterator[SeenIndicator]:
    lower = [tile for _, tile in felt.ura]
    for tile in (*felt.indicators, *lower):
        slot = slots(stacks)[tile]
        yield SeenIndicator(seen(felt.faces[tile]), slot.wall, slot.stack, lower=tile in lower)


@dataclass
class _Board:
    """Collects what the machine reports."""

    now: float = 0.0
    waiting: list[TableSignal] = field(default_factory=list)
    count: int = 0

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        self.count += 1
        self.waiting.append(TableSignal(kind, self.now, seat, id=f"1:{self.count}"))


@dataclass
class Game:
    """Rounds played by the simulator as evidence in order; ``truth`` fills as rounds end."""

    book: str
    seed: int
    rounds: int
    wrong: str = ""
    truth: list[Round] = field(default_factory=list)

    def evidence(self) -> Iterator[Evidence]:
        """Signals and one sighting per exposure, from before the first set to after the last result."""
        board = _Board()
        played = play_rounds(rulebook(self.book), self.seed, self.rounds, wrong=WrongBreaks.parse(self.wrong))
        performance = Performance(played, FAST, board, self.truth.append)
        frame = 0
        while not performance.over:
            board.now = frame * EXPOSURE_S
            performance.advance(board.now)
            yield from board.waiting
            board.waiting.clear()
            yield sighting(performance.setting, frame, board.now)
            frame += 1
