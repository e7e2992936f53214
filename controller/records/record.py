"""A game as in record formats: rounds of draws, discards and calls in order, each with its result."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Final

from controller.errors import RecordError
from controller.journal.events import USUAL_STICK
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import sort_tiles
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.score import Four, Limit

Seen = Tile | None
HAND: Final = 13
UNSEEN: Final[tuple[Seen, ...]] = (None,) * HAND
NOT_SHOWN: Final[tuple[tuple[Tile, ...] | None, ...]] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class DrawAct:
    """A tile drawn from the live or the dead wall; ``tile`` None if it was not seen."""

    seat: Seat
    tile: Seen = None


@dataclass(frozen=True, slots=True)
class DiscardAct:
    """A discard; ``drawn``: True if it is the tile just drawn, None if not seen; ``riichi``: it declares riichi."""

    seat: Seat
    tile: Tile
    drawn: bool | None = None
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class CallAct:
    """A meld in display order; an added kong replaces its pung and has the added tile last."""

    seat: Seat
    meld: Meld

    def __post_init__(self) -> None:
        """Sort the tiles; raises RecordError for a claim without called tile or source."""
        meld = self.meld
        if meld.is_open and (meld.called is None or meld.source is None):
            raise RecordError(f"{meld.kind.value} of seat {self.seat}: expected the called tile and its source")
        added = meld.tiles[3:] if meld.kind is MeldKind.KAN_ADDED else ()
        tiles = (*sort_tiles(meld.tiles[:3] if added else meld.tiles), *added)
        object.__setattr__(self, "meld", Meld(meld.kind, tiles, meld.called, meld.source))

    @property
    def own(self) -> tuple[Tile, ...]:
        """The tiles from the caller's hand, without the called and the added tile."""
        tiles = list(self.meld.tiles[:3] if self.meld.kind is MeldKind.KAN_ADDED else self.meld.tiles)
        if self.meld.called is not None:
            tiles.remove(self.meld.called)
        return tuple(tiles)


Act = DrawAct | DiscardAct | CallAct


BONUSES: Final = ("DORA", "URA_DORA", "RED_FIVES")


@dataclass(frozen=True, slots=True)
class YakuNote:
    """A line of a score: id of a yaku, or one of ``BONUSES``; 0 han means a yakuman."""

    id: str
    han: int


@dataclass(frozen=True, slots=True)
class ScoreNote:
    """Stated value of a win, without counters and sticks; ``fu``: None if the format omits it.

    ``parts``: (points,) for a ron, (each,) for a dealer's tsumo, (child's, dealer's share) for a child's. ``said_han``:
    stated han if the lines do not add up to it, such as for a win without lines; else 0.
    """

    limit: Limit | None
    fu: int | None
    parts: tuple[int, ...]
    yaku: tuple[YakuNote, ...]
    said_han: int = 0

    def __post_init__(self) -> None:
        """Drop dora lines of 0 han, and the stated han if it equals the lines."""
        object.__setattr__(self, "yaku", tuple(note for note in self.yaku if note.han or note.id not in BONUSES))
        if self.said_han == sum(note.han for note in self.yaku):
            object.__setattr__(self, "said_han", 0)

    @property
    def han(self) -> int:
        """Stated han, or the sum of all lines; 0 for a yakuman."""
        return self.said_han or sum(note.han for note in self.yaku)

    def points(self, by_dealer: bool, by_tsumo: bool) -> int:
        """Return the total paid for the hand."""
        if not by_tsumo:
            return self.parts[0]
        return 3 * self.parts[0] if by_dealer else 2 * self.parts[0] + self.parts[-1]


@dataclass(frozen=True, slots=True)
class WinNote:
    """One winner; ``loser``: None for a tsumo. ``deltas``: with counters and taken sticks, without riichi deposits."""

    winner: Seat
    loser: Seat | None
    deltas: Four
    score: ScoreNote | None = None
    liable: Seat | None = None


class DrawName(Enum):
    """Why a round ended without a win; from ``NINE_ORPHANS`` on an abortive draw of the rulebook."""

    EXHAUSTIVE = "exhaustive"
    NAGASHI_MANGAN = "nagashi_mangan"
    VOID = "void"
    CHOMBO = "chombo"
    NOTEN_RIICHI = "noten_riichi"
    NINE_ORPHANS = "nine_orphans"
    FOUR_WINDS = "four_winds"
    FOUR_RIICHI = "four_riichi"
    FOUR_KONGS = "four_kongs"
    THREE_RONS = "three_rons"


