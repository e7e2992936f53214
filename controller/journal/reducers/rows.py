"""Tuples with one value per seat, A-D."""

from typing import Any

from controller.riichi.seat import Seat


def put(row: tuple[Any, ...], seat: Seat, value: object) -> tuple[Any, ...]:
    """Return the row with ``value`` at the seat."""
    return (*row[:seat], value, *row[seat + 1 :])
