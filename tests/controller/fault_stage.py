"""A table on which faults are staged by data: steps of a TOML case, with distractors, through the real director."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.journal.events import Event, FaultRaised
from controller.journal.state import RoundState
from controller.ports import (
    Claim,
    ClaimKind,
    SeenHand,
    SeenMeld,
    SeenRiverTile,
    SeenTile,
    Sighting,
    SignalKind,
    TableSignal,
)
from controller.referee.openings import is_lawful
from controller.riichi.notation import parse_seen, parse_tile
from controller.riichi.seat import SEATS, Seat
from controller.riichi.wall import Break, break_from_dice
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.profiles.layout import Layout
from hardware.profiles.table import load_profile
from tests.controller.sighting_factory import Bench, seen

CASES: Final = Path(__file__).parents[1] / "vectors" / "faults"
BOOKS: Final = tuple(name for name in rulebook_ids() if name != "mleague")
LAYOUT: Final = Layout(load_profile("wall-only"))
DICE: Final = ((3, 4), (2, 3), (5, 5), (6, 2), (1, 3))
# What is discarded where a case leaves it open; no kind comes more than three times.
PLAIN: Final = ("1z", "9m", "1p", "9s", "2z", "8m", "2p", "1s", "3z", "7m", "8p", "2s", "4z", "1m", "9p", "8s")
QUIET: Final = 30
WINDS: Final = "ESWN"

Step = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A fault as it is staged: the steps, and what each book makes of it."""

    code: str
    what: str
    steps: tuple[Step, ...]
    file: str
    seat: str = ""
    books: tuple[str, ...] = BOOKS
    marks: bool = False
    also: tuple[str, ...] = ()
    clauses: dict[str, str] = field(default_factory=dict)
    remedies: dict[str, str] = field(default_factory=dict)


def cases() -> Iterator[Case]:
    """Every case of the vectors."""
    for path in sorted(CASES.glob("*.toml")):
        body = tomllib.loads(path.read_text("utf-8"))
        books = tuple(body.get("books", [name for name in BOOKS if not is_lawful(body["code"], rulebook(name))]))
        yield Case(
            body["code"],
            body["what"],
            tuple(body["steps"]),
            path.stem,
            body.get("seat", ""),
            books,
            body.get("marks", False),
            tuple(body.get("also", ())),
            body.get("clauses", {}),
            body.get("remedies", {}),
        )


@dataclass
class Distraction:
    """Hands over the tiles, single wrong readings, tiles pushed straight: from a seed, none without one."""

    rng: Random | None

    def over(self, made: Sighting) -> Sighting:
        """The sighting as it comes through."""
        rng = self.rng
        if rng is None:
            return made
        hide = [rng.random() < 0.12 for _ in range(14)]
        hands = [None if hide[4 + seat] else self._miscounted(made.hands[seat]) for seat in SEATS]
        return replace(
            made,
            rivers=tuple(None if hide[seat] else self._straightened(made.rivers[seat]) for seat in SEATS),
            hands=tuple(hands),
            melds=tuple(None if hide[8 + seat % 2] and seat < 2 else made.melds[seat] for seat in SEATS),
            walls=tuple(None if hide[10 + seat] and rng.random() < 0.5 else made.walls[seat] for seat in SEATS),
            indicators=None if rng.random() < 0.05 else made.indicators,
            sticks=None if rng.random() < 0.1 else made.sticks,
        )

    def _miscounted(self, hand: SeenHand | None) -> SeenHand | None:
        assert self.rng is not None
        if hand is not None and hand.standing > 1 and self.rng.random() < 0.03:
            return SeenHand(hand.standing + self.rng.choice((-1, 1)))
        return hand

    def _straightened(self, river: tuple[SeenRiverTile, ...] | None) -> tuple[SeenRiverTile, ...] | None:
        assert self.rng is not None
        if not river or self.rng.random() < 0.9:
            return river
        moved = [replace(each, seen=replace(each.seen, x=each.seen.x + self.rng.gauss(0, 1.5))) for each in river]
        if self.rng.random() < 0.3:
            place = self.rng.randrange(len(moved))
            wrong = replace(moved[place].seen, tile=parse_tile("5m"), confidence=0.4)
            moved[place] = replace(moved[place], seen=wrong)
        return tuple(moved)


