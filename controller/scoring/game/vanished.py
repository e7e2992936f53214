"""Points that a rule removes from a game and gives to nobody, as text, to explain the sum of points."""

from typing import Final, NamedTuple

from controller.rulebooks.rulebook import Rulebook


class Vanished(NamedTuple):
    """Points removed from the game, and the clause by which they were removed."""

    id: str
    ja: str
    en: str
    points: int
    clause: str


_WORDS: Final = {
    "STICKS_TO_NOBODY": (
        "残った供託{:,}点は誰の得点にもなりません。",
        "{:,} points of sticks left over go to nobody.",
    ),
    "PENALTY_TO_NOBODY": ("罰符{:,}点は誰の得点にもなりません。", "{:,} points of penalties go to nobody."),
}


def vanished(stick_points: int, penalty_points: int, book: Rulebook) -> tuple[Vanished, ...]:
    """Return what happened to left-over sticks and to penalties that nobody received; () if nothing is lost."""
    lost = (
        ("STICKS_TO_NOBODY", stick_points, book.riichi.left_sticks.cite),
        ("PENALTY_TO_NOBODY", penalty_points, book.penalties.chombo_cost.cite),
    )
    return tuple(_entry(name, points, clause) for name, points, clause in lost if points)


def _entry(name: str, points: int, clause: str) -> Vanished:
    ja, en = _WORDS[name]
    return Vanished(name, ja.format(points), en.format(points), points, clause)
