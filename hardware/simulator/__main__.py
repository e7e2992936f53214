"""Entry point of the simulated table; with ``--until-eof`` the process ends with its parent.

The process then ends as soon as the other end of its standard input closes, which also happens when the parent is
killed by SIGKILL. This works at any time: while modules load, a picture is rendered or no client is connected yet.
"""

import os
import signal
import sys
import threading
from typing import Final

_IN_ORDER_S: Final = 2.0
"""Seconds allowed to release port and camera; chosen: rendering a frame takes one second on a busy machine."""


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)
    # Until a handler is installed, SIGTERM ends the process at once.
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(_IN_ORDER_S)
    os._exit(1)


if __name__ == "__main__":
    if "--until-eof" in sys.argv:
        threading.Thread(target=_end_with_input, name="until-eof", daemon=True).start()
    from hardware.simulator.process import main

    sys.exit(main())
