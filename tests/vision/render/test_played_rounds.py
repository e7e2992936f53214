"""Random tables are possible states of games."""

import numpy as np

from controller.riichi.seat import SEATS
from controller.riichi.tile import TILES
from vision.render.arrangement import Arrangement, random_arrangement


def _tiles(arranged: Arrangement) -> int:
    walls = sum(map(sum, arranged.heights)) + sum(each.ura is not None for each in arranged.indicators)
    melds = sum(len(laid.tiles) + (laid.added is not None) for part in arranged.parts for laid in part.melds)
    hands = sum(len(part.hand) + (part.drawn is not None) for part in arranged.parts)
    return walls + melds + hands + sum(len(part.river) for part in arranged.parts)


def test_random_tables_keep_the_tiles_of_the_set_and_one_hand_at_most_has_one_to_discard() -> None:
    lawful = 0
    for seed in range(60):
        arranged = random_arrangement(np.random.default_rng(seed))
        kongs = [sum(len(laid.tiles) + (laid.added is not None) > 3 for laid in part.melds) for part in arranged.parts]
        hands = [len(part.hand) + (part.drawn is not None) + 3 * len(part.melds) for part in arranged.parts]
        assert len(arranged.indicators) == 1 + sum(kongs)
        assert all(arranged.parts[seat].drawn is None or hands[seat] > 12 for seat in SEATS)
        if _tiles(arranged) == TILES:
            lawful += 1
            assert sorted(hands)[:3] == [13, 13, 13]
            assert max(hands) in (13, 14)
    assert 50 <= lawful < 60
