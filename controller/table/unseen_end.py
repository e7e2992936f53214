"""The end of a round that nobody saw: it waits for the referee, and play goes on."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.books import FOUR_ZEROS
from controller.journal.events import DrawKind
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.referee.detect.finding import Finding
from controller.referee.faults.devices import END_UNSEEN
from controller.referee.referee import Referee
from controller.rulebooks.rulebook import Rulebook
from controller.table import flow
from controller.text import Text

_UNSEEN: Final = Text("この局の終わりを誰も見ていない。", "Nobody has seen how this round ended.")


def unseen_end(state: TableState, rulebook: Rulebook, at: float, evidence: tuple[int, ...]) -> Iterator[ev.Event]:
    """That end, for the referee to enter, and the next round: nothing is paid by itself."""
    ended = ev.RoundDrawn(at=at, evidence=evidence, kind=DrawKind.UNSEEN, tenpai=(), payments=FOUR_ZEROS)
    yield ended
    state = reduce(state, ended)
    for raised in Referee(rulebook).raise_faults(state, (Finding(END_UNSEEN, _UNSEEN),), at, evidence):
        yield raised
        state = reduce(state, raised)
    yield from flow.next_round(state, rulebook, at, evidence)
