"""Eyes of a table in a separate process: an EyesPort backed by a child process that is restarted when it dies."""

import atexit
import pickle
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from signal import Signals
from typing import TYPE_CHECKING, Any, Final

import structlog

from api.eyes.asked import Keep, Look, Looked, Newest, NewestFrame, Opened
from api.eyes.fork import forking
from api.service.eyes import EyesSetup, Timed
from controller.errors import EyesError
from controller.ports.eyes import ENDED, HANG, LOST_S, Sighting
from controller.ports.log import WordLog
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.text import Text
from vision.stored_frames import StoredFrames

if TYPE_CHECKING:
    # Imported late: only the child opens pictures, so this process imports the vision package only when needed.
    from vision.camera.model import Camera

_OPENS_S: Final = 180.0
"""Longest wait for the eyes to open, s; chosen: the networks load within a second on an idle machine."""
_HANGS_S: Final = 30.0
"""Time without an answer after which the child counts as hanging and is killed, s; chosen: ten times any reading."""
_ENDS_S: Final = 8.0
"""Longest wait for the child to end, s; chosen: a reading of three seconds, and some frames to be written."""
_PAUSES_S: Final = (0.0, 1.0, 2.0, 5.0, 10.0)
"""Pauses before a dead child is restarted, s, the last one repeated; chosen: the first death may be an accident."""
_STARTING: Final = threading.Lock()
"""Processes are started one at a time: they share the fork server."""
log: WordLog = structlog.get_logger()


class EyesProcess:
    """Service side of the eyes. ``frames``: their saved frames; ``camera``: as in TableReader."""

    def __init__(
        self,
        setup: EyesSetup,
        timed: Timed,
        secrets: frozenset[str] = frozenset(),
        clock: Callable[[], float] = time.monotonic,
        wait: bool = True,
    ) -> None:
        """Start the process and, with ``wait``, wait until its eyes are open; raises EyesError if they cannot be
        opened.

        ``timed``: as in ``open_eyes``; ``secrets``: values that must not be logged.
        """
        self._setup, self._secrets, self._clock, self._timed = setup, secrets, clock, timed
        self._lock, self._sending = threading.RLock(), threading.Lock()
        self._link: Connection | None = None
        self._child: BaseProcess | None = None
        self._open = self._asked = self._closed = False
        self._asked_at = self._due = self._patience = 0.0
        self._deaths = 0
        self._answer: Looked | None = None
        self._faults = _ChildFaults(clock)
        self._camera = b""
        self.frames = ProcessFrames(self)
        self._start()
        # Must run before multiprocessing's exit handler, which would wait for children that wait for this process.
        atexit.register(self.close)
        if wait:
            self.await_open()

    @property
    def camera(self) -> "Camera":
        """Last reported camera above the table; raises EyesError before the first look."""
        if not self._camera:
            raise EyesError(Text("カメラの画像がまだ届いていません。", "no frame has come yet"))
        known: Camera = pickle.loads(self._camera)
        return known

    @property
    def process(self) -> int | None:
        """Process id of the child; None while there is none."""
        return None if self._child is None else self._child.pid

    def look(self, timeout: float) -> Sighting | None:
        """Return the reading of the newest frame; None if none came within ``timeout`` seconds or the child
        has died.
        """
        until = self._clock() + timeout
        with self._lock:
            try:
                looked = self._look(timeout, until)
            except (EOFError, OSError, EyesError) as error:
                self._died(str(error) if isinstance(error, EyesError) else self._ending(error))
                looked = None
        if looked is None or looked.sighting is None:
            return None
        self._deaths = 0
        return looked.sighting

    def signals(self) -> Sequence[TableSignal]:
        """Return faults of the cameras and of the process that began or ended since the last call."""
        with self._lock:
            return self._faults.drain()

    def close(self) -> None:
        """End the process and wait for it."""
        atexit.unregister(self.close)
        with self._lock:
            self._closed = True
            self._end(_ENDS_S)

    def keep(self, name: str) -> None:
        """Save the frames around this moment under a name; does not wait for a reading in progress."""
        link = self._link
        if link is not None:
            try:
                self._send(link, Keep(name))
            except OSError as error:
                log.warning("frames_not_kept", name=name, reason=str(error))

    def newest(self) -> bytes | None:
        """Return the newest frame as a file; None if there is none or the process cannot answer now."""
        with self._lock:
            try:
                if self._link is None or not self._open:
                    return None
                if self._asked:
                    self._answer = self._take(_HANGS_S)
                self._send(self._link, Newest())
                answer = self._link.recv() if self._link.poll(_HANGS_S) else None
                return answer.file if isinstance(answer, NewestFrame) else None
            except (EOFError, OSError) as error:
                self._died(self._ending(error))
                return None

    def _send(self, link: Connection, request: Look | Keep | Newest) -> None:
        with self._sending:
            link.send(request)

    def _look(self, timeout: float, until: float) -> Looked | None:
        if self._link is None and not self._begun_again(until):
            return None
        assert self._link is not None
        if self._answer is not None:
            looked, self._answer = self._answer, None
            return looked
        if not self._open and not self._is_open(max(0.0, until - self._clock())):
            return None
        if not self._asked:
            self._send(self._link, Look(timeout))
            self._asked, self._asked_at, self._patience = True, self._clock(), timeout + LOST_S
        return self._take(max(0.0, until - self._clock()))

    def _take(self, timeout: float) -> Looked | None:
        """Return the answer to the pending look; None if there is none yet."""
        assert self._link is not None
        if not self._link.poll(timeout):
            silent = self._clock() - self._asked_at
            if silent > self._patience:
                self._faults.late()
            if silent > _HANGS_S:
                self._died(f"no answer for {silent:.0f} s")
            return None
        looked: Looked = self._link.recv()
        self._asked = False
        self._camera = looked.camera or self._camera
        self._faults.passed(looked)
        for seconds in looked.seconds:
            self._timed(seconds)
        return looked

    def _start(self) -> None:
        context = forking()
        ours, theirs = context.Pipe()
        with _STARTING:
            self._child = context.Process(
                target=_live, args=(theirs, self._setup, self._secrets), name="eyes", daemon=True
            )
            self._child.start()
        theirs.close()
        self._link, self._open, self._asked, self._answer = ours, False, False, None
        self._asked_at = self._clock()

    def await_open(self) -> None:
        """Wait until the eyes are open; if they cannot be opened, end the process and raise EyesError."""
        try:
            if self._is_open(_OPENS_S):
                return
            trouble = f"the eyes did not open within {_OPENS_S:.0f} s"
        except EOFError:
            trouble = "the process of the eyes ended before they were open"
        except EyesError:
            self.close()
            raise
        self.close()
        raise EyesError(trouble)

    def _is_open(self, timeout: float) -> bool:
        assert self._link is not None
        if not self._link.poll(timeout):
            if self._clock() - self._asked_at > _OPENS_S:
                self._died("it did not open")
            return False
        opened: Opened = self._link.recv()
        if opened.refused:
            raise EyesError(opened.refused)
        self._open = True
        return True

    def _begun_again(self, until: float) -> bool:
        """Restart the child when it is due, waiting until ``until`` at most; True if it was restarted."""
        if self._closed:
            return False
        left = self._due - self._clock()
        if left > 0:
            threading.Event().wait(min(left, max(0.0, until - self._clock())))
        if self._clock() < self._due:
            return False
        self._start()
        return True

    def _ending(self, error: Exception) -> str:
        """Return how the child ended: signal, exit status, or the error of its pipe."""
        if self._child is None:
            return str(error)
        self._child.join(_ENDS_S)
        code = self._child.exitcode
        if code is None:
            return str(error) or "its pipe is closed"
        return f"killed by {Signals(-code).name}" if code < 0 else f"it ended with status {code}"

    def _died(self, why: str) -> None:
        self._end()
        if self._closed:
            return
        self._due = self._clock() + _PAUSES_S[min(self._deaths, len(_PAUSES_S) - 1)]
        self._deaths += 1
        self._faults.died()
        log.warning("eyes ended", camera=self._setup.camera, reason=why)

    def _end(self, patience: float = 0.0) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None
        if self._child is not None:
            # It ends when the pipe closes, after the current reading and pending frame writes.
            self._child.join(patience)
            self._child.kill()
            self._child.join(5.0)
            self._child = None


