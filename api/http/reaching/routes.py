"""``/api/v1/reach``: at which addresses the service is reached, and the switch that lets this network in."""

from dataclasses import replace
from typing import Annotated, Final, TypedDict
from urllib.parse import urlsplit

import msgspec
import structlog
from fastapi import APIRouter, Depends, Request

from api.access.roles import Requester
from api.http.body import Answer, described, json_body
from api.http.lanes import OfApp
from api.http.problems import RefusedError
from api.http.reaching.links import TrustTold, asked_of, links_of, reach_of
from api.reach.plan import ListenPlan
from api.tls.names import parsed_ip
from controller.errors import JantakuError
from controller.ports.log import WordLog
from controller.text import Text

router = APIRouter(prefix="/api/v1/reach", tags=["reach"])
log: WordLog = structlog.get_logger()
_FAILED: Final = Text(
    "切り替えられませんでした。設定は元のままです（{}）。理由を除いて、もう一度お試しください。",
    "It could not be changed; the setting is as before ({}). Remove the cause, then try again.",
)


class ReachBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``network``: whether other machines of the network may connect; ``tls``: whether TLS is served. Unset: as now."""

    network: bool | msgspec.UnsetType = msgspec.UNSET
    tls: bool | msgspec.UnsetType = msgspec.UNSET


class ReachTold(TypedDict):
    """How the service is reached."""

    open: bool
    tls: str
    secure: bool
    addresses: list[str]
    link: str
    trust: TrustTold | None
    public: bool
    file: str
    changes: bool


@router.get("", summary="At which addresses the service is reached")
def reached(request: Request) -> Answer[ReachTold]:
    """``open``: whether other machines are let in; ``addresses``: theirs, plain ones first, none without a network.

    ``link``: what links for others begin with, of the one who asks where there are none. ``trust``: where the local
    authority is explained. ``public``: an address of the internet is among them. ``file``: the venue's file that a
    change is written to. ``changes``: whether listeners can be changed now.
    """
    reach, asked = reach_of(request), asked_of(request)
    plain, secure = (reach.elsewhere(secure=each, asked=asked) for each in (False, True))
    venue = request.app.state.venue
    # Programs such as OBS trust no local authority: where both are served, plain addresses are for everybody.
    link = (*plain, *secure, asked.base)[0]
    return {
        "open": not reach.plan.is_local,
        "tls": reach.plan.tls.kind,
        "secure": bool(secure),
        "addresses": [*plain, *secure],
        "link": link,
        "trust": links_of(request, secure=True).trust(),
        "public": any(_is_public(each) for each in (*plain, *secure)),
        "file": "" if venue is None else venue.file.name,
        "changes": reach.may_change,
    }


@router.put("", summary="Let this network in, or out again", openapi_extra=described(ReachBody))
async def change(
    request: Request, lanes: OfApp, who: Requester, body: Annotated[ReachBody, Depends(json_body(ReachBody))]
) -> Answer[ReachTold]:
    """As it is then. Listeners are opened and closed at once, and the venue's file says so from now on.

    Letting the network in serves TLS too, by the local authority where nothing else was said.
    """
    venue, reach = request.app.state.venue, reach_of(request)
    plan = _changed(reach.plan, body)
    try:
        if venue is None:
            await lanes.setup.run(reach.change, plan)
        else:
            await lanes.setup.run(venue.listen_as, plan)
    except JantakuError as error:
        raise RefusedError(Text(_FAILED.ja.format(error), _FAILED.en.format(error))) from None
    log.info("listening changed", host=plan.host, tls=plan.tls.kind, by=who.name)
    return reached(request)


def _changed(plan: ListenPlan, body: ReachBody) -> ListenPlan:
    """The plan that is asked for."""
    tls, host = plan.tls, plan.host
    if isinstance(body.network, bool):
        host = plan.everywhere if body.network else plan.here_alone
    wants_tls = body.network is True if isinstance(body.tls, msgspec.UnsetType) else body.tls
    if wants_tls and tls.kind == "off":
        tls = replace(tls, kind="local")
    elif body.tls is False:
        tls = replace(tls, kind="off", certificate="", key="")
    return replace(plan, host=host, tls=tls)


def _is_public(address: str) -> bool:
    ip = parsed_ip(urlsplit(address).hostname or "")
    return ip is not None and ip.is_global
