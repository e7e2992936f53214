"""The stores under test: an SQLite file, and a database of the installed PostgreSQL."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.support.real_postgres import RealPostgres, real_postgres

__all__ = ["real_postgres"]

_NUMBERS = count(1)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.process)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a journal that does not exist yet, in each store."""
    return new_address(request.param, request.getfixturevalue, tmp_path)


def new_address(store: str, fixture: Callable[[str], RealPostgres], folder: Path) -> str:
    """Return an unused address in that store."""
    if store == "sqlite":
        return str(folder / "table.journal")
    return f"{fixture('real_postgres').database()}?journal=t{next(_NUMBERS)}"
