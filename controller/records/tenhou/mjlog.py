"""Reader of mjlog, the XML in which tenhou.net stores its games; it contains every act in order."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote

from controller.errors import HandError, RecordError
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import OF_THREE, Assume, compact, in_silence, plainly, short
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
    YakuNote,
    one_of_each_seat,
)
from controller.records.tenhou.mjlog_calls import call, tile
from controller.records.tenhou.rules import EAST_SOUTH, FOLLOWED, NO_OPEN_TANYAO, NO_RED, THREE_PLAYERS, line_of_type
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import COPIES, KINDS, Tile
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, Limit

_WHOLE: Final = re.compile(r"-?\d{1,15}")
_NUMBER: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_TAG: Final = re.compile(
    r"<(?P<name>[A-Za-z]+)(?P<tile>\d{0,3})(?P<attributes>(?:\s+\w+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*+)\s*/?>"
)
_ATTRIBUTE: Final = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ROOT: Final = re.compile(r"<mjlog\w*(?:\s[^<>]*)?>", re.IGNORECASE)
_END: Final = re.compile(r"</mjlog", re.IGNORECASE)
_FIRST: Final = re.compile(r"<GO\s(?=[^<>]*\btype=)|\A[^<]*<INIT\s", re.IGNORECASE)
"""Beginning of a game whose root element is missing."""
_HUNDRED: Final = 100
_OWN_RULES: Final = ("rule", "csrule", "ratio")
"""Rules of a special lobby, and stakes of a room."""
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
# By number, 0-54.
_YAKU: Final = (
    *("MENZEN_TSUMO", "RIICHI", "IPPATSU", "CHANKAN", "RINSHAN", "HAITEI", "HOUTEI", "PINFU", "TANYAO", "IIPEIKOU"),
    *("JIKAZE", "JIKAZE", "JIKAZE", "JIKAZE", "BAKAZE", "BAKAZE", "BAKAZE", "BAKAZE", "HAKU", "HATSU", "CHUN"),
    *("DOUBLE_RIICHI", "CHIITOITSU", "CHANTA", "ITTSUU", "SANSHOKU_DOUJUN", "SANSHOKU_DOUKOU", "SANKANTSU", "TOITOI"),
    *("SANANKOU", "SHOUSANGEN", "HONROUTOU", "RYANPEIKOU", "JUNCHAN", "HONITSU", "CHINITSU", "RENHOU", "TENHOU"),
    *("CHIIHOU", "DAISANGEN", "SUUANKOU", "SUUANKOU_TANKI", "TSUUIISOU", "RYUUIISOU", "CHINROUTOU", "CHUUREN"),
    *("JUNSEI_CHUUREN", "KOKUSHI", "KOKUSHI_JUUSANMEN", "DAISUUSHII", "SHOUSUUSHII", "SUUKANTSU"),
    *("DORA", "URA_DORA", "RED_FIVES"),
)


def parts(text: str) -> list[str]:
    """Return the games of a text in order, at any position; none if it is no mjlog."""
    bare = _COMMENT.sub("", text)
    starts = [match.start() for match in _ROOT.finditer(bare)] or [match.start() for match in _FIRST.finditer(bare)]
    return [bare[start:end] for start, end in zip(starts, [*starts, len(bare)][1:], strict=True)]


class _Attributes:
    """The attributes of a tag; a missing or non-numeric attribute raises RecordError with its name."""

    def __init__(self, told: Mapping[str, str]) -> None:
        self._told = told

    def text(self, name: str) -> str:
        """Return an attribute, "" if it is missing."""
        return self._told.get(name, "")

    def has(self, name: str) -> bool:
        return name in self._told

    def numbers(self, name: str, *sizes: int) -> list[int]:
        """Return comma-separated whole numbers; their count must be one of ``sizes``."""
        values = [each for each in self.text(name).split(",") if each]
        if sizes and len(values) not in sizes:
            wanted = " or ".join(map(str, sizes))
            raise RecordError(
                f"{name}: expected {wanted} numbers, got {short(self.text(name))}" if values else _none(name)
            )
        return [int(each) for each in self._matching(name, values, _WHOLE, "whole numbers")]

    def number(self, name: str, least: int = 0, most: int = 1 << 31) -> int:
        """Return a whole number within bounds."""
        (value,) = self.numbers(name, 1)
        if not least <= value <= most:
            raise RecordError(f"{name}: expected {least} to {most}, got {value}")
        return value

    def seat(self, name: str) -> Seat:
        """Return a seat 0-3."""
        return Seat(self.number(name, 0, len(SEATS) - 1))

    def fractions(self, name: str) -> list[Fraction]:
        """Return comma-separated numbers."""
        values = [each for each in self.text(name).split(",") if each]
        return [Fraction(each) for each in self._matching(name, values, _NUMBER, "numbers")]

    def _matching(self, name: str, values: list[str], form: re.Pattern[str], wanted: str) -> list[str]:
        if wrong := next((each for each in values if not form.fullmatch(each)), None):
            raise RecordError(f"{name}: {short(wrong)}: expected {wanted} with commas between them")
        return values


def _none(name: str) -> str:
    return f"{name} is missing or empty"


def _yaku(number: int, name: str) -> str:
    if not 0 <= number < len(_YAKU):
        raise RecordError(f"{name}: {number} is no yaku, expected 0 to {len(_YAKU) - 1}")
    return _YAKU[number]


def read(text: str, assume: Assume = in_silence) -> GameRecord:
    """Return the game of an mjlog; raises RecordError with the tag."""
    root = _ROOT.search(text)
    reader = _MjlogReader(assume)
    for number, match in enumerate(_TAG.finditer(text, root.end() if root else 0), 1):
        attributes = {name: double or single for name, double, single in _ATTRIBUTE.findall(match["attributes"])}
        with plainly(f"mjlog: tag {number} <{match['name']}{match['tile']}>"):
            reader.take(match["name"].upper(), match["tile"], _Attributes(attributes))
    if root is not None and not _END.search(text, root.end()):
        assume(Assumption.BROKEN_OFF.of())
    with plainly("mjlog"):
        return reader.game()


@dataclass(slots=True)
class _MjlogReader:
    """Builds one game from tags."""

    assume: Assume
    type: int | None = None
    names: list[str] = field(default_factory=lambda: ["", "", "", ""])
    rounds: list[RoundRecord] = field(default_factory=list)
    start: _Attributes | None = None
    acts: list[Act] = field(default_factory=list)
    dora: list[Tile] = field(default_factory=list)
    ura: tuple[Tile, ...] = ()
    wins: list[WinNote] = field(default_factory=list)
    draw: DrawNote | None = None
    drawn: int | None = None
    declaring: bool = False
    final: list[Fraction] = field(default_factory=list)
    ref: str = ""
    title: str = ""
    own_rules: dict[str, str] = field(default_factory=dict)
    chips: Four | None = None

    def take(self, name: str, number: str, attributes: _Attributes) -> None:
        """Process a tag; tags without play are skipped."""
        if name == "SHUFFLE":
            self.ref = attributes.text("ref")
        elif name == "GO":
            self._rules(attributes)
        elif name == "UN":
            for seat in SEATS:
                self.names[seat] = unquote(attributes.text(f"n{int(seat)}")) or self.names[seat]
        elif name == "INIT":
            self._end_round()
            self.start, self.dora = attributes, [self._tile(attributes.numbers("seed", 6)[5], "seed")]
        elif number and name in _DRAWS:
            self.drawn = int(number)
            self.acts.append(DrawAct(Seat(_DRAWS.index(name)), self._tile(int(number), name)))
        elif number and name in _DISCARDS:
            seat = Seat(_DISCARDS.index(name))
            self.acts.append(DiscardAct(seat, self._tile(int(number), name), int(number) == self.drawn, self.declaring))
            self.drawn, self.declaring = None, False
        elif name == "N":
            self.acts.append(self._call(attributes))
            self.drawn = None
        elif name == "DORA":
            self.dora.append(self._tile(attributes.number("hai"), "hai"))
        elif name == "REACH":
            self.declaring = attributes.number("step") == 1
        elif name == "AGARI":
            self._win(attributes)
        elif name == "RYUUKYOKU":
            self._drawn(attributes)

    def _call(self, told: _Attributes) -> CallAct:
        seat, bits = told.seat("who"), told.number("m")
        try:
            return call(bits, seat, self._red)
        except (HandError, ValueError, IndexError):
            raise RecordError(f"m: {bits} is no call") from None

    def _rules(self, told: _Attributes) -> None:
        self.type = told.number("type")
        if self.type & THREE_PLAYERS:
            raise RecordError(OF_THREE)
        self.title = unquote(told.text("title"))
        if self.type & ~FOLLOWED:
            self.own_rules["type"] = told.text("type")
        self._read_own_rules(told)

    def _read_own_rules(self, told: _Attributes) -> None:
        self.own_rules |= {name: told.text(name) for name in _OWN_RULES if told.text(name).strip(",0")}

    def game(self) -> GameRecord:
        """Return the whole game."""
        self._end_round()
        size = 2 * len(SEATS)
        told = len(self.final) in (size, 2 * size)
        points, totals = tuple(self.final[:size:2]), tuple(self.final[1:size:2])
        chips = self.final[size::2]
        a, b, c, d = self.names
        if self.type is None:
            self.assume(Assumption.NO_RULES.of())
        if not self.rounds:
            raise RecordError("no round that ends")
        line = "" if self.type is None else line_of_type(self.type)
        return GameRecord(
            names=(a, b, c, d),
            rounds=tuple(self.rounds),
            title=(self.title, ""),
            rules=line,
            own_rules=compact(self.own_rules) if self.own_rules else "",
            east_only=None if self.type is None else not self.type & EAST_SOUTH,
            red_fives=(1, 1, 1) if self._red else (0, 0, 0),
            open_tanyao=None if self.type is None else not self.type & NO_OPEN_TANYAO,
            final_scores=one_of_each_seat([int(each * _HUNDRED) for each in points]) if told else None,
            final_totals=tuple(each * 1000 for each in totals) if told else None,
            final_chips=one_of_each_seat([int(each) for each in chips]) if told and chips else None,
            ref=self.ref,
        )

    @property
    def _red(self) -> bool:
        return not (self.type or 0) & NO_RED

    def _tile(self, number: int, name: str) -> Tile:
        if not 0 <= number < COPIES * KINDS:
            raise RecordError(f"{name}: {number} is no tile, expected 0 to {COPIES * KINDS - 1}")
        return tile(number, self._red)

    def _tiles(self, told: _Attributes, name: str) -> tuple[Tile, ...]:
        return tuple(self._tile(each, name) for each in told.numbers(name))

    def _win(self, told: _Attributes) -> None:
        winner, source = told.seat("who"), told.seat("fromWho")
        fu, points, limit = told.numbers("ten", 3)
        pairs, yakuman = told.numbers("yaku"), told.numbers("yakuman")
        if len(pairs) % 2:
            raise RecordError(f"yaku: expected pairs of yaku and han, got {len(pairs)} numbers")
        lines = [YakuNote(_yaku(yaku, "yaku"), han) for yaku, han in zip(pairs[::2], pairs[1::2], strict=True)]
        lines += [YakuNote(_yaku(yaku, "yakuman"), 0) for yaku in yakuman]
        if not 0 <= limit < len(_LIMITS):
            raise RecordError(f"ten: limit {limit}: expected 0 to {len(_LIMITS) - 1}")
        by_dealer, by_tsumo = winner is self._begun().seat("oya"), source is winner
        score = note_of(points, fu, lines, by_dealer, by_tsumo, _LIMITS[limit])
        if score is None:
            self.assume(Assumption.ODD_SCORE.of(points, where="AGARI"))
        liable = told.seat("paoWho") if told.has("paoWho") else None
        loser = None if source is winner else source
        self.wins.append(WinNote(winner, loser, self._deltas(told), score, liable))
        self.ura = self._tiles(told, "doraHaiUra") or self.ura
        self._final(told)

    def _drawn(self, told: _Attributes) -> None:
        kind = told.text("type")
        if kind not in DRAWS:
            self.assume(Assumption.CALLED_OFF.of(kind, where="RYUUKYOKU"))
        name = DRAWS.get(kind, DrawName.VOID)
        a, b, c, d = (told.has(f"hai{int(seat)}") for seat in SEATS)
        tenpai = (a, b, c, d) if name is DrawName.EXHAUSTIVE else None
        self.draw = DrawNote(name, self._deltas(told), tenpai, "" if kind in DRAWS else kind)
        self._final(told)

    def _begun(self) -> _Attributes:
        if self.start is None:
            raise RecordError("outside of a round")
        return self.start

    def _deltas(self, told: _Attributes) -> Four:
        """Return the payments in points; chips, if the game has them, follow the points of all seats."""
        size = 2 * len(SEATS)
        numbers = told.numbers("sc", size, 2 * size)
        if len(numbers) == 2 * size:
            chips = one_of_each_seat(numbers[size + 1 :: 2])
            self.chips = chips if self.chips is None else four(map(add, self.chips, chips))
            numbers = numbers[:size]
        return one_of_each_seat([each * _HUNDRED for each in numbers[1::2]])

    def _final(self, told: _Attributes) -> None:
        self._read_own_rules(told)
        if told.has("owari"):
            self.final = told.fractions("owari")

    def _end_round(self) -> None:
        if self.start is None:
            return
        start, seed = self.start, self.start.numbers("seed", 6)
        if not self.wins and self.draw is None:
            self.assume(Assumption.UNFINISHED.of(where=f"{seed[0]}-{seed[1]}"))
            self._clear()
            return
        self.rounds.append(
            RoundRecord(
                prevailing_wind=self._wind(seed[0]),
                dealer=start.seat("oya"),
                counters=seed[1],
                riichi_sticks=seed[2],
                scores=one_of_each_seat([each * _HUNDRED for each in start.numbers("ten", len(SEATS))]),
                dora=tuple(self.dora),
                ura=self.ura,
                hands=tuple(self._hand(start, f"hai{int(seat)}") for seat in SEATS),
                acts=tuple(self.acts),
                result=self.draw or tuple(self.wins),
                chips=self.chips,
            )
        )
        self._clear()

    def _clear(self) -> None:
        self.start, self.acts, self.dora, self.ura, self.wins, self.draw = None, [], [], (), [], None
        self.drawn, self.declaring, self.chips = None, False, None

    def _hand(self, start: _Attributes, name: str) -> tuple[Tile, ...]:
        hand = self._tiles(start, name)
        if len(hand) != HAND:
            raise RecordError(f"{name}: a starting hand of {len(hand)} tiles: expected {HAND}")
        return hand

    def _wind(self, number: int) -> Wind:
        if not 0 <= number < 4 * len(SEATS):
            raise RecordError(f"seed: round {number}: expected 0 to {4 * len(SEATS) - 1}")
        return Wind(number // 4)
