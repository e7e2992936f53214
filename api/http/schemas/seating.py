"""A draw of seats, as JSON."""

from typing import Annotated, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from controller.riichi.seat import Seat

# The sum of two dice.
Roll = Annotated[int, Meta(ge=2, le=12)]


class SeatingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``names`` of the people at places A-D, with ``row``, ``roller`` and ``rolls``, or with ``winds`` and ``east``.

    ``dealer_rolls``: rolls for the first dealer, once temporary East is known.
    """

    names: tuple[str, str, str, str]
    row: Annotated[str, Meta(max_length=40)] = ""
    roller: Seat = Seat.A
    rolls: tuple[Roll, Roll] | None = None
    winds: Annotated[str, Meta(max_length=4, extra_json_schema={"pattern": "^[ESWN]*$"})] = ""
    east: Seat = Seat.A
    dealer_rolls: tuple[Roll, Roll] | None = None


class SeatingJson(TypedDict):
    """Names by seat and the first dealer; for a row of tiles also how it is drawn from."""

    names: tuple[str, ...]
    seats: tuple[Seat, Seat, Seat, Seat]
    temporary_east: Seat | None
    first: Seat | None
    row: NotRequired[list[str]]
    draws_first: NotRequired[Seat | None]
    drawn_from: NotRequired[Literal["odd", "even"]]
