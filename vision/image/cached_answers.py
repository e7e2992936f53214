"""Cache of answers computed from a picture, valid until the inputs or the part of the picture looked at changes."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.image.change import Blocks

Answer = TypeVar("Answer")
Place = slice | NDArray[np.int64]
"""Rows or columns of blocks."""


class CachedAnswers:
    """The newest answer to each question about one camera's pictures.

    An answer computed from other answers depends on all blocks that these depend on.
    """

    def __init__(self, shape: tuple[int, ...] = (0, 0)) -> None:
        """``shape``: rows and columns of blocks of the picture."""
        self._shape = shape
        self._known: dict[Hashable, tuple[object, Blocks, Any]] = {}
        self._open: list[Blocks] = []

    def answer(self, question: Hashable, given: object, find: Callable[[], Answer]) -> Answer:
        """Return the cached answer to a question if ``given`` equals the last input, else compute it by ``find``."""
        known = self._known.get(question)
        if known is None or known[0] != given:
            self._open.append(np.zeros(self._shape, bool))
            try:
                found = find()
            finally:
                looked = self._open.pop()
            known = self._known[question] = given, looked, found
        if self._open:
            self._open[-1] |= known[1]
        answer: Answer = known[2]
        return answer

    def looked(self, rows: Place, columns: Place) -> None:
        """Note that the answer being computed depends on those blocks."""
        if self._open:
            self._open[-1][rows, columns] = True

    def forget(self, blocks: Blocks | None = None) -> None:
        """Drop the answers that depend on any of those blocks; by default all answers."""
        if blocks is None:
            self._known.clear()
        else:
            self._known = {which: each for which, each in self._known.items() if not (each[1] & blocks).any()}
