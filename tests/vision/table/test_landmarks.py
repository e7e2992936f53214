"""Unmoved faces as landmarks: when the camera is searched by them, and when no longer."""

from controller.riichi.tile import Tile
from vision.explain.found import FoundTile, Surface
from vision.table.find.landmarks import Landmarks


def faces(first: float) -> list[FoundTile]:
    return [
        FoundTile(Surface.FACE, first + 30.0 * place, 50.0, 16.5, 0.0, 1.0, 0.0, Tile(place), 1.0) for place in range(9)
    ]


def test_a_camera_is_looked_for_at_once_then_ever_less_often() -> None:
    landmarks = Landmarks()
    assert landmarks.still(faces(0.0))
    looked = []
    for number in range(1, 40):
        assert not landmarks.still(faces(10.0))
        looked += [number] if landmarks.sought else []
    assert looked == [1, 2, 4, 8, 16, 32]


def test_landmarks_that_were_given_up_tell_nothing_of_the_camera() -> None:
    """Regression: faces just adopted as landmarks were searched, and their noise was reported as a moved camera."""
    landmarks = Landmarks()
    landmarks.still(faces(0.0))
    assert [landmarks.still(faces(10.0)) or landmarks.sought for _ in range(52)][-2:] == [False, True]
    assert landmarks.still(faces(10.0))
    assert not landmarks.sought
