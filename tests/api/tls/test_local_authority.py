"""The local authority: created once, private, limited to local names; served beside plain HTTP, renewed in time."""

import plistlib
import ssl
import stat
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from api.access.access import Access
from api.demo.web import WebServer
from api.tls import serving
from api.tls.authority import LocalAuthority, TlsError
from api.tls.names import ServedNames
from api.tls.plan import TlsPlan
from api.tls.serving import ServedTls
from tests.support.authority import Authority
from tests.support.waiting import PATIENCE_S

NAMES = ServedNames(("localhost", "table.local"), (ip_address("127.0.0.1"),))


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebServer]:
    """Yield a service over plain HTTP and, with a certificate of its authority, over TLS."""
    web = WebServer({}, access=Access(), tls=TlsPlan("local", 0), folder=tmp_path / "tls")
    web.start()
    yield web
    web.stop()
    assert web.tls is not None
    web.tls.close()


def test_it_is_made_once_and_nobody_else_reads_its_key(tmp_path: Path) -> None:
    first, again = LocalAuthority(tmp_path, NAMES), LocalAuthority(tmp_path, NAMES)
    assert first.fingerprint == again.fingerprint
    assert stat.S_IMODE(first.file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == [first.file.name]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / first.file.name).write_text("nothing")
    with pytest.raises(TlsError, match="no authority there"):
        LocalAuthority(tmp_path / "other", NAMES)


@pytest.mark.parametrize(("name", "is_signed"), [("www.example.com", False), ("hall.table.local", True)])
def test_what_it_signs_beyond_the_venue_nobody_believes(tmp_path: Path, name: str, is_signed: bool) -> None:
    own = LocalAuthority(tmp_path, NAMES)
    wanted = ServedNames((name,), (ip_address("8.8.8.8"), ip_address("fd00::7")))
    assert own.may_sign(wanted) == ServedNames((name,) if is_signed else (), (ip_address("fd00::7"),))
    leaf = tmp_path / "leaf.pem"
    leaf.write_bytes(own.signed(ServedNames((name,), ()))[0])
    asked = subprocess.run(["openssl", "verify", "-CAfile", own.file, leaf], capture_output=True, check=False)
    assert (asked.returncode == 0) is is_signed


def test_a_venue_s_own_name_is_signed_for_where_it_was_known_when_it_was_made(tmp_path: Path) -> None:
    own = LocalAuthority(tmp_path, ServedNames(("mahjong.example",), ()))
    assert own.may_sign(ServedNames(("mahjong.example", "example"), ())).hosts == ("mahjong.example",)


def test_the_service_is_reached_over_both_and_no_browser_is_told_to_use_one_alone(web: WebServer) -> None:
    assert web.tls is not None
    assert web.tls.authority is not None
    trusting = ssl.create_default_context(cafile=str(web.tls.authority.file))
    with urlopen(f"https://127.0.0.1:{web.tls.port}/healthz", context=trusting, timeout=PATIENCE_S) as answer:
        assert answer.status == 200
        assert "strict-transport-security" not in answer.headers
    with urlopen(f"{web.address}/authority.crt", timeout=PATIENCE_S) as answer:
        assert answer.headers["content-type"] == "application/x-x509-ca-cert"
        assert answer.read() == web.tls.authority.certificate
    with urlopen(f"{web.address}/authority.mobileconfig", timeout=PATIENCE_S) as answer:
        (payload,) = plistlib.loads(answer.read())["PayloadContent"]
    assert (payload["PayloadType"], payload["PayloadContent"]) == (
        "com.apple.security.root",
        web.tls.authority.certificate,
    )
    with pytest.raises(OSError, match="certificate verify failed"):
        urlopen(f"https://127.0.0.1:{web.tls.port}/healthz", timeout=PATIENCE_S)


def test_the_certificate_is_made_anew_before_it_ends_and_where_the_network_changes(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls = web.tls
    assert tls is not None
    assert not tls.renew()
    monkeypatch.setattr(serving, "RENEWED_BEFORE", timedelta(days=91))
    assert tls.renew()
    monkeypatch.undo()
    more = ServedNames(("localhost",), (ip_address("127.0.0.1"), ip_address("fd00::8")))
    monkeypatch.setattr(serving, "served_names", lambda _: more)
    assert tls.renew()
    assert tls.names == more
    assert tls.authority is not None
    trusting = ssl.create_default_context(cafile=str(tls.authority.file))
    with urlopen(f"https://127.0.0.1:{tls.port}/healthz", context=trusting, timeout=PATIENCE_S) as answer:
        assert answer.status == 200


def test_a_certificate_of_one_s_own_is_read_anew_when_it_changes(tmp_path: Path) -> None:
    certificate, key = Authority(tmp_path / "own").signed("127.0.0.1")
    tls = ServedTls(TlsPlan("own", 8443, str(certificate), str(key)), ())
    assert tls.authority is None
    assert not tls.renew()
    tls.close()
    with pytest.raises(TlsError, match="no certificate and key"):
        ServedTls(TlsPlan("own", 8443, str(key), str(key)), ())
    with pytest.raises(TlsError, match="no certificate and key"):
        ServedTls(TlsPlan("own", 8443, str(tmp_path / "none"), str(key)), ())


def test_without_an_authority_there_is_none_to_trust() -> None:
    web = WebServer({}, access=Access())
    web.start()
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{web.address}/authority.crt", timeout=PATIENCE_S)
    web.stop()
    assert refused.value.code == 404
