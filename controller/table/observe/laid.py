"""Kind and source of a meld from its tiles on the table and the sideways ones among them (npm art. 31)."""

from dataclasses import dataclass

from controller.errors import HandError
from controller.ports.eyes import SeenMeld
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.meld_layout import is_set, source_at
from controller.riichi.seat import From, Seat
from controller.riichi.tile import COPIES, RED_FIVES, Tile


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles left to right as their owner sees them (None: face down or unread) and the places of the sideways ones."""

    tiles: tuple[Tile | None, ...]
    sideways: tuple[int, ...]


def laid_as_seen(seen: SeenMeld, seat: Seat) -> Laid:
    """Return the layout of a detected meld; a second sideways tile is recognised by its angle."""
    tiles = tuple(each.tile for each in seen.tiles)
    if seen.sideways is None:
        return Laid(tiles, ())
    upright = -90.0 * seat
    across = {place for place, each in enumerate(seen.tiles) if 45.0 < (each.angle - upright) % 180.0 < 135.0}
    return Laid(tiles, tuple(sorted(across | {seen.sideways})))


def meld_of(laid: Laid, red_fives: tuple[int, int, int]) -> Meld | None:
    """Return the meld of a layout, None if not understood (yet). ``red_fives``: of man, pin and sou in the set."""
    try:
        if not laid.sideways:
            return _concealed_kong(laid.tiles, red_fives)
        tiles = tuple(tile for tile in laid.tiles if tile is not None)
        place = laid.sideways[0]
        if len(tiles) != len(laid.tiles) or not 0 <= place < len(tiles):
            return None
        if len(tiles) == COPIES:
            kind = MeldKind.KAN_ADDED if _is_added(laid) else MeldKind.KAN_OPEN
            return Meld(kind, tiles, tiles[place], source_of(laid))
        if len({tile.kind for tile in tiles}) == 1:
            return Meld(MeldKind.PON, tiles, tiles[place], source_of(laid))
        return Meld(MeldKind.CHII, tiles, tiles[place], From.LEFT)
    except (HandError, IndexError):
        return None


def source_of(laid: Laid) -> From | None:
    """Return the relative seat of the claimed discard from the sideways tile; None without one. Raises HandError."""
    if not laid.sideways:
        return None
    place, in_row = laid.sideways[0], min(len(laid.tiles), COPIES)
    return source_at(min(place, 2), 3) if _is_added(laid) else source_at(place, in_row)


def _is_added(laid: Laid) -> bool:
    """True if the meld is an added kong: four tiles, more than one of them sideways."""
    return len(laid.tiles) == COPIES and len(laid.sideways) > 1


def without_direction(laid: Laid, likely: Tile | None) -> Meld | None:
    """Read a set without a sideways tile as if ``likely`` had been claimed from the left; None if it is no set."""
    if laid.sideways or len(laid.tiles) != 3 or not is_set(laid.tiles):
        return None
    tiles = tuple(tile for tile in laid.tiles if tile is not None)
    called = likely if likely in tiles else tiles[0]
    kind = MeldKind.PON if tiles[0].kind == tiles[1].kind else MeldKind.CHII
    return Meld(kind, tiles, called, From.LEFT)


def _concealed_kong(tiles: tuple[Tile | None, ...], red_fives: tuple[int, int, int]) -> Meld | None:
    faces = [tile for tile in tiles if tile is not None]
    if len(tiles) != COPIES or not faces or len({face.kind for face in faces}) != 1:
        return None
    whole = [faces[0].plain] * COPIES
    for red, number in zip(RED_FIVES, red_fives, strict=True):
        if red.kind == faces[0].kind:
            # All four copies are in the kong, so it includes the red fives, even if they lie face down.
            whole[:number] = [red] * number
    return Meld(MeldKind.KAN_CONCEALED, tuple(whole))


def grown_from(pung: Meld, kong: Meld) -> Meld | None:
    """Return the added kong made from a pung, its added tile last; None without four tiles of the pung's kind."""
    if pung.kind is not MeldKind.PON or not kong.kind.is_kong or kong.first_kind != pung.first_kind:
        return None
    added = list(kong.tiles)
    for tile in pung.tiles:
        if tile in added:
            added.remove(tile)
    return Meld(MeldKind.KAN_ADDED, (*pung.tiles, added[0]), pung.called, pung.source)


def pung_under(kong: Meld) -> Meld:
    """Return the pung from which an added kong was made."""
    tiles = list(kong.tiles)
    tiles.remove(next(tile for tile in reversed(kong.tiles) if len(set(kong.tiles)) == 1 or tile != kong.called))
    return Meld(MeldKind.PON, tuple(tiles), kong.called, kong.source)
