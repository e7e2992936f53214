"""Objects on the table: every tile of the set is in exactly one place, and only acts move it."""

from dataclasses import dataclass, field, replace
from enum import Enum

from controller.riichi.meld import Meld, MeldKind
from controller.riichi.meld_layout import sideways_place
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.tile import Tile
from hardware.simulator.game.acts import (
    Act,
    CallTile,
    DiscardTile,
    DrawTile,
    Fold,
    Kong,
    LayStick,
    LowerReplacement,
    Show,
    ShowUra,
    TakeBlock,
    TurnIndicator,
)


class HandPose(Enum):
    """Pose of a hand."""

    STANDING = "standing"
    SHOWN = "shown"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard in its river."""

    tile: int
    sideways: bool


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld: ``tiles`` left to right as its owner sees them, ``sideways`` the index of the claimed one.

    ``added`` is the fourth tile of an added kong, which lies on the sideways one.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    sideways: int | None = None
    source: From | None = None
    added: int | None = None

    @property
    def all_tiles(self) -> tuple[int, ...]:
        """Every tile of the meld, the added one last."""
        return self.tiles if self.added is None else (*self.tiles, self.added)


@dataclass(slots=True)
class Place:
    """One player's objects on the table; ``drawn`` lies apart from ``hand``."""

    hand: list[int] = field(default_factory=list)
    drawn: int | None = None
    river: list[RiverTile] = field(default_factory=list)
    melds: list[LaidMeld] = field(default_factory=list)
    stick: bool = False
    pose: HandPose = HandPose.STANDING

    @property
    def concealed(self) -> list[int]:
        """The hand including the drawn tile."""
        return self.hand if self.drawn is None else [*self.hand, self.drawn]


class TilesOnTable:
    """Tiles of one round by place; ``faces[tile]`` is the face of a tile."""

    def __init__(self, faces: tuple[Tile, ...]) -> None:
        self.faces = faces
        self.wall: set[int] = set(range(len(faces)))
        self.places: tuple[Place, ...] = tuple(Place() for _ in SEATS)
        self.lowered: int | None = None
        self.indicators: list[int] = []
        self.ura: tuple[tuple[int, int], ...] = ()

    def apply(self, act: Act) -> None:
        """Apply an act; its tiles must be in the place from which the act takes them."""
        match act:
            case TakeBlock(seat, tiles):
                self.wall.difference_update(tiles)
                self.places[seat].hand = self.sorted((*self.places[seat].hand, *tiles))
            case LowerReplacement(tile):
                self.wall.remove(tile)
                self.lowered = tile
            case TurnIndicator(tile):
                self.indicators.append(tile)
            case DrawTile(seat, tile):
                self._leave_wall(tile)
                self.places[seat].drawn = tile
            case DiscardTile(seat, tile, _, sideways):
                self._spend(self.places[seat], (tile,))
                self.places[seat].river.append(RiverTile(tile, sideways))
            case LayStick(seat):
                self.places[seat].stick = True
            case CallTile():
                self._claim(act)
            case Kong():
                self._kong(act)
            case Show(seat):
                self.places[seat].pose = HandPose.SHOWN
            case Fold(seat):
                self.places[seat].pose = HandPose.DOWN
            case ShowUra(pairs):
                self.ura = pairs

    def sorted(self, tiles: tuple[int, ...]) -> list[int]:
        """Return tiles in display order: by kind, a red five first."""
        return sorted(tiles, key=lambda tile: (self.faces[tile].kind, not self.faces[tile].is_red, tile))

    def melds(self, seat: Seat) -> tuple[Meld, ...]:
        """Return the melds of a seat as ``Meld`` values."""
        return tuple(self._meld(laid) for laid in self.places[seat].melds)

    def _leave_wall(self, tile: int) -> None:
        if tile == self.lowered:
            self.lowered = None
        else:
            self.wall.remove(tile)

    def _spend(self, place: Place, tiles: tuple[int, ...]) -> None:
        rest = place.concealed
        for tile in tiles:
            rest.remove(tile)
        place.hand, place.drawn = self.sorted(tuple(rest)), None

    def _claim(self, act: CallTile) -> None:
        taken = self.places[act.loser].river.pop()
        if taken.tile != act.tile:
            raise ValueError(f"claimed tile {act.tile} is not the last discard {taken.tile}")
        self._spend(self.places[act.seat], act.own)
        source = act.seat.towards(act.loser)
        own = self.sorted(act.own)
        sideways = sideways_place(act.kind, source)
        tiles = (*own[:sideways], act.tile, *own[sideways:])
        self.places[act.seat].melds.append(LaidMeld(act.kind, tiles, sideways, source))

    def _kong(self, act: Kong) -> None:
        place = self.places[act.seat]
        self._spend(place, act.tiles)
        if act.kind is MeldKind.KAN_CONCEALED:
            place.melds.append(LaidMeld(act.kind, tuple(self.sorted(act.tiles))))
            return
        (tile,) = act.tiles
        kind = self.faces[tile].kind
        for index, laid in enumerate(place.melds):
            if laid.kind is MeldKind.PON and self.faces[laid.tiles[0]].kind == kind:
                place.melds[index] = replace(laid, kind=MeldKind.KAN_ADDED, added=tile)
                return
        raise ValueError(f"no pung to add tile {tile} to")

    def _meld(self, laid: LaidMeld) -> Meld:
        called = None if laid.sideways is None else self.faces[laid.tiles[laid.sideways]]
        return Meld(laid.kind, tuple(self.faces[tile] for tile in laid.all_tiles), called, laid.source)
