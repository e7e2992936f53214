"""``/api/v1/access``: logging in, who I am, PIN, devices, links by QR code, tokens and tickets."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final, NotRequired, TypedDict
from urllib.parse import quote

import structlog
from fastapi import APIRouter, Depends, Request, Response
from starlette.requests import HTTPConnection

from api.access.access import Access
from api.access.people import DeviceTold, LoginBeforeTold, OtherDeviceTold
from api.access.refusals import DeniedError, denied, role_too_low
from api.access.roles import CALLS, Principal, Proof, Requester, Role
from api.access.tokens import TICKET_S, TokenTold
from api.http.body import Answer, described, json_body
from api.http.lanes import BusyError, OfApp
from api.http.reaching.links import LinkTold, TrustTold, links_of
from api.http.schemas.access import InviteBody, LoginBody, PinBody, SecretsBody, TokenBody
from controller.ports.log import WordLog
from controller.text import one_line

_WRONG: Final = ("pin-wrong", "present-wrong")
router = APIRouter(prefix="/api/v1/access", tags=["access"])
log: WordLog = structlog.get_logger()


class MeTold(TypedDict):
    """Who asks."""

    name: str
    role: str
    device: str
    pin: bool
    sure: bool
    over: bool
    others: list[OtherDeviceTold]
    before: LoginBeforeTold | None


class InTold(TypedDict, total=False):
    """Who has come in; empty where the session ended meanwhile."""

    name: str
    role: str


class LastingLinkTold(LinkTold):
    """A link that opens once."""

    lasts_s: int


class FreshTokenTold(TypedDict):
    """A token, told this once; of a seat's call button with the link for its device."""

    token: str
    address: NotRequired[str]
    picture: NotRequired[str | None]
    trust: NotRequired[TrustTold | None]


class TicketTold(TypedDict):
    """A ticket."""

    ticket: str
    lasts_s: float


async def access_of(connection: HTTPConnection) -> Access:
    """Who may act in this service."""
    found: Access = connection.app.state.access
    return found


Given = Annotated[Access, Depends(access_of)]


@router.get("/me", summary="Who asks")
def me(request: Request, access: Given, who: Requester) -> Answer[MeTold]:
    """Name and role, and whether a PIN is there and was entered a moment ago; ``over``: a login that has expired.

    ``others``: devices under the same name that this one has not acknowledged; ``before``: the login before this one.
    """
    has_pin = who.is_person and access.people.has_pin(who.id)
    over = bool(getattr(request.state, "session_over", False))
    is_device = who.proof is Proof.DEVICE
    return {
        "name": who.name,
        "role": who.role.value,
        "device": who.device,
        "pin": has_pin,
        "sure": who.sure,
        "over": over,
        "others": access.people.others(who.device) if is_device else [],
        "before": access.people.before(who.device) if is_device else None,
    }


@router.post("/login", summary="Come in by a link, or by name and password", openapi_extra=described(LoginBody))
async def login(
    request: Request,
    response: Response,
    access: Given,
    lanes: OfApp,
    body: Annotated[LoginBody, Depends(json_body(LoginBody))],
) -> Answer[InTold]:
    """A session in a cookie; one that this browser had before ends."""
    device = one_line(body.device, 60) or _browser(request)
    people = access.people
    if body.code:
        secret = await lanes.secret.run(people.open_link, body.code, device, body.attempt)
    else:
        secret = await lanes.secret.run(people.enter, body.name, body.password, device)
    before = access.session_in(request.cookies)
    if before:
        await lanes.secret.run(people.leave, before)
    _remember(request, response, access, secret)
    who = people.of_session(secret)
    if who is not None:
        log.info(
            "let in", name=who.name, role=who.role.value, by="link" if body.code else "password", device=who.device
        )
    return {} if who is None else {"name": who.name, "role": who.role.value}


@router.post("/logout", status_code=204, summary="Go out")
async def logout(request: Request, response: Response, access: Given, lanes: OfApp) -> None:
    """End this browser's session."""
    secret = access.session_in(request.cookies)
    if secret:
        await lanes.secret.run(access.people.leave, secret)
    is_secure = request.url.scheme == "https"
    response.delete_cookie(access.cookie_of(is_secure), httponly=True, samesite="strict", secure=is_secure)
    # Nothing of what this person saw stays for whoever sits there next.
    response.headers["clear-site-data"] = '"cache", "storage"'


@router.post("/pin", status_code=204, summary="Enter the PIN", openapi_extra=described(PinBody))
async def confirm(
    request: Request,
    response: Response,
    access: Given,
    lanes: OfApp,
    who: Requester,
    body: Annotated[PinBody, Depends(json_body(PinBody))],
) -> None:
    """For a while this browser may then move the machine; its session goes on under another secret."""
    secret = _session(request, access)
    with _one_try(access, who):
        renewed = await lanes.secret.run(access.people.confirm, secret, body.pin)
    _remember(request, response, access, renewed)


@router.put("/secrets", status_code=204, summary="Choose a PIN or a password", openapi_extra=described(SecretsBody))
async def choose(
    request: Request,
    access: Given,
    lanes: OfApp,
    who: Requester,
    body: Annotated[SecretsBody, Depends(json_body(SecretsBody))],
) -> None:
    """From now on; whoever has one says it first, or the other one where this is the first."""
    secret = _session(request, access)
    only = secret if body.end_others else ""
    with _one_try(access, who):
        await lanes.secret.run(access.people.choose, who.id, body.pin, body.password, body.present, only, who.sure)


