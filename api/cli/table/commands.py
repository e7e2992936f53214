"""``jantaku table state``, ``press`` and ``log``: a board's state, single presses, and the press log."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Final

import typer

from api.cli.access.user import user_name
from api.paths import press_log_path
from controller.errors import LinkError
from firmware_bridge.operator import BoardRowJson, Operator
from firmware_bridge.press_log import PressLog, PressRequest
from firmware_bridge.processes import described, holders
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.session.events import CommandOutcome, Reason
from firmware_bridge.session.link import BoardLink, PortError
from firmware_bridge.session.pinned import board_number
from firmware_bridge.wire.codes import BuildCode, Hatch, LogLevel
from firmware_bridge.wire.messages import GetStats, Stats
from hardware.firmware.build import known_builds

WHY: Final = "asked at the command line"
# Texts of the state for people; ids of inputs and faults are not translated.
_HATCH: Final = {0: "不明", 1: "閉", 2: "開", 3: "全開"}
_BUILD: Final = {0: "不明", 1: "空", 2: "撹拌中", 3: "準備完了", 4: "異常"}
_UNKNOWN: Final = (
    "結果は不明です。自動で押し直すことはありません。卓を見て確かめてください。\n"
    "The outcome is unknown. It is not pressed again; look at the table. The sensors show:"
)


@contextmanager
def operator(port: str, board: str = "") -> Iterator[Operator]:
    """Yield the operator of the table on that port; raises PortError, for a busy port with the name of its holder.

    ``board``: id of the only board that is accepted, empty for any; raises LinkError for another one.
    """
    link = BoardLink(lambda: SerialPort(port))
    try:
        yield Operator(link, board=board_number(board))
    except PortError as error:
        if error.reason is Reason.PORT_BUSY and "/" in port:
            held = ", ".join(map(described, holders(port))) or "?"
            raise PortError(
                error.reason, f"{port}: held by {held}; where the service runs, ask at its console"
            ) from None
        raise
    finally:
        link.close()


def press_log(path: Path | None) -> PressLog:
    """Return the press log at ``path``, by default the user's."""
    return PressLog(path or press_log_path())


def agreed(question: str, yes: bool) -> None:
    """Ask for confirmation unless ``yes``; raises LinkError if it is not given."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise LinkError("nobody to ask: expected --yes, for it moves the table")
    if not typer.confirm(question, err=True):
        raise LinkError("not agreed to: nothing was pressed")


def show_state(port: str, as_json: bool) -> int:
    """Print the board's identity and its inputs; 1 if something is wrong with it."""
    with operator(port) as table:
        sensed = table.sense()
        shown = table.row(sensed)
        shown["board"]["kind"] = known_builds().get(table.board.build, "unknown 不明")
    if as_json:
        print(json.dumps(shown, ensure_ascii=False))
    else:
        for line in state_lines(shown):
            print(line)
    return 1 if sensed is None or shown["faults"] or shown["link"] != "online" else 0


def press(
    buttons: list[str],
    *,
    port: str = "auto",
    ms: int = 150,
    why: str = WHY,
    by: str = "",
    watch: float = 2.0,
    board: str = "",
    log: Path | None = None,
    yes: bool = False,
    as_json: bool = False,
) -> int:
    """Press buttons once; 0 if carried out, 1 if refused or unknown. Raises LinkError."""
    outputs = tuple(dict.fromkeys(button.upper().replace("-", "_") for button in buttons))
    asked, book = PressRequest(by or user_name(), why, outputs, ms), press_log(log)
    with operator(port, board) as table:
        named = " + ".join(asked.outputs)
        print(f"{table.said()}\n{named}: {asked.ms} ms", file=sys.stderr)
        agreed(f"{named} を押します。卓が動くことがあります。手を離しましたか? / The table may move. Press?", yes)
        ended = table.press(asked, book, watch)
    if as_json:
        shown = {"outcome": ended.outcome, **asdict(asked), "mask": asked.mask, "detail": ended.detail}
        print(json.dumps({**shown, "said": ended.said, "log": str(book.path)}, ensure_ascii=False))
    else:
        print(f"{ended.outcome}{f' ({ended.detail})' if ended.detail else ''}")
        if ended.outcome == CommandOutcome.UNKNOWN.value:
            print(_UNKNOWN)
        print(ended.said)
    return 0 if ended.outcome == CommandOutcome.DONE.value else 1


def show_log(*, port: str = "", seconds: float = 5.0, file: Path | None = None, as_json: bool = False) -> int:
    """Print the press log, then the board's log lines for ``seconds``."""
    book = press_log(file)
    for entry in book.entries():
        if as_json:
            print(json.dumps(asdict(entry), ensure_ascii=False))
        else:
            end = " ".join(filter(None, (entry.outcome, f"({entry.detail})" if entry.detail else "")))
            print(f"{entry.at} {entry.by}: {' + '.join(entry.outputs)} {entry.ms} ms, {entry.why}: {end}; {entry.said}")
    if port:
        _listen(port, seconds, as_json)
    return 0


def level_name(level: int) -> str:
    """Return the name of a severity level of the board's log."""
    return LogLevel(level).name.lower() if level in set(LogLevel) else str(level)


def _listen(port: str, seconds: float, as_json: bool) -> None:
    with operator(port) as table:
        table.listen(seconds)
        stats = table.command(GetStats()).answer
        for line in table.seen.lines:
            level = level_name(line.level)
            print(json.dumps({"level": level, "text": line.text}) if as_json else f"{level}: {line.text}")
        if isinstance(stats, Stats):
            counters = asdict(stats)
            print(json.dumps({"counters": counters}) if as_json else " ".join(f"{k} {v}" for k, v in counters.items()))


def state_lines(shown: BoardRowJson) -> Iterator[str]:
    """Yield the state as text for people."""
    board = shown["board"]
    yield f"link 接続: {shown['link']}"
    yield "board コントローラー: {uid}, {version}, build {build}{kind}, boot {boot}, {started_by}".format(
        **{**board, "kind": f" ({board['kind']})" if "kind" in board else ""}
    )
    if "inputs" not in shown:
        yield "state 状態: no answer 応答なし"
        return
    yield f"centre 投入口: {shown['hatch']} {_HATCH[Hatch[shown['hatch'].upper()]]}"
    yield f"build 牌の準備: {shown['build']} {_BUILD[BuildCode[shown['build'].upper()]]}"
    yield f"on 点灯・押下中: {' '.join(shown['inputs']) or 'none なし'}"
    yield f"pressed by the board コントローラーが押下中: {' '.join(shown['outputs']) or 'none なし'}"
    yield f"armed 押下許可: {'yes はい' if shown['armed'] else 'no いいえ'}"
    yield f"faults 異常: {' '.join(shown['faults']) or 'none なし'}"
    yield f"events waiting 未受領: {shown['pending']}"
