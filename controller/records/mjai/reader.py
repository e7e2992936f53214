"""Reader of mjai JSON lines; see ``mjai`` for their contents."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from controller.errors import RecordError
from controller.journal.events import USUAL_STICK
from controller.records.mjai.names import (
    CALLS,
    FIRST_KYOKU,
    LENGTHS,
    OTHER_REASONS,
    REASONS,
    SPELT,
    UNKNOWN,
    YAKU_NAMES,
    Line,
    named_tile,
)
from controller.records.reading import beside
from controller.records.reading import json_fields as fields
from controller.records.reading.assumptions import Assumption
from controller.records.reading.laid import with_laid
from controller.records.reading.worth import note_of
from controller.records.record import (
    HAND,
    UNSEEN,
    Act,
    CallAct,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    ScoreNote,
    Seen,
    WinNote,
    YakuNote,
)
from controller.records.tenhou.names import read_yaku
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.payment_lines import four
from controller.scoring.score import Four
from controller.text import Text

_WINDS: Final = (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH)
_COUNTER: Final = 300
"""Points of a counter; gimite's mjai has no other value."""
_USUAL_POINTS: Final = 25000
"""Default starting points; chosen: that of mjai's server."""
_BESIDE: Final = ("none", "hello", "join", "error", "log", "ack")
"""Types of messages between a server and its players that are no game events."""
_NAMED: Final = MappingProxyType({name: kind for kind, name in CALLS.items()})
_REASON_NAMES: Final = MappingProxyType({reason: name for name, reason in REASONS.items()} | dict(OTHER_REASONS))


def read(text: str) -> list[GameRecord]:
    """Return the games of a text, one event per line; raises RecordError with the line."""
    reader = MjaiReader()
    for where, body in fields.values(text):
        if isinstance(body, RecordError):
            raise body
        reader.take(body, where)
    reader.end()
    return [game for game, _ in reader.ended()]