@dataclass
class Stage:
    """One table in play: walls, hands and rivers stay in step with each other unless a case says otherwise."""

    book: str
    variant: int = 0
    marks: bool = False
    noise: bool = True
    venue: Venue | None = None

    def __post_init__(self) -> None:
        venue = self.venue or Venue(self.book)
        director, step = Director.open(venue, 0.0)
        self.table = Bench(director, events=list(step.events), steps=[step])
        self.distraction = Distraction(Random(f"{self.book}/{self.variant}") if self.noise else None)
        self.taken, self.replaced, self.lowered = 0, 0, False
        self.played = 0
        # Whose turn it is at the table, whatever the record knows yet.
        self.turn: Seat = Seat.A
        self.last: Seat = Seat.A
        self.sticks: list[bool | None] = [False] * 4
        self.counters: int | None = None
        self.pot: int | None = None
        self.mark: Seat | None = None
        self.concealed: list[tuple[Any, ...] | None] | None = None

    @property
    def now(self) -> RoundState:
        """The round in play."""
        now = self.table.director.state.round
        assert now is not None
        return now

    def seat(self, wind: str) -> Seat:
        """The seat with that wind in this round; ``turn`` and ``last`` by the play so far."""
        if wind == "turn":
            return self.turn
        if wind == "last":
            return self.last
        if wind == "across":
            return self.last.turn(2)
        return self.now.dealer.turn(WINDS.index(wind))

    def run(self, case: Case) -> list[Event]:
        """All steps of a case; the events of what was staged."""
        for step in case.steps:
            for verb, told in step.items():
                _VERBS[verb](self, told)
        return self.table.events

    def see(self, times: int = QUIET) -> None:
        """So many sightings of the table as it lies."""
        for _ in range(times):
            self.table.frame += 1
            made = self.table.sighting()
            if self.marks:
                concealed = None if self.concealed is None else tuple(self.concealed)
                made = replace(
                    made,
                    sticks=tuple(self.sticks),
                    pot=self.pot,
                    counters=self.counters,
                    dealer_mark=self.mark,
                    concealed=concealed,
                )
            self.table.give(self.distraction.over(made))

    def set_out(self, told: Step) -> None:
        """From the set button to the first draw, as the rules ask or as told otherwise."""
        table, dealer = self.table, self.now.dealer
        state = table.director.state
        if state.phase.value == "settlement":
            dealer = Seat(self._next_dealer())
        presser = dealer.turn(told.get("presser", 0))
        table.signal(SignalKind.SET_PRESSED, presser)
        if told.get("early_dice"):
            table.signal(SignalKind.DICE_PRESSED, dealer)
        table.signal(SignalKind.MIXING)
        table.clear()
        self.sticks, self.counters, self.pot = [False] * 4, self.now.counters, state.riichi_sticks
        self.mark = self.turn = self.now.dealer
        table.signal(SignalKind.WALLS_UP)
        self.see(6)
        pips = DICE[self.variant % len(DICE)]
        for _ in range(told.get("rolls", 1)):
            table.signal(SignalKind.DICE_PRESSED, dealer.turn(told.get("roller", 0)))
            table.signal(SignalKind.DICE_STOPPED)
            table.pips = (pips[0], None) if told.get("bad_die") else tuple(pips)
            self.see(8)
        if told.get("bad_die"):
            self.see(30)
            return
        due = break_from_dice(self.now.dealer, [pips])
        self.broken = due
        if told.get("stack"):
            self.broken = Break(due.wall, (due.stack - 1 + told["stack"]) % 17 + 1)
        if told.get("wall"):
            self.broken = Break(due.wall.turn(told["wall"]), due.stack)
        self.taken, self.replaced, self.lowered = 53, 0, not told.get("unlowered")
        table.hands = [SeenHand(13)] * 4
        holder = dealer.turn(told.get("holder", 0))
        table.hands[holder] = SeenHand(14)
        self.walls()
        self.see(16)
        if not told.get("no_dora"):
            slot = self.broken.indicator(told.get("dora", 0))
            table.turn_dora("5s", slot.wall, slot.stack)
            if told.get("second_dora"):
                slot = self.broken.indicator(1)
                table.turn_dora("6s", slot.wall, slot.stack)
            self.see(12)

    def _next_dealer(self) -> int:
        return (self.now.dealer + 1) % 4

    def walls(self) -> None:
        """The walls as so much was taken."""
        self.table.take(self.broken, self.taken, lowered=self.lowered and not self.replaced)
        for kan in range(1, self.replaced + 1):
            slot = self.broken.replacement(kan)
            height = self.table.walls[slot.wall][slot.stack - 1]
            self.table.walls[slot.wall][slot.stack - 1] = max(0, (height or 0) - 1)

    def draw(self, seat: Seat) -> None:
        """A tile goes from the wall into a hand."""
        self.taken += 1
        hand = self.table.hands[seat]
        assert hand is not None
        self.table.hands[seat] = SeenHand(hand.standing + 1)
        self.walls()
        self.see(3)

    def discard(self, seat: Seat, tile: str = "", sideways: bool = False, see: int = 7) -> None:
        """A tile goes from a hand to the end of its river."""
        tile = tile or PLAIN[(self.played + self.variant) % len(PLAIN)]
        self.played += 1
        self.last = seat
        self.turn = seat.turn(1) if seat is self.turn else self.turn
        river = self.table.rivers[seat]
        turned = any(each.sideways for each in river)
        spot = LAYOUT.river_slot(seat, len(river), turned, sideways)
        lying = SeenTile(parse_tile(tile), spot.x, spot.y, spot.angle, 0.99)
        river.append(SeenRiverTile(lying, sideways))
        hand = self.table.hands[seat]
        if hand is not None and hand.standing:
            self.table.hands[seat] = SeenHand(hand.standing - 1)
        self.see(see)

    def turns(self, told: Any) -> None:
        """Turns in order: so many, or these tiles."""
        tiles = ["" for _ in range(told)] if isinstance(told, int) else list(told)
        for tile in tiles:
            seat = self.turn
            hand = self.table.hands[seat]
            if hand is not None and hand.standing + 3 * len(self.table.melds[seat]) < 14:
                self.draw(seat)
            self.discard(seat, tile.rstrip("r"), sideways=tile.endswith("r"))

    def meld(self, told: Step) -> None:
        """A meld laid down: ``from`` a river's end, ``own`` tiles out of the hand."""
        seat, table = self.seat(told["seat"]), self.table
        source = self.seat(told["from"]) if "from" in told else None
        if source is not None:
            table.rivers[source].pop()
        sideways = tuple(told.get("sideways", ()))
        laid = tuple(seen(tile, seat, place in sideways) for place, tile in enumerate(parse_seen(told["tiles"])))
        self.turn = seat
        row = table.melds[seat]
        if "at" in told:
            row[told["at"]] = SeenMeld(laid, sideways[0] if sideways else None)
        else:
            row.append(SeenMeld(laid, sideways[0] if sideways else None))
        hand = table.hands[seat]
        assert hand is not None
        own = told.get("own", len(laid) - (source is not None))
        table.hands[seat] = SeenHand(hand.standing - own)
        self.see(told.get("see", 20))

    def kan(self, told: Step) -> None:
        """What follows a kong: indicator and replacement tile."""
        seat = self.seat(told["seat"])
        if told.get("dora", True):
            slot = self.broken.indicator(self.replaced + 1)
            tile = ("6s", "7s", "3s", "4s")[self.replaced]
            self.table.turn_dora(tile, slot.wall, slot.stack)
            self.see(6)
        if told.get("draw", True):
            self.replaced += 1
            hand = self.table.hands[seat]
            assert hand is not None
            self.table.hands[seat] = SeenHand(hand.standing + 1)
            self.walls()
            self.see(6)

    def to_haitei(self, left: int) -> None:
        """The live wall shrinks to so many tiles, as after many turns: the record is told by discards."""
        while self.now.tiles_left > left:
            seat = self.now.turn
            hand = self.table.hands[seat]
            self.taken += hand is not None and hand.standing + 3 * len(self.table.melds[seat]) < 14
            self.table.hands[seat] = SeenHand(13 - 3 * len(self.table.melds[seat]))
            lengths = [len(river) for river in self.table.rivers]
            tiles = [f"{number}{suit}" for suit in "mps" for number in (1, 2, 3, 7, 8, 9)] + ["1z", "2z", "3z", "4z"]
            spot = LAYOUT.river_slot(seat, lengths[seat])
            lying = SeenTile(parse_tile(tiles[sum(lengths) % len(tiles)]), spot.x, spot.y, spot.angle, 0.99)
            # The last tile is of a kind that lies nowhere else.
            face = parse_tile("5z") if self.now.tiles_left == left + 1 else lying.tile
            self.table.rivers[seat].append(SeenRiverTile(replace(lying, tile=face), False))
            self.walls()
            noisy, self.distraction = self.distraction, Distraction(None)
            self.see(4)
            self.distraction = noisy
            self.last, self.turn = seat, seat.turn(1)


