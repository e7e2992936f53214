"""Every format converted into every other, read back and opened: no information of the source is lost.

The target's readers are represented by their own patterns: tenhou.net's viewer searches for points in a score string
and stops if it finds none.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from api.record_files import written
from controller.records import csv
from controller.records.collect import games
from controller.records.formats import RecordFormat
from controller.records.logs import LoggedGame, read_log
from controller.records.record import UNSEEN, GameRecord, RoundRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.records.wins import scored_wins
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import load
from tests.support.foreign_logs import write_mjlog, write_paipu, write_soul
from tests.support.kept_by_hand import told_game
from tests.support.record_cases import simulated

# The viewer's pattern for a score (spec of tenhou.net/6), which must match completely.
VIEWER = re.compile(
    r"(?:\d+符\d+飜|満貫|跳満|倍満|三倍満|役満|数え役満)(?:\d+点|\d+-\d+点|\d+点∀)",
)
SOURCES: dict[str, Callable[[GameRecord], str]] = {
    "journal": lambda game: written(RecordFormat.TENHOU6, [game]),
    "tenhou6": tenhou_writer.write,
    "mjlog": write_mjlog,
    "mjai": lambda game: written(RecordFormat.MJAI, [game]),
    "majiang": write_paipu,
    "mahjong-soul": write_soul,
    "csv": lambda game: csv.write([game]),
}
BOOKS = ("mleague", "tenhou", "npm-2008")
SEEDS = range(3)


def whole(book: str, seed: int) -> GameRecord:
    """A random game with every kind of information that records can contain."""
    (game, *_) = simulated(book, seed, 4)
    return replace(
        game,
        title=("第三節", "2026-11-29"),
        ref=f"game-{seed}",
        final_scores=(40000, 30000, 20000, 10000),
        final_totals=(Fraction(50000), Fraction(10000), Fraction(-20000), Fraction(-40000)),
        final_chips=(3, -1, -1, -1),
        open_tanyao=True,
        own_rules='{"csrule":"0FE0BF0B"}',
        begun=1_790_000_000.0,
        ended=1_790_003_600.0,
        rounds=tuple(replace(one, chips=(1, 0, 0, -1)) for one in game.rounds),
    )


def without_tiles(one: RoundRecord) -> RoundRecord:
    """The round as a table of rounds contains it."""
    return replace(one, hands=(UNSEEN,) * len(SEATS), acts=(), shown=(None,) * len(SEATS), laid=one.deposits)


def of_table(game: GameRecord) -> GameRecord:
    return replace(game, ref="", rounds=tuple(map(without_tiles, game.rounds)))


def read(text: str) -> LoggedGame:
    (logged,) = read_log(text)
    return logged


def kept(source: LoggedGame, form: RecordFormat) -> Counter[str]:
    """Write a game in a format and read it back; return counts of what was compared."""
    game, text = source.game, written(form, [source.game])
    again = read(text)
    assert set(again.assumed) <= set(source.assumed)
    if form is RecordFormat.CSV:
        assert of_table(again.game) == of_table(game)
        assert [one.deposits for one in again.game.rounds] == [one.deposits for one in game.rounds]
    else:
        # The rows do not show which of two equal discards was called.
        acts = [one.acts for one in again.game.rounds]
        same = replace(game, rounds=tuple(replace(one, acts=each) for one, each in zip(game.rounds, acts, strict=True)))
        assert replace(again.game, ref="") == replace(same, ref="")
        assert [one.deposits for one in again.game.rounds] == [one.deposits for one in game.rounds]
    # A further format loses nothing either.
    tables = [csv.write([replace(each, ref="")]) for each in (game, again.game)]
    assert tables[0] == tables[1]
    return Counter(games=1, rounds=len(game.rounds), wins=sum(len(one.wins) for one in game.rounds))


@pytest.mark.parametrize(("source", "form"), list(product(SOURCES, RecordFormat)))
def test_every_format_goes_into_every_other_and_back(source: str, form: RecordFormat) -> None:
    counts = Counter[str]()
    for book, seed in product(BOOKS, SEEDS):
        counts += kept(read(SOURCES[source](whole(book, seed))), form)
    assert counts["games"] == len(BOOKS) * len(SEEDS)
    assert counts["wins"] > counts["games"]


@pytest.mark.parametrize("source", SOURCES)
def test_viewers_find_the_points_of_every_win(source: str) -> None:
    scores = []
    for book, seed in product(BOOKS, SEEDS):
        told = tenhou_writer.document(read(SOURCES[source](whole(book, seed))).game)
        for row in told["log"]:
            scores += [win[3] for win in row[16][2::2]] if row[16][0] == "和了" else []
    assert len(scores) > len(BOOKS) * len(SEEDS)
    assert [score for score in scores if not VIEWER.fullmatch(score)] == []


@pytest.mark.parametrize("form", RecordFormat)
def test_a_table_without_a_camera_is_read_by_our_own_readers(form: RecordFormat) -> None:
    (game,) = games(told_game(), load("mleague"), [1.79e9 + place for place in range(1000)])
    again = read(written(form, [game]))
    assert again.assumed == ()
    assert [one.result for one in again.game.rounds] == [one.result for one in game.rounds]
    assert [one.scores_after for one in again.game.rounds] == [one.scores_after for one in game.rounds]
    assert all(not one.is_seen and one.hands == (UNSEEN,) * len(SEATS) for one in again.game.rounds)


def test_han_and_fu_that_people_state_stand_in_the_record() -> None:
    (game,) = games(told_game(), load("mleague"), [1.79e9 + place for place in range(1000)])
    won = next(one for one in game.rounds if one.wins)
    row = tenhou_writer.round_row(won)
    assert row[16][2][3] == "30符3飜5800点"
    assert json.loads(tenhou_writer.write(game))["log"][0][4] == [0] * 13


def test_wins_that_people_state_are_held_against_the_book() -> None:
    (game,) = games(told_game(), load("mleague"))
    again = read(tenhou_writer.write(game)).game
    for one in again.rounds:
        assert [(win.agrees, win.differences) for win in scored_wins(one, load("mleague"))] == [(True, ())] * len(
            one.wins
        )
    one = again.rounds[0]
    (won,) = one.wins
    (found,) = scored_wins(replace(one, result=(replace(won, deltas=(5200, -5200, 0, 0)),)), load("mleague"))
    assert [each.about for each in found.differences] == ["payments"]
