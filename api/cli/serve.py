"""``jantaku serve`` with the options of one table, and what it shares with a venue."""

import socket
import sys
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.bytecode import loading
from api.eyes.apart import open_apart
from api.http.listening import listen
from api.operations.hiding import Hiding
from api.operations.lifecycle import Stopping
from api.operations.logs import to_stderr
from api.paths import keep_private
from api.service.compose import TableConfig
from api.service.table_service import TableService
from api.stores.open import journal_file, pictures_of
from api.tls.plan import TlsPlan
from controller.journal.chain import record_to_line
from controller.views.policy import SECRET_FACTS

if TYPE_CHECKING:
    from api.hub.config import HubConfig
    from api.hub.uplink import Uplink
    from api.tls.serving import ServedTls

NO_TLS: Final = TlsPlan()


def run(
    config: TableConfig,
    host: str,
    http: int,
    facts: bool,
    hub: "HubConfig | None" = None,
    tls: TlsPlan = NO_TLS,
) -> int:
    """Serve one table until it is told to stop; 1 when the table stopped by itself."""
    to_stderr(Hiding())
    keep_private()
    tables: dict[str, TableService] = {}
    with ExitStack() as release:
        stopping = release.enter_context(Stopping())
        listener = release.enter_context(closing(listen(host, http))) if http else None
        secure = secure_listener(release, tls, host) if http else None
        opening = release.enter_context(ThreadPoolExecutor(1, "open")).submit(open_apart, config)
        release.callback(_stop, opening)
        release.callback(stopping.releasing)
        if listener is not None:
            # While the eyes open in a process of their own this one loads what serves the pages.
            with loading():
                from api.cli.access.entrance import let_in, open_access
                from api.http.app import create_app
                from api.http.server import serve_until_told
                from api.service.registry import registered

                access = release.enter_context(closing(open_access(people_folder(config.journal))))
                served = open_tls(release, tls, http, access.settings.hosts)
                app = create_app(tables, access=access, tls=served)
        service = tables[config.name] = opening.result()
        service.start()
        if hub is not None:
            release.callback(_uplink(hub, {config.name: service}).stop)
        if facts:
            threading.Thread(target=_tell, args=(service,), daemon=True).start()
        if listener is None:
            service.join()
        else:
            address = f"http://{host}:{http}"
            name_pages(address, (config.name,))
            release.enter_context(registered(config.name, config.serial, address))
            release.enter_context(let_in(access, host, http))
            serve_until_told(app, [listener], stopping, secure)
        return 1 if service.upkeep.failure else 0
    return 0


def secure_listener(release: ExitStack, tls: TlsPlan, host: str) -> socket.socket | None:
    """The port of TLS, taken before anything is opened; None where it is off. Raises JantakuError."""
    return None if tls.kind == "off" else release.enter_context(closing(listen(host, tls.port)))


def open_tls(release: ExitStack, tls: TlsPlan, plain_port: int, hosts: Sequence[str]) -> "ServedTls | None":
    """What TLS is served by, told with what others need to trust it; raises JantakuError."""
    if tls.kind == "off":
        return None
    # Who serves no TLS does not wait for its library.
    from api.tls.names import lan_address
    from api.tls.serving import ServedTls

    served = release.enter_context(closing(ServedTls(tls, plain_port, hosts)))
    name = hosts[0] if hosts else lan_address()
    print(f"tls     https://{name}:{tls.port}", file=sys.stderr)
    if served.authority is not None:
        print(f"認証局を信頼させる / trust the authority: http://{name}:{plain_port}/authority", file=sys.stderr)
        print(f"SHA-256 {served.authority.fingerprint}", file=sys.stderr)
    return served


def _stop(opening: Future[TableService]) -> None:
    """Close the table, if it was opened at last."""
    if opening.exception() is None:
        opening.result().stop()


def people_folder(journal: Path | str) -> Path:
    """Where the people of a journal's service are kept: beside its file; of one in a database, in the state folder.

    Earlier releases kept the latter where the service was started: who is known there stays known.
    """
    from api.access.store import FILE

    file = journal_file(journal)
    if file is not None:
        return file.parent
    before = Path.cwd()
    if (before / FILE).is_file():
        return before
    folder = pictures_of(journal, "").parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _uplink(hub: "HubConfig", tables: dict[str, TableService]) -> "Uplink":
    from api.hub.uplink import Uplink

    uplink = Uplink(hub, tables)
    uplink.start()
    return uplink


def name_pages(address: str, tables: Iterable[str]) -> None:
    """Tell where each table's pages are."""
    for name in tables:
        print(f"console {address}/tables/{name}", file=sys.stderr)
        print(f"overlay {address}/overlay/{name}", file=sys.stderr)


def _tell(service: TableService) -> None:
    told = 0
    while service.wait_past(told):
        for record in service.records(told):
            if not isinstance(record.event, SECRET_FACTS):
                sys.stdout.buffer.write(record_to_line(record) + b"\n")
            told = record.sequence
        sys.stdout.buffer.flush()
