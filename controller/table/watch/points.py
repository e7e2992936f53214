"""What the drawers of sticks tell once a round is paid: payments that went wrong, totals that do not add up."""

from collections.abc import Iterator

from controller.journal.state import Phase, TableState
from controller.referee.detect.finding import Finding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import SEATS
from controller.table.observe.debounce import Debounced
from controller.text import Text


def wrong_points(state: TableState, reported: Debounced[tuple[int, ...]]) -> Iterator[Finding]:
    """Drawers that, some reports in a row, hold other points than were settled."""
    points = reported.held(FAULT_KINDS["points-paid-wrong"].dwell)
    if points is None or len(points) != len(SEATS) or state.phase is not Phase.SETTLEMENT:
        return
    total = sum(points) + state.riichi_stick * state.riichi_sticks + sum(state.column)
    if total != state.starting_sum:
        detail = Text(f"合計 {total}、正: {state.starting_sum}", f"Total {total}, due: {state.starting_sum}")
        yield Finding("points-total-wrong", detail, subject="total")
        return
    for seat in SEATS:
        if points[seat] != state.scores[seat]:
            due, has = state.scores[seat], points[seat]
            yield Finding(
                "points-paid-wrong", Text(f"正: {due}、卓: {has}", f"Due: {due}, holds: {has}"), seat, seat.name
            )
