"""Swap-calling (kuikae): a discard right after a call that would have completed the called set (npm art. 51)."""

from dataclasses import replace

from controller.errors import HandError
from controller.referee.verdict import Verdict, ground, verdict
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.tile import Tile
from controller.rulebooks.doubts import rests_on
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import Wrong
from controller.text import Text


def swap_kinds(meld: Meld) -> tuple[int, ...]:
    """Return kinds that complete the player's tiles of a chow or pung: the claimed kind, then the slide's, if any.

    Empty for a kong, after which a tile is drawn. Raises HandError if the claimed tile is unknown.
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
    """Return whether the first discard after a call may be this tile."""
    swaps = swap_kinds(meld)
    if discard.kind not in swaps:
        text = Text("喰い替えではありません。", "No swap-calling.")
        return verdict((), [ground(book.claims.swap_calling, "", text)])
    same = discard.kind == swaps[0]
    field = _asked(book, same)
    rule: Rule[Wrong] = getattr(book.claims, field)
    how = Text("現物", "the same tile") if same else Text("スジ", "the other end of the run")
    text = Text(
        f"{format_tiles(meld.tiles)} を鳴いて打 {discard}（{how.ja}）。",
        f"{discard} discarded after calling {format_tiles(meld.tiles)}: {how.en}.",
    )
    told = ground(rule, field, text, "" if rule.value is Wrong.ALLOWED else "kuikae")
    found = verdict([told] if told.code else [], [told])
    also = rests_on(book, lambda law: _answer(law, same), "claims.swap", "claims.slide")
    return replace(found, unstated=tuple(dict.fromkeys((*found.unstated, *also))))


def _asked(book: Rulebook, same: bool) -> str:
    """Return the field about the discard: that for slides only applies if the same tile may not be discarded."""
    return "swap_calling" if same or book.claims.swap_calling.value is Wrong.ALLOWED else "slide_calling"


def _answer(book: Rulebook, same: bool) -> bool:
    rule: Rule[Wrong] = getattr(book.claims, _asked(book, same))
    return rule.value is Wrong.ALLOWED