@router.get("/devices", summary="Every device that may come in")
def devices(access: Given) -> list[Answer[DeviceTold]]:
    """Person, name, role, and when it was seen last; the latest first."""
    return access.people.devices()


@router.delete("/devices/{device}", status_code=204, summary="Shut a device out")
async def revoke_device(access: Given, lanes: OfApp, who: Requester, device: str) -> None:
    """Its sessions and sockets end at once."""
    found = next((each for each in access.people.devices() if each["id"] == device), None)
    if found is None:
        raise denied("device-unknown")
    _reach(who, Role(found["role"]))
    await lanes.secret.run(access.people.revoke, device)


@router.put("/others", status_code=204, summary="Say that one knows of the other devices under one's name")
async def acknowledge(access: Given, lanes: OfApp, who: Requester) -> None:
    """This device is told of none of them again; the person's other devices are, until they say so themselves."""
    await lanes.secret.run(access.people.acknowledge, who.device)


@router.delete("/others/{device}", status_code=204, summary="Shut out another device under one's own name")
async def revoke_own(access: Given, lanes: OfApp, who: Requester, device: str) -> None:
    """Its sessions and sockets end at once."""
    if not access.people.owns(who.id, device):
        raise denied("device-unknown")
    await lanes.secret.run(access.people.revoke, device)


@router.post("/pairings", summary="Pair a device by a QR code", openapi_extra=described(InviteBody))
async def pair(
    request: Request,
    access: Given,
    lanes: OfApp,
    who: Requester,
    body: Annotated[InviteBody, Depends(json_body(InviteBody))],
) -> Answer[LastingLinkTold]:
    """A link that lets its opener in once, as address and, where another device can open it, as ``picture``."""
    _reach(who, body.role)
    if not access.people.may_invite(who, body.name):
        raise denied("name-taken")
    code = await lanes.secret.run(access.people.link, body.role, body.name)
    return {**links_of(request).told(f"/login#code={code}"), "lasts_s": access.settings.link_s}


@router.get("/tokens", summary="Tokens of machines, overlays and late feeds")
def tokens(access: Given) -> list[Answer[TokenTold]]:
    """Name, role, and when each was seen last; never the token itself."""
    return access.tokens.all()


@router.post("/tokens", summary="Make a token", openapi_extra=described(TokenBody))
async def make_token(
    request: Request,
    access: Given,
    lanes: OfApp,
    who: Requester,
    body: Annotated[TokenBody, Depends(json_body(TokenBody))],
) -> Answer[FreshTokenTold]:
    """The token, told this once; of a seat's call button also as address and picture for the device at the seat."""
    _reach(who, body.role)
    token = await lanes.secret.run(access.tokens.make, body.name, body.role, body.seat)
    if not body.seat.endswith(CALLS):
        return {"token": token}
    return {"token": token, **links_of(request).told(f"/seat/{quote(body.seat.removesuffix(CALLS))}#token={token}")}


@router.delete("/tokens/{token}", status_code=204, summary="Revoke a token")
async def revoke_token(access: Given, lanes: OfApp, who: Requester, token: str) -> None:
    """Its sockets end at once."""
    found = next((each for each in access.tokens.all() if each["id"] == token), None)
    if found is None:
        raise denied("token-gone")
    _reach(who, Role(found["role"]))
    await lanes.secret.run(access.tokens.revoke, token)


@router.post("/tickets", summary="A ticket that opens one socket")
async def ticket(access: Given, who: Requester) -> Answer[TicketTold]:
    """For a page that holds a token: the address of a socket then carries what is worth nothing a moment later."""
    return {"ticket": access.tickets.issue(who), "lasts_s": TICKET_S}


@contextmanager
def _one_try(access: Access, who: Principal) -> Iterator[None]:
    """One try at a secret of that person: counted before the work, so that many at once are not more than the limit.

    What was right, or never looked at, is taken back. Raises DeniedError.
    """
    wait = access.rates.wait_s("wrong_pin", who.id)
    if wait:
        raise denied("too-often", {"retry-after": str(wait)})
    try:
        yield
    except BusyError:
        access.rates.forgive("wrong_pin", who.id)
        raise
    except DeniedError as error:
        if error.code not in _WRONG:
            access.rates.forgive("wrong_pin", who.id)
        raise
    else:
        access.rates.forgive("wrong_pin", who.id)


def _reach(who: Principal, role: Role) -> None:
    """Raise DeniedError where somebody would give or take what is above them."""
    if not who.role.may(role):
        raise DeniedError(403, "role-too-low", role_too_low(who.role, role))


def _remember(request: Request, response: Response, access: Access, secret: str) -> None:
    """Have the browser keep the secret of its session, for this service alone and out of reach of scripts."""
    response.set_cookie(
        access.cookie_of(request.url.scheme == "https"),
        secret,
        max_age=access.settings.session_s,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _session(request: Request, access: Access) -> str:
    secret = access.session_in(request.cookies)
    if not secret:
        raise denied("persons-only")
    return secret


_BROWSERS: Final = ("OBS", "Edg", "Firefox", "Chrome", "Safari", "curl", "python")
_SYSTEMS: Final = ("iPad", "iPhone", "Android", "Windows", "Mac OS X", "Linux")


def _browser(request: Request) -> str:
    """What a browser says that it is, in two words."""
    said = request.headers.get("user-agent", "")
    found = [next((word for word in words if word in said), "") for words in (_BROWSERS, _SYSTEMS)]
    return " ".join(filter(None, found)) or "browser"
