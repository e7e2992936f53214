"""Access from another machine, from a printed command to pictures and overlay: real sockets, real TLS.

The service runs in a network namespace with a LAN address, phones and the streamer's machine in another one.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from ssl import DER_cert_to_PEM_cert
from typing import Final
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.support.browser import SHELL, launched
from tests.support.logged_in import link_to
from tests.support.longer import others_long
from tests.support.networks import SERVICE, Machine, NoNetworkError, network
from tests.support.page_walk import COUNTED, pages, played_table, settle
from tests.support.reached import ADDRESS, Client, read_code
from tests.support.real_servers import missing
from tests.support.screens import picture
from tests.support.waiting import PATIENCE_S, eventually
from vision.arrays import Image
from vision.capture.frame import decode

PORT, TLS_PORT = 8000, 8443
FILMING = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
PHONE_VIEW: Final[ViewportSize] = {"width": 390, "height": 844}
FRAME, FILLED = 9 / 16, 0.5
"""Aspect ratio of an upright phone's picture; share of its width that the code fills."""


@pytest.fixture(scope="module")
def machines() -> Iterator[tuple[Machine, Machine]]:
    try:
        with network() as made:
            yield made
    except NoNetworkError as error:
        missing(str(error))


@contextmanager
def browsing(browser: Browser, machine: Machine, folder: Path) -> Iterator[Browser]:
    """Launch a browser that runs on that machine."""
    script = folder / f"{machine.name}.sh"
    script.write_text(f'#!/bin/sh\nexec {" ".join(machine.command(SHELL))} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    there = launched(browser.browser_type, FILMING, script)
    yield there
    there.close()


@contextmanager
def started(machine: Machine, folder: Path, *words: str) -> Iterator[str]:
    """Run ``jantaku`` with these words; yield its output until it serves, and stop it at the end."""
    command = [sys.executable, "-m", "api", *words[1:]]
    environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": str(Path(__file__).parents[2])}
    with (folder / "told").open("w+", encoding="utf-8") as told:
        service = subprocess.Popen(machine.command(*command), cwd=folder, env=environment, stderr=told)
        try:
            yield _printed(folder / "told", service)
        finally:
            service.send_signal(signal.SIGTERM)
            assert service.wait(PATIENCE_S) == 0


def _printed(file: Path, service: "subprocess.Popen[bytes]") -> str:
    def serves() -> bool:
        assert service.poll() is None, file.read_text(encoding="utf-8")
        return "jantaku access link" in file.read_text(encoding="utf-8")

    eventually(serves)
    return file.read_text(encoding="utf-8")


def link_in(told: str) -> str:
    found = re.search(r"http://\S+#code=\S+", told)
    assert found is not None
    return found[0]


def far_apart(page: Page, codes: Locator) -> list[str]:
    """Read each code as a phone held upright before it does; no other code is in its picture."""
    read = []
    for place, code in enumerate(codes.all()):
        code.scroll_into_view_if_needed()
        box = code.bounding_box()
        assert box is not None
        wide = box["width"] / FILLED
        left, top = box["x"] + box["width"] / 2 - wide / 2, box["y"] + box["height"] / 2 - wide / FRAME / 2
        for number, each in enumerate(codes.all()):
            other = each.bounding_box()
            assert other is not None
            is_beside = other["x"] > left + wide or other["x"] + other["width"] < left
            is_beyond = other["y"] > top + wide / FRAME or other["y"] + other["height"] < top
            assert number == place or is_beside or is_beyond
        screen: Image = decode(page.screenshot(), "screen")
        crop = screen[max(0, round(top)) : round(top + wide / FRAME), max(0, round(left)) : round(left + wide)]
        read.append(read_code(np.ascontiguousarray(crop)))
    return read


def test_a_network_is_let_in_by_a_switch_and_a_phone_films_by_its_codes_until_it_is_let_out_again(
    browser: Browser, machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    service, phone = machines
    (tmp_path / "venue.toml").write_text("[table.1]\n", encoding="utf-8")
    with ExitStack() as release:
        told = release.enter_context(started(service, tmp_path, "jantaku", "serve"))
        assert SERVICE not in told
        here = release.enter_context(browsing(browser, service, tmp_path))
        there = release.enter_context(browsing(browser, phone, tmp_path))
        owner = here.new_page(viewport={"width": 1440, "height": 900}, locale="en-US")
        owner.goto(link_in(told))
        expect(owner.locator("[data-table='1']")).to_be_visible()
        owner.goto(f"http://127.0.0.1:{PORT}/setup?lang=en")
        owner.locator("#real").click()
        owner.locator("[data-step=camera]").click()
        owner.locator("#phone").click()
        # A phone could open none of these addresses, and the overlay's address is for this machine only.
        expect(owner.locator("#reach-switch")).to_have_attribute("aria-checked", "false")
        expect(owner.locator("img.code")).to_have_count(0)
        assert "refused" in str(phone.run(Client().opens, f"http://{SERVICE}:{PORT}/")).lower()
        picture(owner, "reach-off-1440")
        owner.locator("#reach-switch").click()
        codes = owner.locator("img.code")
        expect(codes).to_have_count(2)
        expect(owner.locator(".codes .number")).to_have_text(["1", "2"])
        assert 'host = "0.0.0.0"' in (tmp_path / "venue.toml").read_text(encoding="utf-8")
        picture(owner, "reach-codes-1440")
        far_apart(owner, codes)
        owner.set_viewport_size(PHONE_VIEW)
        authority, link = far_apart(owner, codes)
        picture(owner, "reach-codes-390")
        assert authority == f"http://{SERVICE}:{PORT}/authority"
        assert link.startswith(f"https://{SERVICE}:{TLS_PORT}/camera/2#code=")
        own = there.new_context(viewport=PHONE_VIEW, ignore_https_errors=True, locale="en-US").new_page()
        trusting = trusted(own, phone, authority)
        assert phone.run(trusting.opens, link) == 200
        own.goto(link)
        own.locator("#go").click()
        expect(own.locator("#state")).to_have_text("Sending")
        owner.locator("#phone-try").click()
        expect(owner.locator("#seen")).to_be_visible()
        overlay_opens(owner, there)
        # Switched off again: connections are cut, and nothing answers.
        owner.goto(f"http://127.0.0.1:{PORT}/setup?lang=en")
        owner.locator("#reach-switch").click()
        expect(owner.locator("#reach-switch")).to_have_attribute("aria-checked", "false")
        expect(own.locator("#state")).to_have_text("Nothing reaches the service")
        assert "refused" in str(phone.run(trusting.opens, link)).lower()
        assert 'host = "127.0.0.1"' in (tmp_path / "venue.toml").read_text(encoding="utf-8")
        picture(owner, "reach-setup-390")


def trusted(page: Page, phone: Machine, authority: str) -> Client:
    """A phone that has installed the authority from the page that its first code opens."""
    page.goto(authority)
    expect(page.locator("#fingerprint")).to_be_visible()
    expect(page.locator("#secure")).to_have_attribute("href", f"https://{SERVICE}:{TLS_PORT}/")
    status, certificate = phone.run(Client().ask, "GET", f"{authority}.crt")
    assert status == 200
    return Client(DER_cert_to_PEM_cert(certificate))


def overlay_opens(owner: Page, there: Browser) -> None:
    """Check that the overlay's address from the board opens on the other machine, from either machine's board."""
    visitor = there.new_context(locale="en-US").new_page()
    for page, board in ((owner, f"http://127.0.0.1:{PORT}/"), (visitor, f"http://{SERVICE}:{PORT}/")):
        page.goto(board)
        page.locator("[data-table='1'] [data-key=more] summary").click()
        page.locator("[data-table='1'] [data-key=overlay]").click()
        # Shows where the page is if it is not there.
        expect(page.locator("[data-address=all]")).to_be_visible()
        address = page.locator("[data-address=all]").input_value()
        assert urlsplit(address).netloc == f"{SERVICE}:{PORT}"
        stream = there.new_context().new_page()
        stream.goto(address)
        expect(stream.locator("body")).to_have_attribute("data-link", "live")
        stream.context.close()


TOLD = """() => [...document.querySelectorAll('*')].flatMap((each) => [
    ...[...each.attributes].map(({ value }) => value),
    each.matches('input, textarea') ? each.value : '',
    ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
])"""
"""Script: every text of a page, visible or typed in."""
OUTSIDE = re.compile(r"https?://(?:192\.0\.2\.|www\.w3\.org|tenhou\.net|…)")
"""Addresses outside the product: examples, other sites."""


def test_every_address_on_every_page_opens_from_where_it_is_for_whether_the_network_is_let_in_or_not(
    browser: Browser, machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    service, phone = machines
    paths = [path for path in pages() if " " not in path]
    with ExitStack() as release:
        served = service.run(release.enter_context, played_table(tmp_path))
        web, reach = served.web, served.web.reach
        here = release.enter_context(browsing(browser, service, tmp_path))
        eventually(lambda: reach.may_change)
        for is_open in (False, True):
            plan = replace(reach.plan, host=reach.plan.everywhere if is_open else reach.plan.here_alone)
            service.run(reach.change, plan)
            assert web.tls is not None
            assert web.tls.authority is not None
            trusting = Client(DER_cert_to_PEM_cert(web.tls.authority.certificate))
            context = here.new_context(locale="en-US")
            context.add_init_script(COUNTED)
            page = context.new_page()
            page.goto(link_to(web, "/login"))
            page.wait_for_url("**/")
            found: dict[str, str] = {}
            for path in paths:
                page.goto(f"{web.address}{path}")
                settle(page)
                found |= {each: path for text in page.evaluate(TOLD) for each in ADDRESS.findall(text)}
            addresses = sorted(each for each in found if OUTSIDE.match(each) is None)
            ends = service.run(trusting.open_all, addresses)
            assert [(found[each], each, end) for each, end in zip(addresses, ends, strict=True) if end != 200] == []
            for_others = [each for each in addresses if SERVICE in each]
            assert bool(for_others) is is_open
            assert set(phone.run(trusting.open_all, for_others)) <= {200}
            context.close()


DOCUMENTS = ("docs/setup.md", "docs/cameras.md", "docs/security.md", "api/web/authority/words.js")
COMMANDS = sorted(
    {
        found.strip()
        for document in DOCUMENTS
        for found in re.findall(
            r"jantaku serve(?: --(?:host|http|tls)\b(?: [\d.]+)?| venue\.toml)*(?! --)",
            re.sub(r"\n(?=--)", " ", (Path(__file__).parents[2] / document).read_text(encoding="utf-8")),
        )
    }
)


@pytest.mark.parametrize("command", others_long(COMMANDS, "jantaku serve", "jantaku serve --host 0.0.0.0 --tls"))
def test_every_way_to_start_that_is_printed_works_in_an_empty_folder_and_once_there_is_a_file(
    machines: tuple[Machine, Machine], tmp_path: Path, command: str
) -> None:
    """Regression: ``jantaku serve --tls`` exited with status 2."""
    service, phone = machines
    for is_there in (False, True):
        if is_there:
            (tmp_path / "venue.toml").write_text("[table.1]\n", encoding="utf-8")
        with started(service, tmp_path, *command.split()) as told:
            addresses = {(line.split()[0], each) for line in told.splitlines() for each in ADDRESS.findall(line)}
            trusting = Client(authority_of(tmp_path))
            for word, address in sorted(addresses):
                assert service.run(trusting.opens, address) == 200
                if word == "network":
                    assert phone.run(trusting.opens, address) == 200
            assert ("--tls" in command) is any(word == "tls" for word, _ in addresses)
            assert ("--host" in command) is any(word == "network" for word, _ in addresses)


def authority_of(folder: Path) -> str:
    """Certificate of the authority that a service made, empty if it made none."""
    file = folder / "state" / "jantaku" / "tls" / "authority.pem"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
