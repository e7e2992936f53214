"""Games for the tests of records: simulated ones, and rounds laid out by hand."""

from controller.records.record import GameRecord
from controller.rulebooks.catalogue import load
from hardware.simulator.game.record import game_records
from hardware.simulator.game.round import play_rounds

NAMES = ("東さん", "B", "C", "D")


def simulated(book: str, seed: int, rounds: int) -> list[GameRecord]:
    """Games played by the simulator, nothing hidden."""
    return game_records(play_rounds(load(book), seed, rounds), NAMES)
