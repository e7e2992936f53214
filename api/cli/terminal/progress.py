"""How far long work has come and how long it will take, on stderr of a terminal; in a pipe nothing is written."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    # Drawing is loaded where there is a terminal to draw on.
    from rich.progress import Progress

T = TypeVar("T")
_A_SECOND: Final = 4
"""Times a second that the line is drawn; chosen: a person sees it move, and it costs the work nothing."""
_SPEED_S: Final = 900.0
"""Seconds over which the pace is taken; chosen: rounds of a table take up to a minute each."""
_DUMB: Final = frozenset({"dumb", "unknown"})
"""Names of terminals that cannot move their cursor."""


def is_terminal() -> bool:
    """Whether stderr is a terminal on which a line can be drawn again and again."""
    return sys.stderr.isatty() and os.environ.get("TERM", "").lower() not in _DUMB


class WorkShown:
    """One piece of long work as it is shown; in a pipe every method does nothing."""

    def __init__(self, bars: "Progress | None", what: str, total: float | None, *, sized: bool = False) -> None:
        """Show ``what`` on ``bars``; ``total`` None: nobody knows how much it will be; ``sized``: it is in bytes."""
        self.sized = sized
        self._bars = bars
        self._task = None if bars is None else bars.add_task(what, total=total, note="")

    def at(self, done: float, total: float | None = None, note: str = "") -> None:
        """So much is done, of ``total`` where that was not known before."""
        if self._bars is not None and self._task is not None:
            self._bars.update(self._task, completed=done, total=total, note=note)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """The line is away while something is written to a terminal's stdout, so that both stay whole."""
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
    """Show work from here to the end of the block, gone without a trace after it; ``sized``: it is in bytes."""
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
    """The items with the work that they are, shown where there are at least so many."""
    if len(items) < least:
        yield from ((item, WorkShown(None, what, None)) for item in items)
        return
    with long_work(what, len(items)) as shown:
        for number, item in enumerate(items):
            shown.at(number, note=str(item))
            yield item, shown
