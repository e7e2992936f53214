"""``/api/v1/access``: login, own identity, PIN, devices, links by QR code, tokens and tickets."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final, NotRequired, TypedDict
from urllib.parse import quote

import structlog
from fastapi import APIRouter, Depends, Request, Response
from starlette.requests import HTTPConnection

from api.access.access import Access
from api.access.people import DeviceJson, LoginBeforeJson, OtherDeviceJson
from api.access.refusals import DeniedError, denied, role_too_low
from api.access.roles import CALLS, Principal, Proof, Requester, Role
from api.access.tokens import TICKET_S, TokenJson
from api.http.body import Answer, JsonOf
from api.http.lanes import BusyError, OfApp
from api.http.reaching.links import LinkJson, TrustJson, links_of
from api.http.schemas.access import InviteBody, LoginBody, PinBody, SecretsBody, TokenBody
from controller.ports.log import WordLog
from controller.text import one_line

_WRONG: Final = ("pin-wrong", "present-wrong")
router = APIRouter(prefix="/api/v1/access", tags=["access"])
log: WordLog = structlog.get_logger()


class MeJson(TypedDict):
    """The identity of the client."""

    name: str
    role: str
    device: str
    pin: bool
    sure: bool
    over: bool
    others: list[OtherDeviceJson]
    before: LoginBeforeJson | None


class InJson(TypedDict, total=False):
    """The person who logged in; empty if the session ended meanwhile."""

    name: str
    role: str


class LastingLinkJson(LinkJson):
    """A link that can be opened once, within ``lasts_s`` seconds."""

    lasts_s: int


class FreshTokenJson(TypedDict):
    """A new token, shown only this once; for a seat's call button with the link for its device."""

    token: str
    address: NotRequired[str]
    picture: NotRequired[str | None]
    trust: NotRequired[TrustJson | None]


class TicketJson(TypedDict):
    """A ticket that opens one WebSocket within ``lasts_s`` seconds."""

    ticket: str
    lasts_s: float


async def access_of(connection: HTTPConnection) -> Access:
    """Return the access control of the app."""
    found: Access = connection.app.state.access
    return found


Given = Annotated[Access, Depends(access_of)]


@router.get("/me", summary="Who asks")
def me(request: Request, access: Given, who: Requester) -> Answer[MeJson]:
    """Name and role; whether a PIN is set and was entered recently. ``over``: the browser's session has expired.

    ``others``: devices under the same name that this one has not acknowledged. ``before``: the login before this one.
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


@router.post("/login", summary="Come in by a link, or by name and password")
async def login(
    request: Request, response: Response, access: Given, lanes: OfApp, body: JsonOf[LoginBody]
) -> Answer[InJson]:
    """Start a session, stored in a cookie; a previous session of this browser ends."""
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
    # The next user of this browser must not find data that this person saw.
    response.headers["clear-site-data"] = '"cache", "storage"'


@router.post("/pin", status_code=204, summary="Enter the PIN")
async def confirm(
    request: Request, response: Response, access: Given, lanes: OfApp, who: Requester, body: JsonOf[PinBody]
) -> None:
    """Allow this browser to move the machine for a limited time; the session continues under a new secret."""
    secret = _session(request, access)
    with _one_try(access, who):
        renewed = await lanes.secret.run(access.people.confirm, secret, body.pin)
    _remember(request, response, access, renewed)


@router.put("/secrets", status_code=204, summary="Choose a PIN or a password")
async def choose(request: Request, access: Given, lanes: OfApp, who: Requester, body: JsonOf[SecretsBody]) -> None:
    """Requires the present PIN or password, if any; to set the first of one kind, the other kind is required."""
    secret = _session(request, access)
    only = secret if body.end_others else ""
    with _one_try(access, who):
        await lanes.secret.run(access.people.choose, who.id, body.pin, body.password, body.present, only, who.sure)


@router.get("/devices", summary="Every device that may come in")
def devices(access: Given) -> list[Answer[DeviceJson]]:
    """Person, name, role and time last seen of each device, the latest first."""
    return access.people.devices()


@router.delete("/devices/{device}", status_code=204, summary="Shut a device out")
async def revoke_device(access: Given, lanes: OfApp, who: Requester, device: str) -> None:
    """The device's sessions and sockets end at once."""
    found = next((each for each in access.people.devices() if each["id"] == device), None)
    if found is None:
        raise denied("device-unknown")
    _reach(who, Role(found["role"]))
    await lanes.secret.run(access.people.revoke, device)


