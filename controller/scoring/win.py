"""A win: the tiles and circumstances from which a score is computed. Checked on creation.

Whether a game can reach it is checked only on scoring, since a stored event may contain an unreachable one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from controller.errors import HandError
from controller.memo import Memo
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import COPIES, KINDS, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.possible import (
    CONTRADICTION,
    IMPOSSIBLE,
    LATER_LOSER,
    NORTH_ASIDE,
    OWN_KONG,
    signs_of,
    too_many,
)
from controller.scoring.hand.tiles import TileCounts, tile_counts_of
from controller.text import Text

MOST_INDICATORS: Final = 5
NOT_TOLD: Final = Tile.EAST
"""Placeholder for the winning tile of a win by han and fu; its value is never used."""
THREE: Final = 3
_LEFT_OUT: Final = range(Tile.M2, Tile.M9)
_OF_SET: Final = (MeldKind.PON, MeldKind.KAN_OPEN, MeldKind.KAN_ADDED)
_NORTHS: Final = Text("北抜きは三人打ちだけのものです。", "norths set aside among four players")
_NOT_FED: Final = Text(
    "大明槓がなければ、嶺上開花の包はありません。", "kong_fed_by without an open kong among the melds"
)
_NO_FEEDER: Final = Text(
    "ポンも大明槓もない手に包はありません。", "liable without a pon or an open kong among the melds"
)


class WinBy(Enum):
    """Manner of a win; the value is its name in the API. A robbed kong is a ron, a replacement a tsumo (npm 33 ro)."""

    RON = "ron"
    TSUMO = "tsumo"


class Riichi(Enum):
    """Riichi of the winner; the value is the name in the API."""

    NONE = "none"
    RIICHI = "riichi"
    DOUBLE = "double"
    OPEN = "open"
    DOUBLE_OPEN = "double_open"

    @property
    def double(self) -> bool:
        """True if it was declared in the first turn."""
        return self in (Riichi.DOUBLE, Riichi.DOUBLE_OPEN)

    @property
    def shown(self) -> bool:
        """True if the hand was shown with it (open riichi)."""
        return self in (Riichi.OPEN, Riichi.DOUBLE_OPEN)


@dataclass(frozen=True, slots=True)
class Win:
    """A claimed win. ``hand``: concealed tiles without ``tile``, 13 less 3 per meld. Creation may raise HandError.

    ``counters`` and ``riichi_sticks`` are those that this winner takes; ``liable`` is the seat under liability (pao),
    ``liable_for`` if two seats are, by yakuman. ``first_turn``: tenhou, chiihou or renhou by seat and ``by``.
    ``tile_shown_apart`` False: put into the hand first (npm 34 ro). ``kong_fed_by``: discarder for the open kong that
    the winning replacement tile came with. ``loser_in_riichi``: the discarder could not choose the tile, which matters
    to an open riichi only. ``norths``: set aside by the winner, among three players. ``told``: stated han, fu and
    number of yakuman if the tiles are unknown; then ``hand`` is empty, and ``tile`` matters for a ron only.
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
    kong_fed_by: Seat | None = None
    loser_in_riichi: bool = False
    norths: int = 0
    told: tuple[int, int, int] | None = None
    # Computed on creation, for the checks and for every rulebook that scores this win; the flags are of
    # ``circumstances``.
    tile_counts: TileCounts = field(init=False, repr=False, compare=False)
    flags: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raise HandError for impossible tiles and contradictory circumstances."""
        if self.told is not None:
            if self.hand:
                raise HandError(
                    Text(
                        "手牌と、翻・符の両方が入力されています。どちらか一方にしてください。",
                        f"hand {format_tiles(self.hand)} beside han and fu: expected one of both",
                    )
                )
        elif len(self.melds) > 4 or len(self.hand) != 13 - 3 * len(self.melds):
            expected = f"expected {13 - 3 * len(self.melds)}" if len(self.melds) <= 4 else "expected at most 4 melds"
            raise HandError(
                f"hand {format_tiles(self.hand)} with {len(self.melds)} melds holds {len(self.hand)} tiles: {expected}"
            )
        riichi = self.riichi is not Riichi.NONE
        tile_counts = tile_counts_of(
            self.hand, self.tile, self.melds, self.dora_indicators, self.ura_indicators, riichi, self.norths
        )
        object.__setattr__(self, "tile_counts", tile_counts)
        object.__setattr__(self, "flags", self._flags())
        if self.told is None and self.tile_counts.five >= 0:
            tile = Tile(self.tile_counts.five)
            raise HandError(
                Text(
                    f"{tile}が5枚あります。手牌・副露・ドラ表示牌を合わせて{COPIES}枚までです。",
                    f"five of {tile} in hand, melds and indicators: expected at most {COPIES}",
                )
            )
        self._check_indicators()
        if wrong := CONTRADICTION[self.flags]:
            raise HandError(wrong)
        self._check_seats()

    @property
    def seat_wind(self) -> Wind:
        """Wind of the winner's seat at a table of four."""
        return self.winner.wind(self.dealer)

    @property
    def by_tsumo(self) -> bool:
        """True if the winner drew the tile."""
        return self.by is WinBy.TSUMO

    @property
    def closed(self) -> bool:
        """True if the hand is closed; concealed kongs keep it closed."""
        return self.tile_counts.closed

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the winning hand: concealed, winning tile, melds."""
        return (*self.hand, self.tile, *(tile for meld in self.melds for tile in meld.tiles))

    def liable_seat(self, yakuman: str) -> Seat | None:
        """Return the seat that is liable for a yakuman, None if there is none."""
        return dict(self.liable_for).get(yakuman, self.liable)

    def _flags(self) -> int:
        flags = (self.winner - self.dealer) % 4 << flag.SEAT_WIND | self.prevailing_wind << flag.PREVAILING_WIND
        if self.by is WinBy.TSUMO:
            flags |= flag.TSUMO
        if self.riichi is not Riichi.NONE:
            flags |= flag.DOUBLE_RIICHI if self.riichi.double else flag.RIICHI
            flags |= flag.OPEN_RIICHI if self.riichi.shown else 0
        if self.loser_in_riichi:
            flags |= flag.LOSER_IN_RIICHI
        if self.melds:
            flags |= flag.CALLED if self.tile_counts.closed else flag.CALLED | flag.OPEN
        if self.ippatsu:
            flags |= flag.IPPATSU
        if self.last_tile:
            flags |= flag.LAST_TILE
        if self.replacement:
            flags |= flag.REPLACEMENT
        if self.robbed_kong:
            flags |= flag.ROBBED_KONG
        if self.robbed_concealed_kong:
            flags |= flag.ROBBED_CONCEALED_KONG
        if self.first_turn:
            flags |= flag.FIRST_TURN
        return flags if self.tile_shown_apart else flags | flag.MIXED_IN

    def _check_indicators(self) -> None:
        if len(self.dora_indicators) <= MOST_INDICATORS >= len(self.ura_indicators):
            return
        for name, row in (("dora_indicators", self.dora_indicators), ("ura_indicators", self.ura_indicators)):
            if len(row) > MOST_INDICATORS:
                raise HandError(
                    Text(
                        f"ドラ表示牌が{len(row)}枚あります。{MOST_INDICATORS}枚までです。",
                        f"{name} holds {len(row)} tiles: expected at most {MOST_INDICATORS}",
                    )
                )

    def _check_seats(self) -> None:
        if self.counters < 0 or self.riichi_sticks < 0:
            raise HandError(
                Text(
                    "本場と供託は0以上で入力してください。",
                    f"counters {self.counters}, riichi_sticks {self.riichi_sticks}: expected 0 or more",
                )
            )
        if not 0 <= self.norths <= COPIES:
            raise HandError(
                Text(
                    f"抜いた北が{self.norths}枚になっています。0から{COPIES}枚で入力してください。",
                    f"norths is {self.norths}: expected 0 to {COPIES}",
                )
            )
        if self.by is WinBy.RON and self.loser in (None, self.winner):
            raise HandError(
                Text(
                    "ロンには放銃した人が必要です。アガった人以外を選んでください。",
                    "ron needs a loser other than the winner",
                )
            )
        if self.by is WinBy.TSUMO and self.loser is not None:
            raise HandError(Text("ツモでは放銃した人を選びません。", "tsumo has no loser: expected none"))
        if self.winner is self.liable or self.winner in dict(self.liable_for).values():
            raise HandError(
                Text(
                    "アガった人は責任払いになりません。ほかの席を選んでください。",
                    "liable is the winner: expected another seat",
                )
            )
        if self.kong_fed_by is self.winner or (self.kong_fed_by is not None and not self.replacement):
            raise HandError(
                Text(
                    "大明槓の責任払いは、大明槓の嶺上開花でアガった人以外の席に限ります。",
                    "kong_fed_by: expected another seat, and a win on the replacement tile of an open kong",
                )
            )


OF_THE_SET: Final = ("scoring.red_fives",)
"""Rulebook fields, besides the number of players, that may make a win unreachable."""


def unreachable(win: Win, book: Rulebook) -> Text | None:
    """Return why no game with the rulebook's set of tiles reaches the win, None if one may."""
    players = book.flow.players.value
    if wrong := IMPOSSIBLE[win.flags | _signs(win, players)]:
        return wrong
    return None if win.told is not None else next(_wrong(win, book, players == THREE), None)


