"""A table on which the steps of a fault case are staged, with distractions, through the real director."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from controller.journal.state import RoundState
from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenRow, SeenTile
from controller.ports.table import SignalKind
from controller.riichi.notation import parse_seen, parse_tile
from controller.riichi.seat import Seat
from controller.riichi.wall import Break, break_from_dice
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.plain_sight import seen
from tests.support.bench import Bench
from tests.support.fault_cases import Distraction, Step

LAYOUT: Final = Layout(load_profile("wall-only"))
DICE: Final = ((3, 4), (2, 3), (5, 5), (6, 2), (1, 3))
# Tiles discarded where a case names none; no kind occurs more than three times.
PLAIN: Final = ("1z", "9m", "1p", "9s", "2z", "8m", "2p", "1s", "3z", "7m", "8p", "2s", "4z", "1m", "9p", "8s")
QUIET: Final = 30
WINDS: Final = "ESWN"


@dataclass
class Stage:
    """One table in play; walls, hands and rivers are kept consistent unless a case says otherwise."""

    book: str
    variant: int = 0
    marks: bool = False
    noise: bool = True
    venue: Venue | None = None
    law: Rulebook | None = None

    def __post_init__(self) -> None:
        venue = self.venue or Venue(self.book)
        director, step = Director.open(venue, 0.0, self.law)
        self.table = Bench(director, events=list(step.events), steps=[step])
        self.distraction = Distraction(Random(f"{self.book}/{self.variant}") if self.noise else None)
        self.taken, self.replaced, self.lowered = 0, 0, False
        self.played = 0
        # Seat on turn at the table, independent of the record.
        self.turn: Seat = Seat.A
        self.last: Seat = Seat.A
        self.sticks: list[bool | None] = [False] * 4
        self.counters: int | None = None
        self.pot: int | None = None
        self.mark: Seat | None = None
        self.concealed: list[SeenRow | None] | None = None

    @property
    def now(self) -> RoundState:
        """Return the round in play; fails if there is none."""
        now = self.table.director.state.round
        assert now is not None
        return now

    def seat(self, wind: str) -> Seat:
        """Seat of that wind in this round; ``turn``, ``last`` and ``across`` follow the play so far."""
        if wind == "turn":
            return self.turn
        if wind == "last":
            return self.last
        if wind == "across":
            return self.last.turn(2)
        return self.now.dealer.turn(WINDS.index(wind))

    def see(self, times: int = QUIET) -> None:
        """Show the table in its present state in ``times`` sightings."""
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
        """Play from the set button to the first draw, by the rules unless the step says otherwise."""
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
        self.turn, self.mark = self.now.dealer, state.first_dealer
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
        """Set the walls according to the number of tiles taken."""
        self.table.take(self.broken, self.taken, lowered=self.lowered and not self.replaced)
        for kan in range(1, self.replaced + 1):
            slot = self.broken.replacement(kan)
            height = self.table.walls[slot.wall][slot.stack - 1]
            self.table.walls[slot.wall][slot.stack - 1] = max(0, (height or 0) - 1)

    def draw(self, seat: Seat) -> None:
        """Move a tile from the wall into a hand."""
        self.taken += 1
        hand = self.table.hands[seat]
        assert hand is not None
        self.table.hands[seat] = SeenHand(hand.standing + 1)
        self.walls()
        self.see(3)

    def discard(self, seat: Seat, tile: str = "", sideways: bool = False, see: int = 7) -> None:
        """Move a tile from a hand to the end of its river."""
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
        """Play turns in order: this number of them, or with these tiles."""
        tiles = ["" for _ in range(told)] if isinstance(told, int) else list(told)
        for tile in tiles:
            seat = self.turn
            hand = self.table.hands[seat]
            if hand is not None and hand.standing + 3 * len(self.table.melds[seat]) < 14:
                self.draw(seat)
            self.discard(seat, tile.rstrip("r"), sideways=tile.endswith("r"))

    def meld(self, told: Step) -> None:
        """Put down a meld: ``from`` the end of a river, ``own`` tiles out of the hand."""
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
        """Play what follows a kong: indicator and replacement tile."""
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
        """Shrink the live wall to ``left`` tiles, as after many turns; the record follows by discards."""
        while self.now.tiles_left > left:
            seat = self.now.turn
            hand = self.table.hands[seat]
            self.taken += hand is not None and hand.standing + 3 * len(self.table.melds[seat]) < 14
            self.table.hands[seat] = SeenHand(13 - 3 * len(self.table.melds[seat]))
            lengths = [len(river) for river in self.table.rivers]
            tiles = [f"{number}{suit}" for suit in "mps" for number in (1, 2, 3, 7, 8, 9)] + ["1z", "2z", "3z", "4z"]
            spot = LAYOUT.river_slot(seat, lengths[seat])
            lying = SeenTile(parse_tile(tiles[sum(lengths) % len(tiles)]), spot.x, spot.y, spot.angle, 0.99)
            # The last tile is of a kind that occurs nowhere else.
            face = parse_tile("5z") if self.now.tiles_left == left + 1 else lying.tile
            self.table.rivers[seat].append(SeenRiverTile(replace(lying, tile=face), False))
            self.walls()
            noisy, self.distraction = self.distraction, Distraction(None)
            self.see(4)
            self.distraction = noisy
            self.last, self.turn = seat, seat.turn(1)
