"""How somebody comes in for the first time: a link, and its picture for a phone, where the service is started."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from api.access.access import Access
from api.access.roles import Role
from api.access.settings import AccessSettings
from api.access.store import FILE
from api.cli.access.user import user_name
from api.reach.reach import Reach
from api.service.registry import entered


def open_access(folder: Path, settings: AccessSettings | None = None) -> Access:
    """Who may act in the service whose journals lie in a folder; raises AccessError."""
    return Access(folder / FILE, settings)


@contextmanager
def let_in(access: Access, reach: Reach, page: str = "/login") -> Iterator[None]:
    """Tell the first one how to come in, by that page; the service's user acts through it from the command line."""
    tell_entrance(access, reach, page)
    with at_console(access, reach.here):
        yield


@contextmanager
def at_console(access: Access, address: str) -> Iterator[None]:
    """While the service runs, its user may act through it from this machine's command line."""
    folder = access.folder
    with entered(address, folder or Path(), access.tokens.console(user_name())):
        yield


def tell_pages(reach: Reach, tables: Iterable[str]) -> None:
    """Tell where each table's pages are, and at which addresses other machines of the network find them."""
    for name in tables:
        print(f"console {reach.here}/tables/{quote(name)}", file=sys.stderr)
        print(f"overlay {reach.here}/overlay/{quote(name)}", file=sys.stderr)
    for address in reach.elsewhere(secure=False):
        print(f"network {address}", file=sys.stderr)
    for address in reach.elsewhere(secure=True) or ([reach.here_secure] if reach.here_secure else []):
        print(f"tls     {address}", file=sys.stderr)
    tell_trust(reach)


def tell_trust(reach: Reach) -> None:
    """Where there is a local authority, tell how others come to trust it, and its fingerprint."""
    if reach.tls is None or reach.tls.authority is None:
        return
    address = (*reach.elsewhere(secure=False), reach.here)[0]
    print(f"認証局を信頼させる / trust the authority: {address}/authority", file=sys.stderr)
    print(f"SHA-256 {reach.tls.authority.fingerprint}", file=sys.stderr)


def login_address(access: Access, page: str) -> str:
    """The address of a page that makes its first opener owner."""
    return f"{page}#code={access.people.link(Role.OWNER, access.people.owner_name())}"


def tell_entrance(access: Access, reach: Reach, page: str, out: TextIO | None = None) -> None:
    """Where nobody is owner yet, print the link that makes one; its picture too, where phones can open it."""
    if access.people.has_owner():
        return
    out = out or sys.stderr
    others = reach.elsewhere(secure=False)
    address = login_address(access, f"{(*others, reach.here)[0]}{page}")
    minutes = max(1, round(access.settings.link_s / 60))
    print(f"責任者になる（一度だけ、{minutes}分以内） / become owner (once, within {minutes} min): {address}", file=out)
    print("期限が切れたら / once that is over: jantaku access link --role owner", file=out)
    if others:
        draw(address, out)


def draw(address: str, out: TextIO) -> None:
    """The picture of an address for a phone's camera, on a terminal only."""
    if out.isatty():
        import segno

        segno.make(address, error="l").terminal(out=out, compact=True)
