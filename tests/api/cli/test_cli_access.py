"""``jantaku access``: a user at the machine's console is never locked out; login of the first person."""

import io
import json
import os
import re
import shlex
import stat
from ipaddress import ip_address
from pathlib import Path

import pytest

from api.access.access import Access
from api.access.roles import Role
from api.access.store import FILE
from api.cli.access.entrance import at_console, let_in, tell_entrance
from api.cli.serve import people_folder
from api.paths import state_folder
from api.reach.ends import Listener
from api.reach.reach import Reach
from api.service.registry import entrances
from tests.support.command_line import jantaku

DOCUMENT = (Path(__file__).parents[3] / "docs" / "access.md").read_text("utf-8")
(COMMANDS,) = (block.splitlines() for block in re.findall(r"```sh\n(.*?)```", DOCUMENT, re.DOTALL))


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def here(tmp_path: Path, *words: str) -> tuple[str, ...]:
    return ("access", *words, "--folder", str(tmp_path))


def test_a_link_from_the_console_lets_in_even_where_every_device_is_gone(tmp_path: Path) -> None:
    access = Access(tmp_path / FILE)
    session = access.people.open_link(access.people.link(Role.OWNER, "Sato"), "tablet")
    who = access.people.of_session(session)
    assert who is not None
    assert jantaku(*here(tmp_path, "revoke", who.device)).returncode == 0
    assert access.people.of_session(session) is None
    told = jantaku(*here(tmp_path, "link", "--role", "owner", "--json"))
    made = json.loads(told.stdout)
    assert (made["name"], made["role"]) == ("Sato", "owner")
    again = access.people.of_session(access.people.open_link(made["link"].partition("#code=")[2], "phone"))
    assert again is not None
    assert (again.id, again.role) == (who.id, Role.OWNER)


def test_tokens_are_made_listed_and_revoked(tmp_path: Path) -> None:
    secret = jantaku(*here(tmp_path, "token", "--role", "overlay", "--name", "stream")).stdout.strip()
    access = Access(tmp_path / FILE)
    found = access.tokens.find(secret)
    assert found is not None
    listed = json.loads(jantaku(*here(tmp_path, "list", "--json")).stdout)
    assert [(each["name"], each["role"]) for each in listed["tokens"]] == [("stream", "overlay")]
    assert secret not in json.dumps(listed)
    assert "stream" in jantaku(*here(tmp_path, "list")).stdout
    assert jantaku(*here(tmp_path, "revoke", found.device)).returncode == 0
    assert access.tokens.find(secret) is None
    assert jantaku(*here(tmp_path, "revoke", found.device)).returncode == 1
    assert jantaku(*here(tmp_path, "forget", "Nobody")).returncode == 1


@pytest.mark.parametrize("words", [("link", "--role", "king"), ("list", "--folder", "not/there")])
def test_what_cannot_be_is_told_in_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    told = jantaku("access", *words, *(() if "--folder" in words else ("--folder", str(tmp_path))))
    assert (told.returncode, told.stdout) == (2, "")
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_of_the_document_run(tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = jantaku(*shlex.split(line, comments=True)[1:])
    assert told.returncode in (0, 1), told.stderr
    assert len(told.stderr.splitlines()) == told.returncode


def test_the_first_start_tells_a_link_and_later_ones_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    access = Access(tmp_path / FILE)
    with let_in(access, Reach()):
        (own,) = entrances()
        file = state_folder() / "serving" / f"{os.getpid()}.entrance"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        console = access.tokens.find(own.token)
        assert console is not None
        assert (console.role, console.is_person) == (Role.STAFF, True)
        assert own.token not in repr(own)
        assert json.loads(jantaku("access", "link", "--json").stdout)["link"].startswith("http://127.0.0.1:8000/login#")
    assert entrances() == []
    code = re.findall(r"http://127\.0\.0\.1:8000/login#code=(\S+)", capsys.readouterr().err)
    access.people.open_link(code[0], "tablet")
    with let_in(access, Reach()):
        assert "code=" not in capsys.readouterr().err


def test_the_console_acts_only_while_the_service_runs(tmp_path: Path) -> None:
    access = Access(tmp_path / FILE)
    with at_console(access, "http://127.0.0.1:8000"):
        before = entrances()[0].token
    with at_console(access, "http://127.0.0.1:8000"):
        assert access.tokens.find(before) is None
        assert access.tokens.find(entrances()[0].token) is not None


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_link_as_a_picture_where_a_phone_can_open_it(tmp_path: Path) -> None:
    out, others, parsed = Terminal(), Terminal(), ip_address(0xC0A8_0702)
    reach = Reach()
    tell_entrance(Access(tmp_path / FILE), reach, "/login", out)
    assert "http://127.0.0.1:8000/login#code=" in out.getvalue()
    assert "█" not in out.getvalue()
    reach.served((Listener(parsed, 8000, secure=False),), None)
    tell_entrance(Access(tmp_path / FILE), reach, "/login", others)
    assert f"http://{parsed}:8000/login#code=" in others.getvalue()
    assert "█" in others.getvalue()


def test_people_of_a_journal_in_a_database_are_kept_in_the_state_folder_and_where_they_were_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = "postgresql+pg8000://me@localhost:5432/venue?journal=table_1"
    folder = people_folder(database)
    assert folder.is_relative_to(state_folder())
    assert folder.is_dir()
    assert people_folder(tmp_path / "kept" / "t.sqlite") == people_folder(f"sqlite:///{tmp_path}/kept/t.sqlite")
    assert people_folder(tmp_path / "kept" / "t.sqlite") == tmp_path / "kept"
    Access(tmp_path / FILE).close()
    assert people_folder(database) == tmp_path


def test_a_user_without_a_name_has_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: in a container with an unnamed user the service ended with a KeyError."""

    def nameless() -> str:
        raise KeyError("getpwuid(): uid not found: 10001")

    monkeypatch.setattr("getpass.getuser", nameless)
    access = Access(tmp_path / FILE)
    with at_console(access, "http://127.0.0.1:8000"):
        (entrance,) = entrances()
        who = access.tokens.find(entrance.token)
    access.close()
    assert who is not None
    assert who.name == str(os.getuid())
