"""``/api/v1/hub``: state of every journal at the hub, and clearance of a break (a message that does not fit its
journal).
"""

import time
from typing import Annotated, Any, Final

import msgspec
import structlog
from fastapi import APIRouter, Request

from api.access.refusals import denied
from api.access.roles import Requester
from api.http.body import JsonOf
from api.http.problems import RefusedError
from api.hub.hub_store import HubStore
from api.hub.rows import Clearance
from controller.ports.log import WordLog
from controller.text import Text, one_line

MOST_WHY: Final = 400
"""Longest reason that is stored, characters."""
log: WordLog = structlog.get_logger()
router = APIRouter(prefix="/api/v1/hub", tags=["hub"])


class ClearanceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Reason for the clearance of a break."""

    why: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_WHY, pattern=r"\S")]


@router.get("", summary="How every journal stands, what does not fit, and who has cleared what")
def standing(request: Request) -> dict[str, Any]:
    """State of every journal, as printed by ``jantaku hub --check --json``."""
    return _store(request).stand()


@router.post("/breaks/{number}/clearance", status_code=204, summary="Say that a break is done with")
def clear(request: Request, who: Requester, number: int, body: JsonOf[ClearanceBody]) -> None:
    """Clear a break: it is no longer reported. Nothing is deleted; who cleared it, when and why is stored with it."""
    if who.maker is None:
        raise denied("log-in")
    if not _store(request).clear(number, Clearance(time.time(), who.name, who.maker, one_line(body.why, MOST_WHY))):
        raise RefusedError(Text(f"不整合{number}は残っていません。", f"no break {number} stands"), 404)
    log.info("break cleared", number=number)


def _store(request: Request) -> HubStore:
    found: HubStore = request.app.state.hub_store
    return found
