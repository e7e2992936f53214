"""``/api/v1/seating``: seats by tiles and dice or by drawn winds; reading the drawn row of tiles by camera."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from fastapi import APIRouter, Request
from msgspec import Meta

from api.access.refusals import denied
from api.http.body import Answer, AnswerOf, JsonOf
from api.http.guard.named import tables_of
from api.http.lanes import OfApp
from api.http.routers.tables import Table
from api.http.schemas.wire import MalformedError
from controller.referee.rules.seating import Seated, by_tiles, by_winds, first_dealer, moved
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat, Wind
from controller.text import Text
from controller.views.gate import Audience, release
from controller.views.referee import RowView

router = APIRouter(prefix="/api/v1", tags=["seating"])
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


@router.post("/seating", summary="Who sits where and who deals first")
def seating(body: JsonOf[SeatingBody]) -> Answer[SeatingJson]:
    """Names by seat, temporary East if there is one, and the first dealer once determined.

    For a row of tiles also the row in drawing order, the place that draws first, and from which end (npm art. 10).
    """
    if body.rolls is not None:
        seated = by_tiles(parse_tiles(body.row), body.roller, body.rolls)
        first = None if body.dealer_rolls is None else first_dealer(seated.first, body.dealer_rolls)
        return {
            **_seating_json(body, seated, seated.first, first),
            "row": [str(tile) for tile in seated.row],
            "draws_first": seated.draws,
            "drawn_from": "odd" if seated.odd_end else "even",
        }
    try:
        winds = [Wind.from_letter(letter) for letter in body.winds]
    except ValueError:
        raise MalformedError(
            Text("風は東・南・西・北で入力してください。", f"winds {body.winds!r}: expected letters of E, S, W, N")
        ) from None
    seated = by_winds(winds, body.east)
    return _seating_json(body, seated, None, seated.first)


@router.get("/players", summary="Names of people who have sat at the tables, for the staff to pick from")
def players(request: Request) -> list[str]:
    """Each name once, in alphabetical order, without unnamed seats."""
    return sorted({name for table in tables_of(request).values() for name in table.history.people()})


@router.get("/tables/{table}/row", summary="The six tiles that lie in a row before the game, as the camera sees them")
async def row(
    table: Table, lanes: OfApp, audience: Literal["public", "staff"] = "staff"
) -> Annotated[dict[str, Any], AnswerOf(RowView)]:
    """Faces from one end to the other, for the staff; 409 if other tiles are face up."""
    if audience != Audience.STAFF.value:
        raise denied("staff-pictures")
    if table.pictures is None:
        raise denied("no-pictures")
    return release(RowView(await lanes.picture.run(table.pictures.row)), Audience(audience), table.now())


def _seating_json(body: SeatingBody, seated: Seated, east: Seat | None, first: Seat | None) -> SeatingJson:
    return {"names": moved(body.names, seated.seats), "seats": seated.seats, "temporary_east": east, "first": first}
