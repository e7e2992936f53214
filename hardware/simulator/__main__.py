"""The simulated table as a process, which ends with its parent, from its first moment on.

It ends when the other end of its standard input closes, by a kill -9 too: while it still loads, paints a picture, or
waits for a client.
"""

import os
import signal
import sys
import threading
from typing import Final

_IN_ORDER_S: Final = 2.0
"""Seconds to let go of port and camera; chosen: a picture under way takes one where the machine is busy."""


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)
    # Before there is anything to let go of, this ends it at once.
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(_IN_ORDER_S)
    os._exit(1)


if __name__ == "__main__":
    if "--until-eof" in sys.argv:
        threading.Thread(target=_end_with_input, name="until-eof", daemon=True).start()
    from hardware.simulator.process import main

    sys.exit(main())
