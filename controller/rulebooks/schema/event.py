"""Chapter of a rulebook: an event of several games, its standings and who goes on."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class TieBreak(Enum):
    """How players with equal points are ranked; a book lists several in the order in which they apply.

    POINTS_BEFORE: points up to the game before the last. WIN_RATE: wins over wins and losses of places, first 3-0 to
    fourth 0-3, a shared place in neither count. BEST_GAMES: the best game, then the next best.
    """

    POINTS_BEFORE = "points_before"
    WIN_RATE = "win_rate"
    BEST_GAMES = "best_games"


@dataclass(frozen=True, slots=True)
class EventChapter(Chapter):
    """Standings over ``games`` games, None where the book names no number; players still equal share a rank.

    ``qualifiers``: how many go on, 0 for none. ``last_game_by_standing``: tables of the last game by rank.
    ``every_wind_once``: each player begins once in each seat. ``win_rate_all_drawn``: percent without win or loss.
    """

    games: Rule[int | None]
    event_ties: Rule[tuple[TieBreak, ...]]
    qualifiers: Rule[int]
    last_game_by_standing: Rule[bool]
    every_wind_once: Rule[bool]
    win_rate_all_drawn: Rule[int]
