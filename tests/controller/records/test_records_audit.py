"""Audited logs of other programs: conforming entries pass silently, every deviation is reported by a line."""

import gzip
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.record_files import read_file
from controller.errors import RecordError
from controller.records.audit.difference import AuditCounts, LogDifference
from controller.records.audit.games import audit_game
from controller.records.logs import read_log
from controller.records.mjai import writer as mjai_writer
from controller.records.record import DrawAct, DrawName, DrawNote, GameRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import load
from controller.scoring.game.placement import GamePoints, close_game
from tests.support.foreign_logs import write_mjlog, write_soul
from tests.support.record_cases import simulated

BOOK = load("mleague")
few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
games = st.builds(simulated, st.just("mleague"), st.integers(0, 10**6), st.integers(1, 5))


def audited(text: str, rulebook: str = "mleague") -> list[LogDifference]:
    """Return every difference found in a log's text."""
    found: list[LogDifference] = []
    for logged in read_log(text):
        found += audit_game(logged.game, load(rulebook), "log", AuditCounts(), logged.readings)
    return found


def first_game(seed: int = 1, rounds: int = 4) -> GameRecord:
    return simulated("mleague", seed, rounds)[0]


@pytest.mark.slow
@few
@given(games)
def test_what_a_simulated_table_played_is_right_in_every_format(played: list[GameRecord]) -> None:
    for game in played:
        assert audited(tenhou_writer.write(game)) == []
        assert audited("\n".join(mjai_writer.write(game))) == []
        assert audited(write_mjlog(game)) == []
        assert audited(write_soul(game)) == []


def test_many_games_a_line_and_packed_files_are_read(tmp_path: Path) -> None:
    lines = "\n".join(tenhou_writer.write(first_game(seed, 2)) for seed in (1, 2, 3))
    packed = tmp_path / "games.jsonl.gz"
    packed.write_bytes(gzip.compress(lines.encode()))
    assert len(list(read_file(packed))) == len(list(read_log(lines))) == 3
    assert len(list(read_log(json.dumps([json.loads(line) for line in lines.splitlines()])))) == 3


@pytest.mark.parametrize("text", ["", "nonsense", "{}", "[]", '{"log": 1}', "<mjloggm>\n<INIT/></mjloggm>"])
def test_what_is_no_log_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        list(read_log(text))


def told(game: GameRecord) -> dict[str, tuple[str, str]]:
    """Differences of a game, by subject."""
    return {each.about: (each.round, each.line) for each in audit_game(game, BOOK, "log", AuditCounts())}


def won_round(game: GameRecord) -> int:
    return next(place for place, one in enumerate(game.rounds[:-1]) if one.wins)


def test_wrong_payments_and_what_follows_them_are_told() -> None:
    game = first_game()
    place = won_round(game)
    one = game.rounds[place]
    a, b, c, d = one.wins[0].deltas
    wrong = replace(one, result=(replace(one.wins[0], deltas=(a + 100, b, c, d - 100)),))
    rounds = (*game.rounds[:place], wrong, *game.rounds[place + 1 :])
    found = told(replace(game, rounds=rounds))
    assert set(found) == {"payments", "scores"}
    assert found["payments"][0] == one.name


def test_the_next_round_is_held_against_the_flow() -> None:
    game = first_game()
    second = replace(game.rounds[1], counters=game.rounds[1].counters + 1)
    found = told(replace(game, rounds=(game.rounds[0], second)))
    assert "next-round" in found
    assert found["next-round"][1].startswith(f"log {game.rounds[0].name}: next-round: logged ")


def test_fu_han_and_yaku_are_compared_line_by_line() -> None:
    game = first_game()
    place = won_round(game)
    one = game.rounds[place]
    score = one.wins[0].score
    assert score is not None
    less = replace(score, yaku=score.yaku[1:], fu=110, limit=None)
    wrong = replace(one, result=(replace(one.wins[0], score=less),))
    found = told(replace(game, rounds=(wrong,)))
    assert {"fu", "yaku"} <= set(found)


