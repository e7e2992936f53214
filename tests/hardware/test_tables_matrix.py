"""Every family of table with every rulebook that can use it: board, line and machine, with people at the buttons."""

import runpy
from pathlib import Path

import pytest

from controller.journal import events as ev
from controller.journal.events import Severity
from controller.journal.state import Phase
from controller.machine.facts import Builder, Dealer
from controller.ports.table import SignalKind
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.compatibility import due_rolls, fit
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work
from hardware.simulator.machine.machine import Machine, Trouble
from hardware.simulator.machine.pace import EXPOSURE_S
from tests.controller.table.test_table_games import Table, agrees
from tests.support.longer import others_long
from tests.support.play_tables import FAMILIES
from tests.support.wired_game import WiredGame

# Every test plays at a whole table.
pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs"
CELLS = [
    (profile, book)
    for profile in FAMILIES
    for book in rulebook_ids()
    if fit(rulebook(book), table_work(load_profile(profile))).usable
]
# tests.support.play_tables plays whole games for all pairs; here every family and every book is played at least once.
SAMPLE = [
    *(("auto-deal", "npm-2008"), ("auto-deal", "mleague"), ("four-button", "teikoku"), ("two-start", "tomioka")),
    *(("hand-stacked", "npm-2008"), ("hand-stacked", "wakashachi-2025"), ("hand-stacked", "kenko-2022")),
    *(("wall-only", "npm-2008"), ("two-start", "mleague")),
]


def played(game: WiredGame) -> Table:
    table = Table(game.venue)
    table.play(game.evidence())
    return table


def assert_as_played(table: Table, game: WiredGame) -> None:
    results = table.of(ev.RoundWon, ev.RoundDrawn)
    assert [agrees(*pair) for pair in zip(results, game.truth, strict=True)] == [True] * game.rounds
    assert table.director.state.scores == game.truth[-1].points_after
    assert table.refused == []


def codes(table: Table) -> list[str]:
    return [event.fault.code for event in table.of(ev.FaultRaised) if isinstance(event, ev.FaultRaised)]


@pytest.mark.parametrize(("profile", "book"), SAMPLE)
def test_a_round_at_each_family_under_each_book_that_can_use_it(profile: str, book: str) -> None:
    game = WiredGame(profile, book, seed=CELLS.index((profile, book)), rounds=1)
    table = played(game)
    assert_as_played(table, game)
    assert codes(table) == []
    rolls = table.of(ev.DiceRolled)
    assert len(rolls) == due_rolls(rulebook(book), game.work)
    assert len(table.of(ev.HandsDealt)) == len(table.of(ev.WallBroken)) == 1
    presses = [signal.kind for signal in game.reported if signal.kind is SignalKind.SET_PRESSED]
    by_machine = game.work.dealer is Dealer.MACHINE
    assert len(presses) == (0 if game.work.builder is Builder.HANDS else 1 if by_machine else 2)
    (broken,) = table.of(ev.WallBroken)
    assert isinstance(broken, ev.WallBroken)
    made = game.truth[0].deal.made
    assert (broken.seen.wall, broken.seen.stack) == (made.wall, made.stack)
    assert (broken.expected is None) is by_machine


def test_a_table_that_deals_shows_hands_and_indicator_with_the_walls() -> None:
    game = WiredGame("auto-deal", "mleague", seed=4, rounds=1)
    table = played(game)
    names = [type(record.event).__name__ for record in table.records if not isinstance(record.event, ev.MachineTimed)]
    start = names.index("WallsRaised")
    assert names[start : start + 4] == ["WallsRaised", "HandsDealt", "WallBroken", "DoraShown"]
    (dora, *_) = table.of(ev.DoraShown)
    assert isinstance(dora, ev.DoraShown)
    assert dora.seen == dora.expected
    assert table.of(ev.DicePressed, ev.DiceRolled) == []


def test_dice_that_roll_come_to_rest_though_the_centre_is_opened_meanwhile() -> None:
    machine = Machine(load_profile("wall-only"))
    for at_s, button in ((0.0, "DICE_A"), (0.5, "SET_A")):
        machine.contacts((button,), at_s)
        machine.contacts((), at_s + 0.1)
    assert "DICE_ROLLING" in machine.levels
    machine.advance(3.0)
    assert "DICE_ROLLING" not in machine.levels


def at(second: float) -> int:
    return round(second / EXPOSURE_S)


