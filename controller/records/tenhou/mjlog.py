"""mjlog, the XML in which tenhou.net keeps its games, read into records; it tells every act in its order."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote

from controller.errors import HandError, RecordError
from controller.records.assumptions import Assumption
from controller.records.json_fields import OF_THREE, Assume, in_silence
from controller.records.record import (
    HAND,
    Act,
    DiscardAct,
    DrawAct,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    ScoreNote,
    WinNote,
    YakuNote,
    one_of_each_seat,
)
from controller.records.tenhou.mjlog_calls import call, tile
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.score import Four, Limit

Attributes = Mapping[str, str]

_TAG: Final = re.compile(r'<(?P<name>[A-Za-z]+)(?P<tile>\d{0,3})(?P<attributes>(?:\s+\w+="[^"]*")*+)\s*/?>')
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_ROOT: Final = re.compile(r"<mjlog\w*[^>]*>")
_NO_RED, _EAST_SOUTH, _THREE_PLAYERS = 0x2, 0x8, 0x10
_HUNDRED: Final = 100
_DRAWS, _DISCARDS = "TUVW", "DEFG"
_LIMITS: Final = (None, Limit.MANGAN, Limit.HANEMAN, Limit.BAIMAN, Limit.SANBAIMAN, Limit.YAKUMAN)
DRAWS: Final = MappingProxyType(
    {
        "yao9": DrawName.NINE_ORPHANS,
        "kaze4": DrawName.FOUR_WINDS,
        "reach4": DrawName.FOUR_RIICHI,
        "kan4": DrawName.FOUR_KONGS,
        "ron3": DrawName.THREE_RONS,
        "nm": DrawName.NAGASHI_MANGAN,
        "": DrawName.EXHAUSTIVE,
    }
)
# By their numbers 0-54.
_YAKU: Final = (
    *("MENZEN_TSUMO", "RIICHI", "IPPATSU", "CHANKAN", "RINSHAN", "HAITEI", "HOUTEI", "PINFU", "TANYAO", "IIPEIKOU"),
    *("JIKAZE", "JIKAZE", "JIKAZE", "JIKAZE", "BAKAZE", "BAKAZE", "BAKAZE", "BAKAZE", "HAKU", "HATSU", "CHUN"),
    *("DOUBLE_RIICHI", "CHIITOITSU", "CHANTA", "ITTSUU", "SANSHOKU_DOUJUN", "SANSHOKU_DOUKOU", "SANKANTSU", "TOITOI"),
    *("SANANKOU", "SHOUSANGEN", "HONROUTOU", "RYANPEIKOU", "JUNCHAN", "HONITSU", "CHINITSU", "RENHOU", "TENHOU"),
    *("CHIIHOU", "DAISANGEN", "SUUANKOU", "SUUANKOU_TANKI", "TSUUIISOU", "RYUUIISOU", "CHINROUTOU", "CHUUREN"),
    *("JUNSEI_CHUUREN", "KOKUSHI", "KOKUSHI_JUUSANMEN", "DAISUUSHII", "SHOUSUUSHII", "SUUKANTSU"),
    *("DORA", "URA_DORA", "RED_FIVES"),
)


def is_mjlog(text: str) -> bool:
    """Whether a text begins as an mjlog."""
    return _ROOT.search(text[:400]) is not None


def parts(text: str) -> list[str]:
    """The games of a text in which one follows the other."""
    starts = [match.start() for match in _ROOT.finditer(text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def read(text: str, assume: Assume = in_silence) -> GameRecord:
    """The game of an mjlog; raises RecordError naming the tag."""
    root = _ROOT.search(text)
    if root is None:
        raise RecordError("mjlog: expected <mjloggm ...>")
    reader = _MjlogReader(assume)
    for number, match in enumerate(_TAG.finditer(text, root.end()), 1):
        attributes = dict(_ATTRIBUTE.findall(match["attributes"]))
        where = f"tag {number} <{match['name']}{match['tile']}>"
        try:
            reader.take(match["name"].upper(), match["tile"], attributes)
        except (HandError, ValueError, KeyError, IndexError) as error:
            raise RecordError(f"mjlog: {where}: {type(error).__name__} {error}") from None
    return reader.game()


@dataclass(slots=True)
class _MjlogReader:
    """Tags in, one game out."""

    assume: Assume
    type: int | None = None
    names: list[str] = field(default_factory=lambda: ["", "", "", ""])
    rounds: list[RoundRecord] = field(default_factory=list)
    start: Attributes | None = None
    acts: list[Act] = field(default_factory=list)
    dora: list[Tile] = field(default_factory=list)
    ura: tuple[Tile, ...] = ()
    wins: list[WinNote] = field(default_factory=list)
    draw: DrawNote | None = None
    drawn: int | None = None
    declaring: bool = False
    final: list[Fraction] = field(default_factory=list)

    def take(self, name: str, number: str, attributes: Attributes) -> None:
        """One more tag; those that tell nothing of the play are passed over."""
        if name == "GO":
            self.type = int(attributes["type"])
            if self.type & _THREE_PLAYERS:
                raise RecordError(f"mjlog: {OF_THREE}")
        elif name == "UN":
            for seat in SEATS:
                self.names[seat] = unquote(attributes.get(f"n{int(seat)}", "")) or self.names[seat]
        elif name == "INIT":
            self._end_round()
            self.start, self.dora = attributes, [self._tile(attributes["seed"].split(",")[5])]
        elif number and name in _DRAWS:
            self.drawn = int(number)
            self.acts.append(DrawAct(Seat(_DRAWS.index(name)), self._tile(number)))
        elif number and name in _DISCARDS:
            seat = Seat(_DISCARDS.index(name))
            self.acts.append(DiscardAct(seat, self._tile(number), int(number) == self.drawn, self.declaring))
            self.drawn, self.declaring = None, False
        elif name == "N":
            self.acts.append(call(int(attributes["m"]), _seat(attributes["who"]), self._red))
            self.drawn = None
        elif name == "DORA":
            self.dora.append(self._tile(attributes["hai"]))
        elif name == "REACH":
            self.declaring = attributes["step"] == "1"
        elif name == "AGARI":
            self._win(attributes)
        elif name == "RYUUKYOKU":
            self._drawn(attributes)

    def game(self) -> GameRecord:
        """The whole game."""
        self._end_round()
        points = tuple(self.final[::2]), tuple(self.final[1::2])
        a, b, c, d = self.names
        told = len(self.final) == 2 * len(SEATS)
        if self.type is None:
            self.assume(Assumption.NO_RULES_EAST.of())
        if not self.rounds:
            raise RecordError("mjlog: no round that ends")
        return GameRecord(
            names=(a, b, c, d),
            rounds=tuple(self.rounds),
            east_only=not (self.type or 0) & _EAST_SOUTH,
            red_fives=(1, 1, 1) if self._red else (0, 0, 0),
            final_scores=one_of_each_seat([int(each * _HUNDRED) for each in points[0]]) if told else None,
            final_totals=tuple(each * 1000 for each in points[1]) if told else None,
        )

    @property
    def _red(self) -> bool:
        return not (self.type or 0) & _NO_RED

    def _tile(self, number: str) -> Tile:
        return tile(int(number), self._red)

    def _tiles(self, numbers: str) -> tuple[Tile, ...]:
        return tuple(self._tile(each) for each in numbers.split(",") if each)

    def _win(self, told: Attributes) -> None:
        winner, source = _seat(told["who"]), _seat(told["fromWho"])
        fu, points, limit = (int(each) for each in told["ten"].split(","))
        pairs = [int(each) for each in told.get("yaku", "").split(",") if each]
        lines = [YakuNote(_YAKU[yaku], han) for yaku, han in zip(pairs[::2], pairs[1::2], strict=True) if han]
        lines += [YakuNote(_YAKU[int(yaku)], 0) for yaku in told.get("yakuman", "").split(",") if yaku]
        score = ScoreNote(_LIMITS[limit], None if limit else fu, (), tuple(lines), total=points)
        liable = _seat(told["paoWho"]) if "paoWho" in told else None
        loser = None if source is winner else source
        self.wins.append(WinNote(winner, loser, _deltas(told), score, liable))
        self.ura = self._tiles(told.get("doraHaiUra", "")) or self.ura
        self._final(told)

    def _drawn(self, told: Attributes) -> None:
        kind = told.get("type", "")
        if kind not in DRAWS:
            self.assume(Assumption.CALLED_OFF.of(kind, where="RYUUKYOKU"))
        name = DRAWS.get(kind, DrawName.VOID)
        a, b, c, d = (f"hai{int(seat)}" in told for seat in SEATS)
        tenpai = (a, b, c, d) if name is DrawName.EXHAUSTIVE else None
        self.draw = DrawNote(name, _deltas(told), tenpai, "" if kind in DRAWS else kind)
        self._final(told)

    def _final(self, told: Attributes) -> None:
        if "owari" in told:
            self.final = [Fraction(each) for each in told["owari"].split(",")]

    def _end_round(self) -> None:
        if self.start is None:
            return
        seed = [int(each) for each in self.start["seed"].split(",")]
        if not self.wins and self.draw is None:
            self.assume(Assumption.UNFINISHED.of(where=f"{seed[0]}-{seed[1]}"))
            self._clear()
            return
        self.rounds.append(
            RoundRecord(
                prevailing_wind=Wind(seed[0] // 4),
                dealer=_seat(self.start["oya"]),
                counters=seed[1],
                riichi_sticks=seed[2],
                scores=one_of_each_seat([int(each) * _HUNDRED for each in self.start["ten"].split(",")]),
                dora=tuple(self.dora),
                ura=self.ura,
                hands=tuple(self._hand(self.start[f"hai{int(seat)}"]) for seat in SEATS),
                acts=tuple(self.acts),
                result=self.draw or tuple(self.wins),
            )
        )
        self._clear()

    def _clear(self) -> None:
        self.start, self.acts, self.dora, self.ura, self.wins, self.draw = None, [], [], (), [], None
        self.drawn, self.declaring = None, False

    def _hand(self, numbers: str) -> tuple[Tile, ...]:
        hand = self._tiles(numbers)
        if len(hand) != HAND:
            raise RecordError(f"mjlog: a starting hand of {len(hand)} tiles: expected {HAND}")
        return hand


def _seat(number: str) -> Seat:
    return Seat(int(number))


def _deltas(told: Attributes) -> Four:
    return one_of_each_seat([int(each) * _HUNDRED for each in told["sc"].split(",")[1::2]])
