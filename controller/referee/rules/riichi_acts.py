"""Riichi: who may declare, the three acts, retracting it, and what follows if the declared tile is called or ronned."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.errors import HandError
from controller.journal.state import Discard, RoundState
from controller.referee.verdict import Condition, Verdict, ground, judge, verdict, yaku_rule
from controller.riichi.meld import Meld
from controller.riichi.notation import count_kinds
from controller.riichi.seat import Seat
from controller.riichi.tile import COPIES, Tile
from controller.riichi.waits import waits
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import Wrong
from controller.rulebooks.schema.riichi import TakingBack
from controller.rulebooks.schema.scoring import YakuRule
from controller.text import Text

_FULL_TURN: Final = 4  # one draw for each player


@dataclass(frozen=True, slots=True)
class RiichiCase:
    """A declaration. ``hand``: 13 tiles less 3 per meld, without the declared tile. The constructor raises HandError.

    ``tiles_left``: live tiles after the declarer's draw; ``visible``: every tile the declarer sees outside hand and
    melds (rivers, the others' melds, indicators). ``called``, ``sideways``, ``stick``: the three acts.
    """

    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    tiles_left: int = 70
    points: int = 25_000
    visible: tuple[Tile, ...] = ()
    called: bool = True
    sideways: bool = True
    stick: bool = True

    def __post_init__(self) -> None:
        """Check the number of tiles and of tiles left; raises HandError."""
        if self.tiles_left < 0:
            raise HandError(f"tiles_left {self.tiles_left}: expected 0 or more")
        self.wanted()

    def wanted(self) -> tuple[int, ...]:
        """Return the kinds that complete the hand; () if noten. Raises HandError on a wrong number of tiles."""
        return waits(count_kinds(self.hand), self.melds)

    @property
    def closed(self) -> bool:
        """True if no meld opens the hand."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def holds_all_waits(self) -> bool:
        """True if hand and melds contain every tile that would complete the hand."""
        return self._used_up(self._own_tiles)

    @property
    def dead_wait(self) -> bool:
        """True if the declarer sees every tile that would complete the hand."""
        return self._used_up((*self._own_tiles, *self.visible))

    @property
    def _own_tiles(self) -> tuple[Tile, ...]:
        return (*self.hand, *(tile for meld in self.melds for tile in meld.tiles))

    def _used_up(self, seen: Sequence[Tile]) -> bool:
        counts = count_kinds(seen)
        return all(counts[kind] >= COPIES for kind in self.wanted())


def _riichi_yaku(book: Rulebook) -> Rule[YakuRule | None]:
    return yaku_rule(book, "RIICHI")


def _closed_only(book: Rulebook) -> bool:
    yaku = _riichi_yaku(book).value
    return yaku is None or not yaku.open


def too_late(tiles_left: int, book: Rulebook) -> bool:
    """True if the live tiles left after the declarer's draw are too few for riichi under the book."""
    return _on_last_discard(tiles_left, book) or _without_tiles(tiles_left, book)


def too_few_points(points: int, book: Rulebook) -> bool:
    """True if a player with ``points`` may not declare because they are less than a stick."""
    return points < book.scoring.riichi_stick.value and not book.riichi.riichi_below_stick.value


def _on_last_discard(tiles_left: int, book: Rulebook) -> bool:
    return tiles_left == 0 and book.riichi.riichi_by_haitei_drawer.value is not Wrong.ALLOWED


def _without_tiles(tiles_left: int, book: Rulebook) -> bool:
    return tiles_left < book.riichi.riichi_tiles_left.value


_CONDITIONS: Final[tuple[Condition[RiichiCase], ...]] = (
    Condition(
        "riichi-open-hand",
        "yaku.RIICHI",
        _riichi_yaku,
        lambda case, _: not case.closed,
        lambda _, book: _closed_only(book),
        Text("門前ではありません。", "The hand is open."),
        Text("門前でなくてもリーチできます。", "An open hand may declare."),
    ),
    Condition(
        "riichi-noten",
        "noten_riichi",
        lambda book: book.riichi.noten_riichi,
        lambda case, _: not case.wanted(),
        lambda *_: True,
        Text("テンパイしていません。", "The hand is not tenpai."),
        Text("", ""),
    ),
    Condition(
        "riichi-noten",
        "tenpai_holding_all_waits",
        lambda book: book.flow.tenpai_holding_all_waits,
        lambda case, _: bool(case.wanted()) and case.holds_all_waits,
        lambda _, book: not book.flow.tenpai_holding_all_waits.value,
        Text(
            "アガリ牌を自分で使い切っているため、テンパイになりません。",
            "The hand holds all of its winning tiles, so it is not tenpai.",
        ),
        Text("アガリ牌を使い切っていてもテンパイです。", "A hand that holds all of its winning tiles is still tenpai."),
    ),
    Condition(
        "riichi-dead-wait",
        "riichi_on_dead_wait",
        lambda book: book.riichi.riichi_on_dead_wait,
        lambda case, _: bool(case.wanted()) and not case.holds_all_waits and case.dead_wait,
        lambda _, book: not book.riichi.riichi_on_dead_wait.value,
        Text("自分から見てアガリ牌が残っていません。", "No winning tile is left, as far as the player can see."),
        Text("アガリ牌が残っていなくてもリーチできます。", "Riichi is allowed with no winning tile left."),
    ),
    Condition(
        "riichi-too-late",
        "riichi_by_haitei_drawer",
        lambda book: book.riichi.riichi_by_haitei_drawer,
        lambda case, _: case.tiles_left == 0,
        lambda case, book: _on_last_discard(case.tiles_left, book),
        Text("海底牌をツモした者のリーチです。", "Declared after drawing the last tile."),
        Text("最後の打牌でもリーチできます。", "Riichi is allowed on the last discard."),
    ),
    Condition(
        "riichi-too-late",
        "riichi_tiles_left",
        lambda book: book.riichi.riichi_tiles_left,
        lambda case, _: case.tiles_left < _FULL_TURN,
        lambda case, book: _without_tiles(case.tiles_left, book),
        Text("ツモ山の残り牌が足りません。", "Too few tiles are left in the wall."),
        Text("自分のツモ番がなくてもリーチできます。", "Riichi is allowed without a draw left for the player."),
    ),
    Condition(
        "riichi-no-points",
        "riichi_below_stick",
        lambda book: book.riichi.riichi_below_stick,
        lambda case, book: case.points < book.scoring.riichi_stick.value,
        lambda case, book: too_few_points(case.points, book),
        Text("持ち点がリーチ棒に足りません。", "The player has too few points for a riichi stick."),
        Text("持ち点がリーチ棒に足りなくてもリーチできます。", "Riichi is allowed with too few points for a stick."),
    ),
    Condition(
        "riichi-incomplete",
        "riichi_needs_all_three_acts",
        lambda book: book.riichi.riichi_needs_all_three_acts,
        lambda case, _: not (case.called and case.sideways and case.stick),
        lambda _, book: book.riichi.riichi_needs_all_three_acts.value,
        Text(
            "発声・横向き・リーチ棒のいずれかが欠けているため、不成立です。",
            "Call, sideways tile or stick is missing: the riichi is invalid.",
        ),
        Text(
            "発声・横向き・リーチ棒のすべてが揃わなくても成立します。",
            "Call, sideways tile and stick are not all required.",
        ),
    ),
)


def may_declare(case: RiichiCase, book: Rulebook) -> Verdict:
    """Return the verdict on a declaration with all objections; only the referee may see ``riichi-noten``."""
    plain = ground(_riichi_yaku(book), "yaku.RIICHI", Text("リーチできます。", "Riichi may be declared."))
    return judge(case, book, _CONDITIONS, plain)


class RiichiMoment(Enum):
    """How late it is to retract a riichi: before the player's discard, before the next player's, or later."""

    BEFORE_DISCARD = 0
    BEFORE_NEXT_DISCARD = 1
    LATER = 2


_OPEN_UNTIL: Final = {
    TakingBack.NEVER: (),
    TakingBack.UNTIL_OWN_DISCARD: (RiichiMoment.BEFORE_DISCARD,),
    TakingBack.UNTIL_NEXT_DISCARD: (RiichiMoment.BEFORE_DISCARD, RiichiMoment.BEFORE_NEXT_DISCARD),
}


def riichi_moment(round_: RoundState, seat: Seat) -> RiichiMoment:
    """Return how late it is to retract a riichi: only discards count, not draws or calls since."""
    own = [place for place, each in enumerate(round_.discards) if each.seat is seat and each.sideways]
    if not own:
        return RiichiMoment.BEFORE_DISCARD
    return RiichiMoment.BEFORE_NEXT_DISCARD if own[-1] == len(round_.discards) - 1 else RiichiMoment.LATER


def may_take_back(moment: RiichiMoment, book: Rulebook) -> Verdict:
    """Return whether a called riichi may be retracted at that moment."""
    rule, field = book.riichi.riichi_taken_back, "riichi_taken_back"
    if moment in _OPEN_UNTIL[rule.value]:
        return verdict((), [ground(rule, field, Text("リーチを取り消せます。", "The riichi may be cancelled."))])
    text = Text("リーチは取り消せません。", "The riichi cannot be cancelled.")
    return verdict([ground(rule, field, text, "riichi-taken-back")], ())


def stands_when_ronned(book: Rulebook) -> Verdict:
    """Return whether a riichi is valid, and its stick paid, although the declared tile is ronned."""
    rule, field = book.riichi.riichi_stands_when_tile_ronned, "riichi_stands_when_tile_ronned"
    if rule.value:
        text = Text("宣言牌がロンされてもリーチは成立します。", "The riichi stands even if its tile is ronned.")
        return verdict((), [ground(rule, field, text)])
    text = Text(
        "宣言牌がロンされたため、リーチは不成立です。供託しません。",
        "Its tile was ronned: the riichi is invalid and no stick is paid.",
    )
    return verdict([ground(rule, field, text)], ())


def next_sideways(own: Sequence[Discard], book: Rulebook) -> Verdict:
    """Return whether a riichi player's discards lie correctly: after a called riichi tile, the next is sideways.

    ``own``: that player's discards in order, including called ones. A discard still to come is no fault.
    """
    rule, field = book.riichi.called_tile_next_sideways, "called_tile_next_sideways"
    declared = next((place for place, each in enumerate(own) if each.sideways), None)
    text = Text("リーチ牌の向きに誤りはありません。", "The riichi tile is turned correctly.")
    if declared is None or own[declared].called_by is None:
        return verdict((), [ground(rule, "", text)])
    # The next discard may be called as well; the duty then passes on to the one after it.
    later = own[declared + 1 :]
    straight = next((each for each in later if not each.sideways or each.called_by is None), None)
    if not rule.value or straight is None or straight.sideways:
        return verdict((), [ground(rule, field, text)])
    text = Text(
        f"リーチ牌が鳴かれたため、次の打牌 {straight.tile} を横に向けてください。",
        f"The riichi tile was called: turn the next discard {straight.tile} sideways.",
    )
    return verdict([ground(rule, field, text, "riichi-next-not-sideways")], ())


def knows_open_riichi(book: Rulebook) -> bool:
    """True if the book lists a riichi with an open hand (tomioka riichi 7: none)."""
    return any(rule.id == "OPEN_RIICHI" for rule in book.scoring.yaku.value)
