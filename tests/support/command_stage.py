"""A folder that supplies what printed commands name: journals, pictures, a board and a service."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import pytest
from typer.core import TyperArgument, TyperOption

from api.access.access import Access
from api.access.roles import Role
from api.access.store import FILE
from api.demo.web import WebServer
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import Record, seal
from controller.ports.table import GoalRequest
from controller.records.tenhou import writer
from controller.riichi.seat import Seat
from hardware.simulator.game.truth import round_truth
from tests.api.http.test_standings_journals import journal
from tests.controller.records.test_records_collect import recorded
from tests.support.bench import Game
from tests.support.command_line import Answer, jantaku
from tests.support.league_season import opened_league
from tests.support.logged_in import token_for
from tests.support.one_picture import camera_of, sheets_seen
from tests.support.printed_commands import ROOT, Printed, command_of
from tests.support.quiet_table import NoEyes, NoTable, quiet_table
from tests.support.record_cases import simulated
from tests.support.table_on_pty import table_on_pty
from tests.vision.photo.test_photo import seen

KNOWN: Final[Mapping[str, Any]] = tomllib.loads((ROOT / "tests/vectors/printed_commands.toml").read_text("utf-8"))
COPIES: Final = ("jantaku", "old", "night-1", "night-2")
"""Names of the copies of the journal that the examples read."""
RUNNERS: Final = ("jantaku", "curl")
"""Programs whose commands run by default: any other printed command may change the machine and needs a row."""
MADE: Final = (
    "backup kept/journal.sqlite --out backup",
    "backup jantaku.sqlite --out backup-2026-05-01",
    "calibrate picture.jpg --out camera.json",
    "journal anchor kept/journal.sqlite --json",
)
"""Commands that make the files which other commands read."""
PLACEHOLDER: Final = re.compile(r"(?<![\w./=$])[A-Z]{2,}[A-Z_]*…?(?![\w./=])|…|\.\.\.|ファイル")
UPPER_WORDS: Final = re.compile(r"[A-Z]+_[A-Z_]+|INPUTS|DELETE|TOKEN")
"""Words in capitals that are literal: outputs and settings of a board, winds."""


class Obliging(NoTable):
    """A table that accepts every request and never carries it out."""

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Accept the request; nothing moves."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The folder that is copied for each command, and the addresses of port, camera, service and bot."""

    folder: Path
    ends: Mapping[str, str]

    def filled(self, text: str) -> str:
        """Return the command with real values in place of its placeholders."""
        for word, value in sorted(KNOWN["stand_ins"].items(), key=lambda each: -len(each[0])):
            text = re.sub(rf"(?<![\w./-]){re.escape(word)}(?![\w=-])", partial(_as, value), text)
        return re.sub(r"\{(port|camera|service|bot)\}", lambda found: self.ends[found[1]], text)


def _as(value: str, _: re.Match[str]) -> str:
    return value


def elsewhere(command: Printed) -> str:
    """Return the reason why a command is not run here; empty if it is run."""
    plain = command.text
    plain = re.sub(r"^(?:[A-Z][A-Z_]*=\S+\s+)+(?=jantaku)", "", plain)
    return next((each["why"] for each in KNOWN["elsewhere"] if plain.startswith(tuple(each["starts"]))), "")


def is_for_programs(command: Printed) -> bool:
    """True if a program reads the output of the command, or it is listed as one for programs."""
    plain = command.text
    starts = tuple(one for row in KNOWN["programs"] for one in row["starts"])
    return command.words[0] != "jantaku" or "--json" in whole(command.text).split() or plain.startswith(starts)


def is_prose(command: Printed) -> bool:
    """True if the text only looks like a command."""
    return any(command.text.startswith(tuple(each["starts"])) for each in KNOWN["prose"])


def is_name(command: Printed) -> bool:
    """True if the text is only the name of a command or a module, as sentences use it."""
    words = command.words
    if words[:2] == ["python", "-m"]:
        return len(words) == len(("python", "-m", "module")) and not command.typed
    path, _ = command_of(words[1:])
    return words[:1] == ["jantaku"] and len(path) == len(words) - 1


def is_mention(command: Printed) -> bool:
    """True if a sentence names a command or an option without its operands; the named options must exist."""
    path, known = command_of(command.words[1:])
    rest = command.words[1 + len(path) :]
    if command.typed or command.words[:1] != ["jantaku"] or any(not word.startswith("--") for word in rest[:1]):
        return False
    given = {word for word in rest if word.startswith("--")}
    needed = [
        each
        for each in known.params
        if each.required and (isinstance(each, TyperArgument) or not given & set(each.opts))
    ]
    lone = next((each for each in known.params if rest and rest[-1] in each.opts), None)
    return bool(needed) or (isinstance(lone, TyperOption) and not lone.is_flag)


def unknown_options(command: Printed) -> list[str]:
    """Options and subcommands in the text that do not exist."""
    path, known = command_of(command.words[1:])
    if not path:
        return command.words[:2]
    there = {name for each in known.params for name in (*each.opts, *each.secondary_opts)} | {"--help", "--"}
    asked = command.words[1 + len(path) :]
    asked = asked[: asked.index("--")] if "--" in asked else asked
    return [word for word in asked if word.startswith("--") and word.partition("=")[0] not in there]


