"""Replay of a recorded round act by act: each seat's hand, calls and riichi at its end."""

from dataclasses import dataclass, field

from controller.errors import RecordError
from controller.journal.state import is_claim
from controller.records.record import Act, CallAct, DiscardAct, DrawAct, RoundRecord, Seen, WinNote
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import TILES, Tile
from controller.scoring.win import Riichi

LIVE = TILES - 14 - 4 * 13


@dataclass(slots=True)
class ReplayedSeat:
    """A player during a replay: concealed tiles (None: not seen), melds, riichi.

    ``calls``: melds as made, with an added kong in addition to its pung. ``river``: the player's discards, each with
    True if it was called.
    """

    hand: list[Seen]
    melds: list[Meld] = field(default_factory=list)
    calls: list[Meld] = field(default_factory=list)
    river: list[tuple[Tile, bool]] = field(default_factory=list)
    riichi: Riichi = Riichi.NONE
    ippatsu: bool = False


class PlayedRound:
    """A round replayed to its end; raises RecordError for acts that its tiles do not allow."""

    def __init__(self, one: RoundRecord) -> None:
        self.one = one
        self.seats = [ReplayedSeat(list(one.hands[seat])) for seat in SEATS]
        self.drawn = self.kongs = self.calls = 0
        self.last: Act | None = None
        self.after_kong = False
        for act in one.acts:
            self._play(act)
            self.last = act

    @property
    def wall_is_spent(self) -> bool:
        """True if no live tile is left."""
        return self.drawn + self.kongs >= LIVE

    def winning_tile(self, note: WinNote) -> Seen:
        """Return the tile that a winner won on; None if it was not seen or does not exist."""
        last = self.last
        if note.loser is None:
            return last.tile if isinstance(last, DrawAct) and last.seat is note.winner else None
        if isinstance(last, DiscardAct):
            return last.tile
        if isinstance(last, CallAct):
            return last.meld.tiles[-1]
        return None

    def hand(self, seat: Seat, drawn: bool = False) -> tuple[Tile, ...] | None:
        """Return a seat's concealed tiles at the end, or its shown hand; ``drawn``: without the tile just drawn."""
        hand = list(self.seats[seat].hand)
        if drawn:
            hand = hand[:-1]
        known = tuple(tile for tile in hand if tile is not None)
        if len(known) == len(hand):
            return known
        shown = self.one.shown[seat]
        return shown if shown is not None and len(shown) == len(hand) else None

    def _play(self, act: Act) -> None:
        player = self.seats[act.seat]
        match act:
            case DrawAct(_, tile):
                self.after_kong = isinstance(self.last, CallAct) and self.last.meld.kind.is_kong
                self.drawn += not self.after_kong
                if self.after_kong:
                    self._end_ippatsu()
                player.hand.append(tile)
            case DiscardAct(_, tile, _, riichi):
                self._take(act.seat, tile)
                player.ippatsu = False
                if riichi:
                    player.riichi = Riichi.RIICHI if self.calls or player.river else Riichi.DOUBLE
                    player.ippatsu = True
                player.river.append((tile, False))
            case CallAct(seat, meld):
                self._call(act, seat, meld)

    def _call(self, act: CallAct, seat: Seat, meld: Meld) -> None:
        player = self.seats[seat]
        self.calls += 1
        self.kongs += meld.kind.is_kong
        player.calls.append(meld)
        if is_claim(meld.kind):
            self._end_ippatsu()
            if meld.source is not None and (river := self.seats[seat.turn(meld.source.value)].river):
                river[-1] = (river[-1][0], True)
        if meld.kind is MeldKind.KAN_ADDED:
            self._take(seat, meld.tiles[3])
            for place, pung in enumerate(player.melds):
                if pung.kind is MeldKind.PON and pung.first_kind == meld.first_kind:
                    player.melds[place] = meld
                    return
            raise RecordError(f"{self.one.name}: added kong {format_tiles(meld.tiles)} without its pung")
        for tile in act.own:
            self._take(seat, tile)
        player.melds.append(meld)

    def _take(self, seat: Seat, tile: Tile) -> None:
        hand = self.seats[seat].hand
        if tile in hand:
            hand.remove(tile)
        elif None in hand:
            hand.remove(None)
        else:
            raise RecordError(f"{self.one.name}: seat {seat} does not hold {tile}")

    def _end_ippatsu(self) -> None:
        for player in self.seats:
            player.ippatsu = False
