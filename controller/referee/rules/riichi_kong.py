"""A concealed kong after riichi: what it must not change under a book, judged by readings of the hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from controller.errors import HandError
from controller.referee.verdict import Verdict, ground, verdict
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import count_kinds, format_tiles
from controller.riichi.readings import STANDARD_FORM, Reading, readings
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import COPIES, KINDS, Tile
from controller.riichi.waits import waits
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.riichi import RiichiKong
from controller.scoring.score import Score
from controller.scoring.scorer import score_as_if
from controller.scoring.win import Riichi, Win, WinBy
from controller.text import Text

_CODE: Final = "riichi-kan-illegal"


@dataclass(frozen=True, slots=True)
class RiichiKongCase:
    """A kong of ``kind`` (0-33) in riichi. ``hand``: the concealed tiles before the draw, 13 less 3 per meld, tenpai.

    ``melds``: concealed kongs made before. Winds and seats determine the yaku. The constructor raises HandError.
    """

    hand: tuple[Tile, ...]
    drawn: Tile
    kind: int
    melds: tuple[Meld, ...] = ()
    prevailing_wind: Wind = Wind.EAST
    seat: Seat = Seat.B
    dealer: Seat = Seat.A
    ippatsu: bool = False
    wanted: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Check the hand: closed, tenpai, with four tiles of the kind; raises HandError."""
        object.__setattr__(self, "wanted", waits(self.counts, self.melds, drop_held=True))
        if any(meld.is_open for meld in self.melds):
            raise HandError("kong after riichi with an open meld: expected a closed hand")
        if not self.wanted or self.counts[self.kind : self.kind + 1] != [COPIES - self.is_drawn]:
            raise HandError(
                f"kong of kind {self.kind}: expected a tenpai hand {format_tiles(self.hand)} and four with the draw"
            )

    @property
    def counts(self) -> list[int]:
        """Number of concealed tiles before the draw, by kind."""
        return count_kinds(self.hand)

    @property
    def is_drawn(self) -> bool:
        """True if the drawn tile is the fourth; else four held tiles are melded and the drawn one stays (okuri-kan)."""
        return self.drawn.kind == self.kind

    @property
    def after(self) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
        """Concealed tiles and melds after the kong."""
        tiles = (*self.hand, self.drawn)
        kong = Meld(MeldKind.KAN_CONCEALED, tuple(tile for tile in tiles if tile.kind == self.kind))
        return tuple(tile for tile in tiles if tile.kind != self.kind), (*self.melds, kong)


def riichi_kong(case: RiichiKongCase, book: Rulebook) -> Verdict:
    """Return whether the kong may be made; a default is named only if another policy would decide otherwise."""
    rule = book.riichi.riichi_kong
    breaches = {policy: tuple(asked(case, book)) for policy, asked in _POLICIES.items()}
    disputed = "riichi_kong" if len({bool(breaches[policy]) for policy in {*_PRINTED, rule.value}}) > 1 else ""
    against = [ground(rule, disputed, text, _CODE) for text in breaches[rule.value]]
    lost = "一発は消えますが、カンはできます。" if case.ippatsu else ""
    text = Text(
        f"この暗槓はできます。{lost}",
        f"The kong may be made.{' Ippatsu is lost, but the kong is allowed.' if lost else ''}",
    )
    return verdict(against, [ground(rule, disputed, text)])


def _other_tile(case: RiichiKongCase) -> Iterator[Text]:
    if not case.is_drawn:
        yield Text(
            f"ツモった {case.drawn} 以外の牌での暗槓（送り槓）です。",
            f"A concealed kong without the drawn {case.drawn}.",
        )


def _joined(case: RiichiKongCase) -> Iterator[Text]:
    """Yield a text if a chow of the hand and its waits could run through the triplet."""
    kind, counts = case.kind, case.counts
    for low in range(kind - 2, kind + 1) if kind < Tile.EAST else ():
        others = [each for each in range(low, low + 3) if each != kind]
        in_suit = low >= 0 and low // 9 == (low + 2) // 9 == kind // 9
        held = in_suit and [each for each in others if counts[each]]
        if held and all(counts[each] or each in case.wanted for each in others):
            near = format_tiles(Tile(each) for each in held)
            yield Text(
                f"{near} とつながるため、独立した暗刻ではありません。",
                f"Not an independent triplet: it connects with {near}.",
            )
            return


def _lost_sets(case: RiichiKongCase) -> Iterator[Text]:
    """Yield a reading of the hand, for any wait, that uses one of the four tiles outside the triplet."""
    for wanted in case.wanted:
        counts = case.counts
        counts[wanted] += 1
        for reading in readings(counts, case.melds):
            # If the hand waits for the kong's tile, the fourth is in a chow beside the triplet, and that chow is lost.
            if not reading.triplets >> case.kind & 1 or wanted == case.kind:
                told = _written(reading, counts, case.melds)
                yield Text(f"面子構成が変わります（{told} がなくなります）。", f"The sets change: {told} is lost.")
                return


