"""The command line in this very process: what a person types, and what they get."""

import gc
import io
import sys
import tempfile
from dataclasses import dataclass
from unittest.mock import patch

import structlog

from api.cli import main


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


def jantaku(*arguments: str, given: str = "") -> Answer:
    """Run ``jantaku ARGUMENTS`` with ``given`` on its standard input, a real file as commands may ask for one."""
    said, told = io.BytesIO(), io.BytesIO()
    logging, collecting = structlog.get_config(), gc.get_threshold()
    status: object = 0
    with tempfile.TemporaryFile() as typed:
        typed.write(given.encode())
        typed.seek(0)
        stdin, stdout, stderr = (io.TextIOWrapper(stream, encoding="utf-8") for stream in (typed, said, told))
        with patch.multiple(sys, argv=["jantaku", *arguments], stdin=stdin, stdout=stdout, stderr=stderr):
            try:
                main()
            except SystemExit as ended:
                status = ended.code or 0
            finally:
                structlog.configure(**logging)
                gc.set_threshold(*collecting)
                gc.unfreeze()
        stdout.flush()
        stderr.flush()
    return Answer(status if isinstance(status, int) else 1, said.getvalue().decode(), told.getvalue().decode())
