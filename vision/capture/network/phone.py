"""A phone as a camera: its newest picture is requested from the service to which the phone sends."""

import time
from multiprocessing.connection import Client, Connection
from typing import ClassVar, Final

import msgspec

from controller.errors import EyesError
from controller.ports.eyes import LOST
from vision.capture.frame import CameraFrame, decode
from vision.capture.network.phone_line import PhoneAsk, PhonePicture, parsed_address
from vision.capture.retry import RetryingSource
from vision.capture.settings import ANSWER_S
from vision.capture.trouble import BATTERY, SILENT_S, WAITING, CameraTrouble

_FAILURES: Final = (OSError, EOFError, EyesError, msgspec.DecodeError)
"""Errors raised if the service is gone, or if bytes are no picture."""


class PhoneSource(RetryingSource):
    """The pictures of one phone: always the newest, numbered and dated by the service."""

    retried: ClassVar = _FAILURES

    def __init__(self, address: str) -> None:
        """Source of an address completed by the service; raises EyesError for any other address."""
        self._socket, self._line = parsed_address(address)
        super().__init__(f"phone {self._line}")
        self._link: Connection | None = None
        self._past = -1
        self._came_at = time.monotonic()

    def close(self) -> None:
        """Disconnect; the next call connects again."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _fetch(self, deadline: float) -> CameraFrame | None:
        told = self._ask(max(0.0, deadline - time.monotonic()))
        if not told.jpeg:
            if time.monotonic() - self._came_at >= SILENT_S:
                why = told.trouble or "the phone sends no picture"
                self._retry.still(CameraTrouble(why, WAITING if told.awaited else LOST))
            return None
        self._past, self._came_at = told.number, time.monotonic()
        image = decode(told.jpeg, f"picture {told.number}")
        warnings = (BATTERY,) if told.battery_low else ()
        return CameraFrame(image, told.number, told.at, told.jpeg, warnings=warnings)

    def _ask(self, wait_s: float) -> PhonePicture:
        if self._link is None:
            self._link = Client(self._socket)
        self._link.send_bytes(msgspec.msgpack.encode(PhoneAsk(self._line, self._past, wait_s)))
        if not self._link.poll(wait_s + ANSWER_S):
            raise TimeoutError("the service does not answer")
        return msgspec.msgpack.decode(self._link.recv_bytes(), type=PhonePicture)
