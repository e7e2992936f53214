"""Every win of a record, replayed tile by tile and scored by a rulebook, to compare with what was written."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.errors import HandError, RecordError
from controller.journal.state import is_claim
from controller.records.record import Act, CallAct, DiscardAct, DrawAct, RoundRecord, Seen, WinNote
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import TILES, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy

_LIVE = TILES - 14 - 4 * 13


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """A win of a record as replayed and scored; ``score`` None with ``unknown`` where tiles or circumstances lack."""

    name: str
    note: WinNote
    win: Win | None = None
    score: Score | NoWin | None = None
    unknown: str = ""
    differences: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether it could be scored, and as written."""
        return isinstance(self.score, Score) and not self.differences


@dataclass(slots=True)
class _Player:
    """A player in the course of the replay: concealed tiles (None: not seen), melds, riichi."""

    hand: list[Seen]
    melds: list[Meld] = field(default_factory=list)
    riichi: Riichi = Riichi.NONE
    ippatsu: bool = False
    discards: int = 0


def scored_wins(one: RoundRecord, book: Rulebook) -> Iterator[ScoredWin]:
    """Each win of a round under a rulebook. Shown hands stand in for hands that were not followed.

    The first winner takes counters and sticks. Raises RecordError for a play that its tiles do not allow.
    """
    table = _Replayed(one)
    for place, note in enumerate(one.wins):
        yield _scored(table, note, book, first=place == 0)


class _Replayed:
    """A round played to its end."""

    def __init__(self, one: RoundRecord) -> None:
        self.one = one
        self.players = [_Player(list(one.hands[seat])) for seat in SEATS]
        self.drawn = self.kongs = self.calls = 0
        self.last: Act | None = None
        self.after_kong = False
        for act in one.acts:
            self._play(act)
            self.last = act

    def _play(self, act: Act) -> None:
        player = self.players[act.seat]
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
                    player.riichi = Riichi.RIICHI if self.calls or player.discards else Riichi.DOUBLE
                    player.ippatsu = True
                player.discards += 1
            case CallAct(seat, meld):
                self._call(act, seat, meld)

    def _call(self, act: CallAct, seat: Seat, meld: Meld) -> None:
        player = self.players[seat]
        self.calls += 1
        self.kongs += meld.kind.is_kong
        if is_claim(meld.kind):
            self._end_ippatsu()
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
        hand = self.players[seat].hand
        if tile in hand:
            hand.remove(tile)
        elif None in hand:
            hand.remove(None)
        else:
            raise RecordError(f"{self.one.name}: seat {seat} does not hold {tile}")

    def _end_ippatsu(self) -> None:
        for player in self.players:
            player.ippatsu = False


def _scored(table: _Replayed, note: WinNote, book: Rulebook, first: bool) -> ScoredWin:
    one = table.one
    name = f"{one.name} winner {note.winner}"
    tile = _winning_tile(table, note)
    hand = _hand(table, note)
    if tile is None or hand is None or any(shown is None for shown in one.dora):
        return ScoredWin(name, note, unknown="the winning hand or an indicator was not seen")
    try:
        win = _win(table, note, hand, tile, first)
    except HandError as error:
        return ScoredWin(name, note, unknown=str(error))
    score = score_win(win, book)
    return ScoredWin(name, note, win, score, differences=tuple(_differences(note, win, score)))


def _winning_tile(table: _Replayed, note: WinNote) -> Seen:
    last = table.last
    if note.loser is None:
        return last.tile if isinstance(last, DrawAct) and last.seat is note.winner else None
    if isinstance(last, DiscardAct):
        return last.tile
    if isinstance(last, CallAct):
        return last.meld.tiles[-1]
    return None


def _hand(table: _Replayed, note: WinNote) -> tuple[Tile, ...] | None:
    hand = list(table.players[note.winner].hand)
    if note.loser is None:
        hand = hand[:-1]
    known = tuple(tile for tile in hand if tile is not None)
    if len(known) == len(hand):
        return known
    shown = table.one.shown[note.winner]
    return shown if shown is not None and len(shown) == len(hand) else None


def _win(table: _Replayed, note: WinNote, hand: tuple[Tile, ...], tile: Tile, first: bool) -> Win:
    one, player, last = table.one, table.players[note.winner], table.last
    tsumo = note.loser is None
    robbed = isinstance(last, CallAct)
    # A riichi that was won on in its own turn stands in nobody's way; the winner's own has long been paid.
    sticks = one.riichi_sticks + len(tuple(one.riichi_paid()))
    return Win(
        hand=hand,
        tile=tile,
        by=WinBy.TSUMO if tsumo else WinBy.RON,
        melds=tuple(player.melds),
        prevailing_wind=one.prevailing_wind,
        winner=note.winner,
        dealer=one.dealer,
        loser=note.loser,
        riichi=player.riichi,
        ippatsu=player.ippatsu,
        last_tile=table.drawn + table.kongs >= _LIVE and not (tsumo and table.after_kong) and not robbed,
        replacement=tsumo and table.after_kong,
        robbed_kong=robbed,
        robbed_concealed_kong=isinstance(last, CallAct) and last.meld.kind is MeldKind.KAN_CONCEALED,
        first_turn=not table.calls and not player.discards and (tsumo or note.winner is not one.dealer),
        dora_indicators=tuple(shown for shown in one.dora if shown is not None),
        ura_indicators=one.ura if player.riichi is not Riichi.NONE else (),
        counters=one.counters if first else 0,
        riichi_sticks=sticks if first else 0,
        liable=note.liable,
    )


def _differences(note: WinNote, win: Win, score: Score | NoWin) -> Iterator[str]:
    if isinstance(score, NoWin):
        yield f"no win: {score.detail}"
        return
    if score.payments != note.deltas:
        yield f"payments: written {list(note.deltas)}, scored {list(score.payments)}"
    if note.score is None:
        return
    points = note.score.points(win.winner is win.dealer, win.by_tsumo)
    if points != score.points:
        yield f"points: written {points}, scored {score.points}"
    if not score.yakuman and note.score.han and note.score.han != score.han:
        yield f"han: written {note.score.han}, scored {score.han}"
    if note.score.limit is None and note.score.fu != score.fu:
        yield f"fu: written {note.score.fu}, scored {score.fu}"
    written, found = {line.id for line in note.score.yaku}, {line.id for line in score.yaku}
    bonus = {"DORA": score.dora, "URA_DORA": score.ura, "RED_FIVES": score.red}
    found |= {name for name, han in bonus.items() if han and not score.yakuman}
    if written != found:
        yield f"yaku: only written {sorted(written - found)}, only scored {sorted(found - written)}"
