"""The end of a round that nobody saw: it waits for the referee while play continues."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.books import FOUR_ZEROS
from controller.journal.events import DrawKind
from controller.journal.ledger import unseen_ends
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.referee.detect.finding import Finding
from controller.referee.faults.devices import END_UNSEEN
from controller.referee.referee import Referee
from controller.rulebooks.rulebook import Rulebook
from controller.table import flow
from controller.table.follow.open_ends import likeliest
from controller.text import Text

_UNSEEN: Final = Text("この局の終わりは見えていませんでした。", "The end of this round was not seen.")


def unseen_end(state: TableState, rulebook: Rulebook, stamp: ev.Stamp) -> Iterator[ev.Event]:
    """Record an unseen end, which the referee has to enter, and begin the next round; nothing is paid automatically.

    The sticks on the table are held back for it, because a winner may have taken them.
    """
    ended = ev.RoundDrawn(**stamp, kind=DrawKind.UNSEEN, tenpai=(), payments=FOUR_ZEROS, riichi_sticks=0)
    yield ended
    state = reduce(state, ended)
    for raised in Referee(rulebook).raise_faults(state, (Finding(END_UNSEEN, _UNSEEN),), stamp):
        yield raised
        state = reduce(state, raised)
    yield from flow.next_round(state, rulebook, stamp)


def dealer_seen(event: ev.Event, state: TableState, rulebook: Rulebook) -> Iterator[ev.RoundRenamed]:
    """Rename the round after its first discard, which shows the dealer, if an earlier end was not seen."""
    round_ = state.round
    if not isinstance(event, ev.Discarded) or round_ is None or len(round_.discards) > 1 or not unseen_ends(state):
        return
    if event.seat is round_.dealer:
        return
    due = likeliest(state, state.rounds, rulebook)
    if due is not None and due.dealer is event.seat:
        yield flow.renamed(state, due, event.stamp)
