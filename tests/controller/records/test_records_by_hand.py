"""Whole games entered by value, without camera and tiles: calculated by hand, through every format, audited."""

from dataclasses import replace

import pytest

from api.record_files import written
from controller.journal.ledger import who_sat
from controller.records import csv
from controller.records.audit.difference import AuditCounts
from controller.records.audit.games import audit_game
from controller.records.collect import games
from controller.records.formats import RecordFormat
from controller.records.logs import read_log
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import load
from tests.support.kept_by_hand import NAMES, SUBSTITUTE, WholeGame, told_to_the_end

BOOKS = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022", "mleague", "tenhou")


def names_in(told: WholeGame, number: int) -> tuple[str, ...]:
    """Players of a round of the game."""
    replaced, since = told.replaced
    return tuple(SUBSTITUTE if seat is replaced and number >= since else NAMES[seat] for seat in SEATS)


@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_game_told_by_hand_is_the_same_by_pencil_in_every_format_and_back(book: str) -> None:
    for seed in range(3):
        told, law = told_to_the_end(book, seed), load(book)
        (game,) = games(told.desk.events, law, [1.79e9 + place for place in range(5000)])
        after = [one.scores_after for one in game.rounds]
        assert after[:-1] == told.points[:-1]
        # The remaining sticks may have been awarded by then.
        assert sum(after[-1]) - sum(told.points[-1]) in (0, sum(told.desk.state.scores) - sum(told.points[-1]))
        names = [names_in(told, number) for number in range(1, len(after) + 1)]
        assert [sat.names for _, sat in who_sat(told.desk.state, 1)] == names
        assert list(audit_game(game, law, "", AuditCounts())) == []
        for form in RecordFormat:
            (logged,) = read_log(written(form, [game]))
            again = logged.game
            assert logged.assumed == ()
            assert [one.result for one in again.rounds] == [one.result for one in game.rounds]
            assert [one.scores_after for one in again.rounds] == after
            assert [one.players or again.names for one in again.rounds] == names
            assert list(audit_game(again, law, "", AuditCounts())) == []
            for other in RecordFormat:
                (back,) = read_log(written(other, [again]))
                tables = [csv.write([replace(each, ref="")]) for each in (back.game, again)]
                assert tables[0] == tables[1]