@dataclass(slots=True)
class MjaiReader:
    """Builds games from events. Fields omitted by other programs are carried over or assumed, and listed."""

    games: list[tuple[GameRecord, tuple[Text, ...]]] = field(default_factory=list)
    names: tuple[str, str, str, str] = ("", "", "", "")
    rounds: list[RoundRecord] = field(default_factory=list)
    unpaid: list[int] = field(default_factory=list)
    start: Line | None = None
    begun: str = ""
    acts: list[Act] = field(default_factory=list)
    dora: list[Seen] = field(default_factory=list)
    ura: tuple[Tile, ...] = ()
    wins: list[WinNote] = field(default_factory=list)
    draw: DrawNote | None = None
    shown: list[tuple[Tile, ...] | None] = field(default_factory=lambda: [None] * 4)
    declared: Seat | None = None
    accepted: list[Seat] = field(default_factory=list)
    paid: bool = True
    final: Four | None = None
    assumed: dict[Text, None] = field(default_factory=dict)
    head: Line = field(default_factory=dict)

    def ended(self) -> list[tuple[GameRecord, tuple[Text, ...]]]:
        """Return the games that ended since the last call, each with its assumptions."""
        games, self.games = self.games, []
        return games

    def end(self) -> None:
        """End the input: what was read becomes a game if a round of it has ended."""
        self._end_game()

    def drop(self) -> None:
        """Discard the unfinished game."""
        self.rounds, self.unpaid, self.start, self.names = [], [], None, ("", "", "", "")
        self.assumed, self.head, self.final = {}, {}, None
        self._clear()

    def take(self, line: Any, where: str) -> None:
        """Process an event; raises RecordError."""
        if not isinstance(line, dict):
            raise RecordError(f"{where}: expected a JSON object")
        other = {SPELT[name]: value for name, value in line.items() if name in SPELT}
        with fields.plainly(where):
            self._take(other | line, where)

    def _assume(self, said: Text) -> None:
        self.assumed[said] = None

    def _take(self, line: Line, where: str) -> None:
        kind = fields.of_kind(line.get("type"), str, f"{where} type")
        if kind == "start_game":
            self._end_game()
            self.names = fields.names(line.get("names"), f"{where} names", self._assume)
            self.head = line
        elif kind == "end_game":
            self.final = None if line.get("scores") is None else fields.four(line["scores"], f"{where} scores")
            self._end_game()
        elif kind == "start_kyoku":
            self._end_round()
            self.start, self.begun = line, where
            self.dora = [_seen(line.get("dora_marker", UNKNOWN), f"{where} dora_marker")]
            self._settle(line, where)
        elif kind == "end_kyoku":
            before = len(self.rounds)
            self._end_round()
            if beside.KEY in line and len(self.rounds) > before:
                self.rounds[-1] = beside.put_round(self.rounds[-1], line[beside.KEY], f"{where} {beside.KEY}")
        elif kind in _BESIDE:
            return
        elif self.start is None:
            if kind in _NAMED or kind in ("tsumo", "dahai", "hora", "ryukyoku"):
                raise RecordError(f"{where}: {kind!r} outside of a round")
            self._assume(Assumption.OTHER_EVENTS.of(kind))
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
        elif kind in ("nukidora", "kita"):
            raise RecordError(f"{where}: {fields.OF_THREE}")
        elif kind == "reach_accepted":
            self.accepted.append(fields.seat(line.get("actor"), f"{where} actor"))
        else:
            self._assume(Assumption.OTHER_EVENTS.of(kind))

    def _discard(self, line: Line, where: str) -> None:
        seat = fields.seat(line.get("actor"), f"{where} actor")
        tile = _tile(line.get("pai"), f"{where} pai")
        last = self.acts[-1] if self.acts else None
        drawn: bool | None = None
        if "tsumogiri" in line:
            drawn = fields.of_kind(line["tsumogiri"], bool, f"{where} tsumogiri")
        else:
            self._assume(Assumption.NOT_DRAWN_TOLD.of())
        if isinstance(last, DrawAct) and last.tile is None:
            if drawn:
                self.acts[-1] = DrawAct(seat, tile)
            else:
                drawn = None
        self.acts.append(DiscardAct(seat, tile, drawn, riichi=self.declared is seat))
        self.declared = None

    def _win(self, line: Line, where: str) -> None:
        winner = fields.seat(line.get("actor"), f"{where} actor")
        last = self.acts[-1] if self.acts else None
        if "target" in line or last is None:
            target = fields.seat(line.get("target"), f"{where} target")
        else:
            target = last.seat
            self._assume(Assumption.NO_LOSER.of())
        loser = None if target is winner else target
        if loser is not None and isinstance(last, DrawAct) and last.seat is winner:
            self._assume(Assumption.OWN_DRAW.of(loser, where=where))
            loser = None
        liable = target if loser is None and target is not winner else None
        start = self.start or {}
        number, deltas = self._number(start, where) - 1, self._deltas(line, where)
        counters = 0 if self.wins else self._count(start, "honba", where)
        score = score_of(
            _without_counters(line, deltas, counters), winner == number, loser is None, where, self._assume
        )
        self.wins.append(WinNote(winner, loser, deltas, score, liable))
        # Of two winners perhaps only one is in riichi.
        self.ura = _tiles(line.get("ura_markers") or [], f"{where} ura_markers") or self.ura
        self.shown[winner] = _tiles(line.get("hora_tehais") or [], f"{where} hora_tehais") or None

    def _drawn(self, line: Line, where: str) -> None:
        reason = line.get("reason") or None
        if reason is None:
            self._assume(Assumption.NO_REASON.of())
            reason = REASONS[DrawName.EXHAUSTIVE]
        reason = fields.of_kind(reason, str, f"{where} reason")
        said = ""
        if reason not in _REASON_NAMES:
            self._assume(Assumption.CALLED_OFF.of(reason, where=where))
            said = reason
        deltas = self._deltas(line, where)
        tenpai = None
        if "tenpais" in line:
            a, b, c, d = fields.row(line["tenpais"], bool, f"{where} tenpais", 4)
            tenpai = (a, b, c, d)
        hands = fields.row(line.get("tehais") or [[UNKNOWN]] * 4, list, f"{where} tehais", 4)
        for seat, hand in zip(SEATS, hands, strict=True):
            if UNKNOWN not in hand:
                self.shown[seat] = _tiles(hand, f"{where} tehais")
        self.draw = DrawNote(_REASON_NAMES.get(reason, DrawName.VOID), deltas, tenpai, said)

    def _deltas(self, line: Line, where: str) -> Four:
        """Return the payments of a result, computed from the points after it if only these are given."""
        if line.get("deltas") is not None:
            return fields.four(line["deltas"], f"{where} deltas")
        if line.get("scores") is not None and self.start is not None:
            before = [self._scores(self.start, where), *(win.deltas for win in self.wins)]
            laid = [USUAL_STICK * self.accepted.count(seat) for seat in SEATS]
            after = fields.four(line["scores"], f"{where} scores")
            return four(after[seat] + laid[seat] - sum(each[seat] for each in before) for seat in SEATS)
        self.paid = False
        return 0, 0, 0, 0

    def _call(self, kind: MeldKind, line: Line, where: str) -> CallAct:
        seat = fields.seat(line.get("actor"), f"{where} actor")
        consumed = _tiles(line.get("consumed"), f"{where} consumed")
        if kind is MeldKind.KAN_CONCEALED:
            return CallAct(seat, Meld(kind, consumed))
        tile = _tile(line.get("pai"), f"{where} pai")
        if kind is MeldKind.KAN_ADDED:
            # The line does not tell which tile the pung had called, and from whom.
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

    def _end_round(self) -> None:
        """Store the round; a round without a result is dropped."""
        start, where = self.start, self.begun
        if start is None:
            return
        if self.draw is None and not self.wins:
            self._assume(Assumption.UNFINISHED.of(where=where))
            self._clear()
            return
        number, wind = self._number(start, where), start.get("bakaze", "E")
        tile = named_tile(wind) if isinstance(wind, str) else None
        if tile not in _WINDS or not 1 <= number <= 4:
            raise RecordError(
                f"{where}: expected bakaze E, S, W or N and kyoku 1-4, got {fields.short(wind)} and {number}"
            )
        self.rounds.append(
            RoundRecord(
                prevailing_wind=Wind(_WINDS.index(tile)),
                dealer=Seat(number - 1),
                counters=self._count(start, "honba", where),
                riichi_sticks=self._count(start, "kyotaku", where),
                scores=self._scores(start, where),
                dora=tuple(self.dora),
                ura=self.ura,
                hands=self._hands(start, where, Seat(number - 1)),
                acts=tuple(self.acts),
                result=self.draw or tuple(self.wins),
                shown=tuple(self.shown),
            )
        )
        if not self.paid:
            self.unpaid.append(len(self.rounds) - 1)
        self._clear()

    def _number(self, start: Line, where: str) -> int:
        if "kyoku" not in start and "oya" in start:
            self._assume(Assumption.NO_NUMBER.of())
            return fields.seat(start["oya"], f"{where} oya") + 1
        return fields.natural(start.get("kyoku"), f"{where} kyoku")

    def _count(self, start: Line, name: str, where: str) -> int:
        if name not in start:
            self._assume(Assumption.NONE_TOLD.of(name))
        return fields.natural(start.get(name, 0), f"{where} {name}")

    def _scores(self, start: Line, where: str) -> Four:
        if start.get("scores") is not None:
            if isinstance(start["scores"], list) and len(start["scores"]) == len(SEATS) - 1:
                raise RecordError(f"{where}: {fields.OF_THREE}")
            return fields.four(start["scores"], f"{where} scores")
        if self.rounds:
            self._assume(Assumption.POINTS_CARRIED.of())
            return self.rounds[-1].scores_after
        self._assume(Assumption.POINTS_USUAL.of(_USUAL_POINTS))
        return (_USUAL_POINTS,) * 4

    def _hands(self, start: Line, where: str, dealer: Seat) -> tuple[tuple[Seen, ...], ...]:
        if start.get("tehais") is None:
            self._assume(Assumption.NO_HANDS.of())
            return (UNSEEN,) * 4
        told = fields.row(start["tehais"], list, f"{where} tehais")
        if len(told) == len(SEATS) - 1 or (len(told) == len(SEATS) and not told[-1]):
            raise RecordError(f"{where}: {fields.OF_THREE}")
        hands = [list(fields.row(hand, str, f"{where} tehais")) for hand in fields.row(told, list, where, 4)]
        if len(hands[dealer]) == HAND + 1:
            self._assume(Assumption.FOURTEENTH.of())
            drawn = _seen(hands[dealer].pop(), f"{where} tehais")
            if not self.acts or not isinstance(self.acts[0], DrawAct) or self.acts[0].seat is not dealer:
                self.acts.insert(0, DrawAct(dealer, drawn))
        return tuple(tuple(_seen(name, f"{where} tehais") for name in hand) for hand in hands)

    def _settle(self, start: Line, where: str) -> None:
        """Compute omitted payments of the previous round from the points at the start of this one."""
        if not self.unpaid or self.unpaid[-1] != len(self.rounds) - 1 or start.get("scores") is None:
            return
        scores, before = fields.four(start["scores"], f"{where} scores"), self.rounds[-1]
        gained = four(now - had for now, had in zip(scores, before.scores_after, strict=True))
        result: DrawNote | tuple[WinNote, ...] = before.result
        if isinstance(result, DrawNote):
            result = replace(result, deltas=gained)
        elif len(result) == 1:
            result = (replace(result[0], deltas=gained),)
        else:
            return
        self._assume(Assumption.PAID_BY_NEXT.of())
        self.unpaid.pop()
        self.rounds[-1] = replace(before, result=result)

    def _clear(self) -> None:
        self.start, self.acts, self.dora, self.ura, self.wins, self.draw = None, [], [], (), [], None
        self.shown, self.declared, self.accepted, self.paid = [None] * 4, None, [], True

    def _end_game(self) -> None:
        self._end_round()
        if self.unpaid:
            said = ", ".join(self.rounds[place].name for place in self.unpaid)
            self._assume(Assumption.PAID_NOWHERE.of(said))
        if self.rounds:
            more = self.head.get(beside.KEY, {})
            told = replace(game_of(self.head, self.names, self.rounds), final_scores=self.final)
            game = beside.put_game(told, more, beside.KEY)
            self.games.append((with_laid(game, self._assume), tuple(self.assumed)))
        elif self.assumed:
            raise RecordError(f"no round that ends: {'; '.join(said.en for said in self.assumed)}")
        self.drop()


