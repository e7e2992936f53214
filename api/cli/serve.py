"""``jantaku serve``."""

import signal
import sys
import threading
from types import FrameType

import uvicorn

from api.http.app import create_app
from api.logs import to_stderr
from api.service.compose import TableConfig, open_service
from api.service.registry import registered
from api.service.table_service import TableService
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
            print(f"console http://{host}:{http}/tables/{config.name}", file=sys.stderr)
            print(f"overlay http://{host}:{http}/overlay/{config.name}", file=sys.stderr)
            with registered(config.name, config.serial, f"http://{host}:{http}"):
                uvicorn.run(create_app({config.name: service}), host=host, port=http, log_level="warning")
        else:
            signal.signal(signal.SIGTERM, _interrupt)
            service.join()
    except KeyboardInterrupt:
        pass
    finally:
        service.stop()
    return 1 if service.failure else 0


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _tell(service: TableService) -> None:
    told = 0
    while service.wait_past(told):
        for record in service.records(told):
            if not isinstance(record.event, HandSeen):
                sys.stdout.buffer.write(record_to_line(record) + b"\n")
            told = record.sequence
        sys.stdout.buffer.flush()
