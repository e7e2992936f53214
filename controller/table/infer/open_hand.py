"""Doubtful faces of an open hand, resolved if the hand wins with exactly one choice of faces."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from controller.journal import events as ev
from controller.journal.reduce import reduce
from controller.riichi.tile import Tile
from controller.table.infer.wins import won_hands
from controller.table.observe.observation import Observation

_MOST: Final = 4
"""Maximum number of doubtful faces whose second-best face is tried; chosen: a wall in front hides half of 2 or 3."""


def as_it_wins(shown: ev.HandRevealed, observation: Observation) -> ev.HandRevealed:
    """Return the hand with second-best faces in doubtful places if exactly one such reading wins, else as read.

    Only a player with a winning hand opens it. A face is doubtful below the confidence required to pay for an ura
    indicator.
    """
    scene = observation.scene
    seen = None if scene.newest is None else scene.newest.hands[shown.seat]
    faces = () if seen is None else (*seen.shown, *(() if seen.apart is None else (seen.apart,)))
    names = (*shown.tiles, *(() if shown.apart is None else (shown.apart,)))
    if tuple(face.tile for face in faces) != names:
        return shown
    sure = observation.venue.paying
    options = [
        (face.tile,) if face.other is None or face.confidence >= sure else (face.tile, face.other) for face in faces
    ]
    if not 0 < sum(len(each) > 1 for each in options) <= _MOST or _wins(shown, observation):
        return shown
    # The first combination is the hand as read.
    winning = [each for names in list(product(*options))[1:] if _wins(each := _renamed(shown, names), observation)]
    return winning[0] if len(winning) == 1 else shown


def _renamed(shown: ev.HandRevealed, names: Sequence[Tile | None]) -> ev.HandRevealed:
    tiles = tuple(name for name in names[: len(shown.tiles)] if name is not None)
    return replace(shown, tiles=tiles, apart=None if shown.apart is None else names[-1])


def _wins(shown: ev.HandRevealed, observation: Observation) -> bool:
    """True if the hand with these faces wins by the record."""
    won = won_hands(reduce(observation.state, shown), observation.rulebook, observation.venue.same_time_s)
    return any(each.win.winner is shown.seat for each in won)