@dataclass(frozen=True, slots=True)
class DrawNote:
    """A round without a win; ``tenpai`` per seat, None if unknown.

    ``said``: another program's unknown name for it; its own name is VOID then.
    """

    name: DrawName
    deltas: Four
    tenpai: tuple[bool, bool, bool, bool] | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A whole round; seat 0 was East of the first round. Creation raises RecordError for invalid values.

    ``hands``: four starting hands of 13, in display order, None for a tile not seen. ``shown``: concealed tiles opened
    at the end, without the winning tile. ``result``: wins in turn order, or one draw. ``riichi_stick``: points of a
    stick. ``laid``: sticks of each seat in the pot, if recorded apart from the acts; None: by the acts. ``chips``:
    chips paid; None if the game has none. ``players``: its players, if other than at the game's start. A round that was
    not observed has unknown hands and no acts, and its result counts.
    """

    prevailing_wind: Wind
    dealer: Seat
    counters: int
    riichi_sticks: int
    scores: Four
    dora: tuple[Seen, ...]
    ura: tuple[Tile, ...]
    hands: tuple[tuple[Seen, ...], ...]
    acts: tuple[Act, ...]
    result: tuple[WinNote, ...] | DrawNote
    shown: tuple[tuple[Tile, ...] | None, ...] = NOT_SHOWN
    riichi_stick: int = USUAL_STICK
    laid: Four | None = field(default=None, compare=False)
    chips: Four | None = None
    players: tuple[str, str, str, str] | None = None

    def __post_init__(self) -> None:
        """Check sizes and sort the hands into display order."""
        if len(self.hands) != len(SEATS) or any(len(hand) != HAND for hand in self.hands):
            raise RecordError(f"{self.name}: expected four starting hands of {HAND} tiles")
        if not self.dora or self.result == ():
            raise RecordError(f"{self.name}: expected a dora indicator and a result")
        object.__setattr__(self, "hands", tuple(in_order(hand) for hand in self.hands))

    @property
    def name(self) -> str:
        """Name of the round, such as ``E1-0``: prevailing wind, number, counters."""
        return f"{self.prevailing_wind.letter}{self.dealer + 1}-{self.counters}"

    @property
    def wins(self) -> tuple[WinNote, ...]:
        """The winners; () for a draw."""
        return () if isinstance(self.result, DrawNote) else self.result

    @property
    def deltas(self) -> Four:
        """Change of points at the end per seat, without sticks laid during the round."""
        notes = [self.result] if isinstance(self.result, DrawNote) else self.result
        a, b, c, d = (sum(note.deltas[seat] for note in notes) for seat in SEATS)
        return a, b, c, d

    @property
    def is_seen(self) -> bool:
        """True if anything of the play is recorded."""
        return bool(self.acts)

    @property
    def _three_rons(self) -> bool:
        return isinstance(self.result, DrawNote) and self.result.name is DrawName.THREE_RONS

    def riichi_paid(self) -> Iterator[Seat]:
        """Yield the seats that paid a stick, in order; a declaration whose tile was won on pays none."""
        last = next((act for act in reversed(self.acts) if not isinstance(act, DrawAct)), None)
        for act in self.acts:
            if isinstance(act, DiscardAct) and act.riichi:
                ronned = act is last and (self._three_rons or any(win.loser is act.seat for win in self.wins))
                if not ronned:
                    yield act.seat

    @property
    def deposits(self) -> Four:
        """Sticks that each seat put into the pot."""
        if self.laid is not None:
            return self.laid
        a, b, c, d = map(tuple(self.riichi_paid()).count, SEATS)
        return a, b, c, d

    @property
    def scores_after(self) -> Four:
        """Points when the round is paid."""
        laid, paid = self.deposits, self.deltas
        a, b, c, d = (self.scores[seat] + paid[seat] - self.riichi_stick * laid[seat] for seat in SEATS)
        return a, b, c, d


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game; ``names`` from the East of the first round on, ``rulebook``: id or "", ``red_fives``: man, pin, sou.

    ``final_scores``: points in hand at the very end, including left-over sticks; ``final_totals``: its result, in
    points; ``final_chips``: chips. All None if the record lacks them, or the game has not ended. ``ref``: other
    programs' id of the game. ``begun``, ``ended``: seconds since 1970. ``ordinals``: ordinals of its rounds in the
    session, counted from 1, if it comes from a journal. ``east_only``, ``red_fives``, ``open_tanyao``: None if the
    record does not state them. ``rules``: its line of rules, such as 般南喰赤; ``own_rules``: its statements on rules
    unknown here, unchanged.
    """

    names: tuple[str, str, str, str]
    rounds: tuple[RoundRecord, ...]
    title: tuple[str, str] = ("", "")
    rulebook: str = ""
    east_only: bool | None = None
    red_fives: tuple[int, int, int] | None = None
    final_scores: Four | None = None
    final_totals: tuple[Fraction, ...] | None = None
    ref: str = ""
    ordinals: tuple[int, ...] = field(default=(), compare=False)
    open_tanyao: bool | None = None
    rules: str = ""
    own_rules: str = ""
    final_chips: Four | None = None
    begun: float | None = None
    ended: float | None = None


def in_order(tiles: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """Return tiles in display order, unknown ones last."""
    known = sort_tiles(tile for tile in tiles if tile is not None)
    return (*known, *(None,) * (len(tiles) - len(known)))


def one_of_each_seat(row: list[int]) -> Four:
    """Return four numbers as a tuple in order of seats; raises RecordError."""
    if len(row) != len(SEATS):
        raise RecordError(f"{len(row)} numbers: expected one of each of four seats")
    a, b, c, d = row
    return a, b, c, d
