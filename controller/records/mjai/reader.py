"""mjai JSON lines read back into games; see ``mjai`` for what they carry."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from controller.errors import HandError, RecordError
from controller.records import json_fields as fields
from controller.records.mjai.names import CALLS, OTHER_REASONS, REASONS, UNKNOWN, Line, named_tile
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
    Seen,
    WinNote,
)
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile

_NAMED: Final = MappingProxyType({name: kind for kind, name in CALLS.items()})
_REASON_NAMES: Final = MappingProxyType({reason: name for name, reason in REASONS.items()} | dict(OTHER_REASONS))


def read(text: str) -> list[GameRecord]:
    """The games of a text, one event a line; raises RecordError naming the line."""
    return list(games(text.splitlines()))


def games(lines: Iterable[str]) -> Iterator[GameRecord]:
    """The games of these lines, each as it ends; raises RecordError naming the line."""
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"line {number}"
        body = fields.loads(line, where)
        if not isinstance(body, dict):
            raise RecordError(f"{where}: expected a JSON object")
        try:
            reader.take(body, where)
        except HandError as error:
            raise RecordError(f"{where}: {error}") from None
        yield from reader.ended()
    yield from reader.whole()


@dataclass(slots=True)
class _Reader:
    """Events in, games out."""

    games: list[GameRecord] = field(default_factory=list)
    names: tuple[str, str, str, str] = ("", "", "", "")
    rounds: list[RoundRecord] = field(default_factory=list)
    start: Line | None = None
    begun: str = ""
    acts: list[Act] = field(default_factory=list)
    dora: list[Seen] = field(default_factory=list)
    ura: tuple[Tile, ...] = ()
    wins: list[WinNote] = field(default_factory=list)
    draw: DrawNote | None = None
    shown: list[tuple[Tile, ...] | None] = field(default_factory=lambda: [None] * 4)
    declared: Seat | None = None

    def ended(self) -> list[GameRecord]:
        """The games that have ended since this was last asked."""
        games, self.games = self.games, []
        return games

    def whole(self) -> list[GameRecord]:
        """All games read; raises RecordError when a round is not over."""
        if self.start is not None:
            raise RecordError(f"{self.begun}: the round that starts here does not end")
        if self.rounds:
            self._end_game()
        return self.games

    def take(self, line: Line, where: str) -> None:
        """One more event."""
        kind = fields.of_kind(line.get("type"), str, f"{where} type")
        if kind == "start_game":
            self.names = fields.names(line.get("names", ["", "", "", ""]), f"{where} names")
        elif kind == "end_game":
            self._end_game()
        elif kind == "start_kyoku":
            self.start, self.begun = line, where
            self.dora = [_seen(line.get("dora_marker"), f"{where} dora_marker")]
        elif kind == "none":
            return
        elif self.start is None:
            raise RecordError(f"{where}: {kind!r} outside of a round")
        elif kind == "end_kyoku":
            self._end_round(self.start, self.begun)
        else:
            self._in_round(kind, line, where)

    def _in_round(self, kind: str, line: Line, where: str) -> None:
        if kind == "dora":
            self.dora.append(_seen(line.get("dora_marker"), f"{where} dora_marker"))
        elif kind == "reach":
            self.declared = fields.seat(line.get("actor"), f"{where} actor")
        elif kind == "tsumo":
            self.acts.append(DrawAct(fields.seat(line.get("actor"), where), _seen(line.get("pai"), f"{where} pai")))
        elif kind == "dahai":
            self._discard(line, where)
        elif kind in _NAMED:
            self.acts.append(self._call(_NAMED[kind], line, where))
        elif kind == "hora":
            self._win(line, where)
        elif kind == "ryukyoku":
            self._drawn(line, where)
        elif kind != "reach_accepted":
            raise RecordError(f"{where}: unknown type {kind!r}")

    def _discard(self, line: Line, where: str) -> None:
        seat = fields.seat(line.get("actor"), f"{where} actor")
        tile = _known(line.get("pai"), f"{where} pai")
        drawn: bool | None = fields.of_kind(line.get("tsumogiri"), bool, f"{where} tsumogiri")
        last = self.acts[-1] if self.acts else None
        if isinstance(last, DrawAct) and last.tile is None:
            if drawn:
                self.acts[-1] = DrawAct(seat, tile)
            else:
                drawn = None
        self.acts.append(DiscardAct(seat, tile, drawn, riichi=self.declared is seat))
        self.declared = None

    def _win(self, line: Line, where: str) -> None:
        winner = fields.seat(line.get("actor"), f"{where} actor")
        target = fields.seat(line.get("target"), f"{where} target")
        deltas = fields.four(line.get("deltas", [0, 0, 0, 0]), f"{where} deltas")
        self.wins.append(WinNote(winner, None if target is winner else target, deltas))
        ura = line.get("ura_markers", line.get("uradora_markers", []))
        # Of two winners only one may be in riichi.
        self.ura = _tiles(ura, f"{where} ura_markers") or self.ura
        if "hora_tehais" in line:
            self.shown[winner] = _tiles(line["hora_tehais"], f"{where} hora_tehais")

    def _drawn(self, line: Line, where: str) -> None:
        reason = fields.of_kind(line.get("reason", REASONS[DrawName.EXHAUSTIVE]), str, f"{where} reason")
        if reason not in _REASON_NAMES:
            raise RecordError(f"{where}: reason {reason!r}: expected one of {', '.join(_REASON_NAMES)}")
        deltas = fields.four(line.get("deltas", [0, 0, 0, 0]), f"{where} deltas")
        tenpai = None
        if "tenpais" in line:
            a, b, c, d = fields.row(line["tenpais"], bool, f"{where} tenpais", 4)
            tenpai = (a, b, c, d)
        hands = fields.row(line.get("tehais", [[UNKNOWN]] * 4), list, f"{where} tehais", 4)
        for seat, hand in zip(SEATS, hands, strict=True):
            if UNKNOWN not in hand:
                self.shown[seat] = _tiles(hand, f"{where} tehais")
        self.draw = DrawNote(_REASON_NAMES[reason], deltas, tenpai)

    def _call(self, kind: MeldKind, line: Line, where: str) -> CallAct:
        seat = fields.seat(line.get("actor"), f"{where} actor")
        consumed = _tiles(line.get("consumed"), f"{where} consumed")
        if kind is MeldKind.KAN_CONCEALED:
            return CallAct(seat, Meld(kind, consumed))
        tile = _known(line.get("pai"), f"{where} pai")
        if kind is MeldKind.KAN_ADDED:
            # The line does not say what the pung had called, and from whom.
            for act in self.acts:
                if isinstance(act, CallAct) and act.seat is seat and act.meld.kind is MeldKind.PON:
                    pung = act.meld
                    if pung.first_kind == tile.kind:
                        return CallAct(seat, Meld(kind, (*pung.tiles, tile), pung.called, pung.source))
            raise RecordError(f"{where}: kakan of {line.get('pai')} without a pon of it")
        target = fields.seat(line.get("target"), f"{where} target")
        if target is seat:
            raise RecordError(f"{where}: target {target}: expected another seat than the actor")
        return CallAct(seat, Meld(kind, (*consumed, tile), tile, seat.towards(target)))

    def _end_round(self, start: Line, where: str) -> None:
        number = fields.natural(start.get("kyoku"), f"{where} kyoku")
        wind = start.get("bakaze")
        if not isinstance(wind, str) or len(wind) != 1 or wind not in "ESWN" or not 1 <= number <= 4:
            raise RecordError(f"{where}: expected bakaze E, S, W or N and kyoku 1-4, got {wind!r} and {number}")
        hands = [fields.row(hand, str, where, HAND) for hand in fields.row(start.get("tehais"), list, where, 4)]
        self.rounds.append(
            RoundRecord(
                prevailing_wind=Wind.from_letter(wind),
                dealer=Seat(number - 1),
                counters=fields.natural(start.get("honba"), f"{where} honba"),
                riichi_sticks=fields.natural(start.get("kyotaku"), f"{where} kyotaku"),
                scores=fields.four(start.get("scores"), f"{where} scores"),
                dora=tuple(self.dora),
                ura=self.ura,
                hands=tuple(tuple(_seen(name, f"{where} tehais") for name in hand) for hand in hands),
                acts=tuple(self.acts),
                result=self.draw or tuple(self.wins),
                shown=tuple(self.shown),
            )
        )
        self.start, self.acts, self.dora, self.ura, self.wins, self.draw = None, [], [], (), [], None
        self.shown, self.declared = [None] * 4, None

    def _end_game(self) -> None:
        self.games.append(GameRecord(self.names, tuple(self.rounds)))
        self.rounds = []


def _seen(name: Any, where: str) -> Seen:
    return None if name == UNKNOWN else _known(name, where)


def _known(name: Any, where: str) -> Tile:
    tile = named_tile(name) if isinstance(name, str) else None
    if tile is None:
        raise RecordError(f"{where}: {name!r} is no tile: expected such as 5m, 5mr, E, P{'' if name else ' or ?'}")
    return tile


def _tiles(names: Any, where: str) -> tuple[Tile, ...]:
    return tuple(_known(name, where) for name in fields.row(names, str, where))
