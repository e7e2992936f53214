"""Stored frames of faults and questions, for the staff; like all secrets they pass the secrecy gate."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Response

from api.access.refusals import denied
from api.evidence.pictures import shown_in
from api.http.body import AnswerOf
from api.http.lanes import OfApp
from api.http.routers.tables import Table
from api.service.table_service import TableService
from controller.views.gate import Audience, release
from controller.views.referee import PicturesView

router = APIRouter(prefix="/api/v1/tables/{table}/evidence", tags=["tables"])

Subject = Annotated[str, Path(pattern=r"^[FQ][0-9]{1,9}$", description="id of a fault or a question")]
Who = Literal["public", "staff"]


def pictures(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """Return the ``responses`` of a route that answers with a picture of one of these media types."""
    return {200: {"description": "A picture", "content": {kind: {} for kind in kinds}}}


_PNG = b"\x89PNG"


@router.get("/{subject}", summary="Which frames were kept of a fault or a question")
def frames(
    table: Table, subject: Subject, audience: Who = "staff"
) -> Annotated[dict[str, Any], AnswerOf(PicturesView)]:
    """Numbers of the stored frames in order, and of the one that shows the subject; empty if none were stored."""
    return _released(table, subject, audience)


@router.get(
    "/{subject}/frames/{number}",
    summary="One of the frames",
    response_class=Response,
    responses=pictures("image/jpeg", "image/png"),
)
async def frame(table: Table, subject: Subject, number: int, lanes: OfApp, audience: Who = "staff") -> Response:
    """The picture as captured by the camera."""
    released = _released(table, subject, audience)
    if number not in released["frames"] or table.pictures is None:
        raise denied("no-frame")
    data = await lanes.picture.run(table.pictures.frame, subject, number)
    return Response(data, media_type="image/png" if data.startswith(_PNG) else "image/jpeg")


@router.get(
    "/{subject}/crop",
    summary="The tile that is asked about, or the seat at fault, cut out and turned upright",
    response_class=Response,
    responses=pictures("image/jpeg"),
)
async def crop(table: Table, subject: Subject, lanes: OfApp, audience: Who = "staff") -> Response:
    """The newest picture of the subject as a JPEG; 404 if no frame was stored."""
    _released(table, subject, audience)
    data = None if table.pictures is None else await lanes.picture.run(table.pictures.crop, subject, table.state)
    if data is None:
        raise denied("no-frame")
    return Response(data, media_type="image/jpeg")


def _released(table: TableService, subject: str, audience: Who) -> dict[str, Any]:
    """Return the frame numbers that the gate releases; raises DeniedError if it releases none."""
    kept = () if table.pictures is None else table.pictures.numbers(subject)
    view = PicturesView(subject, shown_in(subject, table.state, kept), kept)
    released = release(view, Audience(audience), table.now())
    if "frames" not in released:
        raise denied("staff-pictures")
    return released
