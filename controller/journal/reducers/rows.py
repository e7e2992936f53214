"""Rows of one value per seat, A-D."""

from typing import Any

from controller.riichi.seat import Seat
from controller.scoring.payment_lines import four
from controller.scoring.score import Four


def put(row: tuple[Any, ...], seat: Seat, value: object) -> tuple[Any, ...]:
    """The row with another value at a seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def add(one: Four, other: Four) -> Four:
    """The sums, seat by seat."""
    return four(had + more for had, more in zip(one, other, strict=True))
