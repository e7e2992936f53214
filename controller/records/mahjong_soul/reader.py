"""Reader of Mahjong Soul games. Zeros and empty lists may be omitted, as the format allows."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from controller.errors import RecordError
from controller.records.mahjong_soul.document import head, records
from controller.records.mahjong_soul.names import DRAWS, tile_of, yaku_of
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import OF_THREE, Assume, in_silence, plainly
from controller.records.reading.json_fields import seat as seat_of
from controller.records.reading.json_object import JsonObject
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
from controller.records.tenhou.writer import tenpai_stated
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, Limit

_PLAYERS: Final = 4
_RED_FIVES: Final = {0: (0, 0, 0), 3: (1, 1, 1), 4: (1, 2, 1)}
"""Red fives of man, pin, sou by the number of red fives in the room."""
_CALLED: Final = (MeldKind.CHII, MeldKind.PON, MeldKind.KAN_OPEN)
_ADDED, _CONCEALED = 2, 3
# Room modes for four players; higher modes are for three.
_EAST_ONLY, _EAST_SOUTH = 1, 2


def read(body: Any, assume: Assume = in_silence) -> GameRecord:
    """Return the game of a JSON value; raises RecordError with the act."""
    game = _SoulGame(assume)
    for number, (name, data) in enumerate(records(body), 1):
        game.where = f"act {number} {name}"
        with plainly(game.where):
            if name.startswith("Action"):
                raise RecordError(f"{game.where}: what one player was sent: expected the record of the game")
            if not isinstance(data, dict):
                raise RecordError(f"{game.where}: still packed as Mahjong Soul sends it: expected its fields as JSON")
            game.take(name, JsonObject(data, game.where))
    with plainly("head"):
        return game.whole(JsonObject(head(body), "head"))


@dataclass(slots=True)
class _SoulGame:
    """Builds one game from acts."""

    assume: Assume
    where: str = ""
    rounds: list[RoundRecord] = field(default_factory=list)
    start: JsonObject | None = None
    scores: Four = (0, 0, 0, 0)
    acts: list[Act] = field(default_factory=list)
    dora: tuple[Tile, ...] = ()
    hands: list[list[Tile]] = field(default_factory=list)
    held: list[list[Tile]] = field(default_factory=list)
    pungs: list[CallAct] = field(default_factory=list)

    def take(self, name: str, data: JsonObject) -> None:
        """Process an act."""
        self._turn(data)
        if name == "RecordNewRound":
            self._begin(data)
        elif name == "RecordDealTile":
            self._draw(data.seat("seat", 0), self._tile(data, "tile"))
        elif name == "RecordDiscardTile":
            self._discard(data)
        elif name == "RecordChiPengGang":
            self._claim(data)
        elif name == "RecordAnGangAddGang":
            self._kong(data)
        elif name == "RecordBaBei":
            raise RecordError(f"{self.where}: {OF_THREE}")
        elif name == "RecordHule":
            won = data.each("hules", None)
            self._end(self._wins(won, data.four("delta_scores")), won)
        elif name == "RecordNoTile":
            self._end(self._no_tile(data))
        elif name == "RecordLiuJu":
            self._abort(data.natural("type", 0))

    def _turn(self, data: JsonObject) -> None:
        """Take over the indicators if there are more than before."""
        dora = self._tiles(data, "doras", ())
        self.dora = dora if len(dora) > len(self.dora) else self.dora

    def _abort(self, kind: int) -> None:
        if kind not in DRAWS:
            self.assume(Assumption.DRAW_KIND.of(kind, where=self.where))
        said = "" if kind in DRAWS else f"mahjong-soul-{kind}"
        self._end(DrawNote(DRAWS.get(kind, DrawName.VOID), (0, 0, 0, 0), said=said))

    def _begin(self, data: JsonObject) -> None:
        self.scores = data.four("scores")
        self.start, self.acts, self.pungs = data, [], []
        self.dora = self._tiles(data, "doras") if data.has("doras") else (self._tile(data, "dora"),)
        hands = [list(self._tiles(data, f"tiles{place}")) for place in range(_PLAYERS)]
        dealer = data.seat("ju", 0)
        for place, hand in enumerate(hands):
            if len(hand) != HAND + (place == dealer):
                raise RecordError(f"{self.where} tiles{place}: expected {HAND + (place == dealer)}, got {len(hand)}")
        drawn = hands[dealer].pop()
        self.hands, self.held = [list(hand) for hand in hands], hands
        self._draw(dealer, drawn)

    def _draw(self, seat: Seat, drawn: Tile) -> None:
        self.held[seat].append(drawn)
        self.acts.append(DrawAct(seat, drawn))

    def _drop(self, seat: Seat, *tiles: Tile) -> None:
        self._begun()
        for tile in tiles:
            if tile not in self.held[seat]:
                raise RecordError(f"{self.where}: {tile} is not in the hand of seat {int(seat)}")
            self.held[seat].remove(tile)

    def _discard(self, data: JsonObject) -> None:
        seat, tile = data.seat("seat", 0), self._tile(data, "tile")
        self._drop(seat, tile)
        drawn = isinstance(self.acts[-1], DrawAct) and data.flag("moqie")
        riichi = data.flag("is_liqi") or data.flag("is_wliqi")
        self.acts.append(DiscardAct(seat, tile, drawn, riichi))

    def _claim(self, data: JsonObject) -> None:
        seat, tiles, number = data.seat("seat", 0), self._tiles(data, "tiles"), data.natural("type", 0)
        froms = data.row("froms", int)
        if number >= len(_CALLED) or not froms or not tiles:
            raise RecordError(f"{self.where}: expected type 0-2, tiles and froms, got type {number}")
        kind, source = _CALLED[number], seat_of(froms[-1], f"{self.where} froms")
        self._drop(seat, *tiles[:-1])
        call = CallAct(seat, Meld(kind, tiles, tiles[-1], seat.towards(source)))
        self.acts.append(call)
        if kind is MeldKind.PON:
            self.pungs.append(call)

    def _kong(self, data: JsonObject) -> None:
        seat, tile, number = data.seat("seat", 0), self._tile(data, "tiles"), data.natural("type")
        held = self.held[seat]
        if number == _CONCEALED:
            four = tuple(each for each in held if each.kind == tile.kind)
            self.held[seat] = [each for each in held if each.kind != tile.kind]
            self.acts.append(CallAct(seat, Meld(MeldKind.KAN_CONCEALED, four)))
            return
        pungs = [each.meld for each in self.pungs if each.seat is seat and each.meld.first_kind == tile.kind]
        if number != _ADDED or not pungs:
            raise RecordError(f"{self.where}: expected type 2 of a pung or 3, got {number}")
        self._drop(seat, tile)
        (pung,) = pungs
        meld = Meld(MeldKind.KAN_ADDED, (*pung.tiles, tile), pung.called, pung.source)
        self.acts.append(CallAct(seat, meld))

    def _wins(self, told: list[JsonObject], deltas: Four) -> tuple[WinNote, ...]:
        """Return the winners' notes; with several winners each gets its gain, and the first the sticks."""
        self._begun()
        last = next((act for act in reversed(self.acts) if not isinstance(act, DrawAct)), self.acts[-1])
        if len(told) == 1:
            return (self._win(told[0], last.seat, deltas),)
        notes = []
        for place, one in enumerate(told):
            gains = [0] * _PLAYERS
            winner = one.seat("seat", 0)
            gains[winner] = deltas[winner]
            gains[last.seat] = (0 if place else sum(deltas)) - deltas[winner]
            notes.append(self._win(one, last.seat, one_of_each_seat(gains)))
        return tuple(notes)

    def _win(self, told: JsonObject, discarder: Seat, deltas: Four) -> WinNote:
        winner, yakuman = told.seat("seat", 0), told.flag("yiman")
        loser = None if told.flag("zimo") else discarder
        by_dealer = told.flag("qinjia") or winner is self._begun().seat("ju", 0)
        if loser is not None:
            total = told.natural("point_rong")
        else:
            each, dealer = told.natural("point_zimo_xian", 0), told.natural("point_zimo_qin", 0)
            total = 3 * each if by_dealer else 2 * each + dealer
        fans = [(one.natural("id"), one.natural("val", 0)) for one in told.each("fans")]
        lines = [yaku_of(*each, yakuman, self.where, self.assume) for each in fans]
        limit = Limit.YAKUMAN if yakuman else None
        han = 0 if yakuman else told.natural("count", 0)
        score = note_of(total, told.natural("fu", 0), lines, by_dealer, loser is None, limit, han)
        if score is None:
            self.assume(Assumption.ODD_SCORE.of(total, where=self.where))
        return WinNote(winner, loser, deltas, score)

    def _no_tile(self, data: JsonObject) -> DrawNote:
        gained = [each.four("delta_scores") for each in data.each("scores") if each.has("delta_scores")]
        deltas = four(map(sum, zip((0,) * _PLAYERS, *gained, strict=True)))
        if data.flag("liujumanguan"):
            return DrawNote(DrawName.NAGASHI_MANGAN, deltas)
        tenpai = [each.flag("tingpai") for each in data.each("players")]
        if not tenpai:
            note = DrawNote(DrawName.EXHAUSTIVE, deltas)
            return replace(note, tenpai=tenpai_stated(note))
        if len(tenpai) != _PLAYERS:
            raise RecordError(f"{self.where} players: expected a list of {_PLAYERS}, got a list of {len(tenpai)}")
        a, b, c, d = tenpai
        return DrawNote(DrawName.EXHAUSTIVE, deltas, (a, b, c, d))

    def _begun(self) -> JsonObject:
        if self.start is None:
            raise RecordError(f"{self.where}: a round without its beginning")
        return self.start

    def _end(self, result: tuple[WinNote, ...] | DrawNote, won: Sequence[JsonObject] = ()) -> None:
        ura = max((self._tiles(one, "li_doras", ()) for one in won), key=len, default=())
        for one in won:
            self._turn(one)
        start = self._begun()
        self.rounds.append(
            RoundRecord(
                prevailing_wind=Wind(start.seat("chang", 0)),
                dealer=start.seat("ju", 0),
                counters=start.natural("ben", 0),
                riichi_sticks=start.natural("liqibang", 0),
                scores=self.scores,
                dora=self.dora,
                ura=ura,
                hands=tuple(tuple(hand) for hand in self.hands),
                acts=tuple(self.acts),
                result=result,
            )
        )
        self.start = None

    def whole(self, told: JsonObject) -> GameRecord:
        """Return the game with its names and final points, if given."""
        names = ["", "", "", ""]
        if not told.has("accounts"):
            self.assume(Assumption.NO_NAMES.of())
        for account in told.each("accounts"):
            names[account.seat("seat", 0)] = account.of("nickname", str, "")
        players = told.inner("result").each("players")
        scores, totals = [0] * _PLAYERS, [Fraction(0)] * _PLAYERS
        for player in players:
            scores[player.seat("seat", 0)] = player.of("part_point_1", int, 0)
            totals[player.seat("seat", 0)] = Fraction(player.of("total_point", int, 0))
        ended = len(players) == len(SEATS)
        a, b, c, d = names
        mode = told.inner("config").inner("mode")
        own = mode.inner("detail_rule")
        length = {_EAST_ONLY: True, _EAST_SOUTH: False}.get(mode.natural("mode", 0))
        reds = _RED_FIVES.get(own.natural("dora_count")) if own.knows("dora_count") else None
        return GameRecord(
            names=(a, b, c, d),
            rounds=tuple(self.rounds),
            east_only=length,
            red_fives=reds,
            open_tanyao=own.flag("shiduan") if own.knows("shiduan") else None,
            own_rules=own.written,
            ref=told.of("uuid", str, ""),
            begun=told.natural("start_time", 0) or None,
            ended=told.natural("end_time", 0) or None,
            final_scores=one_of_each_seat(scores) if ended else None,
            final_totals=tuple(totals) if ended else None,
        )

    def _tile(self, data: JsonObject, name: str) -> Tile:
        return tile_of(data.of(name, str), f"{self.where} {name}")

    def _tiles(self, data: JsonObject, name: str, default: Sequence[str] | None = None) -> tuple[Tile, ...]:
        return tuple(tile_of(each, f"{self.where} {name}") for each in data.row(name, str, default))
