"""The release policy of a table's concealed hands: the policy in force, changing it, and the newest released view."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter
from msgspec import Meta

from api.access.refusals import denied
from api.access.roles import Requester
from api.http.body import Answer, AnswerOf, JsonOf
from api.http.lanes import OfApp
from api.http.routers.tables import Table, entered
from api.http.schemas.claims import ClaimJson
from api.http.schemas.goals import Words
from controller.ports.maker import Maker
from controller.ports.referee import Claim, ClaimKind
from controller.views.gate import Audience
from controller.views.table import TableView
from controller.views.venue import ReleaseView

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


class ReleaseBody(msgspec.Struct, frozen=True):
    """A policy (``never``, ``game``, ``round``, ``delayed``, ``live`` or seconds), and why it is wanted."""

    policy: Annotated[str, Meta(max_length=20)]
    reason: Words

    def claim(self, by: str, at: float, maker: Maker | None = None) -> Claim:
        """Return the change as a claim."""
        return Claim(ClaimKind.SET_RELEASE, at, by, self.policy, reason=self.reason, maker=maker)


@router.get("/{table}/release", summary="When concealed hands may be seen, and who changed that last")
async def policy(table: Table) -> Annotated[dict[str, Any], AnswerOf(ReleaseView)]:
    """The policy in force with its delay, the minimum delay allowed, and the last change with its reason."""
    return table.release(Audience.STAFF)


@router.post("/{table}/release", status_code=202, summary="Another policy of release, for what comes from now on")
async def change(table: Table, body: JsonOf[ReleaseBody], who: Requester, lanes: OfApp) -> Answer[ClaimJson]:
    """Recorded in the journal with person and reason; 409 without a reason, or below the venue's minimum delay."""
    return await entered(table, body.claim(who.name, table.now(), who.maker), lanes)


@router.get("/{table}/released", summary="The newest view that is released, with its hands")
async def released(table: Table) -> Annotated[dict[str, Any], AnswerOf(TableView)]:
    """The view on the late feed; 404 if nothing is ever released, or nothing yet."""
    feed = table.late_feed()
    if feed is None or feed.view is None:
        raise denied("nothing-released")
    return feed.view
