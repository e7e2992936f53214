"""One round of a paipu, act by act; seats count from the East of the first round."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from controller.errors import RecordError
from controller.records.majiang.names import DRAWS, hand_of, meld_of, tile_of
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import Assume, short
from controller.records.reading.json_object import JsonObject
from controller.records.reading.worth import note_of
from controller.records.record import (
    HAND,
    Act,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    RoundRecord,
    Seen,
    WinNote,
)
from controller.records.tenhou.names import read_yaku
from controller.records.tenhou.writer import tenpai_stated
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, Limit

_BAOJIA: Final = {"+": 1, "=": 2, "-": 3}


@dataclass(slots=True)
class PaipuRound:
    """Builds the record of a round from its acts; seats count from the East of the first round."""

    where: str
    assume: Assume
    start: JsonObject | None = None
    acts: list[Act] = field(default_factory=list)
    dora: list[Seen] = field(default_factory=list)
    ura: tuple[Tile, ...] = ()
    wins: list[WinNote] = field(default_factory=list)
    draw: DrawNote | None = None

    def take(self, line: dict[str, Any], where: str) -> None:
        """Add an act; raises RecordError for a line that is no act."""
        if len(line) != 1:
            raise RecordError(f"{where}: expected one act, got {short(line)}")
        ((kind, inner),) = line.items()
        told = JsonObject(inner, f"{where} {kind}")
        match kind:
            case "qipai":
                self.start, self.dora = told, [self._tile(told, "baopai")]
            case "zimo" | "gangzimo":
                self.acts.append(DrawAct(self._seat(told), self._tile(told, "p") if told.has("p") else None))
            case "dapai":
                self._discard(told)
            case "fulou" | "gang":
                self.acts.append(meld_of(told.of("m", str), self._seat(told), told.where))
            case "kaigang":
                self.dora.append(self._tile(told, "baopai"))
            case "hule":
                self._win(told)
            case "pingju":
                self._drawn(told)
            case _:
                self.assume(Assumption.OTHER_EVENTS.of(kind))

    def _tile(self, told: JsonObject, name: str) -> Tile:
        return tile_of(told.of(name, str), f"{told.where} {name}")

    def _discard(self, told: JsonObject) -> None:
        seat, name, tile = self._seat(told), told.of("p", str), self._tile(told, "p")
        last = self.acts[-1] if self.acts else None
        drawn: bool | None = "_" in name
        if isinstance(last, DrawAct) and last.tile is None:
            if drawn:
                self.acts[-1] = replace(last, tile=tile)
            else:
                drawn = None
        self.acts.append(DiscardAct(seat, tile, drawn, riichi="*" in name))

    def _win(self, told: JsonObject) -> None:
        where = told.where
        winner, yakuman = self._seat(told), told.has("damanguan")
        loser = self._seat(told, "baojia") if told.has_value("baojia") else None
        last = self.acts[-1] if self.acts else None
        lines = told.each("hupai")
        liable = next((each.of("baojia", str) for each in lines if each.has("baojia")), None)
        if liable is not None and liable not in _BAOJIA:
            raise RecordError(f"{where} hupai: baojia {liable!r}: expected +, = or -")
        owing = None if liable is None else winner.turn(_BAOJIA[liable])
        if loser is not None and isinstance(last, DrawAct) and last.seat is winner:
            self.assume(Assumption.OWN_DRAW.of(loser, where=where))
            loser, owing = None, owing or loser
        yaku = tuple(
            read_yaku(each.of("name", str), 0 if yakuman else each.natural("fanshu", 0), where, self.assume)
            for each in lines
        )
        limit = Limit.YAKUMAN if yakuman else None
        han = 0 if yakuman else told.natural("fanshu", 0)
        total = told.natural("defen")
        score = note_of(total, told.natural("fu", 0), yaku, winner is self._turn(0), loser is None, limit, han)
        if score is None:
            self.assume(Assumption.ODD_SCORE.of(total, where=where))
        self.wins.append(WinNote(winner, loser, self._row(told, "fenpei"), score, owing))
        self.ura = tuple(tile_of(each, f"{where} fubaopai") for each in told.row("fubaopai", str, ())) or self.ura

    def _drawn(self, told: JsonObject) -> None:
        name, where = told.of("name", str, ""), told.where
        deltas: Four = self._row(told, "fenpei") if told.has("fenpei") else (0, 0, 0, 0)
        if name not in DRAWS:
            self.assume(Assumption.CALLED_OFF.of(name, where=where))
            self.draw = DrawNote(DrawName.VOID, deltas, said=name)
            return
        tenpai = None
        hands = told.of("shoupai", list, [])
        if DRAWS[name] is DrawName.EXHAUSTIVE and len(hands) == len(SEATS):
            shown = {self._turn(place): bool(hand) for place, hand in enumerate(hands)}
            a, b, c, d = (shown[seat] for seat in SEATS)
            # A hand in riichi is shown whatever the payments are.
            tenpai = (a, b, c, d) if not any(deltas) else None
        note = DrawNote(DRAWS[name], deltas, tenpai)
        self.draw = replace(note, tenpai=tenpai_stated(note) if tenpai is None else tenpai)

    def whole(self) -> RoundRecord | None:
        """Return the round; None if it does not end."""
        start = self._begun()
        if self.draw is None and not self.wins:
            self.assume(Assumption.UNFINISHED.of(where=self.where))
            return None
        hands: dict[Seat, tuple[Seen, ...]] = {}
        for place, text in enumerate(start.row("shoupai", str, size=len(SEATS))):
            hand = hand_of(text, f"{start.where} shoupai") or [None] * HAND
            hands[self._turn(place)] = tuple(hand)
        return RoundRecord(
            prevailing_wind=Wind(start.natural("zhuangfeng") % 4),
            dealer=self._turn(0),
            counters=start.natural("changbang"),
            riichi_sticks=start.natural("lizhibang"),
            scores=self._row(start, "defen"),
            dora=tuple(self.dora),
            ura=self.ura,
            hands=tuple(hands[seat] for seat in SEATS),
            acts=tuple(self.acts),
            result=self.draw or tuple(self.wins),
        )

    def _begun(self) -> JsonObject:
        if self.start is None:
            raise RecordError(f"{self.where}: expected qipai")
        return self.start

    def _seat(self, told: JsonObject, name: str = "l") -> Seat:
        return self._turn(told.seat(name))

    def _turn(self, wind: int) -> Seat:
        """Return the seat with a wind, 0: the dealer."""
        return Seat((wind + self._begun().natural("jushu")) % 4)

    def _row(self, told: JsonObject, name: str) -> Four:
        """Return four numbers given from the dealer on, in order of seats."""
        by_seat = {self._turn(place): each for place, each in enumerate(told.four(name))}
        return four(by_seat[seat] for seat in SEATS)