def _hand(stage: Stage, told: Step) -> None:
    seat = stage.seat(told["seat"])
    hand = stage.table.hands[seat]
    assert hand is not None
    stage.table.hands[seat] = SeenHand(told.get("standing", hand.standing + told.get("more", 0)))


def _open(stage: Stage, told: Step) -> None:
    stage.table.open(stage.seat(told["seat"]), told["tiles"], told.get("apart", ""))
    stage.see(told.get("see", 50))


def _fold(stage: Stage, told: Any) -> None:
    for wind in told:
        seat = stage.seat(wind)
        stage.table.fold(seat, 13 - 3 * len(stage.table.melds[seat]))
    stage.see(30)


def _claim(stage: Stage, told: Step) -> None:
    table = stage.table
    seat = stage.seat(told["seat"]) if "seat" in told else None
    seats = tuple(map(stage.seat, told["seats"])) if "seats" in told else None
    subject = told.get("subject", "")
    if subject == "newest":
        subject = table.director.state.faults[-1].fault.id
    kind = ClaimKind(told["kind"])
    table.give(
        Claim(
            *(kind, table.frame / 5, "referee", subject, seat, seats, told.get("points")),
            penalty=told.get("penalty", ""),
            after=told.get("after", ""),
        )
    )


def _signal(stage: Stage, told: Step) -> None:
    table = stage.table
    seat = stage.seat(told["seat"]) if "seat" in told else None
    points = tuple(told.get("points", ()))
    for _ in range(told.get("times", 1)):
        kind = SignalKind(told["kind"])
        table.give(TableSignal(kind, table.frame / 5, seat, code=told.get("code", ""), points=points))


