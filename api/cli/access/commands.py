"""Commands of ``jantaku access``."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.request import ProxyHandler, Request, build_opener

from api.access.access import Access
from api.access.people import DeviceJson
from api.access.roles import Role
from api.access.store import FILE, AccessError
from api.access.tokens import TokenJson
from api.cli.access.entrance import draw, open_access
from api.cli.terminal.rows import print_rows
from api.cli.terminal.styles import FAINT, STRONG, Cell
from api.reach.plan import ListenPlan
from api.service.registry import entrances

_ANSWER_S: Final = 3.0


def link(
    *, role: str = "owner", name: str = "", address: str = "", folder: Path | None = None, as_json: bool = False
) -> int:
    """Print a login link that can be used once."""
    access = _opened(folder)
    what = _role(role)
    who = name or (access.people.owner_name() if what is Role.OWNER else role)
    served, others = (address, True) if address else _served(_folder(folder))
    shown = f"{served.rstrip('/')}/login#code={access.people.link(what, who)}"
    if as_json:
        lasts = access.settings.link_s
        print(json.dumps({"link": shown, "name": who, "role": role, "lasts_s": lasts}, ensure_ascii=False))
    else:
        print(shown)
        if others:
            draw(shown, sys.stderr)
    return 0


def list_all(*, folder: Path | None = None, as_json: bool = False) -> int:
    """Print the devices and tokens."""
    access = _opened(folder)
    devices, tokens = access.people.devices(), access.tokens.all()
    if as_json:
        print(json.dumps({"devices": devices, "tokens": tokens}, ensure_ascii=False))
        return 0
    held: list[tuple[str, DeviceJson | TokenJson, str]] = [
        *(("device", each, f"{each['person']}: {each['name']}") for each in devices),
        *(("token", each, each["name"]) for each in tokens),
    ]
    rows: list[list[Cell]] = [
        [each["id"], kind, (each["role"], STRONG), (_when(each["seen"]), FAINT), name] for kind, each, name in held
    ]
    print_rows(rows)
    return 0


def token(*, name: str, role: str = "", seat: str = "", folder: Path | None = None, as_json: bool = False) -> int:
    """Create and print a token; a token for a seat has the role viewer by default."""
    what = _role(role or (Role.VIEWER if seat else Role.OVERLAY).value)
    secret = _opened(folder).tokens.make(name, what, seat)
    told = {"token": secret, "name": name, "role": what.value, "seat": seat}
    print(json.dumps(told, ensure_ascii=False) if as_json else secret)
    return 0


def revoke(which: str, *, folder: Path | None = None) -> int:
    """Revoke a device or a token; 1 if there is none with that id."""
    access = _opened(folder)
    if access.people.revoke(which) or access.tokens.revoke(which):
        return 0
    print(f"no device and no token {which!r}: see jantaku access list", file=sys.stderr)
    return 1


def forget(name: str, *, folder: Path | None = None) -> int:
    """Delete PIN and password of a person; 1 if there is nobody with that name."""
    if _opened(folder).people.forget_secrets(name):
        return 0
    print(f"nobody is called {name!r}: see jantaku access list", file=sys.stderr)
    return 1


def _folder(folder: Path | None) -> Path:
    """Return the given folder, else that of the only running service, else the current one."""
    if folder is not None:
        return folder.resolve()
    running = {Path(each.folder) for each in entrances()}
    return running.pop() if len(running) == 1 else Path.cwd()


def _served(folder: Path) -> tuple[str, bool]:
    """Return the address of the service of a folder, as it reports it, and whether other machines can reach
    it there.
    """
    own = next((each for each in entrances() if folder == Path(each.folder)), None)
    if own is None:
        return ListenPlan().here, False
    asked = Request(f"{own.address}/api/v1/reach", headers={"authorization": f"Bearer {own.token}"})
    try:
        with build_opener(ProxyHandler({})).open(asked, timeout=_ANSWER_S) as answer:
            told = json.load(answer)
    except (OSError, ValueError):
        return own.address, False
    return str(told["link"]), bool(told["addresses"])


def _opened(folder: Path | None) -> Access:
    where = _folder(folder)
    if not where.is_dir():
        raise AccessError(f"{where / FILE}: expected a folder of journals")
    return open_access(where)


def _role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError:
        raise AccessError(f"role {name!r}: expected one of {', '.join(role.value for role in Role)}") from None


def _when(at: float | None) -> str:
    return "-" * 16 if at is None else datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
