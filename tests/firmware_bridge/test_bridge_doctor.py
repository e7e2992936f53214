"""The doctor reports each problem of the port with its remedy in both languages."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from firmware_bridge.doctor import RULE, SystemPlaces, examine
from firmware_bridge.findings import DoctorFinding, words
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.serial.usb import FoundPort
from firmware_bridge.session.events import Reason
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.board.pty import BoardOnPty

QUIET = SystemPlaces(ports=list, programs=set)


def machine(folder: Path, *rules: str, ports: Callable[[], Sequence[FoundPort]] = list) -> SystemPlaces:
    """A machine with these ports and a udev folder of the test; ``rules`` are installed in it."""
    place = folder / "rules.d"
    place.mkdir(exist_ok=True)
    for name in rules:
        (place / name).write_text(RULE.read_text(encoding="utf-8"), encoding="utf-8")
    return SystemPlaces(ports, folder / "dev", (place,), programs=started)


def started() -> set[str]:
    """Names of the programs that this test started; parallel tests start others on the same machine."""
    return {each.name() for each in psutil.Process().children()}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardOnPty]:
    with BoardOnPty(tmp_path / "table") as running:
        yield running


def last(findings: list[DoctorFinding]) -> DoctorFinding:
    """Return the finding about the board, after checking both languages and the presence of a remedy."""
    finding = findings[-1]
    assert finding.ja
    assert finding.en
    assert bool(finding.cure_ja) == bool(finding.cure_en) == (not finding.ok)
    return finding


def test_a_board_that_answers_is_well(board: BoardOnPty) -> None:
    finding = last(examine(str(board.link), QUIET))
    assert (finding.code, finding.ok) == ("board-answers", True)
    assert "uid 6a616e74616b7501" in finding.en


def test_a_board_of_another_version_is_read_only(tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table", Board(identity=BoardIdentity(major=3))) as board:
        assert last(examine(str(board.link), QUIET)).code == "read-only"


def test_a_port_in_use_names_its_holder(board: BoardOnPty) -> None:
    script = (
        "import sys; from firmware_bridge.serial.port import SerialPort; "
        "port = SerialPort(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(board.link)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        finding = last(examine(str(board.link), QUIET))
        holder.kill()
    assert finding.code == "port-busy"
    assert str(holder.pid) in finding.en


def test_a_missing_port_and_a_wrong_device_are_told_apart(tmp_path: Path) -> None:
    assert last(examine(str(tmp_path / "none"), QUIET)).code == "port-missing"
    plain = tmp_path / "file"
    plain.write_text("no port")
    assert last(examine(str(plain), QUIET)).code == "port-failed"
    master, slave = os.openpty()
    finding = last(examine(os.ttyname(slave), QUIET, answer_s=0.3))
    assert finding.code == "no-answer"
    assert os.read(master, 64).startswith(b"\0"), "the doctor has said HELLO"
    os.close(slave)
    os.close(master)


class Receiver(Board):
    """A satellite receiver that sends its line whatever it receives."""

    def outgoing(self) -> bytes:
        return b"$GPGGA,012345,3500.0,N,13600.0,E*4B\r\n"


class Echo(Board):
    """A loopback line: everything sent returns."""

    heard = b""

    def receive(self, data: bytes, now: float) -> None:  # noqa: ARG002, a board's methods take the time
        self.heard += data

    def outgoing(self) -> bytes:
        said, self.heard = self.heard, b""
        return said


def test_a_port_that_speaks_something_else_is_the_wrong_one(tmp_path: Path) -> None:
    with (
        BoardOnPty(tmp_path / "receiver", Receiver()) as receiver,
        BoardOnPty(tmp_path / "echo", Echo()) as echo,
        ThreadPoolExecutor() as both,
    ):
        for findings in both.map(lambda port: examine(str(port.link), QUIET), (receiver, echo)):
            finding = last(findings)
            assert finding.code == "wrong-port"
            assert "table flash" in finding.cure_en


def test_a_port_without_permission_names_the_group(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.touch()
    port.chmod(0)
    drop = "os.setuid(65534); " if os.geteuid() == 0 else ""
    # All modules are imported first, because the other user may not be allowed to read the project.
    loaded = "import grp, os, sys; from firmware_bridge.doctor import examine; examine(sys.argv[1] + '0'); "
    script = f"{loaded}{drop}print(examine(sys.argv[1])[-1])"
    done = subprocess.run([sys.executable, "-c", script, str(port)], capture_output=True, text=True, check=True)
    assert "port-denied" in done.stdout
    assert "usermod -aG" in done.stdout


def test_no_port_several_ports_and_ports_of_other_devices_are_told_apart(tmp_path: Path) -> None:
    clone = FoundPort("/dev/ttyUSB7", "USB Serial", "1a86:7523", "")
    uno = FoundPort("/dev/ttyACM0", "ttyACM0", "2341:0043", "75")
    phone = FoundPort("/dev/ttyS0", "ttyS0", "", "")

    def codes(*ports: FoundPort) -> list[str]:
        findings = examine(machine=machine(tmp_path, ports=lambda: ports))
        return [each.code for each in findings if not each.code.startswith("udev")]

    assert codes() == ["no-ports"]
    assert codes(phone) == ["port-found", "no-board-port"]
    assert codes(clone, uno) == ["port-found", "port-found", "ports-several"]
    (listed, *_) = examine(machine=machine(tmp_path, ports=lambda: [clone, uno]))
    assert listed.en == "port /dev/ttyUSB7: WCH CH340 (clones of Nano and Uno), 1a86:7523"


def test_the_only_port_of_a_known_chip_is_tried_by_itself(board: BoardOnPty, tmp_path: Path) -> None:
    port = FoundPort(str(board.link), "", "1a86:7523", "")
    assert last(examine(machine=machine(tmp_path, ports=lambda: [port]))).code == "board-answers"


def test_a_name_that_fits_two_ports_is_refused_with_both(tmp_path: Path) -> None:
    ports = [FoundPort(f"/dev/ttyUSB{each}", "", "1a86:7523", "") for each in range(2)]
    finding = last(examine("usb:1a86:7523", machine(tmp_path, ports=lambda: ports)))
    assert finding.code == "port-ambiguous"
    assert "/dev/ttyUSB0, /dev/ttyUSB1" in finding.en


def test_modem_manager_is_trouble_without_a_rule_and_when_it_holds_the_port(
    board: BoardOnPty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Under its real name, doctors of parallel tests would report it.
    name = f"Modem{os.getpid()}"
    monkeypatch.setattr("firmware_bridge.doctor.MODEM_MANAGER", name)
    plugged = FoundPort(str(board.link), "", "1a86:7523", "")

    def codes(path: str | None, *more: str, ports: tuple[FoundPort, ...] = (plugged,)) -> set[str]:
        return {each.code for each in examine(path, machine(tmp_path, *more, ports=lambda: ports))}

    program = tmp_path / name
    program.symlink_to(Path("/bin/sleep").resolve())
    with subprocess.Popen([program, "60"]) as idle:
        assert "modem-manager" in codes(None)
        assert "modem-manager" not in codes(None, "99-jantaku.rules")
        assert "modem-manager" not in codes(None, ports=()), "red: a FAIL for a part that the venue does not have"
        idle.kill()
    with board.link.open("rb") as held, subprocess.Popen([program, "60"], stdin=held) as holder:
        assert {"port-shared", "board-answers"} <= codes(str(board.link))
        port = SerialPort(str(board.link))
        assert "modem-manager-holds" in codes(str(board.link))
        port.close()
        holder.kill()


def test_the_udev_rule_is_missing_old_or_installed(tmp_path: Path) -> None:
    def code(*installed: str) -> str:
        (found,) = (each for each in examine(machine=machine(tmp_path, *installed)) if each.code.startswith("udev"))
        assert found.ok, "the link works without it"
        return found.code

    assert code() == "udev-rule-missing"
    assert code("99-jantaku.rules") == "udev-rule"
    (tmp_path / "rules.d" / "99-jantaku.rules").write_text("# older")
    assert code() == "udev-rule-old"


def test_every_finding_has_both_languages_and_a_cure_unless_all_is_well() -> None:
    for code, text in words().items():
        assert text["level"] in ("well", "advice", "trouble"), code
        needed = {"ja", "en"} | (set() if text["level"] == "well" else {"cure_ja", "cure_en"})
        assert set(text) == needed | {"level"}, code
    assert {reason.value for reason in Reason} - {"closed"} <= set(words()), "each reason of a lost link has its cure"


def test_an_open_port_is_released_after_the_check(board: BoardOnPty) -> None:
    examine(str(board.link), QUIET)
    SerialPort(str(board.link)).close()


def test_a_board_with_another_firmware_is_told_with_the_cure(tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table", Board(identity=BoardIdentity(build=0xABCD))) as board:
        *_, other, answers = examine(str(board.link), QUIET, builds=(0x1234,))
        same = examine(str(board.link), QUIET, builds={0x1234: "Arduino", 0xABCD: "Pico"})
    assert (other.code, other.level, answers.code) == ("firmware-other", "advice", "board-answers")
    assert "0000abcd; jantaku: 00001234" in other.en
    assert "jantaku table flash" in other.cure_en
    assert "firmware-other" not in [finding.code for finding in same]
    assert "Pico, " in same[-1].en
