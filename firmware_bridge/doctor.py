"""Checks of the board's link for ``jantaku doctor``: ports, permissions, programs using them, udev rule, board."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware_bridge.findings import DoctorFinding, finding
from firmware_bridge.processes import BRLTTY, MODEM_MANAGER, described, holders, running
from firmware_bridge.serial.port import SerialPort, found_ports, group_of, is_not_yet_in
from firmware_bridge.serial.usb import FoundPort, candidates, chips, resolve, stable_names
from firmware_bridge.session.events import LinkPhase, Reason
from firmware_bridge.session.link import BoardLink, PortError, greet
from firmware_bridge.wire.limits import DICTIONARY_CRC, PROTOCOL_MAJOR, PROTOCOL_MINOR
from firmware_bridge.wire.messages import HelloAck

# Longer than a link sends HELLO before it gives up a port.
ANSWER_S: Final = 4.0
RULE: Final = Path(__file__).parents[1] / "hardware" / "wiring" / "99-jantaku.rules"
RULES_AT: Final = tuple(Path(place) for place in ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d"))


@dataclass(frozen=True, slots=True)
class SystemPlaces:
    """System resources to examine; tests replace the folders, ports and programs."""

    ports: Callable[[], Sequence[FoundPort]] = found_ports
    dev: Path = Path("/dev")
    rules_at: tuple[Path, ...] = field(default=RULES_AT)
    rule: Path = RULE
    programs: Callable[[], Collection[str]] = running


def examine(
    path: str | None = None,
    machine: SystemPlaces | None = None,
    answer_s: float = ANSWER_S,
    builds: Collection[int] = (),
) -> list[DoctorFinding]:
    """Return findings about this machine's ports, and about the board at ``path`` or at the only likely port.

    ``builds``: accepted firmware builds, or a mapping of each build to the kind of board that runs it; empty: any build
    is accepted.
    """
    machine = machine or SystemPlaces()
    ports, programs = machine.ports(), machine.programs()
    found = [finding("port-found", port.path, _described(port, machine)) for port in ports]
    likely = candidates(ports)
    if BRLTTY in programs:
        found.append(finding("brltty"))
    elif path is None and not likely:
        found.append(finding("no-board-port" if ports else "no-ports"))
    if path is None and len(likely) > 1:
        found.append(finding("ports-several", detail=", ".join(port.path for port in likely)))
    rule = _udev_rule(machine)
    found.append(rule)
    # Without a board there is no port that ModemManager could open.
    if rule.code == "udev-rule-missing" and (path is not None or likely) and MODEM_MANAGER in programs:
        found.append(finding("modem-manager"))
    if path is None and len(likely) == 1:
        path = likely[0].path
    if path is not None:
        found += _board(path, ports, machine, answer_s, builds)
    return found


def _described(port: FoundPort, machine: SystemPlaces) -> str:
    chip = chips().get(port.usb)
    names = stable_names(port.path, machine.dev)
    return ", ".join(filter(None, (chip.name if chip else port.description, port.usb, *names)))


def _udev_rule(machine: SystemPlaces) -> DoctorFinding:
    wanted = _text(machine.rule)
    for folder in machine.rules_at:
        installed = folder / machine.rule.name
        if (text := _text(installed)) is not None:
            return finding("udev-rule" if text == wanted else "udev-rule-old", str(installed), str(machine.rule))
    return finding("udev-rule-missing", detail=str(machine.rule))


def _text(file: Path) -> str | None:
    """Return the text of a file; None if it does not exist or this user cannot read it."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _board(
    name: str, ports: Sequence[FoundPort], machine: SystemPlaces, answer_s: float, builds: Collection[int]
) -> Iterator[DoctorFinding]:
    path = name
    try:
        path = resolve(name, ports, machine.dev)
        port = SerialPort(path)
    except PortError as error:
        yield refused_port(error, path)
        return
    others = list(holders(path))
    if others:
        yield finding("port-shared", path, ", ".join(map(described, others)))
    link = BoardLink(lambda: port)
    try:
        greet(link, answer_s)
    except PortError as error:
        yield finding(error.reason.value, path)
    else:
        read_only, board = link.phase is LinkPhase.READ_ONLY, link.session.board
        if builds and not read_only and board is not None and board.build not in builds:
            asked = " or ".join(f"{build:08x}" for build in sorted(builds))
            yield finding("firmware-other", path, f"{board.build:08x}; jantaku: {asked}")
        yield finding("read-only" if read_only else "board-answers", path, _identity(board, read_only, builds))
    finally:
        link.close()


def _identity(board: HelloAck | None, read_only: bool, builds: Collection[int]) -> str:
    assert board is not None, "a board that answered has said who it is"
    kind = f"{builds[board.build]}, " if isinstance(builds, Mapping) and board.build in builds else ""
    detail = f"{kind}{board.major}.{board.minor}, uid {board.uid:016x}, boot {board.boot}, build {board.build:08x}"
    if not read_only:
        return detail
    mine = f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}, dictionary {DICTIONARY_CRC:08x}"
    return f"{detail}, dictionary {board.dictionary:08x}; jantaku: {mine}"


def refused_port(error: PortError, path: str) -> DoctorFinding:
    """Return the finding for a port that cannot be opened, with its remedy."""
    if error.reason is Reason.PORT_DENIED:
        group = group_of(path)
        return finding("group-not-yet" if is_not_yet_in(group) else "port-denied", path, group)
    if error.reason is Reason.PORT_BUSY:
        others = list(holders(path))
        code = "modem-manager-holds" if any(each.info["name"] == MODEM_MANAGER for each in others) else "port-busy"
        return finding(code, path, ", ".join(map(described, others)) or "?")
    return finding(error.reason.value, path, str(error))