def _points(stage: Stage, told: Any) -> None:
    """The drawers as the state has them, but for these differences by wind."""
    scores = list(stage.table.director.state.scores)
    for wind, amount in told.items():
        scores[stage.seat(wind)] += amount
    for _ in range(4):
        stage.table.give(TableSignal(SignalKind.POINTS, stage.table.frame / 5, points=tuple(scores)))


def _stick(stage: Stage, told: Any) -> None:
    for wind, there in told.items():
        stage.sticks[stage.seat(wind)] = there
    stage.pot = None


def _mark(stage: Stage, told: Step) -> None:
    if "dealer" in told:
        stage.mark = stage.seat(told["dealer"])
    stage.counters = stage.now.counters + told.get("counters", 0)
    stage.pot = stage.table.director.state.riichi_sticks + told.get("pot", 0)


def _wall(stage: Stage, told: Step) -> None:
    """Tiles out of place: ``wrong`` the tile drawn from further on, ``fallen`` stacks knocked over, ``drawn`` more."""
    if told.get("wrong"):
        slot, due = stage.broken.drawn(stage.taken + told["wrong"]), stage.broken.drawn(stage.taken - 1)
        stage.table.walls[slot.wall][slot.stack - 1] = (stage.table.walls[slot.wall][slot.stack - 1] or 0) - 1
        stage.table.walls[due.wall][due.stack - 1] = (stage.table.walls[due.wall][due.stack - 1] or 0) + 1
    for step in range(told.get("fallen", 0)):
        slot = stage.broken.drawn(stage.taken + 8 + 2 * step)
        stage.table.walls[slot.wall][slot.stack - 1] = 0
    if told.get("lost"):
        slot = stage.broken.drawn(stage.taken + 20)
        stage.table.walls[slot.wall][slot.stack - 1] = 1
    if told.get("drawn"):
        stage.taken += told["drawn"]
        stage.walls()
    if told.get("replaced"):
        stage.replaced += told["replaced"]
        stage.walls()


