"""Samples made beside training arrive complete, and waiting for them is optional."""

import multiprocessing
from contextlib import closing

from vision.training.fit.beside import Beside


def test_everything_that_was_counted_comes_once() -> None:
    with closing(Beside(lambda number: number * number, workers=3, ahead=2, count=11)) as beside:
        made = []
        while (each := beside.take()) is not None:
            made.append(each)
        assert sorted(made) == [number * number for number in range(11)]
        assert beside.ready() is None


def test_what_is_not_made_yet_is_not_waited_for() -> None:
    gate = multiprocessing.get_context("fork").Event()

    def late(number: int) -> int:
        gate.wait()
        return number

    with closing(Beside(late, workers=1, ahead=2)) as beside:
        assert beside.ready() is None
        gate.set()
        assert [beside.take() for _ in range(3)] == [0, 1, 2]


def test_nothing_is_left_of_it_once_it_is_closed() -> None:
    """Regression: an endless process survived and kept other programs' pipes open, so that a browser or a board whose
    end was read from them was waited for without end.
    """
    before = set(multiprocessing.active_children())
    with closing(Beside(lambda number: number, workers=2, ahead=1)) as beside:
        assert beside.take() is not None
        assert len(set(multiprocessing.active_children()) - before) == 2
    assert set(multiprocessing.active_children()) == before
