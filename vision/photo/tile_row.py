"""The faces of a row of tiles in any picture, from one end to the other."""

import numpy as np

from controller.errors import EyesError
from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.photo.reader import read_photo


def read_row(image: Image, tiles: int) -> tuple[Tile, ...]:
    """The faces along the row that the face-up tiles make; raises EyesError where they are another number."""
    seen = [(each.tile, each.x, each.y) for each in read_photo(image) if each.tile is not None]
    if len(seen) != tiles:
        raise EyesError(f"{len(seen)} tiles lie face up in the picture: expected a row of {tiles}")
    places = np.array([(x, y) for _, x, y in seen])
    _, _, axes = np.linalg.svd(places - places.mean(axis=0))
    along = (places - places.mean(axis=0)) @ axes[0]
    return tuple(seen[int(place)][0] for place in np.argsort(along))
