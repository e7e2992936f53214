"""The rulebook is stored in the journal: games under house rules read the same without the house's file."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli.app import app
from api.service.compose import TableConfig, open_director
from api.stores.open import open_journal, open_read_only
from controller.journal.chain import seal
from controller.journal.events import Event, RulebookKept, SessionOpened
from controller.journal.reduce import replay
from controller.rulebooks.catalogue import published, stored_book
from controller.rulebooks.house import house_rules
from controller.rulebooks.written import book_text
from controller.table.director import Director
from controller.table.venue import Venue
from tests.controller.records.test_records_collect import recorded
from tests.support.bench import Game
from tests.support.quiet_table import PROFILE

HOUSE = 'base = "npm-2008"\nid = "ours"\n[flow]\nwinds_played = {}\n'


@pytest.fixture
def config(tmp_path: Path) -> TableConfig:
    (tmp_path / "house.toml").write_text(HOUSE.format(1))
    return TableConfig("1", PROFILE, str(tmp_path / "house.toml"), "t", "c", "k", tmp_path / "j.sqlite")


def opened(config: TableConfig) -> Director:
    store = open_journal(config.journal)
    director = open_director(config, store)
    store.close()
    return director


def books(config: TableConfig) -> list[RulebookKept]:
    events: list[Event] = [record.event for record in open_read_only(config.journal).read()]
    return [event for event in events if isinstance(event, RulebookKept)]


def test_a_table_keeps_its_book_once_and_again_when_its_file_was_changed(config: TableConfig) -> None:
    opened(config)
    opened(config)
    (kept,) = books(config)
    assert (kept.rulebook, stored_book(kept.book).flow.winds_played.value) == ("ours", 1)
    Path(config.rulebook).write_text(HOUSE.format(2))
    opened(config)
    assert [stored_book(each.book).flow.winds_played.value for each in books(config)] == [1, 2]


def test_a_table_is_taken_up_by_the_kept_book_where_nobody_gives_one(config: TableConfig) -> None:
    opened(config)
    Path(config.rulebook).unlink()
    resumed = Director.resume(open_read_only(config.journal).read(), Venue("ours"))
    assert (resumed.rulebook.id, resumed.rulebook.flow.winds_played.value) == ("ours", 1)
    assert replay(open_read_only(config.journal).read()).state.book


def exported(path: Path, events: list[Event]) -> str:
    store, last = open_journal(path), None
    for event in events:
        last = seal(event, event.at, last)
        store.append([last])
    store.close()
    done = CliRunner().invoke(app, ["export", str(path), "--format", "tenhou6"])
    assert (done.exit_code, done.exception) == (0, None)
    return done.stdout


def test_a_record_is_written_by_the_kept_book_and_without_one_all_the_same(tmp_path: Path) -> None:
    opening, *rest = recorded(Game("npm-2008", 44, rounds=1, wrong=""), "npm-2008")
    assert isinstance(opening, SessionOpened)
    ours = replace(opening, rulebook="ours")
    house = house_rules(HOUSE.format(1), "ours", published()).rulebook
    assert house is not None
    kept = RulebookKept(at=opening.at, rulebook="ours", book=book_text(house))
    east = exported(tmp_path / "kept.sqlite", [ours, kept, *rest])
    # A journal with the id only: the number of winds played is unknown.
    whole = exported(tmp_path / "id.sqlite", [ours, *rest])
    assert "ours 東" in east
    assert '"disp":"ours"' in whole


def test_the_book_is_no_line_of_a_replay_that_people_read(config: TableConfig) -> None:
    opened(config)
    lines = CliRunner().invoke(app, ["replay", str(config.journal)]).stdout.splitlines()
    (line,) = [line for line in lines if "rulebook" in line]
    assert len(line) < 120
