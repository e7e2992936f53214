"""Games of Mahjong Soul read into records. Zeros and empty lists may be left out, as its format does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from controller.errors import RecordError
from controller.records.mahjong_soul.document import Record, head, records
from controller.records.mahjong_soul.names import DRAWS, tile_of, yaku_of
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import OF_THREE, Assume, compact, in_silence, plainly
from controller.records.reading.worth import note_of
from controller.records.record import (
    HAND,
    Act,
    CallAct,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    WinNote,
    one_of_each_seat,
)
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.score import Four, Limit

_PLAYERS: Final = 4
_RED_FIVES: Final = {0: (0, 0, 0), 3: (1, 1, 1), 4: (1, 2, 1)}
"""Red fives of man, pin, sou by how many a room plays with."""
_CALLED: Final = (MeldKind.CHII, MeldKind.PON, MeldKind.KAN_OPEN)
_ADDED, _CONCEALED = 2, 3
# Modes of the rooms for four; what follows is for three.
_EAST_ONLY, _EAST_SOUTH = 1, 2


def read(body: Any, assume: Assume = in_silence) -> GameRecord:
    """The game of a JSON value; raises RecordError naming the act."""
    game = _SoulGame(assume)
    for number, (name, data) in enumerate(records(body), 1):
        game.where = f"act {number} {name}"
        with plainly(game.where):
            game.take(name, data)
    with plainly("head"):
        return game.whole(head(body))


@dataclass(slots=True)
class _SoulGame:
    """Acts in, one game out."""

    assume: Assume
    where: str = ""
    rounds: list[RoundRecord] = field(default_factory=list)
    start: Record = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    dora: tuple[Tile, ...] = ()
    hands: list[list[Tile]] = field(default_factory=list)
    held: list[list[Tile]] = field(default_factory=list)
    pungs: list[CallAct] = field(default_factory=list)

    def take(self, name: str, data: Record) -> None:
        """One more act."""
        if len(data.get("doras") or ()) > len(self.dora):
            self.dora = self._tiles(data["doras"])
        if name == "RecordNewRound":
            self._begin(data)
        elif name == "RecordDealTile":
            self._draw(_seat(data), self._tile(data["tile"]))
        elif name == "RecordDiscardTile":
            self._discard(data)
        elif name == "RecordChiPengGang":
            self._claim(data)
        elif name == "RecordAnGangAddGang":
            self._kong(data)
        elif name == "RecordBaBei":
            raise RecordError(f"{self.where}: {OF_THREE}")
        elif name == "RecordHule":
            self._end(self._wins(data["hules"], _four(data["delta_scores"])), data["hules"])
        elif name == "RecordNoTile":
            self._end(self._no_tile(data))
        elif name == "RecordLiuJu":
            self._abort(data.get("type", 0))

    def _abort(self, kind: int) -> None:
        if kind not in DRAWS:
            self.assume(Assumption.DRAW_KIND.of(kind, where=self.where))
        said = "" if kind in DRAWS else f"mahjong-soul-{kind}"
        self._end(DrawNote(DRAWS.get(kind, DrawName.VOID), (0, 0, 0, 0), said=said))

    def _begin(self, data: Record) -> None:
        if len(data["scores"]) == _PLAYERS - 1:
            raise RecordError(f"{self.where}: {OF_THREE}")
        self.start, self.acts, self.pungs = data, [], []
        self.dora = self._tiles(data.get("doras") or [data["dora"]])
        hands = [list(self._tiles(data[f"tiles{place}"])) for place in range(_PLAYERS)]
        dealer = Seat(data.get("ju", 0))
        drawn = hands[dealer].pop()
        self.hands, self.held = [list(hand) for hand in hands], hands
        self._draw(dealer, drawn)

    def _draw(self, seat: Seat, drawn: Tile) -> None:
        self.held[seat].append(drawn)
        self.acts.append(DrawAct(seat, drawn))

    def _discard(self, data: Record) -> None:
        seat, tile = _seat(data), self._tile(data["tile"])
        self.held[seat].remove(tile)
        last = self.acts[-1]
        drawn = isinstance(last, DrawAct) and bool(data.get("moqie"))
        riichi = bool(data.get("is_liqi") or data.get("is_wliqi"))
        self.acts.append(DiscardAct(seat, tile, drawn, riichi))

    def _claim(self, data: Record) -> None:
        seat, tiles = _seat(data), self._tiles(data["tiles"])
        kind, source = _CALLED[data.get("type", 0)], Seat(data["froms"][-1])
        for tile in tiles[:-1]:
            self.held[seat].remove(tile)
        call = CallAct(seat, Meld(kind, tiles, tiles[-1], seat.towards(source)))
        self.acts.append(call)
        if kind is MeldKind.PON:
            self.pungs.append(call)

    def _kong(self, data: Record) -> None:
        seat, tile = _seat(data), self._tile(data["tiles"])
        held = self.held[seat]
        if data["type"] == _CONCEALED:
            four = tuple(each for each in held if each.kind == tile.kind)
            self.held[seat] = [each for each in held if each.kind != tile.kind]
            self.acts.append(CallAct(seat, Meld(MeldKind.KAN_CONCEALED, four)))
            return
        if data["type"] != _ADDED:
            raise RecordError(f"{self.where}: unknown kind of kong {data['type']}")
        held.remove(tile)
        pung = next(each.meld for each in self.pungs if each.seat is seat and each.meld.first_kind == tile.kind)
        meld = Meld(MeldKind.KAN_ADDED, (*pung.tiles, tile), pung.called, pung.source)
        self.acts.append(CallAct(seat, meld))

    def _wins(self, told: Sequence[Record], deltas: Four) -> tuple[WinNote, ...]:
        """The winners' notes; of several each is given what it gained, and the first the sticks."""
        last = next(act for act in reversed(self.acts) if not isinstance(act, DrawAct))
        if len(told) == 1:
            return (self._win(told[0], last.seat, deltas),)
        notes = []
        for place, one in enumerate(told):
            gains = [0] * _PLAYERS
            gains[_seat(one)] = deltas[_seat(one)]
            gains[last.seat] = (0 if place else sum(deltas)) - deltas[_seat(one)]
            notes.append(self._win(one, last.seat, _four(gains)))
        return tuple(notes)

    def _win(self, told: Record, discarder: Seat, deltas: Four) -> WinNote:
        winner, yakuman = _seat(told), bool(told.get("yiman"))
        loser = None if told.get("zimo") else discarder
        by_dealer = bool(told.get("qinjia")) or winner is Seat(self.start.get("ju", 0))
        if loser is not None:
            total = told["point_rong"]
        else:
            each, dealer = told.get("point_zimo_xian", 0), told.get("point_zimo_qin", 0)
            total = 3 * each if by_dealer else 2 * each + dealer
        fans = told.get("fans") or ()
        lines = [yaku_of(one["id"], one.get("val", 0), yakuman, self.where, self.assume) for one in fans]
        lines = [line for line in lines if line.han or yakuman]
        limit = Limit.YAKUMAN if yakuman else None
        han = 0 if yakuman else told.get("count", 0)
        score = note_of(total, told.get("fu"), lines, by_dealer, loser is None, limit, han)
        if score is None:
            self.assume(Assumption.ODD_SCORE.of(total, where=self.where))
        return WinNote(winner, loser, deltas, score)

    def _no_tile(self, data: Record) -> DrawNote:
        deltas = [0] * _PLAYERS
        for each in data.get("scores") or ():
            for seat, gained in enumerate(each.get("delta_scores") or ()):
                deltas[seat] += gained
        if data.get("liujumanguan"):
            return DrawNote(DrawName.NAGASHI_MANGAN, _four(deltas))
        a, b, c, d = (bool(each.get("tingpai")) for each in data["players"])
        return DrawNote(DrawName.EXHAUSTIVE, _four(deltas), (a, b, c, d))

    def _end(self, result: tuple[WinNote, ...] | DrawNote, won: Sequence[Record] = ()) -> None:
        ura = max((one.get("li_doras") or () for one in won), key=len, default=())
        for one in won:
            if len(one.get("doras") or ()) > len(self.dora):
                self.dora = self._tiles(one["doras"])
        start = self.start
        if not start or any(len(hand) != HAND for hand in self.hands):
            raise RecordError(f"{self.where}: a round without its beginning")
        self.rounds.append(
            RoundRecord(
                prevailing_wind=Wind(start.get("chang", 0)),
                dealer=Seat(start.get("ju", 0)),
                counters=start.get("ben", 0),
                riichi_sticks=start.get("liqibang", 0),
                scores=_four(start["scores"]),
                dora=self.dora,
                ura=self._tiles(ura),
                hands=tuple(tuple(hand) for hand in self.hands),
                acts=tuple(self.acts),
                result=result,
            )
        )
        self.start = {}

    def whole(self, told: Record) -> GameRecord:
        """The game with its names and final points, where they are told."""
        names = ["", "", "", ""]
        for account in told.get("accounts") or ():
            names[_seat(account)] = str(account.get("nickname", ""))
        players = (told.get("result") or {}).get("players") or ()
        scores, totals = [0] * _PLAYERS, [Fraction(0)] * _PLAYERS
        for player in players:
            scores[_seat(player)] = player.get("part_point_1", 0)
            totals[_seat(player)] = Fraction(player.get("total_point", 0))
        ended = len(players) == len(SEATS)
        a, b, c, d = names
        mode = (told.get("config") or {}).get("mode") or {}
        own = mode.get("detail_rule") or {}
        length = {_EAST_ONLY: True, _EAST_SOUTH: False}.get(mode.get("mode", 0))
        reds = _RED_FIVES.get(own["dora_count"]) if "dora_count" in own else None
        return GameRecord(
            names=(a, b, c, d),
            rounds=tuple(self.rounds),
            east_only=length,
            red_fives=reds,
            open_tanyao=bool(own["shiduan"]) if "shiduan" in own else None,
            own_rules=compact(own) if own else "",
            ref=str(told.get("uuid", "")),
            begun=_time(told.get("start_time")),
            ended=_time(told.get("end_time")),
            final_scores=_four(scores) if ended else None,
            final_totals=tuple(totals) if ended else None,
        )

    def _tile(self, name: Any) -> Tile:
        return tile_of(name, self.where)

    def _tiles(self, names: Sequence[Any]) -> tuple[Tile, ...]:
        return tuple(self._tile(name) for name in names)


def _seat(data: Record) -> Seat:
    return Seat(data.get("seat", 0))


def _time(told: Any) -> float | None:
    return float(told) if told else None


def _four(values: Sequence[int]) -> Four:
    return one_of_each_seat(list(values))
