"""Opening of a table whose eyes run in a separate process."""

from api.eyes.process import EyesProcess
from api.service.compose import TableConfig, open_service
from api.service.eyes import EyesSetup, OpenEyes, Timed
from api.service.table_service import TableService


def open_apart(config: TableConfig) -> TableService:
    """Open the table of a configuration with its eyes in another process; raises JantakuError."""

    def opening(setup: EyesSetup, timed: Timed) -> OpenEyes:
        eyes = EyesProcess(setup, timed, config.secrets, wait=False)
        return OpenEyes(eyes, eyes.frames, eyes, eyes.await_open)

    return open_service(config, opening)
