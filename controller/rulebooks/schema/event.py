"""Rulebook chapter: an event of several games, its standings and qualification."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class TieBreak(Enum):
    """Tie-break between players with equal points; a rulebook lists several in the order in which they apply.

    POINTS_BEFORE: points up to the game before the last. WIN_RATE: wins over wins plus losses of places, first 3-0 to
    fourth 0-3, a shared place counts in neither. BEST_GAMES: the best game, then the next best.
    """

    POINTS_BEFORE = "points_before"
    WIN_RATE = "win_rate"
    BEST_GAMES = "best_games"


@dataclass(frozen=True, slots=True)
class EventChapter(Chapter):
    """Standings over ``games`` games, None if the rulebook names no number; players still equal share a rank.

    ``qualifiers``: number of players who qualify, 0 for none. ``last_game_by_standing``: tables of the last game by
    rank. ``every_wind_once``: each player begins once in each seat. ``win_rate_all_drawn``: per cent without win or
    loss.
    """

    games: Rule[int | None]
    event_ties: Rule[tuple[TieBreak, ...]]
    qualifiers: Rule[int]
    last_game_by_standing: Rule[bool]
    every_wind_once: Rule[bool]
    win_rate_all_drawn: Rule[int]
