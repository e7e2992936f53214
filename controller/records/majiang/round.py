"""One round of a paipu, act by act; seats count from the East of the first round."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from controller.errors import RecordError
from controller.records.majiang.names import DRAWS, hand_of, meld_of, tile_of
from controller.records.reading import json_fields as fields
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import Assume
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
from controller.records.tenhou.writer import tenpai_told
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, Limit

_BAOJIA: Final = {"+": 1, "=": 2, "-": 3}


@dataclass(slots=True)
class PaipuRound:
    """Acts of a round in, its record out; seats count from the East of the first round."""

    where: str
    assume: Assume
    start: dict[str, Any] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    dora: list[Seen] = field(default_factory=list)
    ura: tuple[Tile, ...] = ()
    wins: list[WinNote] = field(default_factory=list)
    draw: DrawNote | None = None

    def take(self, line: dict[str, Any], where: str) -> None:
        """One more act."""
        ((kind, told),) = line.items()
        if not isinstance(told, dict):
            raise RecordError(f"{where}: expected what {kind} was")
        match kind:
            case "qipai":
                self.start, self.dora = told, [tile_of(told["baopai"], where)]
            case "zimo" | "gangzimo":
                tile = told.get("p")
                self.acts.append(DrawAct(self._seat(told, where), tile_of(tile, where) if tile else None))
            case "dapai":
                self._discard(told, where)
            case "fulou" | "gang":
                self.acts.append(meld_of(told["m"], self._seat(told, where), where))
            case "kaigang":
                self.dora.append(tile_of(told["baopai"], where))
            case "hule":
                self._win(told, where)
            case "pingju":
                self._drawn(told, where)
            case _:
                self.assume(Assumption.OTHER_EVENTS.of(kind))

    def _discard(self, told: dict[str, Any], where: str) -> None:
        seat, name = self._seat(told, where), told["p"]
        tile = tile_of(name, where)
        last = self.acts[-1] if self.acts else None
        drawn: bool | None = "_" in name
        if isinstance(last, DrawAct) and last.tile is None:
            if drawn:
                self.acts[-1] = replace(last, tile=tile)
            else:
                drawn = None
        self.acts.append(DiscardAct(seat, tile, drawn, riichi="*" in name))

    def _win(self, told: dict[str, Any], where: str) -> None:
        winner, yakuman = self._seat(told, where), bool(told.get("damanguan"))
        source = told.get("baojia")
        loser = None if source is None else self._turn(source, where)
        last = self.acts[-1] if self.acts else None
        lines = told.get("hupai") or ()
        liable = next((each["baojia"] for each in lines if each.get("baojia")), None)
        owing = None if liable is None else winner.turn(_BAOJIA[liable])
        if loser is not None and isinstance(last, DrawAct) and last.seat is winner:
            self.assume(Assumption.OWN_DRAW.of(loser, where=where))
            loser, owing = None, owing or loser
        yaku = tuple(
            read_yaku(str(each["name"]), 0 if yakuman else int(each.get("fanshu", 0)), where, self.assume)
            for each in lines
        )
        limit = Limit.YAKUMAN if yakuman else None
        han = 0 if yakuman else fields.natural(told.get("fanshu", 0), f"{where} fanshu")
        total = fields.natural(told["defen"], f"{where} defen")
        score = note_of(total, told.get("fu"), yaku, winner is self._turn(0, where), loser is None, limit, han)
        if score is None:
            self.assume(Assumption.ODD_SCORE.of(total, where=where))
        self.wins.append(WinNote(winner, loser, self._row(told["fenpei"], where), score, owing))
        self.ura = tuple(tile_of(each, where) for each in told.get("fubaopai") or ()) or self.ura

    def _drawn(self, told: dict[str, Any], where: str) -> None:
        name = str(told.get("name", ""))
        deltas: Four = self._row(told["fenpei"], where) if told.get("fenpei") else (0, 0, 0, 0)
        if name not in DRAWS:
            self.assume(Assumption.CALLED_OFF.of(name, where=where))
            self.draw = DrawNote(DrawName.VOID, deltas, said=name)
            return
        tenpai = None
        hands = told.get("shoupai")
        if DRAWS[name] is DrawName.EXHAUSTIVE and isinstance(hands, list) and len(hands) == len(SEATS):
            shown = {self._turn(place, where): bool(hand) for place, hand in enumerate(hands)}
            a, b, c, d = (shown[seat] for seat in SEATS)
            # A hand in riichi is shown whatever the payments are.
            tenpai = (a, b, c, d) if not any(deltas) else None
        note = DrawNote(DRAWS[name], deltas, tenpai)
        self.draw = replace(note, tenpai=tenpai_told(note) if tenpai is None else tenpai)

    def whole(self) -> RoundRecord | None:
        """The round; None where it does not end."""
        if not self.start:
            raise RecordError(f"{self.where}: expected qipai")
        if self.draw is None and not self.wins:
            self.assume(Assumption.UNFINISHED.of(where=self.where))
            return None
        start, where = self.start, f"{self.where} qipai"
        hands: dict[Seat, tuple[Seen, ...]] = {}
        for place, text in enumerate(fields.row(start.get("shoupai"), str, where, len(SEATS))):
            hand = hand_of(text, where) or [None] * HAND
            hands[self._turn(place, where)] = tuple(hand)
        return RoundRecord(
            prevailing_wind=Wind(fields.natural(start.get("zhuangfeng"), f"{where} zhuangfeng") % 4),
            dealer=self._turn(0, where),
            counters=fields.natural(start.get("changbang"), f"{where} changbang"),
            riichi_sticks=fields.natural(start.get("lizhibang"), f"{where} lizhibang"),
            scores=self._row(start.get("defen"), where),
            dora=tuple(self.dora),
            ura=self.ura,
            hands=tuple(hands[seat] for seat in SEATS),
            acts=tuple(self.acts),
            result=self.draw or tuple(self.wins),
        )

    def _seat(self, told: dict[str, Any], where: str) -> Seat:
        return self._turn(told["l"], where)

    def _turn(self, wind: Any, where: str) -> Seat:
        """The seat that has a wind, 0 the dealer."""
        number = fields.natural(self.start.get("jushu"), f"{where} jushu")
        return Seat((fields.seat(wind, where) + number) % 4)

    def _row(self, value: Any, where: str) -> Four:
        """Four numbers from the dealer on, as a row over seats."""
        told = fields.four(value, where)
        by_seat = {self._turn(place, where): each for place, each in enumerate(told)}
        return four(by_seat[seat] for seat in SEATS)
