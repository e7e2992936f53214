"""``jantaku serve``."""

import sys

import uvicorn

from api.app import create_app
from api.compose import TableConfig, open_service


def run(config: TableConfig, host: str, http: int) -> int:
    """Serve one table until interrupted; 1 when the table stopped by itself."""
    service = open_service(config)
    service.start()
    try:
        if http:
            print(f"console http://{host}:{http}/tables/{config.name}", file=sys.stderr)
            print(f"overlay http://{host}:{http}/overlay/{config.name}", file=sys.stderr)
            uvicorn.run(create_app({config.name: service}), host=host, port=http, log_level="warning")
        else:
            service.join()
    except KeyboardInterrupt:
        pass
    finally:
        service.stop()
    return 1 if service.failure else 0
