"""Many tables in one service: a table that cannot start does not affect others, and a change affects only its table."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from api.hiding import Hiding
from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.open import open_journal
from api.venue.tables import VenueTables
from controller.errors import EyesError, VenueError
from controller.journal.events import JudgingChanged, PlayersSeated
from controller.journal.state import Phase
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.views.policy import Release, When
from tests.support.quiet_table import PROFILE, NoEyes, NoTable
from tests.support.waiting import eventually

BOOK = "npm-2008"


class Workshop:
    """Opens quiet tables; raises ``EyesError`` for tables in ``away``."""

    def __init__(self) -> None:
        self.away: set[str] = set()
        self.opened: list[str] = []

    def open(self, config: TableConfig) -> TableService:
        if config.name in self.away:
            raise EyesError(f"{config.camera}: no such camera, said token-of-{config.name}")
        self.opened.append(config.name)
        store = open_journal(config.journal)
        return TableService(config.name, open_director(config, store), store, NoTable(), NoEyes(), rule=config.release)


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


@pytest.fixture
def tables(workshop: Workshop) -> Iterator[VenueTables]:
    tables = VenueTables(opening=workshop.open)
    yield tables
    tables.close()


@pytest.fixture
def config(tmp_path: Path) -> Callable[[str], TableConfig]:
    def made(name: str) -> TableConfig:
        return TableConfig(name, PROFILE, BOOK, f"/dev/{name}", f"camera-{name}", "", tmp_path / f"{name}.sqlite")

    return made


def change(tables: VenueTables, *configs: TableConfig, ending: tuple[str, ...] = (), reason: str = "") -> None:
    tables.change({each.name: each for each in configs}, Hiding({"token-of-2"}), ending, reason)
    tables.wait_settled(20.0)


def begin_round(service: TableService) -> None:
    service.take(TableSignal(SignalKind.SET_PRESSED, 1.0, Seat.A, id="set"))
    assert service.state.phase is not Phase.WAITING_FOR_SET


def test_a_table_that_cannot_start_is_told_and_tried_again_while_the_others_run(
    tables: VenueTables, workshop: Workshop, config: Callable[[str], TableConfig]
) -> None:
    workshop.away = {"2"}
    change(tables, config("1"), config("2"), config("3"))
    assert list(tables) == ["1", "3"]
    waiting = tables.stands[1]
    assert (waiting.table, waiting.running) == ("2", False)
    assert waiting.trouble is not None
    assert waiting.trouble.en == "camera-2: no such camera, said ***"
    workshop.away = set()
    eventually(lambda: list(tables) == ["1", "2", "3"])
    assert tables.stands[1].trouble is None


def test_only_what_changed_is_touched(
    tables: VenueTables, workshop: Workshop, config: Callable[[str], TableConfig]
) -> None:
    change(tables, config("1"), config("2"))
    first, second = tables["1"], tables["2"]
    begin_round(first)
    adjusted = replace(
        config("1"), undo_s=60.0, automatic=("dice-wrong-roller",), auto_settle=True, release=Release(When.ROUND)
    )
    change(tables, adjusted, replace(config("2"), camera="another"), config("3"), reason="the final is on stream")
    eventually(lambda: tables.get("2") not in (None, second))
    assert tables["1"] is first
    assert first.running
    venue = first._intake._director.venue
    assert (venue.undo_s, venue.automatic, venue.auto_settle) == (60.0, ("dice-wrong-roller",), True)
    assert workshop.opened.count("1") == 1
    assert list(tables) == ["1", "2", "3"]


def test_a_running_table_takes_over_what_it_judges_by_itself_and_the_journal_tells_so(
    tables: VenueTables, workshop: Workshop, config: Callable[[str], TableConfig]
) -> None:
    change(tables, config("1"))
    service = tables["1"]
    begin_round(service)
    judged = replace(config("1"), automatic=("dice-wrong-roller",), confirmed=("call-too-late",))
    change(tables, judged, reason="agreed before the final")
    change(tables, judged)
    told = [each.event for each in service.records() if isinstance(each.event, JudgingChanged)]
    assert [(each.name.value, each.codes, each.by, each.why) for each in told] == [
        ("automatic", ("dice-wrong-roller",), "venue", "agreed before the final"),
        ("confirmed", ("call-too-late",), "venue", "agreed before the final"),
    ]
    director = service._intake._director
    assert (director.venue.automatic, director.venue.confirmed) == (judged.automatic, judged.confirmed)
    assert director._referee.confirmed == {"call-too-late"}
    assert workshop.opened == ["1"]


def test_a_round_that_is_open_goes_on_through_a_restart_of_its_table(
    tables: VenueTables, config: Callable[[str], TableConfig]
) -> None:
    change(tables, config("1"))
    before = tables["1"]
    begin_round(before)
    change(tables, replace(config("1"), serial="/dev/other"))
    eventually(lambda: tables.get("1") not in (None, before))
    assert tables["1"].state.phase is Phase.MIXING


def test_what_would_leave_the_round_waits_for_its_end(
    tables: VenueTables, config: Callable[[str], TableConfig], tmp_path: Path
) -> None:
    change(tables, config("1"))
    first = tables["1"]
    begin_round(first)
    change(tables, replace(config("1"), rulebook="tomioka", journal=tmp_path / "new.sqlite", undo_s=99.0))
    assert tables["1"] is first
    waits = tables.stands[0].pending
    assert waits == ("rulebook", "journal")
    assert first._intake._director.venue.undo_s == 99.0
    change(tables, config("1"))
    assert tables.stands[0].pending == ()


def test_another_rulebook_needs_another_journal_and_nothing_is_changed_before_that(
    tables: VenueTables, config: Callable[[str], TableConfig]
) -> None:
    change(tables, config("1"))
    with pytest.raises(VenueError, match="table 1: its journal is of rulebook npm-2008: expected another journal"):
        change(tables, replace(config("1"), rulebook="tomioka"), config("2"))
    assert list(tables) == ["1"]
    assert tables.stands[0].pending == ()


def test_hands_are_seen_earlier_only_for_a_reason(tables: VenueTables, config: Callable[[str], TableConfig]) -> None:
    change(tables, config("1"))
    assert tables["1"].late_feed() is None
    sooner = replace(config("1"), release=Release(When.DELAYED, 300.0), teams=("Red", "Blue", "Green", "White"))
    with pytest.raises(VenueError, match="table 1: release lets hands out earlier than before: expected a reason"):
        change(tables, sooner)
    assert tables["1"].late_feed() is None
    change(tables, sooner, reason="a broadcast")
    assert tables["1"].late_feed() is not None
    told = tables["1"].state.release
    assert told is not None
    assert (told.by, told.why, told.delay_s) == ("venue", "a broadcast", 300.0)
    assert tables.stands[0].teams == ("Red", "Blue", "Green", "White")
    with pytest.raises(VenueError, match="expected a reason"):
        change(tables, replace(sooner, release=Release(When.DELAYED, 200.0)))
    change(tables, replace(sooner, release=Release(When.DELAYED, 400.0)))
    change(tables, config("1"))
    assert tables["1"].late_feed() is None


def test_a_removed_table_ends_between_rounds_or_when_somebody_says_so(
    tables: VenueTables, config: Callable[[str], TableConfig]
) -> None:
    change(tables, config("1"), config("2"), config("3"))
    begin_round(tables["2"])
    change(tables, config("1"))
    assert list(tables) == ["1", "2"]
    assert tables.stands[1].pending == ("end",)
    with pytest.raises(VenueError, match="table 1: expected the id of a running table that the file no longer has"):
        change(tables, config("1"), ending=("1",))
    change(tables, config("1"), ending=("2",))
    assert list(tables) == ["1"]


def test_names_are_seated_before_a_game_and_wait_during_one(
    tables: VenueTables, config: Callable[[str], TableConfig]
) -> None:
    change(tables, config("1"))
    service = tables["1"]
    change(tables, replace(config("1"), names=("Aoi", "Ren", "Sora", "Yui")))
    assert service.state.names == ("Aoi", "Ren", "Sora", "Yui")
    begin_round(service)
    change(tables, replace(config("1"), names=("A", "B", "C", "D")))
    assert service.state.names == ("Aoi", "Ren", "Sora", "Yui")
    assert tables.stands[0].pending == ("names",)
    assert sum(isinstance(record.event, PlayersSeated) for record in service.records()) == 1
