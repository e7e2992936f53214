"""Progress bar of training with remaining time, on stderr of a terminal; silent in a pipe."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

T = TypeVar("T")


def shown(what: str, items: Iterable[T], total: int) -> Iterator[T]:
    """Yield the ``total`` items and advance the bar whenever the next one is requested."""
    console = Console(stderr=True)
    # Log lines stay on stdout if it is redirected.
    with Progress(console=console, disable=not console.is_terminal, redirect_stdout=sys.stdout.isatty()) as bar:
        yield from bar.track(items, total=total, description=what)