def _lost_waits(case: RiichiKongCase) -> Iterator[Text]:
    hand, melds = case.after
    after = waits(count_kinds(hand), melds, drop_held=True)
    if after != case.wanted:
        was, then = (format_tiles(map(Tile, kinds)) for kinds in (case.wanted, after))
        yield Text(f"待ちが {was} から {then} に変わります。", f"The waits change from {was} to {then}.")


def _lost_yaku(case: RiichiKongCase, book: Rulebook) -> Iterator[Text]:
    hand, melds = case.after
    still = waits(count_kinds(hand), melds, drop_held=True)
    for wanted in (each for each in case.wanted if each in still):
        for by in WinBy:
            before = _score(case, book, case.hand, case.melds, Tile(wanted), by)
            after = _score(case, book, hand, melds, Tile(wanted), by)
            if before is not None and after is not None and _yaku_worth(after) < _yaku_worth(before):
                ids = {line.id for line in after.yaku}
                gone = [line for line in before.yaku if line.id not in ids and line.id != "IPPATSU"]
                ja, en = "、".join(line.ja for line in gone), ", ".join(line.en for line in gone)
                yield Text(f"{Tile(wanted)} での役 {ja} がなくなります。", f"The yaku {en} on {Tile(wanted)} is lost.")
                return


def _score(
    case: RiichiKongCase, book: Rulebook, hand: tuple[Tile, ...], melds: tuple[Meld, ...], tile: Tile, by: WinBy
) -> Score | None:
    win = Win(
        hand=hand,
        tile=tile,
        by=by,
        melds=melds,
        prevailing_wind=case.prevailing_wind,
        winner=case.seat,
        dealer=case.dealer,
        loser=case.seat.turn(1) if by is WinBy.RON else None,
        riichi=Riichi.RIICHI,
    )
    score = score_as_if(win, book)
    return score if isinstance(score, Score) else None


def _yaku_worth(score: Score) -> tuple[int, int]:
    return score.yakuman, sum(line.han for line in score.yaku)


def _written(reading: Reading, counts: Sequence[int], melds: Sequence[Meld]) -> str:
    """Return the groups and pair of a reading in notation, such as ``123m 444m 11m``."""
    called = [(meld.first_kind,) * 3 for meld in melds]
    sets = [*reading.groups(counts), *called] if reading.form == STANDARD_FORM else []
    pairs = [(kind, kind) for kind in range(KINDS) if reading.pairs >> kind & 1]
    return " ".join(format_tiles(map(Tile, kinds)) for kinds in (*sets, *pairs))


def _independent(case: RiichiKongCase, _: Rulebook) -> Iterator[Text]:
    yield from _other_tile(case) if not case.is_drawn else _joined(case)


def _sets(case: RiichiKongCase, _: Rulebook) -> Iterator[Text]:
    yield from _other_tile(case) if not case.is_drawn else _lost_sets(case)


def _sets_and_yaku(case: RiichiKongCase, book: Rulebook) -> Iterator[Text]:
    lost = tuple(_sets(case, book))
    yield from lost or _lost_yaku(case, book)


def _sets_and_waits(case: RiichiKongCase, book: Rulebook) -> Iterator[Text]:
    yield from _sets(case, book)
    if case.is_drawn:
        yield from _lost_waits(case)


def _waits(case: RiichiKongCase, _: Rulebook) -> Iterator[Text]:
    yield from _other_tile(case) if not case.is_drawn else _lost_waits(case)


def _none(_: RiichiKongCase, __: Rulebook) -> Iterator[Text]:
    yield Text("リーチ後のカンはできません。", "No kong is made after riichi.")


_POLICIES: Final[Mapping[RiichiKong, Callable[[RiichiKongCase, Rulebook], Iterator[Text]]]] = MappingProxyType(
    {
        RiichiKong.INDEPENDENT_TRIPLET: _independent,
        RiichiKong.SETS: _sets,
        RiichiKong.SETS_AND_YAKU: _sets_and_yaku,
        RiichiKong.SETS_AND_WAITS: _sets_and_waits,
        RiichiKong.WAITS: _waits,
        RiichiKong.ALL: _none,
    }
)
# Policies that a silent or doubtful text may mean; the others apply only where they are written.
_PRINTED: Final = (
    *(RiichiKong.INDEPENDENT_TRIPLET, RiichiKong.SETS),
    *(RiichiKong.SETS_AND_YAKU, RiichiKong.SETS_AND_WAITS),
)