class ProcessFrames(StoredFrames):
    """Frames saved by a child: those on disk are read here, the newest one is requested from the child."""

    def __init__(self, eyes: EyesProcess) -> None:
        """``eyes``: the process that saves them."""
        super().__init__(eyes._setup.pictures)
        self._eyes = eyes

    @property
    def newest(self) -> bytes | None:
        """Return the newest frame as a file; None before the first."""
        return self._eyes.newest()

    def keep(self, name: str) -> None:
        """Save the newest frames and the next few under a name."""
        self._eyes.keep(name)


class _ChildFaults:
    """Faults of the cameras as the child reports them, and of the child itself."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._open: set[tuple[str, Seat | None]] = set()
        self._own = ""
        self._signals: list[TableSignal] = []
        self._at, self._heard_at = 0.0, clock()

    def passed(self, looked: Looked) -> None:
        """Process an answer of the child."""
        if looked.sighting is not None:
            self._at, self._heard_at = looked.sighting.at, self._clock()
        for signal in looked.signals:
            key, begins = (signal.code, signal.seat), signal.kind is SignalKind.FAULT
            if begins != (key in self._open):
                self._note(key, begins)
                self._signals.append(signal)
        if looked.sighting is not None:
            self._is("")

    def late(self) -> None:
        """Report that the child does not answer."""
        self._is(HANG)

    def died(self) -> None:
        """Report the child's death; faults of its cameras end, as their state is unknown."""
        for code, seat in [key for key in self._open if key[0] != self._own]:
            self._tell(SignalKind.FAULT_CLEARED, code, seat)
        self._is(ENDED)

    def drain(self) -> tuple[TableSignal, ...]:
        """Return the signals since the last call."""
        noted, self._signals = tuple(self._signals), []
        return noted

    def _is(self, own: str) -> None:
        """Set the fault of the process, "" for none."""
        if self._own not in ("", own):
            self._tell(SignalKind.FAULT_CLEARED, self._own, None)
        if own:
            self._tell(SignalKind.FAULT, own, None)
        self._own = own

    def _tell(self, kind: SignalKind, code: str, seat: Seat | None) -> None:
        begins = kind is SignalKind.FAULT
        if begins != ((code, seat) in self._open):
            self._note((code, seat), begins)
            at = self._at + self._clock() - self._heard_at
            self._signals.append(TableSignal(kind, at, seat, code=code))

    def _note(self, key: tuple[str, Seat | None], begins: bool) -> None:
        if begins:
            self._open.add(key)
        else:
            self._open.discard(key)


def _live(link: Any, setup: EyesSetup, secrets: frozenset[str]) -> None:
    from api.eyes.child import live

    live(link, setup, secrets)