def _wrong(win: Win, book: Rulebook, three: bool) -> Iterator[Text]:
    reds = book.scoring.red_fives.value
    if three and (foreign := _foreign(win)):
        yield foreign
    face = _BEYOND[win.tile_counts.fives, reds]
    if face >= 0:
        yield too_many(Tile(face), reds)
    if win.norths and not three:
        yield _NORTHS
    if win.kong_fed_by is not None and not any(meld.kind is MeldKind.KAN_OPEN for meld in win.melds):
        yield _NOT_FED
    if (win.liable is not None or win.liable_for) and not any(meld.kind in _OF_SET for meld in win.melds):
        yield _NO_FEEDER


def _foreign(win: Win) -> Text | None:
    """Return the message about a seat, tile or chow that does not exist among three players, else None."""
    if Seat.D in (win.winner, win.dealer, win.loser, win.liable, win.kong_fed_by, *dict(win.liable_for).values()):
        return Text(
            "三人打ちに席3はありません。", "seat 3 is empty: expected winner, loser and dealer among seats 0 to 2"
        )
    tiles = (*win.tiles, *win.dora_indicators, *win.ura_indicators)
    if lacking := next((tile for tile in tiles if tile.kind in _LEFT_OUT), None):
        return Text(
            f"三人打ちに {lacking} はありません。",
            f"{lacking} is not among the tiles of three players: expected no 2m to 8m",
        )
    chows = any(meld.kind is MeldKind.CHII for meld in win.melds)
    return Text("三人打ちにチーはありません。", "a chii among three players: expected pon and kong") if chows else None


def _signs(win: Win, players: int) -> int:
    seats = 0
    # Relevant only before the winner's first tile.
    if (
        win.first_turn
        and win.loser is not None
        and (win.loser - win.dealer) % players > (win.winner - win.dealer) % players
    ):
        seats = LATER_LOSER
    if win.told is not None:
        return seats | OWN_KONG
    counts = win.tile_counts
    seats |= NORTH_ASIDE if win.norths else 0
    kong = bool(counts.melds.open_kongs or counts.melds.closed_kongs)
    return seats | signs_of(counts.copies, kong, len(win.dora_indicators), len(win.ura_indicators))


def _beyond(key: tuple[bytes, tuple[int, int, int]]) -> int:
    """Return a five of which there are more than in a set with these red fives, -1 for none."""
    fives, red_fives = key
    for suit, most in enumerate(red_fives):
        reds = fives[3 + suit]
        if reds > most:
            return KINDS + suit
        if fives[suit] - reds > COPIES - most:
            return 4 + 9 * suit
    return -1


_BEYOND: Final[Memo[tuple[bytes, tuple[int, int, int]], int]] = Memo(_beyond)
