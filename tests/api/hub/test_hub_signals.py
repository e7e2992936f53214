"""A hub ends at the first signal, whatever the client library of its broker does with the cancellation."""

import asyncio
import os
import signal

from api.cli.hub.commands import until_ended


def test_work_that_swallows_a_cancellation_ends_by_one_signal() -> None:
    """Regression: nats-py swallowed it while reconnecting: the hub ran on until a second SIGTERM."""
    swallowed = 0

    async def work() -> None:
        nonlocal swallowed
        os.kill(os.getpid(), signal.SIGTERM)
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                swallowed += 1
                if swallowed > 1:
                    raise

    asyncio.run(until_ended(work()))
    assert swallowed == 2