@router.put("/others", status_code=204, summary="Say that one knows of the other devices under one's name")
async def acknowledge(access: Given, lanes: OfApp, who: Requester) -> None:
    """This device is not shown the present devices again; the person's other devices are until they acknowledge too."""
    await lanes.secret.run(access.people.acknowledge, who.device)


@router.delete("/others/{device}", status_code=204, summary="Shut out another device under one's own name")
async def revoke_own(access: Given, lanes: OfApp, who: Requester, device: str) -> None:
    """The device's sessions and sockets end at once."""
    if not access.people.owns(who.id, device):
        raise denied("device-unknown")
    await lanes.secret.run(access.people.revoke, device)


@router.post("/pairings", summary="Pair a device by a QR code")
async def pair(
    request: Request, access: Given, lanes: OfApp, who: Requester, body: JsonOf[InviteBody]
) -> Answer[LastingLinkJson]:
    """A link that logs its opener in once, as address and, if another device can open it, as ``picture``."""
    _reach(who, body.role)
    if not access.people.may_invite(who, body.name):
        raise denied("name-taken")
    code = await lanes.secret.run(access.people.link, body.role, body.name)
    return {**links_of(request).link_json(f"/login#code={code}"), "lasts_s": access.settings.link_s}


@router.get("/tokens", summary="Tokens of machines, overlays and late feeds")
def tokens(access: Given) -> list[Answer[TokenJson]]:
    """Name, role and time last seen of each token, never the token itself."""
    return access.tokens.all()


@router.post("/tokens", summary="Make a token")
async def make_token(
    request: Request, access: Given, lanes: OfApp, who: Requester, body: JsonOf[TokenBody]
) -> Answer[FreshTokenJson]:
    """The token, shown only this once; for a seat's call button also address and picture for the device at the seat."""
    _reach(who, body.role)
    token = await lanes.secret.run(access.tokens.make, body.name, body.role, body.seat)
    if not body.seat.endswith(CALLS):
        return {"token": token}
    return {
        "token": token,
        **links_of(request).link_json(f"/seat/{quote(body.seat.removesuffix(CALLS))}#token={token}"),
    }


@router.delete("/tokens/{token}", status_code=204, summary="Revoke a token")
async def revoke_token(access: Given, lanes: OfApp, who: Requester, token: str) -> None:
    """The token's sockets end at once."""
    found = next((each for each in access.tokens.all() if each["id"] == token), None)
    if found is None:
        raise denied("token-gone")
    _reach(who, Role(found["role"]))
    await lanes.secret.run(access.tokens.revoke, token)


@router.post("/tickets", summary="A ticket that opens one socket")
async def ticket(access: Given, who: Requester) -> Answer[TicketJson]:
    """For pages that hold a token: the address of a WebSocket then contains a ticket that expires within 30 seconds."""
    return {"ticket": access.tickets.issue(who), "lasts_s": TICKET_S}


@contextmanager
def _one_try(access: Access, who: Principal) -> Iterator[None]:
    """Context of one attempt at a person's secret; raises DeniedError after too many wrong ones.

    The attempt is counted before the check, so that parallel attempts cannot exceed the limit, and uncounted if the
    secret was right or never checked.
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
    """Raise DeniedError if ``role`` is above the principal's own."""
    if not who.role.may(role):
        raise DeniedError(403, "role-too-low", role_too_low(who.role, role))


def _remember(request: Request, response: Response, access: Access, secret: str) -> None:
    """Set the session cookie: for this service only, and not readable by scripts."""
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
    """Return browser and operating system from the User-Agent header."""
    said = request.headers.get("user-agent", "")
    found = [next((word for word in words if word in said), "") for words in (_BROWSERS, _SYSTEMS)]
    return " ".join(filter(None, found)) or "browser"
