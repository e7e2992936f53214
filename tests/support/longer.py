"""Parametrised tests of which ``make test`` runs some cases and ``make test-long`` the others."""

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def others_long(values: Iterable[Any], *short: Any) -> list[ParameterSet]:
    """Return all values as cases, a tuple as several arguments; cases not in ``short`` are marked long."""
    cases = [(value if isinstance(value, tuple) else (value,), value not in short) for value in values]
    return [pytest.param(*case, marks=[pytest.mark.long] * long) for case, long in cases]
