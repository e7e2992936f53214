"""Tenpai at an exhaustive draw, and the cost of a noten riichi."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.referee.verdict import Condition, Verdict, ground, judge, verdict
from controller.riichi.meld import Meld
from controller.riichi.notation import count_kinds
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.riichi.waits import is_tenpai, waits
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import TenpaiShown
from controller.rulebooks.schema.riichi import NotenRiichi
from controller.scoring.score import Score
from controller.scoring.scorer import score_as_if
from controller.scoring.win import Riichi, Win, WinBy
from controller.text import Text


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand at an exhaustive draw, 13 tiles less 3 per meld. ``declared``: by voice; ``lost_right``: to win."""

    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    riichi: bool = False
    shown: bool = True
    declared: bool = True
    lost_right: bool = False
    prevailing_wind: Wind = Wind.EAST
    seat: Seat = Seat.A
    dealer: Seat = Seat.A

    def wanted(self, drop_held: bool, melds_hold: bool = True) -> tuple[int, ...]:
        """Return the kinds that complete the hand; raises HandError on a wrong number of tiles."""
        return waits(count_kinds(self.hand), self.melds, drop_held, melds_hold)

    def has_yaku(self, book: Rulebook) -> bool:
        """True if a ron on any wait would have a yaku, not counting the yaku of the last tile."""
        return any(isinstance(score_as_if(self._ron(Tile(kind)), book), Score) for kind in self.wanted(True))

    def _ron(self, tile: Tile) -> Win:
        return Win(
            hand=self.hand,
            tile=tile,
            by=WinBy.RON,
            melds=self.melds,
            prevailing_wind=self.prevailing_wind,
            winner=self.seat,
            dealer=self.dealer,
            loser=self.seat.turn(1),
            riichi=Riichi.RIICHI if self.riichi else Riichi.NONE,
        )


def _melds_hold(book: Rulebook) -> bool:
    return book.flow.melds_hold_waits.value


def tenpai_by_shape(hand: Sequence[Tile], melds: Sequence[Meld], book: Rulebook) -> bool:
    """True if concealed tiles, 13 less 3 per meld, wait for any kind that the book accepts as a wait."""
    drop_held = not book.flow.tenpai_holding_all_waits.value
    return is_tenpai(count_kinds(hand), melds, drop_held, _melds_hold(book))


_CONDITIONS: Final[tuple[Condition[DrawnHand], ...]] = (
    Condition(
        "tenpai-false",
        "tenpai_needs_yaku",
        lambda book: book.flow.tenpai_needs_yaku,
        lambda case, _: not case.wanted(drop_held=False),
        lambda *_: True,
        Text("テンパイの形ではありません。", "The hand has no wait."),
        Text("", ""),
    ),
    Condition(
        "tenpai-false",
        "tenpai_holding_all_waits",
        lambda book: book.flow.tenpai_holding_all_waits,
        lambda case, book: bool(case.wanted(drop_held=False)) and not case.wanted(True, _melds_hold(book)),
        lambda _, book: not book.flow.tenpai_holding_all_waits.value,
        Text("アガリ牌を自分で使い切っています。", "The hand holds all of its winning tiles."),
        Text("アガリ牌を使い切っていてもテンパイです。", "A hand that holds all of its winning tiles is still tenpai."),
    ),
    Condition(
        "tenpai-false",
        "tenpai_needs_yaku",
        lambda book: book.flow.tenpai_needs_yaku,
        lambda case, book: bool(case.wanted(True, _melds_hold(book))),
        lambda case, book: book.flow.tenpai_needs_yaku.value and not case.has_yaku(book),
        Text("役がありません。", "The hand has no yaku."),
        Text("手役の有無を問いません。", "No yaku is needed."),
    ),
    Condition(
        "",
        "tenpai_shown",
        lambda book: book.flow.tenpai_shown,
        lambda case, _: not case.shown or not case.declared,
        lambda case, book: not case.shown or book.flow.tenpai_shown.value is TenpaiShown.BY_VOICE_AND_SHOWING,
        Text("テンパイを宣言・公開していません。", "Tenpai was not declared as it should be."),
        Text("公開すれば宣言とみなします。", "Showing the hand declares it."),
    ),
    Condition(
        "dead-player-acts",
        "lost_right_is_noten",
        lambda book: book.penalties.lost_right_is_noten,
        lambda case, _: case.lost_right,
        lambda _, book: book.penalties.lost_right_is_noten.value,
        Text("アガリ放棄はノーテン扱いです。", "A player without the right to win is noten."),
        Text("アガリ放棄でもテンパイです。", "A player without the right to win may still be tenpai."),
    ),
)


def tenpai_at_draw(case: DrawnHand, book: Rulebook) -> Verdict:
    """Return whether a hand counts as tenpai at an exhaustive draw, with every ground against it."""
    plain = ground(book.flow.tenpai_needs_yaku, "tenpai_needs_yaku", Text("テンパイです。", "Tenpai."))
    return judge(case, book, _CONDITIONS, plain)


def noten_riichi(case: DrawnHand, book: Rulebook, *, by_draw: bool) -> Verdict:
    """Return whether a riichi was lawful by the hand shown at the end; ``by_draw`` False if a player won the round."""
    rule, field = book.riichi.noten_riichi, "noten_riichi"
    drop_held = not book.flow.tenpai_holding_all_waits.value
    if not case.riichi or case.wanted(drop_held, _melds_hold(book)):
        return verdict((), [ground(rule, "", Text("ノーテンリーチではありません。", "No riichi without tenpai."))])
    if rule.value is NotenRiichi.PAYS_EACH_AND_REPLAY:
        points = book.riichi.noten_riichi_points.value
        text = Text(
            f"ノーテンリーチです。全員に {points} 点ずつ払い、その局をやり直します。",
            f"Riichi without tenpai: {points} to each, and the round is replayed.",
        )
    elif by_draw:
        text = Text("流局時のノーテンリーチのため、チョンボです。", "Riichi without tenpai at a draw: chombo.")
    else:
        text = Text("流局ではないため問いません。", "Checked only at a draw.")
        return verdict((), [ground(rule, field, text)])
    return verdict([ground(rule, field, text, "riichi-noten")], ())