@pytest.mark.parametrize("profile", ["two-start", "auto-deal"])
def test_power_and_line_fail_in_the_middle_of_a_round_and_it_goes_on(profile: str) -> None:
    def upset(frame: int, game: WiredGame) -> None:
        bench = game.bench
        assert bench is not None
        if frame in (at(40.0), at(60.0)):
            bench.wired.power(frame == at(60.0), bench.now)
        if frame in (at(70.0), at(76.0)):
            bench.port.plugged = frame == at(76.0)

    game = WiredGame(profile, "npm-2008", seed=1, rounds=2, upset=upset)
    table = played(game)
    assert_as_played(table, game)
    assert codes(table) == ["table-power", "link-lost"]
    for standing in table.director.state.faults:
        assert standing.decision is not None
        assert standing.fault.severity is Severity.SERVICE
        assert "record is safe" in standing.fault.remedy.text.en
        assert "記録は保存されて" in standing.fault.remedy.text.ja


@pytest.mark.parametrize("profile", others_long(["two-start", "four-button"], "four-button"))
@pytest.mark.parametrize("trouble", [Trouble.JAM, Trouble.SLOW, None])
def test_the_next_set_jams_is_slow_or_lacks_a_tile_while_the_round_is_played(
    profile: str, trouble: Trouble | None
) -> None:
    """The machine's fault is reported with its remedy, and the round is recorded as played."""

    def upset(frame: int, game: WiredGame) -> None:
        bench = game.bench
        assert bench is not None
        if frame == 0 and trouble is not None:
            bench.machine.stage(trouble)
        if trouble is None and bench.machine.centre.value == "closing":
            bench.machine.tiles_in(135)

    game = WiredGame(profile, "mleague", seed=2, rounds=1, upset=upset)
    table = played(game)
    assert game.bench is not None
    slow = game.known.building.slow_s
    game.bench.run(max(0.0, slow + 15.0 - game.bench.now))
    for signal in (*game.bench.signals, *game.bench.shown):
        if signal not in game.reported:
            table.play([signal])
    assert_as_played(table, game)
    leds = len(game.known.lamps.faults)
    told = {Trouble.JAM: "table-jam", Trouble.SLOW: "table-timeout", None: "tile-missing"}[trouble]
    if trouble is not Trouble.SLOW and leds < 5:
        told = "table-fault" if leds else "table-timeout"
    assert told in codes(table)
    assert all(fault.fault.remedy.text.en for fault in table.director.state.faults)
    assert table.director.phase is Phase.SETTLEMENT


def test_a_hatch_left_open_is_told_before_the_walls_and_the_game_goes_on() -> None:
    held: list[int] = []

    def upset(frame: int, game: WiredGame) -> None:
        bench = game.bench
        assert bench is not None
        if bench.machine.centre.value == "open" and not held:
            held.append(frame)
            bench.run(100.0)

    game = WiredGame("two-start", "npm-2008", seed=3, rounds=1, upset=upset)
    table = played(game)
    assert_as_played(table, game)
    assert codes(table) == ["table-hatch-open"]
    (standing,) = table.director.state.faults
    assert standing.decision is not None
    assert "START" in standing.fault.remedy.text.en


def test_start_pressed_twice_by_mistake_is_told_and_the_round_is_kept() -> None:
    def upset(frame: int, game: WiredGame) -> None:
        bench = game.bench
        assert bench is not None
        if frame == at(50.0):
            bench.finger("SET_C")
            bench.run(0.4)
            bench.finger("SET_C")

    game = WiredGame("two-start", "npm-2008", seed=6, rounds=1, upset=upset)
    table = played(game)
    assert_as_played(table, game)
    assert codes(table) == ["set-button-during-hand"]


def test_the_page_of_tables_is_what_profiles_rulebooks_and_the_last_whole_run_say() -> None:
    drawn = runpy.run_path(str(DOCS / "generate" / "draw_tables.py"))
    assert (DOCS / "tables.md").read_text(encoding="utf-8") == drawn["page"](), (
        "run: python docs/generate/draw_tables.py"
    )
    run = drawn["last_run"]()
    # A new family or book is not measured until the next whole run.
    assert {(row["profile"], row["rulebook"]) for row in run} <= set(CELLS)
    assert all(row["right"] == row["rounds"] and row["faults"] == [] for row in run)