def game_of(head: Line, names: tuple[str, str, str, str], rounds: Sequence[RoundRecord]) -> GameRecord:
    """Return the game begun by a ``start_game``, with the rules that it states in convlog's way."""
    lengths: dict[Any, bool] = dict(LENGTHS) | {number: east_only for east_only, number in FIRST_KYOKU.items()}
    length, has_red = head.get("kyoku_first", head.get("gametype")), head.get("aka_flag")
    return GameRecord(
        names,
        tuple(rounds),
        east_only=lengths.get(length) if type(length) in (int, str) else None,
        red_fives=(int(has_red),) * 3 if isinstance(has_red, bool) else None,
    )


def _without_counters(line: Line, deltas: Four, counters: int) -> Line:
    """Return the line with its points excluding counters: some programs include them."""
    points, paid = line.get("hora_points"), -sum(min(0, each) for each in deltas)
    return line | {"hora_points": points - _COUNTER * counters} if type(points) is int and points == paid else line


def score_of(
    line: Line, by_dealer: bool, by_tsumo: bool, where: str, assume: fields.Assume = fields.in_silence
) -> ScoreNote | None:
    """Return the value of a win in a line, by gimite's mjai: points without counters, fu, han and yaku."""
    points = line.get("hora_points")
    if type(points) is not int:
        return None
    fu, han = (fields.natural(line.get(name) or 0, f"{where} {name}") for name in ("fu", "fan"))
    told = fields.of_kind(line.get("yakus") or [], list, f"{where} yakus")
    yaku = [_yaku(each, f"{where} yakus", assume) for each in told]
    return note_of(points, fu, yaku, by_dealer, by_tsumo, han=han)


def _yaku(told: Any, where: str, assume: fields.Assume) -> YakuNote:
    """Return a yaku and its han, by gimite's name or any other: a pair, or an object with both."""
    pair = [told.get("name"), told.get("han")] if isinstance(told, dict) else fields.of_kind(told, list, where)
    if len(pair) != 2:
        raise RecordError(f"{where}: expected a name and its han")
    name, han = fields.of_kind(pair[0], str, where), fields.natural(pair[1], where)
    return YakuNote(YAKU_NAMES[name], han) if name in YAKU_NAMES else read_yaku(name, han, where, assume)


def _seen(name: Any, where: str) -> Seen:
    return None if name == UNKNOWN else _tile(name, where)


def _tile(name: Any, where: str) -> Tile:
    tile = named_tile(name) if isinstance(name, str) else None
    if tile is None:
        raise RecordError(f"{where}: expected a tile such as 5m, 5mr, E, P, got {fields.short(name)}")
    return tile


def _tiles(names: Any, where: str) -> tuple[Tile, ...]:
    return tuple(_tile(name, where) for name in fields.row(names, str, where))
