"""Heights of a wall from how badly one tile and two explain each stack."""

import numpy as np
import pytest

from vision.table.place.wall.heights import heights

ONE, TWO, BARE = (0.2, 2.0), (2.0, 0.2), (np.nan, np.nan)


@pytest.mark.parametrize(
    ("costs", "expected"),
    [
        ([TWO] * 4, (2, 2, 2, 2)),
        ([BARE, BARE, ONE, TWO, TWO], (0, 0, 1, 2, 2)),
        ([TWO, BARE, ONE, BARE, TWO], (2, 0, 1, 0, 2)),
        # A doubtful single tile among pairs is a pair that stands a little askew.
        ([TWO, TWO, (0.9, 1.1), TWO, TWO], (2, 2, 2, 2, 2)),
        # A clear one is one: somebody took the upper tile.
        ([TWO, TWO, (0.1, 3.5), TWO, TWO], (2, 2, 1, 2, 2)),
        ([(0.5, 0.5)], (None,)),
    ],
)
def test_single_tiles_need_better_reasons_in_the_middle(
    costs: list[tuple[float, float]], expected: tuple[int | None, ...]
) -> None:
    assert heights(np.array(costs), [False] * len(costs), 0.5) == expected


@pytest.mark.parametrize("turn", [1, -1])
def test_beside_a_single_last_tile_a_doubtful_one_is_single_too(turn: int) -> None:
    """The replacement tile taken down beside its stack."""
    costs = np.array([BARE, ONE, (0.8, 1.2), TWO, TWO, TWO])[::turn]
    assert heights(costs, [False] * 6, 0.1)[::turn] == (0, 1, 1, 2, 2, 2)
    costs = np.array([BARE, TWO, (0.8, 1.2), TWO, TWO, TWO])[::turn]
    assert heights(costs, [False] * 6, 0.1)[::turn] == (0, 2, 2, 2, 2, 2)


def test_a_doubtful_single_tile_at_a_walls_end_is_one_only_where_the_next_wall_is_drawn() -> None:
    costs = np.array([(0.9, 1.25)] + [TWO] * 16)
    assert heights(costs, [False] * 17, 0.1, beyond=(True, True))[0] == 1
    assert heights(costs, [False] * 17, 0.1, beyond=(False, True))[0] == 2
    assert heights(costs[::-1], [False] * 17, 0.1, beyond=(True, False))[-1] == 2


def test_a_single_tile_that_ends_the_dead_wall_is_believed_on_better_evidence_only() -> None:
    assert heights(np.array([TWO, TWO, (0.9, 1.25)]), [False] * 3, 0.1)[-1] is None
    assert heights(np.array([TWO, TWO, (0.5, 1.25)]), [False] * 3, 0.1)[-1] == 1


def test_a_stack_whose_upper_tile_was_laid_down_may_be_lower_for_free() -> None:
    costs = np.array([TWO, TWO, (0.6, 1.2), TWO, TWO])
    assert heights(costs, [False, False, True, False, False], 0.5) == (2, 2, 1, 2, 2)


def test_lines_between_tops_tell_doubtful_stacks_and_count_for_either_at_a_step() -> None:
    doubtful = np.array([(1.0, 1.0)] * 4)
    lines = np.array([(3.0, 0.1)] * 3)
    assert heights(doubtful, [False] * 4, 0.1, (False, False), lines) == (2, 2, 2, 2)
    assert heights(doubtful, [False] * 4, 0.1, (False, False), lines[:, ::-1])[1:3] == (1, 1)
    ended = np.array([BARE, ONE, (1.0, 1.1), TWO])
    for seen in (0.0, 1.0):
        step = np.array([(0.0, 0.0), (1.0 - seen, seen), (1.5, 0.1)])
        assert heights(ended, [False] * 4, 0.1, seams=step) == (0, 1, 2, 2)
