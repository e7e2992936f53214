"""The program that compares released records with what was played, for one round."""

from dataclasses import replace

from tests.support.released_records import ReleasedRecords, compared, play


def test_a_round_seen_by_seat_cameras_is_recorded_as_it_was_played() -> None:
    read, true = play("mleague", 3, rounds=1)
    figures = ReleasedRecords()
    assert compared(read, true, figures) == []
    assert (figures.rounds, figures.right) == (1, 1)
    wrong = [replace(game, rounds=tuple(replace(one, counters=9) for one in game.rounds)) for game in read]
    assert compared(wrong, true, figures)
    assert (figures.rounds, figures.right) == (2, 1)
