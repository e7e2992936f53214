"""What a win is made of: the tiles and circumstances that a score is worked out from. Checked at birth."""

from dataclasses import dataclass
from enum import Enum

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import COPIES, KINDS, Tile

_MAX_INDICATORS = 5


class WinBy(Enum):
    """Manner of a win, named as on the wire. A robbed kong is a ron, a replacement tile a tsumo (npm 33 ro)."""

    RON = "ron"
    TSUMO = "tsumo"


class Riichi(Enum):
    """Riichi of the winner; the value is its name on the wire."""

    NONE = "none"
    RIICHI = "riichi"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Win:
    """A claimed win. ``hand``: concealed tiles without ``tile``, 13 less 3 per meld. Raises HandError at birth.

    ``counters`` and ``riichi_sticks`` are those that this winner takes; ``liable`` is the seat under liability (pao),
    ``liable_for`` where two seats are, by yakuman.
    ``first_turn``: tenhou, chiihou or renhou by seat and ``by``. ``tile_shown_apart`` False: put into the hand first
    (npm 34 ro).
    """

    hand: tuple[Tile, ...]
    tile: Tile
    by: WinBy
    melds: tuple[Meld, ...] = ()
    prevailing_wind: Wind = Wind.EAST
    winner: Seat = Seat.A
    dealer: Seat = Seat.A
    loser: Seat | None = None
    riichi: Riichi = Riichi.NONE
    ippatsu: bool = False
    last_tile: bool = False
    replacement: bool = False
    robbed_kong: bool = False
    robbed_concealed_kong: bool = False
    first_turn: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    counters: int = 0
    riichi_sticks: int = 0
    liable: Seat | None = None
    liable_for: tuple[tuple[str, Seat], ...] = ()
    tile_shown_apart: bool = True

    def __post_init__(self) -> None:
        """Refuse tiles that cannot exist and circumstances that contradict each other."""
        if len(self.melds) > 4 or len(self.hand) != 13 - 3 * len(self.melds):
            expected = f"expected {13 - 3 * len(self.melds)}" if len(self.melds) <= 4 else "expected at most 4 melds"
            raise HandError(
                f"hand {format_tiles(self.hand)} with {len(self.melds)} melds holds {len(self.hand)} tiles: {expected}"
            )
        self._check_tiles()
        self._check_circumstances()
        self._check_seats()

    @property
    def seat_wind(self) -> Wind:
        """Wind of the winner's seat."""
        return self.winner.wind(self.dealer)

    @property
    def by_tsumo(self) -> bool:
        """Whether the winner drew the tile."""
        return self.by is WinBy.TSUMO

    @property
    def closed(self) -> bool:
        """Whether the hand is closed; concealed kongs keep it so."""
        return all(meld.kind is MeldKind.KAN_CONCEALED for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the winning hand: concealed, winning tile, melds."""
        return (*self.hand, self.tile, *(tile for meld in self.melds for tile in meld.tiles))

    def liable_seat(self, yakuman: str) -> Seat | None:
        """The seat that is liable for a yakuman, if any."""
        return dict(self.liable_for).get(yakuman, self.liable)

    def _check_tiles(self) -> None:
        counts = [0] * KINDS
        for tile in (*self.tiles, *self.dora_indicators, *self.ura_indicators):
            kind = tile.kind
            counts[kind] += 1
            if counts[kind] > COPIES:
                raise HandError(f"five of {Tile(kind)} in hand, melds and indicators: expected at most {COPIES}")
        for name, row in (("dora_indicators", self.dora_indicators), ("ura_indicators", self.ura_indicators)):
            if len(row) > _MAX_INDICATORS:
                raise HandError(f"{name} holds {len(row)} tiles: expected at most {_MAX_INDICATORS}")

    def _check_circumstances(self) -> None:
        tsumo = self.by is WinBy.TSUMO
        for wrong, message in (
            (self.riichi is not Riichi.NONE and not self.closed, "riichi with an open meld: expected a closed hand"),
            (self.ippatsu and self.riichi is Riichi.NONE, "ippatsu without riichi: expected riichi or double"),
            (self.replacement and not tsumo, "replacement with ron: expected tsumo"),
            (self.robbed_kong and tsumo, "robbed_kong with tsumo: expected ron"),
            (self.robbed_concealed_kong and not self.robbed_kong, "robbed_concealed_kong without robbed_kong"),
            (self.robbed_kong and self.last_tile, "robbed_kong with last_tile: no kong is made after the last tile"),
            (self.first_turn and bool(self.melds), "first_turn with melds: any call ends the first turn"),
            (self.first_turn and self.riichi is not Riichi.NONE, "first_turn with riichi: no discard came before"),
            (
                self.first_turn and (self.replacement or self.last_tile or self.robbed_kong),
                "first_turn with a later draw",
            ),
            (
                self.first_turn and not tsumo and self.winner is self.dealer,
                "first_turn with ron by the dealer: expected tsumo",
            ),
        ):
            if wrong:
                raise HandError(message)

    def _check_seats(self) -> None:
        if self.counters < 0 or self.riichi_sticks < 0:
            raise HandError(f"counters {self.counters}, riichi_sticks {self.riichi_sticks}: expected 0 or more")
        if self.by is WinBy.RON and self.loser in (None, self.winner):
            raise HandError("ron needs a loser other than the winner")
        if self.by is WinBy.TSUMO and self.loser is not None:
            raise HandError("tsumo has no loser: expected none")
        if self.winner is self.liable or self.winner in dict(self.liable_for).values():
            raise HandError("liable is the winner: expected another seat")
