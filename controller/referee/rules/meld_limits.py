"""When calls and kongs are forbidden: after the last tile, a fifth kong, no drawn tile. Robbing a kong."""

from dataclasses import dataclass
from typing import Final

from controller.errors import HandError
from controller.referee.verdict import Condition, Verdict, ground, judge, verdict, yaku_rule
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import count_kinds
from controller.riichi.readings import THIRTEEN_ORPHANS_FORM, readings
from controller.riichi.tile import Tile
from controller.riichi.waits import waits
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

_CLAIMS: Final = (MeldKind.CHII, MeldKind.PON, MeldKind.KAN_OPEN)


@dataclass(frozen=True, slots=True)
class MeldCase:
    """A call or kong about to be made. ``kongs``: all kongs on the table so far; ``tiles_left``: live tiles.

    ``drew``: the player has a tile just drawn, from the wall or as a replacement; irrelevant for a claim.
    """

    kind: MeldKind
    tiles_left: int = 70
    kongs: int = 0
    drew: bool = True

    def __post_init__(self) -> None:
        """Refuse negative numbers; raises HandError."""
        if self.tiles_left < 0 or self.kongs < 0:
            raise HandError(f"tiles_left {self.tiles_left}, kongs {self.kongs}: expected 0 or more")

    @property
    def claims(self) -> bool:
        """True if the meld takes another player's discard."""
        return self.kind in _CLAIMS


_CONDITIONS: Final[tuple[Condition[MeldCase], ...]] = (
    Condition(
        "call-on-houtei",
        "call_on_houtei",
        lambda book: book.riichi.call_on_houtei,
        lambda case, _: case.claims and case.tiles_left == 0,
        lambda _, book: not book.riichi.call_on_houtei.value,
        Text("河底牌は鳴けません。", "The last discard cannot be called."),
        Text("河底牌も鳴けます。", "The last discard may be called."),
    ),
    Condition(
        "kan-on-haitei",
        "kong_after_haitei",
        lambda book: book.riichi.kong_after_haitei,
        lambda case, _: not case.claims and case.tiles_left == 0,
        lambda _, book: not book.riichi.kong_after_haitei.value,
        Text("海底牌をツモした者はカンできません。", "Whoever drew the last tile cannot make a kong."),
        Text("海底牌でもカンできます。", "A kong may follow the last tile."),
    ),
    Condition(
        "kan-fifth",
        "most_kongs",
        lambda book: book.riichi.most_kongs,
        lambda case, book: case.kind.is_kong and case.kongs >= book.riichi.most_kongs.value,
        lambda case, book: case.kongs >= book.riichi.most_kongs.value,
        Text("一局でできるカンは、すべて行われています。", "No further kong is possible in this round."),
        Text("さらにカンができます。", "One more kong may be made."),
    ),
    Condition(
        "kan-not-on-own-draw",
        "kong_only_on_own_draw",
        lambda book: book.riichi.kong_only_on_own_draw,
        lambda case, _: not case.claims and not case.drew,
        lambda _, book: book.riichi.kong_only_on_own_draw.value,
        Text("ツモっていません。", "No tile was drawn."),
        Text("ツモがなくてもカンできます。", "A kong needs no draw."),
    ),
)


def may_meld(case: MeldCase, book: Rulebook) -> Verdict:
    """Return whether a call or kong is allowed at that moment; whether the set is valid is judged elsewhere."""
    rule, field = (book.riichi.most_kongs, "most_kongs") if case.kind.is_kong else (book.claims.claim_order, "")
    return judge(case, book, _CONDITIONS, ground(rule, field, Text("できます。", "It may be made.")))


def may_rob(kong: MeldKind, hand: tuple[Tile, ...], melds: tuple[Meld, ...], tile: Tile, book: Rulebook) -> Verdict:
    """Return whether a hand of 13 less 3 per meld may rob a kong: an added one, or by kokushi a concealed one."""
    rule, field = book.claims.kokushi_robs_concealed_kong, "kokushi_robs_concealed_kong"
    if tile.kind not in waits(count_kinds(hand), melds):
        text = Text(f"{tile} はアガリ牌ではありません。", f"{tile} does not complete the hand.")
        return verdict([ground(rule, "", text, "win-incomplete")], ())
    if kong is MeldKind.KAN_ADDED:
        text = Text("加槓の牌はロンできます。", "The tile of an added kong may be ronned.")
        return verdict((), [ground(yaku_rule(book, "CHANKAN"), "yaku.CHANKAN", text)])
    if kong is not MeldKind.KAN_CONCEALED:
        text = Text("大明槓の牌は捨て牌として扱います。", "The tile of an open kong was a discard.")
        return verdict([ground(rule, "", text, "win-incomplete")], ())
    orphans = readings(count_kinds((*hand, tile)), melds)[0].form == THIRTEEN_ORPHANS_FORM
    if orphans and rule.value:
        text = Text("国士無双は暗槓をロンできます。", "Thirteen orphans may rob a concealed kong.")
        return verdict((), [ground(rule, field, text)])
    text = Text("この手では暗槓をロンできません。", "This hand cannot rob a concealed kong.")
    return verdict([ground(rule, field if orphans else "", text, "win-incomplete")], ())
