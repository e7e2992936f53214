"""Random wins for properties and benchmarks: hands built from groups, many of them from few kinds for rare yaku."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from controller.errors import HandError
from controller.records.wins import circumstances_json
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.riichi.tile import COPIES, KINDS, ORPHANS, Tile
from controller.scoring.win import Riichi, Win, WinBy

_RED_OF: Final = {Tile.M5: Tile.M5_RED, Tile.P5: Tile.P5_RED, Tile.S5: Tile.S5_RED}
_SET_MELDS: Final = (MeldKind.PON, MeldKind.KAN_OPEN, MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED)
_SUBSETS: Final = (
    tuple(range(KINDS)),
    tuple(range(KINDS)),
    tuple(range(9)),
    (*range(9, 18), *range(27, 34)),
    tuple(sorted(ORPHANS)),
    tuple(range(27, 34)),
    (19, 20, 21, 23, 25, 32),
    tuple(kind for kind in range(27) if kind % 9 in (0, 1, 2, 6, 7, 8)),
    tuple(kind for kind in range(27) if kind not in ORPHANS),
)


def random_win(random: Random, red_fives: tuple[int, int, int] = (1, 1, 1)) -> Win:
    """A complete hand in random circumstances that a game can reach; it need not have a yaku.

    ``red_fives``: red fives in the set per suit, one or none.
    """
    while True:
        try:
            return _attempt(random, red_fives)
        except (HandError, IndexError):
            continue


def request_of(win: Win, book: str) -> dict[str, Any]:
    """Request of ``jantaku score`` for a win."""
    melds = [
        {"kind": meld.kind.value, "tiles": format_tiles(meld.tiles)}
        | ({"called": str(meld.called)} if meld.called is not None else {})
        | ({"from": meld.source.name.lower()} if meld.source is not None else {})
        for meld in win.melds
    ]
    return {
        "rulebook": book,
        "hand": format_tiles(win.hand),
        "win": str(win.tile),
        "by": win.by.value,
        "melds": melds,
        "seat_wind": win.seat_wind.letter,
        "prevailing_wind": Wind(win.prevailing_wind).letter,
        **circumstances_json(win),
        "dora_indicators": format_tiles(win.dora_indicators),
        "ura_indicators": format_tiles(win.ura_indicators),
        "counters": win.counters,
        "riichi_sticks": win.riichi_sticks,
        "winner": int(win.winner),
        "dealer": int(win.dealer),
    } | ({"loser": int(win.loser)} if win.loser is not None else {})


def _attempt(random: Random, red_fives: tuple[int, int, int]) -> Win:
    bag = [kind for kind in range(KINDS) for _ in range(COPIES)]
    pool = random.choice(_SUBSETS)
    called: list[tuple[MeldKind, int]] = []
    kinds: list[int] = []
    form = random.random()
    if form < 0.08:
        for kind in random.sample(pool if len(pool) >= 7 else range(KINDS), 7):
            kinds += [kind, kind]
        random.shuffle(kinds)
    elif form < 0.1:
        kinds = [*ORPHANS, random.choice(tuple(ORPHANS))]
        random.shuffle(kinds)
    else:
        groups = [_group(random, pool) for _ in range(4)]
        melded = [group for group in groups if random.random() < 0.3]
        for group in melded:
            groups.remove(group)
            meld = random.choice(_SET_MELDS) if group[0] == group[1] else MeldKind.CHII
            called.append((meld, len(group) + meld.is_kong))
        kinds = [kind for group in groups for kind in group] + [random.choice(pool)] * 2
        random.shuffle(kinds)
        for group, (_, size) in zip(melded, called, strict=True):
            kinds += (group + group[:1])[:size]
    for kind in kinds:
        if kind not in bag:
            raise HandError("five of a kind")
        bag.remove(kind)
    random.shuffle(bag)
    tiles = _painted(random, kinds, red_fives)
    size = 14 - 3 * len(called)
    melds: list[Meld] = []
    place = size
    for meld, length in called:
        melds.append(_meld(random, meld, tiles[place : place + length]))
        place += length
    return _dressed(random, tiles[:size], melds, bag)


def _painted(random: Random, kinds: list[int], red_fives: tuple[int, int, int]) -> tuple[Tile, ...]:
    """Tiles of these kinds; one of a suit's four fives is red, so a hand with all four contains it."""
    tiles = [Tile(kind) for kind in kinds]
    for (five, red), most in zip(_RED_OF.items(), red_fives, strict=True):
        if most and random.random() < tiles.count(five) / COPIES:
            tiles[random.choice([place for place, tile in enumerate(tiles) if tile is five])] = red
    return tuple(tiles)