def test_an_indicator_too_many_is_told() -> None:
    game = first_game()
    one = game.rounds[won_round(game)]
    more = replace(one, dora=(*one.dora, Tile.NORTH))
    assert "indicators" in told(replace(game, rounds=(more,)))


def test_a_draw_before_the_wall_is_spent_is_told_and_an_unknown_draw_refused() -> None:
    game = first_game()
    one = game.rounds[won_round(game)]
    acts = one.acts[:-1] if isinstance(one.acts[-1], DrawAct) else one.acts
    early = replace(one, acts=acts, result=DrawNote(DrawName.EXHAUSTIVE, (0, 0, 0, 0)))
    assert "wall" in told(replace(game, rounds=(early,)))
    aborted = replace(early, result=DrawNote(DrawName.FOUR_WINDS, (0, 0, 0, 0)))
    assert told(replace(game, rounds=(aborted,)))["draw"][1].endswith("logged four_winds, computed no such draw")
    penalty = replace(early, result=DrawNote(DrawName.CHOMBO, (0, 0, 0, 0)))
    counts = AuditCounts()
    assert list(audit_game(replace(game, rounds=(penalty,)), BOOK, "log", counts)) == []
    assert len(counts.unchecked) == 1


def test_tiles_that_a_seat_does_not_hold_are_told() -> None:
    game = first_game()
    one = game.rounds[0]
    a, b, c, d = one.hands
    assert "play" in told(replace(game, rounds=(replace(one, hands=(b, c, d, a)),)))


def test_a_draw_told_while_a_seat_holds_a_tile_too_many_is_told_and_nothing_breaks() -> None:
    one = next(one for seed in range(1, 20) for one in first_game(seed).rounds if isinstance(one.acts[-1], DrawAct))
    drawn = replace(one, result=DrawNote(DrawName.EXHAUSTIVE, (0, 0, 0, 0)))
    assert "play" in told(replace(first_game(), rounds=(drawn,)))


def test_the_end_and_the_final_points_are_held_against_the_book() -> None:
    whole = next(
        game
        for seed in range(1, 40)
        for game in simulated("wakashachi-2025", seed, 12)
        if game.rounds[-1].dealer == 3 and game.rounds[-1].wins and game.rounds[-1].wins[0].winner != 3
    )
    book = load("wakashachi-2025")
    closed = close_game(GamePoints(whole.rounds[-1].scores_after), book)
    a, b, c, d = (int(score) for score in closed.scores)
    ended = replace(whole, final_scores=(a, b, c, d), final_totals=closed.totals)
    assert list(audit_game(ended, book, "log", AuditCounts())) == []
    cut = replace(ended, rounds=ended.rounds[:-1])
    assert {each.about for each in audit_game(cut, book, "log", AuditCounts())} >= {"end", "final-points"}
    totals = (closed.totals[0] + Fraction(100), *closed.totals[1:])
    wrong = replace(ended, final_totals=totals)
    assert [each.about for each in audit_game(wrong, book, "log", AuditCounts())] == ["final-totals"]


def test_totals_are_held_against_the_edition_of_the_year_in_which_a_game_was_played() -> None:
    """Tenhou's game id contains the year: whole totals up to 2020, tenths from 2023, either if the year is unknown."""
    game = first_game()
    points = game.rounds[-1].scores_after
    closed = (close_game(GamePoints(points), load(name)) for name in ("tenhou-2020", "tenhou"))
    whole, tenths = (replace(game, final_scores=points, final_totals=each.totals) for each in closed)
    assert whole.final_totals != tenths.final_totals

    def differs(one: GameRecord, name: str) -> bool:
        told = audit_game(one, load("tenhou"), name, AuditCounts())
        return "final-totals" in {each.about for each in told}

    old, new = "2010102910gm-00a9-0000-cdb9804c.mjlog", "2023101214gm-00a9-0000-8cb902d4.json"
    assert [differs(whole, name) for name in (old, new, "log")] == [False, True, False]
    assert [differs(tenths, name) for name in (old, new, "log")] == [True, False, False]
    assert differs(replace(whole, ref=new.partition(".")[0]), "log")
