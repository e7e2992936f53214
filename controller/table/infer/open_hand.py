"""An open hand with faces in doubt: read as it wins, where it does so in one way alone."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from controller.journal import events as ev
from controller.journal.reduce import reduce
from controller.ports.eyes import SeenTile
from controller.riichi.tile import Tile
from controller.table.infer.wins import won_hands
from controller.table.observe.observation import Observation

_MOST: Final = 4
"""Faces in doubt whose runners-up are tried; chosen: a wall that stands before a hand hides what tells two or three."""


def as_it_wins(shown: ev.HandRevealed, observation: Observation) -> ev.HandRevealed:
    """The hand with the next likeliest of its doubtful faces, where it wins so and only so: nobody else opens one.

    A face is in doubt that would not be paid for as an ura.
    """
    scene = observation.scene
    seen = None if scene.newest is None else scene.newest.hands[shown.seat]
    faces = () if seen is None else (*seen.shown, *(() if seen.apart is None else (seen.apart,)))
    names = (*shown.tiles, *(() if shown.apart is None else (shown.apart,)))
    if tuple(face.tile for face in faces) != names:
        return shown
    doubted = [place for place, face in enumerate(faces) if _other(face, observation.venue.paying) is not None]
    if not 0 < len(doubted) <= _MOST or _wins(shown, observation):
        return shown
    ways = product(*((False, True) if place in doubted else (False,) for place in range(len(faces))))
    read = [_renamed(shown, faces, way) for way in ways if any(way)]
    winning = [each for each in read if _wins(each, observation)]
    return winning[0] if len(winning) == 1 else shown


def _other(face: SeenTile, sure: float) -> Tile | None:
    return face.other if face.confidence < sure else None


def _renamed(shown: ev.HandRevealed, faces: Sequence[SeenTile], way: Sequence[bool]) -> ev.HandRevealed:
    names = [face.other if other else face.tile for face, other in zip(faces, way, strict=True)]
    tiles = tuple(name for name in names[: len(shown.tiles)] if name is not None)
    return replace(shown, tiles=tiles, apart=None if shown.apart is None else names[-1])


def _wins(shown: ev.HandRevealed, observation: Observation) -> bool:
    """Whether the hand wins by the record if it is that."""
    won = won_hands(reduce(observation.state, shown), observation.rulebook, observation.venue.same_time_s)
    return any(each.win.winner is shown.seat for each in won)