def _group(random: Random, pool: tuple[int, ...]) -> list[int]:
    first = random.choice(pool)
    chow = [first, first + 1, first + 2]
    if random.random() < 0.55 and first < 27 and first % 9 < 7 and all(kind in pool for kind in chow):
        return chow
    return [first] * 3


def _meld(random: Random, kind: MeldKind, tiles: tuple[Tile, ...]) -> Meld:
    if kind is MeldKind.KAN_CONCEALED:
        return Meld(kind, tiles)
    source = From.LEFT if kind is MeldKind.CHII else random.choice(tuple(From))
    return Meld(kind, tiles, random.choice(tiles), source)


def _indicators(bag: list[int], tiles: tuple[Tile, ...], melds: list[Meld]) -> Iterator[int]:
    """Possible indicators: at most three plain fives of a suit, because the fourth may be red."""
    plain = Counter([*tiles, *(tile for meld in melds for tile in meld.tiles)])
    for kind in map(Tile, bag):
        plain[kind] += 1
        if kind not in _RED_OF or plain[kind] < COPIES:
            yield kind


def _dressed(random: Random, tiles: tuple[Tile, ...], melds: list[Meld], bag: list[int]) -> Win:
    by = random.choice(tuple(WinBy))
    tsumo = by is WinBy.TSUMO
    closed = all(not meld.is_open for meld in melds)
    kong = any(meld.kind.is_kong for meld in melds)
    winner, dealer = Seat(random.randrange(4)), Seat(random.randrange(4))
    loser = None if tsumo else winner.turn(random.randrange(1, 4))
    first = not melds and random.random() < 0.03 and (tsumo or winner is not dealer)
    if first and loser is not None:
        loser = dealer.turn(random.randrange((winner - dealer) % 4))
    riichi = random.choice((Riichi.NONE, Riichi.RIICHI, Riichi.RIICHI, Riichi.DOUBLE)) if closed else Riichi.NONE
    riichi = Riichi.NONE if first else riichi
    replacement = tsumo and kong and not first and random.random() < 0.3
    last = not replacement and not first and random.random() < 0.1
    alone = [tile.kind for tile in (*tiles, *(tile for meld in melds for tile in meld.tiles))].count(
        tiles[-1].kind
    ) == 1
    robbed = not tsumo and not last and not first and alone and random.random() < 0.1
    if robbed:
        # The three others of the kind are in the kong.
        bag = [kind for kind in bag if kind != tiles[-1].kind]
    ippatsu = riichi is not Riichi.NONE and not replacement and random.random() < 0.3
    if riichi is Riichi.DOUBLE and (melds or last or robbed):
        ippatsu = False
    bag = [*_indicators(bag, tiles, melds)]
    indicators = 1 + sum(meld.kind.is_kong for meld in melds)
    return Win(
        hand=tiles[:-1],
        tile=tiles[-1],
        by=by,
        melds=tuple(melds),
        prevailing_wind=random.choice((Wind.EAST, Wind.SOUTH)),
        winner=winner,
        dealer=dealer,
        loser=loser,
        riichi=riichi,
        ippatsu=ippatsu,
        last_tile=last,
        replacement=replacement,
        robbed_kong=robbed,
        first_turn=first,
        dora_indicators=tuple(Tile(kind) for kind in bag[:indicators]),
        ura_indicators=tuple(Tile(kind) for kind in bag[indicators : 2 * indicators]),
        counters=random.choice((0, 0, 1, 3)),
        riichi_sticks=random.choice((0, 0, 1, 2)),
    )
