"""How far training has come and how long it will take, on stderr of a terminal; in a pipe nothing is written."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

T = TypeVar("T")


def shown(what: str, items: Iterable[T], total: int) -> Iterator[T]:
    """The items one by one, ``total`` of them, each counted once the next is asked for."""
    console = Console(stderr=True)
    # Lines of a log stay on stdout where that goes elsewhere.
    with Progress(console=console, disable=not console.is_terminal, redirect_stdout=sys.stdout.isatty()) as bar:
        yield from bar.track(items, total=total, description=what)
