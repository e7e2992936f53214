"""``/api/v1/reach``: addresses at which the service is reached, and the switch that opens it to the network."""

from dataclasses import replace
from typing import Final, TypedDict
from urllib.parse import urlsplit

import msgspec
import structlog
from fastapi import APIRouter, Request

from api.access.roles import Requester
from api.http.body import Answer, JsonOf
from api.http.lanes import OfApp
from api.http.problems import RefusedError
from api.http.reaching.links import TrustJson, asked_of, links_of, reach_of
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
    """``network``: other machines of the network may connect. ``tls``: TLS is served. Unset: unchanged."""

    network: bool | msgspec.UnsetType = msgspec.UNSET
    tls: bool | msgspec.UnsetType = msgspec.UNSET


class ReachJson(TypedDict):
    """How the service is reached."""

    open: bool
    tls: str
    secure: bool
    addresses: list[str]
    link: str
    trust: TrustJson | None
    public: bool
    file: str
    changes: bool


@router.get("", summary="At which addresses the service is reached")
def reached(request: Request) -> Answer[ReachJson]:
    """``open``: other machines may connect; ``addresses``: those for other machines, plain ones first.

    ``link``: the start of links for others, or of the asking client if there are none. ``trust``: the page that
    explains the local authority. ``public``: one of the addresses is on the internet. ``file``: the venue file that a
    change is written to. ``changes``: listeners can be changed now.
    """
    reach, asked = reach_of(request), asked_of(request)
    plain, secure = (reach.elsewhere(secure=each, asked=asked) for each in (False, True))
    venue = request.app.state.venue
    # Programs such as OBS do not trust a local authority, so plain addresses come first.
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


@router.put("", summary="Let this network in, or out again")
async def change(request: Request, lanes: OfApp, who: Requester, body: JsonOf[ReachBody]) -> Answer[ReachJson]:
    """Listeners are opened and closed at once, and the change is written to the venue file.

    Opening the service to the network also serves TLS, by the local authority unless configured otherwise.
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
    """Return the plan that the body requests."""
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
