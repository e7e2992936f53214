"""Phones used as cameras: paired by a link, they send pictures over one WebSocket."""

import re
from typing import Final, Literal, TypedDict

import structlog
from fastapi import APIRouter, Request, WebSocket

from api.access.roles import Principal, requester
from api.http.body import Answer, JsonOf
from api.http.lanes import OfApp
from api.http.phones.messages import CameraBody, CameraCodeBody
from api.http.phones.visit import PhoneSession
from api.http.problems import RefusedError
from api.http.reaching.links import links_of
from api.http.routers.access import Given, LastingLinkJson
from api.phones.desk import phone_desk
from api.phones.line import PhoneStandJson
from controller.ports.log import WordLog
from controller.text import Text, one_line
from vision.capture.network.phone_line import line_name

router = APIRouter(prefix="/api/v1", tags=["cameras"])
UNKNOWN: Final = 4404
"""Close code: unknown table, or too many cameras."""
_ID: Final = re.compile(r"[\w-]{1,40}")
Seated = Literal["", "A", "B", "C", "D"]
log: WordLog = structlog.get_logger()


class CameraLinkJson(LastingLinkJson):
    """A link that turns the phone opening it into a camera; ``secure``: phones can reach it over TLS."""

    camera: str
    secure: bool


class CameraJson(TypedDict):
    """The token of a phone paired as ``camera``."""

    token: str
    camera: str


@router.get("/tables/{table}/cameras", summary="The phones that are cameras of a table")
def cameras(table: str) -> list[Answer[PhoneStandJson]]:
    """State of each phone: connected, rate, size, battery, dropped pictures, light, sharpness; never a picture."""
    return [line.stand() for line in phone_desk().lines(table)]


@router.post("/tables/{table}/cameras", summary="Pair a phone as a camera by a QR code")
async def pair_camera(
    request: Request, access: Given, lanes: OfApp, table: str, body: JsonOf[CameraBody]
) -> Answer[CameraLinkJson]:
    """A link that can be opened once and makes the phone that camera. ``trust``: where a phone installs trust first.

    ``secure``: phones reach the link over TLS, without which browsers give no camera access; otherwise ``picture`` is
    None.
    """
    if _ID.fullmatch(table) is None:
        raise RefusedError(
            Text(
                "卓の名前は40文字までの英数字と - と _ にしてください。",
                f"no table {table!r}: expected an id of up to 40 letters, digits, - and _",
            ),
            404,
        )
    camera = line_name(table, body.seat)
    code = await lanes.secret.run(access.tokens.camera_link, camera, access.settings.link_s)
    links = links_of(request, secure=True)
    told = links.link_json(f"/camera/{camera}#code={code}")
    return {"camera": camera, **told, "lasts_s": access.settings.link_s, "secure": links.others}


@router.post("/access/cameras", summary="Become a camera by a link")
async def become_camera(access: Given, lanes: OfApp, body: JsonOf[CameraCodeBody]) -> Answer[CameraJson]:
    """A token that allows sending pictures of that camera, and nothing else."""
    device = one_line(body.device, 60) or "phone"
    token, camera = await lanes.secret.run(access.tokens.open_camera, body.code, device, body.attempt)
    log.info("camera paired", camera=camera, device=device)
    return {"token": token, "camera": camera}


@router.websocket("/tables/{table}/camera")
async def camera(websocket: WebSocket, table: str, seat: Seated = "") -> None:
    """Pictures of a phone, until it leaves; the messages are described in ``docs/cameras.md``."""
    await websocket.accept()
    if _ID.fullmatch(table) is None:
        return await websocket.close(UNKNOWN, "no such table")
    try:
        line = phone_desk().line(table, seat)
    except LookupError:
        return await websocket.close(UNKNOWN, "too many cameras")
    who: Principal = await requester(websocket)
    await PhoneSession(websocket, line, who, table, seat).hold()
    return None
