"""The local certificate authority: its certificate as file and as profile, and its fingerprint, for other devices."""

from typing import TYPE_CHECKING, TypedDict

from fastapi import APIRouter, Request, Response

from api.http.body import Answer
from api.http.problems import RefusedError
from api.http.reaching.links import reach_of, secure_base
from controller.text import Text

if TYPE_CHECKING:
    # Type-only import: a service without TLS must not load its library.
    from api.tls.serving import ServedTls

router = APIRouter(tags=["authority"])


class AuthorityJson(TypedDict):
    """The certificate authority of this machine."""

    name: str
    fingerprint: str
    secure: str
    hosts: list[str]
    addresses: list[str]


@router.get("/api/v1/authority", summary="The authority of this machine")
def authority(request: Request) -> Answer[AuthorityJson]:
    """Name and fingerprint, and the host names and addresses that the service has a certificate for.

    ``secure``: the base address over TLS for the device that asks, "" if it cannot reach one.
    """
    tls = _served(request)
    assert tls.authority is not None
    return {
        "name": tls.authority.name,
        "fingerprint": tls.authority.fingerprint,
        "secure": secure_base(request),
        "hosts": list(tls.names.hosts),
        "addresses": [str(each) for each in tls.names.addresses],
    }


@router.get("/authority.crt", include_in_schema=False)
def certificate(request: Request) -> Response:
    """The certificate in the format of Android, Windows and Firefox."""
    own = _served(request).authority
    assert own is not None
    return _file(own.certificate, "application/x-x509-ca-cert", "jantaku.crt")


@router.get("/authority.mobileconfig", include_in_schema=False)
def profile(request: Request) -> Response:
    """The certificate in the format of iPhone, iPad and Mac."""
    own = _served(request).authority
    assert own is not None
    return _file(own.profile(), "application/x-apple-aspen-config", "jantaku.mobileconfig")


def _served(request: Request) -> "ServedTls":
    """Return the certificates of the TLS port; raises RefusedError (404) without a local authority."""
    found = reach_of(request).tls
    if found is None or found.authority is None:
        raise RefusedError(
            Text(
                "このサービスには認証局がありません。セットアップ画面で暗号化を始めてください。",
                'no local authority: expected [http] tls = "local", or jantaku serve --tls',
            ),
            404,
        )
    return found


def _file(data: bytes, kind: str, name: str) -> Response:
    told = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-cache"}
    return Response(data, media_type=kind, headers=told)
