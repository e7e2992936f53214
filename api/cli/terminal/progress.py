"""Progress and remaining time of long work, on a terminal's stderr; nothing is written to a pipe."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    # Imported late: needed only on a terminal.
    from rich.progress import Progress

T = TypeVar("T")
_A_SECOND: Final = 4
"""Updates of the display per second; chosen: visible movement at no cost for the work."""
_SPEED_S: Final = 900.0
"""Time over which the pace is averaged, s; chosen: rounds of a table take up to a minute each."""
_DUMB: Final = frozenset({"dumb", "unknown"})
"""Names of terminals that cannot move their cursor."""


def is_terminal() -> bool:
    """True if stderr is a terminal that can redraw a line."""
    return sys.stderr.isatty() and os.environ.get("TERM", "").lower() not in _DUMB


class WorkShown:
    """Display of one piece of long work; in a pipe every method does nothing."""

    def __init__(self, bars: "Progress | None", what: str, total: float | None, *, sized: bool = False) -> None:
        """Show ``what`` on ``bars``. ``total``: None if unknown; ``sized``: amounts are in bytes."""
        self.sized = sized
        self._bars = bars
        self._task = None if bars is None else bars.add_task(what, total=total, note="")

    def at(self, done: float, total: float | None = None, note: str = "") -> None:
        """Update the amount that is done, and the total if it was unknown."""
        if self._bars is not None and self._task is not None:
            self._bars.update(self._task, completed=done, total=total, note=note)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the display while something is written to a terminal's stdout, so that the lines do not mix."""
        if self._bars is None or not sys.stdout.isatty():
            yield
            return
        self._bars.stop()
        try:
            yield
            sys.stdout.flush()
        finally:
            self._bars.start()


@contextmanager
def long_work(what: str, total: float | None = None, *, sized: bool = False) -> Iterator[WorkShown]:
    """Show the progress of the block, and remove it at the end; ``sized``: amounts are in bytes."""
    if not is_terminal():
        yield WorkShown(None, what, total, sized=sized)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    known = (
        TextColumn("{task.percentage:>3.0f} %", markup=False),
        TextColumn("残り left", style="dim", markup=False),
        TimeRemainingColumn(compact=True),
    )
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        DownloadColumn() if sized else MofNCompleteColumn(),
        *(known if total is not None else ()),
        TextColumn("経過 spent", style="dim", markup=False),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}", style="dim", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        refresh_per_second=_A_SECOND,
        speed_estimate_period=_SPEED_S,
    ) as bars:
        yield WorkShown(bars, what, total, sized=sized)


def one_by_one(what: str, items: Sequence[T], least: int = 2) -> Iterator[tuple[T, WorkShown]]:
    """Yield each item with the progress display, which is active from ``least`` items on."""
    if len(items) < least:
        yield from ((item, WorkShown(None, what, None)) for item in items)
        return
    with long_work(what, len(items)) as shown:
        for number, item in enumerate(items):
            shown.at(number, note=str(item))
            yield item, shown
