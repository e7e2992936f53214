"""What is made beside the learning comes whole, and nobody waits for it who does not ask to."""

import multiprocessing

from vision.training.fit.beside import Beside


def test_everything_that_was_counted_comes_once() -> None:
    beside = Beside(lambda number: number * number, workers=3, ahead=2, count=11)
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

    beside = Beside(late, workers=1, ahead=2)
    assert beside.ready() is None
    gate.set()
    assert [beside.take() for _ in range(3)] == [0, 1, 2]