def _river(stage: Stage, told: Step) -> None:
    """``back`` takes the last tile of a river away, ``straight`` turns a sideways one, ``row`` pushes on in one row."""
    seat = stage.seat(told["seat"])
    river = stage.table.rivers[seat]
    if told.get("back"):
        river.pop()
    if told.get("straight"):
        stage.table.rivers[seat] = [replace(each, sideways=False) for each in river]
    if told.get("row"):
        for place, each in enumerate(river):
            spot = LAYOUT.river_slot(seat, min(place, 5))
            extra = max(0, place - 5) * 26.0
            turned = LAYOUT.place(seat, *_shifted(LAYOUT.local(seat, spot.x, spot.y), extra))
            river[place] = replace(each, seen=replace(each.seen, x=turned.x, y=turned.y))


def _shifted(local: tuple[float, float], by: float) -> tuple[float, float]:
    return local[0] + by, local[1]


def _concealed(stage: Stage, told: Step) -> None:
    stage.concealed = stage.concealed or [None] * 4
    stage.concealed[stage.seat(told["seat"])] = tuple(parse_seen(told["tiles"]))
    stage.see(told.get("see", 20))


def _fines(stage: Stage, told: Step) -> None:
    """So many empty calls, upheld."""
    for _ in range(told["times"]):
        _claim(stage, {"kind": "report_fault", "subject": "call-empty", "seat": told["seat"]})
        _claim(stage, {"kind": "uphold_fault", "subject": "newest"})


def _melds_swapped(stage: Stage, told: str) -> None:
    stage.table.melds[stage.seat(told)].reverse()


_VERBS: Final[dict[str, Callable[[Stage, Any], None]]] = {
    "set_out": Stage.set_out,
    "turns": Stage.turns,
    "draw": lambda stage, wind: stage.draw(stage.seat(wind)),
    "discard": lambda stage, told: stage.discard(
        stage.seat(told["seat"]), told.get("tile", ""), told.get("sideways", False), told.get("see", 45)
    ),
    "meld": Stage.meld,
    "kan": Stage.kan,
    "to_haitei": Stage.to_haitei,
    "see": Stage.see,
    "hand": _hand,
    "open": _open,
    "fold": _fold,
    "claim": _claim,
    "signal": _signal,
    "points": _points,
    "stick": _stick,
    "mark": _mark,
    "wall": _wall,
    "river": _river,
    "concealed": _concealed,
    "swap_melds": _melds_swapped,
    "fines": _fines,
}


def staged(case: Case, book: str, variant: int, noise: bool = True) -> tuple[Stage, list[FaultRaised]]:
    """The case under a book, in one of its variants, and every fault that was raised."""
    stage = Stage(book, variant, case.marks, noise)
    for _ in range(variant % 4 if case.steps and "set_out" in case.steps[0] else 0):
        _round_passes(stage)
    before = len(stage.table.events)
    stage.run(case)
    raised = [each for each in stage.table.events[before:] if isinstance(each, FaultRaised)]
    return stage, raised


def _round_passes(stage: Stage) -> None:
    """A short round that ends with nobody tenpai, so that the deal passes."""
    noisy, stage.distraction = stage.distraction, Distraction(None)
    stage.set_out({})
    stage.turns(["5m"])
    _claim(stage, {"kind": "confirm_draw", "seats": []})
    _claim(stage, {"kind": "confirm_settlement"})
    stage.distraction, stage.played = noisy, 0
