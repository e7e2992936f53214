"""Imports at the service's start: nothing that opens pictures, which only the vision process does."""

import subprocess
import sys
from importlib.util import find_spec

from api.eyes.ahead import LOADED

PAGES = ("api.cli.serve", "api.http.app", "api.http.server", "api.cli.venue.serving")
SEEING = ("cv2", "numpy", "onnxruntime", "vision.camera.model", "vision.table.reader")


def test_what_serves_the_pages_loads_nothing_that_opens_pictures() -> None:
    asked = f"import sys, {', '.join(PAGES)}; print(*(each for each in {SEEING!r} if each in sys.modules))"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []


def test_what_eyes_load_ahead_is_there() -> None:
    assert all(find_spec(each) is not None for each in LOADED)


def test_a_service_loads_no_library_that_would_format_local_variables_and_no_document_before_it_is_asked_for() -> None:
    asked = f"import api.cli; from api.bytecode import loading\nwith loading():\n import sys, {', '.join(PAGES)}\n"
    asked += "print(*(each for each in ('rich', 'pygments', 'api.record_files') if each in sys.modules))"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []


def test_eyes_load_nothing_of_the_journal() -> None:
    asked = (
        "import sys, api.eyes.ahead; print(*(each for each in sys.modules if each.startswith('controller.journal')))"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []
