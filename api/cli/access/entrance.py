"""First login: the link that makes its opener the owner, with a QR code, printed when a service starts."""

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
    """Open the accounts of the service whose journals are in a folder; raises AccessError."""
    return Access(folder / FILE, settings)


@contextmanager
def let_in(access: Access, reach: Reach, page: str = "/login") -> Iterator[None]:
    """Print the link for the first login on ``page``, and grant the service's user command-line access while open."""
    tell_entrance(access, reach, page)
    with at_console(access, reach.here):
        yield


@contextmanager
def at_console(access: Access, address: str) -> Iterator[None]:
    """Grant the service's user access from this machine's command line while the context is open."""
    folder = access.folder
    with entered(address, folder or Path(), access.tokens.console(user_name())):
        yield


def tell_pages(reach: Reach, tables: Iterable[str]) -> None:
    """Print the addresses of each table's pages, and those by which other machines in the network reach the service."""
    for name in tables:
        print(f"console {reach.here}/tables/{quote(name)}", file=sys.stderr)
        print(f"overlay {reach.here}/overlay/{quote(name)}", file=sys.stderr)
    for address in reach.elsewhere(secure=False):
        print(f"network {address}", file=sys.stderr)
    for address in reach.elsewhere(secure=True) or ([reach.here_secure] if reach.here_secure else []):
        print(f"tls     {address}", file=sys.stderr)
    tell_trust(reach)


def tell_trust(reach: Reach) -> None:
    """Print the fingerprint of the local certificate authority if there is one, and how other devices can trust it."""
    if reach.tls is None or reach.tls.authority is None:
        return
    address = (*reach.elsewhere(secure=False), reach.here)[0]
    print(f"認証局を信頼させる / trust the authority: {address}/authority", file=sys.stderr)
    print(f"SHA-256 {reach.tls.authority.fingerprint}", file=sys.stderr)


def login_address(access: Access, page: str) -> str:
    """Return the address of a page that makes the first person who opens it the owner."""
    return f"{page}#code={access.people.link(Role.OWNER, access.people.owner_name())}"


def tell_entrance(access: Access, reach: Reach, page: str, out: TextIO | None = None) -> None:
    """Print the link that creates the owner if there is none yet, with a QR code if other machines can open it."""
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
    """Draw the QR code of an address, on a terminal only."""
    if out.isatty():
        import segno

        segno.make(address, error="l").terminal(out=out, compact=True)
