"""The venue whose tables are served: how each stands, and its file taken again."""

from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.requests import HTTPConnection

from api.access.refusals import denied
from api.http.body import Answer, described, json_body
from api.venue.stand import TableStand, VenueChange

if TYPE_CHECKING:
    # A service of one table needs nothing of it.
    from api.venue.running import RunningVenue


class ReloadBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``end``: tables that the file no longer has and that end though a round is open on them.

    ``reason``: why hands may be seen earlier, where the file says so now.
    """

    end: tuple[str, ...] = ()
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""


router = APIRouter(prefix="/api/v1/venue", tags=["venue"])


def venue_of(connection: HTTPConnection) -> "RunningVenue":
    """The venue that is served; 404 where the tables come from no file."""
    venue: RunningVenue | None = connection.app.state.venue
    if venue is None:
        raise denied("no-venue-file")
    return venue


@router.get("", summary="How each table of the venue stands")
def stand(request: Request) -> list[Answer[TableStand]]:
    """For the staff: whether each table runs, why not, and what waits for the end of its round."""
    return [*venue_of(request).tables.stands]


@router.post("/reload", summary="Take the venue's file again", openapi_extra=described(ReloadBody))
def reload(request: Request, body: Annotated[ReloadBody, Depends(json_body(ReloadBody))]) -> Answer[VenueChange]:
    """What was added, ended and changed; 409 with every mistake where the file cannot be taken, and nothing changes."""
    return venue_of(request).reload(body.end, body.reason)
