"""Tie-breaks between players of an event with equal points: one function per tie-break of the rulebooks."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from controller.riichi.seat import Seat
from controller.rulebooks.schema.event import TieBreak


class PlayedGame(NamedTuple):
    """One game of one player: its number in the event, the seat at its start, and its result in points.

    ``wins`` and ``losses``: number of players placed below and above; a shared place counts as neither.
    """

    number: int
    table: str
    seat: Seat
    score: Fraction
    place: int
    total: Fraction
    wins: int
    losses: int


class BesidePoints(NamedTuple):
    """Points of a player outside of games; ``number``: game with which they were given, 0 before the first."""

    player: str
    number: int
    total: Fraction


def win_rate(games: Sequence[PlayedGame], all_drawn: int) -> Fraction:
    """Return wins over wins plus losses of places (kenko, ties 1); ``all_drawn`` per cent if there are neither."""
    wins, losses = sum(game.wins for game in games), sum(game.losses for game in games)
    return Fraction(wins, wins + losses) if wins + losses else Fraction(all_drawn, 100)


def points_before(games: Sequence[PlayedGame], beside: Sequence[BesidePoints], last: int) -> Fraction:
    """Return the points up to the game before the event's ``last`` one (wakashachi art. 1)."""
    own = sum((game.total for game in games if game.number < last), Fraction(0))
    return own + sum(each.total for each in beside if each.number < last)


def best_games(games: Sequence[PlayedGame]) -> tuple[Fraction, ...]:
    """Return the points of the games in descending order (kenko, ties 2)."""
    return tuple(sorted((game.total for game in games), reverse=True))


# Key of a tie-break, larger first; arguments: the games, the points outside of games, the event's last game, and the
# per cent for a player with drawn places only.
Compared = Callable[[Sequence[PlayedGame], Sequence[BesidePoints], int, int], tuple[Fraction, ...]]
COMPARED: Final[dict[TieBreak, Compared]] = {
    TieBreak.POINTS_BEFORE: lambda games, beside, last, _: (points_before(games, beside, last),),
    TieBreak.WIN_RATE: lambda games, _, __, all_drawn: (win_rate(games, all_drawn),),
    TieBreak.BEST_GAMES: lambda games, _, __, ___: best_games(games),
}
