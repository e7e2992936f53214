"""Printed commands that measure or play for minutes, each run as printed until it has worked for a while.

``python -m tests.support.long_commands [--seconds 30] [--only WORD]``: runs the commands in the ``timed`` rows of
``tests/vectors/printed_commands.toml`` one after another in a new folder. Prints one JSON line per command: its exit
status, null if it was still running and was stopped, and its seconds. The exit status is 1 if a command failed.
"""

import argparse
import json
import os
import signal
import subprocess
import sysconfig
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.command_stage import KNOWN, PLACEHOLDER, Stage, is_mention, is_name, stage
from tests.support.printed_commands import ROOT, Printed, printed
from tests.support.waiting import PATIENCE_S


def timed() -> Iterator[Printed]:
    """Yield those commands, except names and mentions in sentences."""
    for text, (first, *_) in printed().items():
        plain = text
        row = next((row for row in KNOWN["elsewhere"] if plain.startswith(tuple(row["starts"]))), None)
        if row is not None and row.get("timed") and not is_name(first) and not is_mention(first):
            yield first


def run(command: Printed, on: Stage, folder: Path, seconds: float) -> int | None:
    """Run a command; return its exit status, None if it was still running after ``seconds``."""
    text = on.filled(command.text)
    scripts = sysconfig.get_path("scripts")
    environment = os.environ | {
        "PATH": os.pathsep.join((scripts, os.environ.get("PATH", ""))),
        "PYTHONPATH": str(ROOT),
        "XDG_STATE_HOME": str(folder / "state"),
    }
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {text}"],
            # Targets of make are those of the repository.
            cwd=ROOT if text.startswith("make ") else folder,
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            for number in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, number)
                    process.wait(timeout=PATIENCE_S)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    continue


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the commands; return 1 if one ended with another status than 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="after which one that still runs has worked")
    parser.add_argument("--only", default="", metavar="WORD", help="those with this in their text")
    options = parser.parse_args(arguments)
    failed = False
    with TemporaryDirectory(prefix="jantaku-commands-") as name, stage(Path(name)) as on:
        for number, command in enumerate(each for each in timed() if options.only in each.text):
            folder = Path(name) / f"run-{number}"
            folder.mkdir()
            begun = time.monotonic()
            left = PLACEHOLDER.findall(on.filled(command.text))
            status = -1 if left else run(command, on, folder, options.seconds)
            told = {"command": command.text, "status": status, "seconds": round(time.monotonic() - begun, 1)}
            if status:
                failed = True
                told["said"] = f"needs {left}" if left else (folder / "said").read_text(errors="replace")[-500:]
            print(json.dumps(told, ensure_ascii=False), flush=True)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
