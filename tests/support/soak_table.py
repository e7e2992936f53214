"""The table of the soak test: each button toggles its own lamp, and a person presses sometimes."""

from typing import Final

from firmware_bridge.wire.codes import INPUTS
from hardware.simulator.pins import AT_REST, BoardPort, OutputEdge, input_mask

# Outputs 0 to 10 toggle the lamps from DEALER_A to DICE_ROLLING.
PUSHES: Final = 11
_FIRST_LAMP: Final = INPUTS.index("DEALER_A")
_BUTTONS: Final = (1 << _FIRST_LAMP) - 1
# A machine's button does not react to a shorter touch.
_TOUCH_S: Final = 0.03


class ToggleTable:
    """``pushed``: closings of each contact; ``toggled``: changes of its lamp.

    ``welding``: contacts that will stay closed when they should open next; ``welded``: contacts that did.
    """

    def __init__(self, board: BoardPort) -> None:
        self.pushed = [0] * PUSHES
        self.toggled = [0] * PUSHES
        self._board = board
        self._closed = 0
        self._since = 0.0
        self._lamps = 0
        self._hand = 0
        self.welding = self.welded = 0
        self._show(0.0)

    @staticmethod
    def lamp(number: int) -> int:
        """Input bit of a button's lamp."""
        return 1 << _FIRST_LAMP + number

    def moved(self, edge: OutputEdge) -> None:
        """Follow a change of the board's outputs."""
        for number in range(PUSHES):
            bit = 1 << number
            if edge.mask & ~self._closed & bit:
                self.pushed[number] += 1
            if self._closed & ~edge.mask & bit and edge.at - self._since >= _TOUCH_S:
                self.toggled[number] += 1
                self._lamps ^= self.lamp(number)
        self.welded |= self._closed & ~edge.mask & self.welding
        self._closed, self._since = edge.mask, edge.at
        self._show(edge.at)

    def hold(self, buttons: int, now: float) -> None:
        """Hold exactly these buttons, as a person does."""
        self._hand = buttons
        self._show(now)

    def free(self, now: float) -> None:
        """Open all welded contacts."""
        self.welding = self.welded = 0
        self._show(now)

    def _show(self, now: float) -> None:
        key = input_mask(("ENABLE",)) & AT_REST
        self._board.set_inputs(key | self._lamps | self._hand | (self._closed | self.welded) & _BUTTONS, now)
