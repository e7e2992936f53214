"""Acts of the players, one frozen class each; a tile is identified by its index in the new wall (0-135)."""

from dataclasses import dataclass

from controller.riichi.meld import MeldKind
from controller.riichi.seat import Seat


@dataclass(frozen=True, slots=True)
class TakeBlock:
    """A player takes a block of the wall at the deal."""

    seat: Seat
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LowerReplacement:
    """The first replacement tile is lowered beside its stack (npm art. 9 i)."""

    tile: int


@dataclass(frozen=True, slots=True)
class TurnIndicator:
    """A dora indicator is turned up."""

    tile: int


@dataclass(frozen=True, slots=True)
class DrawTile:
    """A tile is drawn and set apart from the hand."""

    seat: Seat
    tile: int
    replacement: bool = False


@dataclass(frozen=True, slots=True)
class Hesitate:
    """A player pauses; nothing moves."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscardTile:
    """A discard; ``riichi`` declares; ``sideways`` also marks the discard after a called declaration tile."""

    seat: Seat
    tile: int
    riichi: bool = False
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class LayStick:
    """The riichi stick is laid because nobody won on the declaration tile."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CallTile:
    """A discard is called: ``own`` are the caller's tiles, ``tile`` the claimed one, ``loser`` the discarder."""

    seat: Seat
    kind: MeldKind
    own: tuple[int, ...]
    tile: int
    loser: Seat


@dataclass(frozen=True, slots=True)
class Kong:
    """A concealed kong of four tiles of the hand, or one tile added to the seat's pung."""

    seat: Seat
    kind: MeldKind
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """A hand is opened; a drawn tile stays apart."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fold:
    """A noten hand is laid face down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShowUra:
    """The ura-dora indicators are shown, as (upper, lower) pair of each indicator stack."""

    pairs: tuple[tuple[int, int], ...]


Act = (
    TakeBlock
    | LowerReplacement
    | TurnIndicator
    | DrawTile
    | Hesitate
    | DiscardTile
    | LayStick
    | CallTile
    | Kong
    | Show
    | Fold
    | ShowUra
)
