"""The venue: state of its tables, and reading its file again."""

from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import APIRouter, Request
from starlette.requests import HTTPConnection

from api.access.refusals import denied
from api.http.body import Answer, JsonOf
from api.venue.stand import TableStand, VenueChange

if TYPE_CHECKING:
    # Type-only import: a service of a single table must not load this module.
    from api.venue.running import RunningVenue


class ReloadBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``end``: tables removed from the file that shall end even if a round is open on them.

    ``reason``: why hands may be seen earlier, if the file now allows that.
    """

    end: tuple[str, ...] = ()
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""


router = APIRouter(prefix="/api/v1/venue", tags=["venue"])


def venue_of(connection: HTTPConnection) -> "RunningVenue":
    """Return the venue; raises DeniedError (404) if the tables come from no venue file."""
    venue: RunningVenue | None = connection.app.state.venue
    if venue is None:
        raise denied("no-venue-file")
    return venue


@router.get("", summary="How each table of the venue stands")
def stand(request: Request) -> list[Answer[TableStand]]:
    """For the staff: whether each table runs, the reason if not, and changes that wait for the end of its round."""
    return [*venue_of(request).tables.stands]


@router.post("/reload", summary="Take the venue's file again")
def reload(request: Request, body: JsonOf[ReloadBody]) -> Answer[VenueChange]:
    """Tables added, ended and changed; 409 with every error if the file is invalid, and nothing changes."""
    return venue_of(request).reload(body.end, body.reason)
