"""A simulated table with the whole service and a real browser."""

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, sync_playwright

from api.app import create_app
from api.demo.run import TABLE, Stage, running

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium of the system."""
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Debian package chromium is missing")
        pytest.skip("Debian package chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def served_table(tmp_path: Path) -> Iterator[str]:
    """Address of a service whose simulated table plays rounds; the wall of the first is broken at the wrong stack."""
    with (
        running(Stage(hands=3, fast=True, seed=7, wrong_break="1,"), tmp_path) as (_, service),
        socket.socket() as held,
    ):
        held.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app({TABLE: service}), log_level="warning"))
        web = threading.Thread(target=server.run, kwargs={"sockets": [held]}, daemon=True)
        web.start()
        yield f"http://127.0.0.1:{held.getsockname()[1]}"
        server.should_exit = True
        web.join(timeout=10.0)
