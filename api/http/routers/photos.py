"""``/api/v1/photos``: the tiles of a photo that somebody took of a hand; nothing of it is kept."""

from typing import Any

from fastapi import APIRouter, HTTPException, Request

from api.http.lanes import OfApp

router = APIRouter(prefix="/api/v1", tags=["scores"])

_KINDS = ("image/jpeg", "image/png")
_BYTES = {"type": "string", "format": "binary"}
_BODY = {"requestBody": {"required": True, "content": {kind: {"schema": _BYTES} for kind in _KINDS}}}


@router.post("/photos", summary="Read the tiles of a photo, and the hand that they make", openapi_extra=_BODY)
async def photo(request: Request, lanes: OfApp) -> dict[str, Any]:
    """Tiles with their places and how sure each is; ``hand`` as a request of ``/scores``, null with ``why`` if none."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in _KINDS:
        raise HTTPException(415, f"expected a body of content-type {' or '.join(_KINDS)}")
    # What opens pictures is loaded when somebody has one.
    from api.photos.reading import read_photo

    return await lanes.picture.run(read_photo, await request.body())
