"""Checks of the link for ``jantaku doctor``: each a frozen finding with a cure, in Japanese and English."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.link import Link, PortError
from firmware_bridge.port import SerialPort, found_ports
from firmware_bridge.session import Phase, Reason
from firmware_bridge.usb import FoundPort

ANSWER_S: Final = 4.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: ``ok``, what was found, and what to do about it (empty when all is well)."""

    code: str
    ok: bool
    ja: str
    en: str
    cure_ja: str = ""
    cure_en: str = ""


@dataclass(frozen=True, slots=True)
class _Text:
    ok: bool
    ja: str
    en: str
    cure_ja: str = ""
    cure_en: str = ""


# {path}, {detail}: the port, and what was found there.
_TEXTS: Final = {
    "port-found": _Text(True, "ポート {path}: {detail}", "port {path}: {detail}"),
    "no-ports": _Text(
        False,
        "シリアルポートが見つかりません",
        "no serial port found",
        "基板の USB ケーブルを確かめてください。充電専用ケーブルでは通信できません",
        "check the board's USB cable; a charge-only cable carries no data",
    ),
    Reason.PORT_MISSING.value: _Text(
        False,
        "{path} がありません",
        "{path} does not exist",
        "ケーブルを挿し直し、上に挙がったポートを指定してください",
        "plug the cable in again and name one of the ports listed above",
    ),
    Reason.PORT_DENIED.value: _Text(
        False,
        "{path} を開く権限がありません",
        "no permission to open {path}",
        "利用者をグループ {detail} に加え、ログインし直してください: sudo usermod -aG {detail} $USER",
        "add yourself to the group {detail} and log in again: sudo usermod -aG {detail} $USER",
    ),
    Reason.PORT_BUSY.value: _Text(
        False,
        "{path} は使用中です ({detail})",
        "{path} is in use ({detail})",
        "そのプログラムを終了してください。一つの卓に接続できるのは一つだけです",
        "end that program; one table takes one holder",
    ),
    Reason.PORT_FAILED.value: _Text(
        False,
        "{path} をシリアルポートとして開けません: {detail}",
        "{path} cannot be opened as a serial port: {detail}",
        "上に挙がったポートを指定してください",
        "name one of the ports listed above",
    ),
    Reason.PORT_GONE.value: _Text(
        False,
        "{path} が検査中に外れました",
        "{path} went away during the check",
        "ケーブルと給電を確かめてください",
        "check the cable and its power",
    ),
    Reason.NO_ANSWER.value: _Text(
        False,
        "{path} は HELLO に応答しません",
        "{path} does not answer HELLO",
        "別の機器のポートか、基板に jantaku のファームウェアがありません。ポートの指定と書き込みを確かめてください",
        "it is the port of another device, or the board lacks jantaku's firmware; check the port and flash the board",
    ),
    "read-only": _Text(
        False,
        "{path} の基板は版が異なるため読み取り専用です ({detail})",
        "the board on {path} speaks another version, so it is read-only ({detail})",
        "基板に同じ版のファームウェアを書き込んでください",
        "flash the board with the firmware of this version",
    ),
    "modem-manager": _Text(
        False,
        "ModemManager が動作中です。接続直後のポートを数秒間つかみます",
        "ModemManager is running; it holds a new port for some seconds",
        "止めるか、udev 規則で ID_MM_DEVICE_IGNORE=1 を設定してください: sudo systemctl stop ModemManager",
        "stop it, or set ID_MM_DEVICE_IGNORE=1 in a udev rule: sudo systemctl stop ModemManager",
    ),
    "board-answers": _Text(True, "{path} の基板が応答しました ({detail})", "the board on {path} answers ({detail})"),
}


def examine(
    path: str | None = None,
    ports: Callable[[], Sequence[FoundPort]] = found_ports,
    proc: Path = Path("/proc"),
    answer_s: float = ANSWER_S,
) -> list[Finding]:
    """Findings about this machine's ports and, where ``path`` is given, about the board there."""
    findings = [
        _finding("port-found", port.path, " ".join(filter(None, (port.description, port.usb)))) for port in ports()
    ]
    if not findings and path is None:
        findings.append(_finding("no-ports", ""))
    if any(name == "ModemManager" for _, name in _processes(proc)):
        findings.append(_finding("modem-manager", ""))
    if path is not None:
        findings.append(_board(path, proc, answer_s))
    return findings


def _board(path: str, proc: Path, answer_s: float) -> Finding:
    try:
        port = SerialPort(path)
    except PortError as error:
        return _finding(error.reason.value, path, _detail(error, path, proc))
    link = Link(lambda: port)
    try:
        until = time.monotonic() + answer_s
        while time.monotonic() < until:
            link.step(until - time.monotonic())
            board = link.session.board
            if board is not None:
                detail = f"{board.major}.{board.minor}, uid {board.uid:016x}, boot {board.boot}"
                return _finding("read-only" if link.phase is Phase.READ_ONLY else "board-answers", path, detail)
            if link.phase is Phase.OFFLINE:
                break
        gone = not os.path.exists(path)
        return _finding((Reason.PORT_GONE if gone else Reason.NO_ANSWER).value, path)
    finally:
        link.close()


def _detail(error: PortError, path: str, proc: Path) -> str:
    if error.reason is Reason.PORT_DENIED:
        return _group(path)
    if error.reason is Reason.PORT_BUSY:
        holders = [f"{name} {pid}" for pid, name in _holders(path, proc)]
        return ", ".join(holders) or "?"
    return str(error)


def _group(path: str) -> str:
    try:
        group = Path(path).group()
    except (OSError, KeyError):
        group = "root"
    return "dialout" if group == "root" else group


def _processes(proc: Path) -> Iterator[tuple[int, str]]:
    for entry in sorted(proc.glob("[0-9]*")):
        try:
            yield int(entry.name), (entry / "comm").read_text().strip()
        except (OSError, ValueError):
            continue


def _holders(path: str, proc: Path) -> Iterator[tuple[int, str]]:
    """Processes that hold the device open, as far as this user may look."""
    device = os.path.realpath(path)
    for pid, name in _processes(proc):
        try:
            held = any(os.path.realpath(fd) == device for fd in (proc / str(pid) / "fd").iterdir())
        except OSError:
            continue
        if held and pid != os.getpid():
            yield pid, name


def _finding(code: str, path: str, detail: str = "") -> Finding:
    text = _TEXTS[code]
    filled = (each.format(path=path, detail=detail) for each in (text.ja, text.en, text.cure_ja, text.cure_en))
    return Finding(code, text.ok, *filled)
