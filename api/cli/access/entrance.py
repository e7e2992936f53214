"""How somebody comes in for the first time: a link, and its picture for a phone, where the service is started."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from api.access.access import Access
from api.access.roles import Role
from api.access.settings import AccessSettings
from api.access.store import FILE
from api.cli.user import user_name
from api.service.registry import entered
from api.tls.names import lan_address


def open_access(folder: Path, settings: AccessSettings | None = None) -> Access:
    """Who may act in the service whose journals lie in a folder; raises AccessError."""
    return Access(folder / FILE, settings)


@contextmanager
def let_in(access: Access, host: str, port: int, page: str = "/login") -> Iterator[None]:
    """Tell the first one how to come in, by that page; the service's user acts through it from the command line."""
    tell_entrance(access, f"{reachable(host, access.settings)}:{port}{page}")
    with at_console(access, f"http://{host}:{port}"):
        yield


@contextmanager
def at_console(access: Access, address: str) -> Iterator[None]:
    """While the service runs, its user may act through it from this machine's command line."""
    folder = access.folder
    with entered(address, folder or Path(), access.tokens.console(user_name())):
        yield


def reachable(host: str, settings: AccessSettings) -> str:
    """The address by which others reach a service that listens on ``host``, without its port."""
    if host not in ("0.0.0.0", "::", ""):
        return f"http://[{host}]" if ":" in host else f"http://{host}"
    if settings.hosts:
        return f"http://{settings.hosts[0]}"
    return f"http://{lan_address()}"


def login_address(access: Access, page: str) -> str:
    """The address of a page that makes its first opener owner."""
    code = access.people.link(Role.OWNER, access.people.owner_name())
    return f"{page}#code={code}"


def tell_entrance(access: Access, page: str, out: TextIO | None = None) -> None:
    """Where nobody is owner yet, print the link that makes one, on a terminal with its picture."""
    if access.people.has_owner():
        return
    out = out or sys.stderr
    address = login_address(access, page)
    minutes = max(1, round(access.settings.link_s / 60))
    print(f"責任者になる（一度だけ、{minutes}分以内） / become owner (once, within {minutes} min): {address}", file=out)
    print("期限が切れたら / once that is over: jantaku access link --role owner", file=out)
    draw(address, out)


def draw(address: str, out: TextIO) -> None:
    """The picture of an address for a phone's camera, on a terminal only."""
    if out.isatty():
        import segno

        segno.make(address, error="l").terminal(out=out, compact=True)