def status_of(command: Printed) -> int:
    """Return the exit status of a successful run."""
    plain = command.text
    return next((each["status"] for each in KNOWN["ends"] if plain.startswith(tuple(each["starts"]))), 0)


def whole(text: str) -> str:
    """Return a typeable line from a usage line: all optional parts, and the first of alternatives."""
    text = re.sub(r"(\S+?)\|\S*?(?=[\] ]|$)", r"\1", text)
    return re.sub(r"[\[\]]", "", text) if re.search(r"\[(?:--|[A-Z])", text) else text


@contextmanager
def stage(folder: Path) -> Iterator[Stage]:
    """Make the folder, the board, the camera and the service that printed commands name, once."""
    kept = folder / "kept"
    kept.mkdir()
    _journals(folder, kept)
    opened_league(folder)
    (folder / "players.csv").write_text("player,team\n風,赤\n林,白\n", encoding="utf-8")
    (folder / "hall-3.toml").write_text((ROOT / "docs/hall-3.example.toml").read_text("utf-8"), "utf-8")
    (folder / "docs").mkdir()
    for name in ("docs/venue.example.toml", "docs/house-rules.example.toml", "docs/standings.example.csv"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "picture.jpg").write_bytes(sheets_seen())
    cv2.imwrite(str(folder / "hand.jpg"), seen("234m234567p2267s8s", 1200, 0.0)[1])
    shutil.copy(ROOT / "docs/table.jpg", folder / "table.jpg")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in MADE:
            made = jantaku(*line.split())
            assert made.returncode == 0, made.stderr
            if "--json" in line:
                (folder / "anchors.jsonl").write_text(made.stdout, encoding="utf-8")
    with ExitStack() as open_ends:
        table = open_ends.enter_context(quiet_table(folder / "table", edges=(Obliging(), NoEyes())))
        assert table.service is not None
        web = WebServer({"1": table.service})
        web.start()
        open_ends.callback(web.stop)
        camera = open_ends.enter_context(camera_of(sheets_seen()))
        token = token_for(web.access, Role.OWNER)
        ends = {"port": str(folder / "board"), "camera": camera, "service": web.address, "token": token}
        yield Stage(folder, {**ends, "bot": _let_in(folder)})


def _let_in(folder: Path) -> str:
    """Admit a person and a token at the folder's service; return the token's id."""
    access = Access(folder / FILE)
    access.people.open_link(access.people.link(Role.OWNER, "Sato"), "tablet")
    bot = access.tokens.find(access.tokens.make("caster", Role.VIEWER, "1/A"))
    assert bot is not None
    return bot.device


def _journals(folder: Path, kept: Path) -> None:
    played = Game("npm-2008", 44, rounds=2, wrong="")
    store = SqliteJournal(kept / "journal.sqlite")
    records: list[Record] = []
    for event in recorded(played, "npm-2008"):
        records.append(seal(event, event.at, records[-1] if records else None))
    store.append(records)
    store.close()
    for name in COPIES:
        shutil.copy(kept / "journal.sqlite", folder / f"{name}.sqlite")
    for name, players in (("a", ("ann", "bob", "cho", "dai")), ("b", ("eve", "fay", "gil", "hal"))):
        journal(folder / f"{name}.sqlite", players, Seat.A)
    lines = [json.dumps(round_truth(one), ensure_ascii=False) for one in played.truth]
    (kept / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (kept / "game.json").write_text(writer.write(simulated("mleague", 1, 2)[0]), encoding="utf-8")
    for name in ("game.json", "game.mjlog", "games.zip"):
        shutil.copy(kept / "game.json", folder / name)


def run(command: Printed, on: Stage, patch: pytest.MonkeyPatch, work: Path) -> Answer:
    """Run the command as printed, in a fresh copy of the folder's files."""
    shutil.copytree(on.folder, work, ignore=shutil.ignore_patterns("table", "board"), symlinks=True)
    patch.chdir(work)
    patch.setenv("XDG_STATE_HOME", str(work / "state"))
    for name, value in {**command.sets, "TOKEN": on.ends["token"]}.items():
        patch.setenv(name, value)
    filled = Printed(on.filled(whole(command.text)), command.where)
    # A separate board: some commands change its settings.
    if on.ends["port"] in filled.text or filled.words[:2] == ["jantaku", "table"]:
        with table_on_pty(Path(on.ends["port"])):
            return _ended(filled, on, patch, work)
    return _ended(filled, on, patch, work)


def _ended(filled: Printed, on: Stage, patch: pytest.MonkeyPatch, work: Path) -> Answer:
    words, _, target = _redirected(filled.words)
    if words[0] != "jantaku":
        done = subprocess.run(
            ["bash", "-c", filled.text], cwd=work, capture_output=True, text=True, check=False, env=dict(os.environ)
        )
        return Answer(done.returncode, done.stdout, done.stderr)
    # Let ``auto`` find the board of this folder only.
    patch.setattr("firmware_bridge.serial.port.resolve", lambda name, *_: on.ends["port"] if name == "auto" else name)
    answer = jantaku(*words[1:])
    if target:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).write_text(answer.stdout, encoding="utf-8")
    return answer


def _redirected(words: list[str]) -> tuple[list[str], str, str]:
    for sign in (">", ">>"):
        if sign in words:
            place = words.index(sign)
            return words[:place], sign, words[place + 1]
    return words, "", ""
