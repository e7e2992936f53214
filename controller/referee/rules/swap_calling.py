"""Swap-calling (kuikae): a discard, right after a call, that would have completed the tiles laid down (npm art. 51)."""

from controller.errors import HandError
from controller.referee.verdict import Verdict, ground, verdict
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import Wrong
from controller.text import Text


def swap_kinds(meld: Meld) -> tuple[int, ...]:
    """Kinds that complete the own tiles of a chow or pung: that of the claimed tile, then the slide's, if any.

    Empty for a kong, after which a tile is drawn. Raises HandError where it is not known which tile was claimed.
    """
    if meld.kind.is_kong:
        return ()
    if meld.called is None:
        raise HandError(f"{meld.kind.value} {format_tiles(meld.tiles)}: expected to know the tile that was called")
    called = meld.called.kind
    if meld.kind is MeldKind.PON:
        return (called,)
    low, _, high = sorted(tile.kind for tile in meld.tiles)
    slide = {low: high + 1, high: low - 1}.get(called)
    return (called,) if slide is None or slide // 9 != low // 9 else (called, slide)


def swap_calling(meld: Meld, discard: Tile, book: Rulebook) -> Verdict:
    """Whether the first discard after a call may be this tile."""
    rule = book.claims.swap_calling
    swaps = swap_kinds(meld)
    if discard.kind not in swaps:
        text = Text("喰い替えではない。", "No swap-calling.")
        return verdict((), [ground(rule, "", text)])
    same = discard.kind == swaps[0]
    if not same and rule.value is not Wrong.ALLOWED:
        rule = book.claims.slide_calling
    how = Text("現物", "the same tile") if same else Text("スジ", "the other end of the run")
    text = Text(
        f"{format_tiles(meld.tiles)} を鳴いて打 {discard}（{how.ja}）。",
        f"{discard} discarded after calling {format_tiles(meld.tiles)}: {how.en}.",
    )
    told = ground(rule, "swap_calling", text, "" if rule.value is Wrong.ALLOWED else "kuikae")
    return verdict([told] if told.code else [], [told])
