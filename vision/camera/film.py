"""A film of the printed sheets: of its frames those that show them best, spread over the film."""

from collections.abc import Iterable

from vision.arrays import Image
from vision.camera.fiducials import find_sheets


def sheet_frames(frames: Iterable[tuple[float, Image]], most: int) -> list[Image]:
    """At most so many frames, each the one of its stretch of the film with most corners of sheets; none without any.

    ``frames``: each with its place in the film, 0 to 1, so that sheets which are turned about are seen at many slants.
    """
    best: dict[int, tuple[int, Image]] = {}
    for place, image in frames:
        stretch = min(int(place * most), most - 1)
        corners = sum(len(sheet.px) for sheet in find_sheets(image))
        if corners > best.get(stretch, (0, image))[0]:
            best[stretch] = corners, image
    return [best[stretch][1] for stretch in sorted(best)]
