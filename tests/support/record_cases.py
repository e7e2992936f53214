"""Games for the tests of records: simulated ones, and rounds written by hand."""

from functools import cache

from controller.records.record import GameRecord
from controller.rulebooks.catalogue import load
from hardware.simulator.game.record import game_records
from hardware.simulator.game.round import play_rounds

NAMES = ("東さん", "B", "C", "D")


def simulated(book: str, seed: int, rounds: int) -> list[GameRecord]:
    """Games played by the simulator, with everything visible."""
    return [*_simulated(book, seed, rounds)]


@cache
def _simulated(book: str, seed: int, rounds: int) -> tuple[GameRecord, ...]:
    return tuple(game_records(play_rounds(load(book), seed, rounds), NAMES))
