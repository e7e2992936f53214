"""``jantaku serve`` with the options of one table, and what it shares with a venue."""

import signal
import sys
import threading
from collections.abc import Iterable, Mapping
from types import FrameType

import uvicorn

from api.http.app import create_app
from api.logs import to_stderr
from api.service.compose import TableConfig, open_service
from api.service.registry import registered
from api.service.table_service import TableService
from api.venue.running import RunningVenue
from controller.journal.chain import record_to_line
from controller.journal.events import HandSeen


def run(config: TableConfig, host: str, http: int, facts: bool) -> int:
    """Serve one table until interrupted; 1 when the table stopped by itself."""
    to_stderr()
    service = open_service(config)
    service.start()
    teller = threading.Thread(target=_tell, args=(service,), daemon=True)
    if facts:
        teller.start()
    try:
        if http:
            name_pages(f"http://{host}:{http}", (config.name,))
            with registered(config.name, config.serial, f"http://{host}:{http}"):
                serve_pages({config.name: service}, None, host, http)
        else:
            signal.signal(signal.SIGTERM, interrupt)
            service.join()
    except KeyboardInterrupt:
        pass
    finally:
        service.stop()
    return 1 if service.failure else 0


def serve_pages(tables: Mapping[str, TableService], venue: RunningVenue | None, host: str, http: int) -> None:
    """Serve pages until interrupted."""
    uvicorn.run(create_app(tables, venue), host=host, port=http, log_level="warning")


def name_pages(address: str, tables: Iterable[str]) -> None:
    """Tell where each table's pages are."""
    for name in tables:
        print(f"console {address}/tables/{name}", file=sys.stderr)
        print(f"overlay {address}/overlay/{name}", file=sys.stderr)


def interrupt(_number: int, _frame: FrameType | None) -> None:
    """End on a signal as on Ctrl-C."""
    raise KeyboardInterrupt


def _tell(service: TableService) -> None:
    told = 0
    while service.wait_past(told):
        for record in service.records(told):
            if not isinstance(record.event, HandSeen):
                sys.stdout.buffer.write(record_to_line(record) + b"\n")
            told = record.sequence
        sys.stdout.buffer.flush()
