"""Pins the board that belongs to a table: the configured board, else the first that answers; any other is reported."""

import re
from typing import Final

from controller.errors import LinkError
from controller.ports.table import OTHER_BOARD, SignalKind, TableSignal

_NUMBER: Final = re.compile("[0-9a-f]{16}")


def board_number(text: str) -> str:
    """Return the normalized uid of a board given by a person, empty for none; raises LinkError."""
    number = text.strip().lower()
    if number and _NUMBER.fullmatch(number) is None:
        raise LinkError(f"board {text!r}: expected 16 hexadecimal digits, as jantaku table state tells them")
    return number


class PinnedBoard:
    """The board of one table by its uid, 16 hexadecimal digits; ``other``: uid of another board on the line now."""

    def __init__(self, board: str = "") -> None:
        """Pin ``board``; empty: the first that answers."""
        self.own, self.other = board, ""
        self._told = ""

    def is_own(self, uid: str) -> bool:
        """True if the board that answers is the table's; without a pinned board it becomes the table's."""
        self.own = self.own or uid
        self.other = "" if uid == self.own else uid
        return not self.other

    def gone(self) -> None:
        """Note that no board is on the line."""
        self.other = ""

    def accept(self, uid: str) -> bool:
        """Pin that board; True if it is on the line now."""
        self.own = uid
        is_here, self.other = uid == self.other, "" if uid == self.other else self.other
        return is_here

    def news(self, at: float) -> list[TableSignal]:
        """Return the fault that another board is on the line, once; it ends when the table's board answers."""
        # While boards are exchanged the line is down for a while: the fault stays until a board answers.
        told, self._told = self._told, self.other
        return (
            [TableSignal(SignalKind.FAULT, at, code=OTHER_BOARD, board=self.other)]
            if self.other != told and self.other
            else []
        )
