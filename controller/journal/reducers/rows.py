"""Rows of one value per seat, A-D."""

from typing import Any

from controller.riichi.seat import Seat


def put(row: tuple[Any, ...], seat: Seat, value: object) -> tuple[Any, ...]:
    """The row with another value at a seat."""
    return (*row[:seat], value, *row[seat + 1 :])
