"""The board that belongs to a table: the configured one, else the first that answers; any other is reported."""

import re
from typing import Final

from controller.errors import LinkError
from controller.ports.table import OTHER_BOARD, SignalKind, TableSignal

_NUMBER: Final = re.compile("[0-9a-f]{16}")


def board_number(text: str) -> str:
    """The number of a board as somebody names it, empty for none; raises LinkError."""
    number = text.strip().lower()
    if number and _NUMBER.fullmatch(number) is None:
        raise LinkError(f"board {text!r}: expected 16 hexadecimal digits, as jantaku table state tells them")
    return number


class PinnedBoard:
    """The board of one table by its uid, 16 hexadecimal digits; ``other``: another one that is on the line now."""

    def __init__(self, board: str = "") -> None:
        """``board``: empty for the first that answers."""
        self.own, self.other = board, ""
        self._told = ""

    def is_own(self, uid: str) -> bool:
        """Whether the board that answers is the table's; the first that ever does becomes it."""
        self.own = self.own or uid
        self.other = "" if uid == self.own else uid
        return not self.other

    def gone(self) -> None:
        """No board is on the line."""
        self.other = ""

    def accept(self, uid: str) -> bool:
        """That board belongs to the table from now on; returns whether it is on the line."""
        self.own = uid
        is_here, self.other = uid == self.other, "" if uid == self.other else self.other
        return is_here

    def news(self, at: float) -> list[TableSignal]:
        """Report since the last call: another board is on the line. It ends when the table's board answers."""
        # Between two boards the line is dead for a while: the report holds until one answers.
        told, self._told = self._told, self.other
        return (
            [TableSignal(SignalKind.FAULT, at, code=OTHER_BOARD, board=self.other)]
            if self.other != told and self.other
            else []
        )
