"""What players do at the table, one frozen value each; tiles are named by their place in the new wall (0-135)."""

from dataclasses import dataclass

from controller.riichi.meld import MeldKind
from controller.riichi.seat import Seat


@dataclass(frozen=True, slots=True)
class TakeBlock:
    """A block of the wall is taken at the deal."""

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
    """A player thinks, and nothing moves."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscardTile:
    """A tile goes to the river; ``riichi`` declares, ``sideways`` marks also the one after a called declaration."""

    seat: Seat
    tile: int
    riichi: bool = False
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class LayStick:
    """The riichi stick is laid: nobody won on the declared tile."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CallTile:
    """A discard is called: ``own`` are the caller's tiles, ``tile`` the claimed one."""

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
    """A hand is laid open, a drawn tile set apart."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fold:
    """A noten hand is laid face down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShowUra:
    """The ura indicators are shown: each (upper, lower) pair of an indicator stack."""

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
