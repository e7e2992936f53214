"""``jantaku calibrate phone:``: the page that it serves over TLS, a phone's picture with the sheets, and without."""

import io
import re
import ssl
import sys
import threading
from pathlib import Path
from urllib.request import urlopen

import cv2
import numpy as np
import pytest

from api.phones.desk import phone_desk
from api.phones.line import PhoneVisit
from tests.support.command_line import jantaku
from tests.support.one_picture import sheets_seen
from tests.support.waiting import eventually
from vision.camera.calibration import Calibration, fit_camera

SIZE = (960, 720)


def said() -> str:
    """Output of the running command so far."""
    buffer = sys.stderr.buffer
    return buffer.getvalue().decode() if isinstance(buffer, io.BytesIO) else ""


def film(folder: Path, pages: list[str]) -> None:
    """Simulate a phone that opens the link, and shows an empty table first, then the sheets."""
    eventually(lambda: "#code=" in said())
    (port,) = re.findall(r"https://\S+:(\d+)/camera/calibrate#code=\S+", said())
    trusted = ssl.create_default_context(cafile=str(folder / "jantaku" / "tls" / "authority.pem"))
    with urlopen(f"https://localhost:{port}/camera/calibrate", context=trusted) as answer:
        pages.append(answer.read().decode())
    line, who = phone_desk().line("calibrate"), PhoneVisit("phone", lambda: None)
    line.enter(who)
    bare = cv2.imencode(".jpg", np.full((720, 960, 3), 90, np.uint8))[1].tobytes()
    for at, picture in enumerate((bare, sheets_seen())):
        line.take(who, picture, SIZE, float(at))
        eventually(lambda: "0/4" in said())


@pytest.mark.slow
def test_a_phone_calibrates_itself_by_the_sheets_and_is_told_of_those_that_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    pages: list[str] = []
    phone = threading.Thread(target=film, args=(tmp_path, pages))
    phone.start()
    done = jantaku("calibrate", "phone:", "--out", str(tmp_path / "camera.json"))
    phone.join()
    assert done.returncode == 0, done.stderr
    assert re.search(r'<script type="module" src="/static/\S*camera', pages[0])
    fitted = fit_camera(Calibration.load(tmp_path / "camera.json"))
    assert (fitted.camera.size, fitted.error_px < 1.0) == (SIZE, True)


def test_where_no_phone_comes_one_line_says_what_was_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("api.cli.pictures.phone.PHONE_S", 0.0)
    done = jantaku("calibrate", "phone:")
    assert done.returncode == 2
    assert "expected a phone to open the address above" in done.stderr.splitlines()[-1]
