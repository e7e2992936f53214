"""For every way of listening: each published address and QR code leads to the service, from the machine it is for."""

import io
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stderr
from dataclasses import dataclass, replace
from ipaddress import IPv4Address
from itertools import count, product
from ssl import DER_cert_to_PEM_cert
from typing import Any, Final

import pytest

from api.access.access import Access
from api.access.roles import Role
from api.cli.access.entrance import tell_entrance, tell_pages
from api.demo.web import WebServer
from api.tls.plan import TlsPlan
from tests.support.authority import Authority
from tests.support.logged_in import token_for, unlimited
from tests.support.networks import SERVICE, Machine, NoNetworkError, network
from tests.support.quiet_table import quiet_table
from tests.support.reached import ADDRESS, Client, told_in
from tests.support.real_servers import missing
from tests.support.waiting import eventually

NAME: Final = "jantaku.test"
SECOND, BESIDE = (str(IPv4Address(0x0A4D_0000 + each)) for each in (1, 2))
HOSTS: Final = ("127.0.0.1", "0.0.0.0", SERVICE, "::")
TLS: Final = ("off", "local", "own", "own name")
NETWORKS: Final = ((), (SERVICE, SECOND))
"""Addresses of the service's network interface."""
AUTHORITY: Final = "/api/v1/authority"
NUMBERS: Final = count(1)
ASKED: Final = (
    (Role.VIEWER, "GET", "/api/v1/reach", None),
    (Role.STAFF, "GET", "/api/v1/reach", None),
    (Role.VIEWER, "GET", AUTHORITY, None),
    (Role.OWNER, "POST", "/api/v1/access/pairings", {"name": "Mori", "role": "referee"}),
    (Role.STAFF, "POST", "/api/v1/access/tokens", {"name": "c", "role": "viewer", "seat": "1/A/call"}),
    (Role.STAFF, "POST", "/api/v1/tables/1/cameras", {"seat": ""}),
    (Role.STAFF, "POST", "/api/v1/tables/1/cameras", {"seat": "B"}),
)


@dataclass
class Stage:
    """Two machines, the service on one of them, tokens of each role."""

    service: Machine
    phone: Machine
    web: WebServer
    tokens: dict[Role, str]
    certificates: dict[str, TlsPlan]
    authorities: str


@pytest.fixture(scope="module", params=["", NAME])
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("reach")
    with ExitStack() as release:
        try:
            service, phone = release.enter_context(network())
        except NoNetworkError as error:
            missing(str(error))
        for machine, address in ((service, SECOND), (phone, BESIDE)):
            machine.ip("address", "add", f"{address}/24", "dev", "lan")
        hosts = (request.param,) if request.param else ()
        access = unlimited(hosts=hosts)
        table = release.enter_context(quiet_table(folder / "table", name="1"))
        assert table.service is not None
        web = WebServer({"1": table.service}, access=access, tls=TlsPlan("local", 0), folder=folder / "tls")
        service.run(web.start)
        release.callback(web.stop)
        eventually(lambda: web.reach.may_change)
        assert web.tls is not None
        assert web.tls.authority is not None
        local = DER_cert_to_PEM_cert(web.tls.authority.certificate)
        own = Authority(folder / "own")
        certificates = {"off": TlsPlan(port=0), "local": TlsPlan("local", 0)}
        for kind, name in (("own", SERVICE), ("own name", NAME)):
            certificates[kind] = TlsPlan("own", 0, *map(str, own.signed(name)))
        tokens = {role: token_for(access, role) for role in Role}
        authorities = local + own.ca.read_text(encoding="utf-8")
        yield Stage(service, phone, web, tokens, certificates, authorities)
        web.reach.close()


def ways(is_named: bool, every: bool) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield compatible combinations of interface addresses, listening host and certificate.

    Without ``every``: each host with each certificate for one of the two names, the networks in turn.
    """
    numbered = product(enumerate(HOSTS), enumerate(TLS))
    pairs = [(host, kind) for (row, host), (column, kind) in numbered if every or (row + column) % 2 == is_named]
    for number, (host, kind) in enumerate(pairs):
        able = [each for each in NETWORKS[is_named:] if host != SERVICE or SERVICE in each]
        for addresses in able if every else able[number % len(able) :][:1]:
            yield addresses, host, kind


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_each_address_and_code_that_is_told_leads_to_the_service_from_where_it_is_for(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, every: bool
) -> None:
    """Regression: the codes of phones named a LAN address on which nothing listened, and others 127.0.0.1."""
    monkeypatch.setattr("api.reach.reach.leads_somewhere", lambda name: name == NAME)
    wrong, codes, walked = [], 0, 0
    for addresses, host, kind in ways(bool(stage.web.reach.hosts), every):
        lay(stage.service, addresses)
        plan = replace(stage.web.reach.plan, host=host, tls=stage.certificates[kind])
        stage.service.run(stage.web.reach.change, plan)
        found = told(stage)
        walked += len(found)
        codes += sum(is_code for _, is_code, _ in found)
        for machine in (stage.service, stage.phone):
            to_open = sorted({address for address, _, of in found if of is machine})
            names = {NAME: "127.0.0.1" if host == "127.0.0.1" and machine is stage.service else SERVICE}
            client = Client(stage.authorities, names)
            ends = zip(to_open, machine.run(client.open_all, to_open), strict=True)
            wrong += [(addresses, host, kind, *each) for each in ends if each[1] != 200]
    assert wrong == []
    assert codes > (50 if every else 15)
    assert walked > (500 if every else 150)


def lay(machine: Machine, addresses: tuple[str, ...]) -> None:
    machine.ip("address", "flush", "dev", "lan")
    for each in addresses:
        machine.ip("address", "add", f"{each}/24", "dev", "lan")


def told(stage: Stage) -> set[tuple[str, bool, Machine]]:
    """Every address that any role gets now, whether it is a code, and the machine from which it must open."""
    reach, found = stage.web.reach, set()
    ways = [(stage.service, reach.here), (stage.service, reach.here.replace("127.0.0.1", "localhost"))]
    if reach.here_secure:
        ways.append((stage.service, reach.here_secure))
    for secure in (False, True):
        others = stage.service.run(reach.elsewhere, secure=secure)[:1]
        ways += [(machine, each) for each in others for machine in (stage.service, stage.phone)]
    for asking, base in ways:
        client = Client(stage.authorities, {NAME: SERVICE})
        answers = asking.run(asked, client, base, stage.tokens)
        for (_, _, path, _), (status, answer) in zip(ASKED, answers, strict=True):
            assert status in (200, 404), answer
            if status == 200:
                is_for_others = bool(answer.get("picture") or answer.get("addresses")) and path != AUTHORITY
                for address, is_code in told_in(answer):
                    found.add((address, is_code, stage.phone if is_code or is_for_others else asking))
    return found | printed(stage)


def asked(client: Client, base: str, tokens: dict[Role, str]) -> list[tuple[int, Any]]:
    return [client.ask(method, f"{base}{path}", named(body), tokens[role]) for role, method, path, body in ASKED]


def named(body: dict[str, str] | None) -> dict[str, str] | None:
    """Return the body with an unused name, if it has a name."""
    return {**body, "name": f"{body['name']} {next(NUMBERS)}"} if body and "name" in body else body


def printed(stage: Stage) -> set[tuple[str, bool, Machine]]:
    """Addresses printed at a start; all of them open on the service's machine, those for others on theirs."""
    reach, out = stage.web.reach, io.StringIO()

    def tell() -> None:
        with redirect_stderr(out):
            tell_pages(reach, ("1",))
            tell_entrance(Access(), reach, "/login")

    stage.service.run(tell)
    found = set()
    for line in out.getvalue().splitlines():
        for address in ADDRESS.findall(line):
            found.add((address, False, stage.phone if line.startswith("network") else stage.service))
    return found
