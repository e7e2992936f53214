"""Advice for placing a phone: light, sharpness, position of the playing field, and what to change."""

from collections.abc import Sequence
from typing import Final

from api.evidence.pictures import Pictures
from api.phones.line import AdviceJson
from controller.errors import EyesError

_ROOM: Final = 0.015
"""Least margin around the field, as a share of the picture; chosen: the rail's inner edge is visible on every side."""
_SMALL: Final = 0.5
"""Least share of the picture's height or width that the field must fill; chosen: tiles then have 16 px at
1440 x 1080.
"""
Points = Sequence[tuple[float, float]]


def advice(jpeg: bytes, pictures: Pictures | None, seat: str) -> AdviceJson:
    """Return advice on a picture over the table or from a seat; ``pictures``: of the table, None while it does not run.

    ``field``: outline of the field as shares of width and height, None if unknown. ``hints``: what to change: dark,
    bright, glare, soft, near, far, left, right, up, down (direction in which the camera must move). The advice reveals
    no tiles.
    """
    # Imported late: needed only once a phone is used.
    from vision.camera.aim import field_outline, metered
    from vision.capture.frame import decode

    try:
        image = decode(jpeg, "picture")
    except EyesError as error:
        return {"hints": ["unreadable"], "why": str(error)}
    height, width = image.shape[:2]
    # A seat camera does not see the field.
    camera, layout = (None, None) if pictures is None or seat else (pictures.camera, pictures.layout)
    camera = camera if camera is not None and camera.size == (width, height) else None
    meter = metered(image, camera, layout)
    field = None
    if camera is not None and layout is not None:
        field = [(round(x / width, 4), round(y / height, 4)) for x, y in field_outline(layout, camera)]
    return {
        "light": meter.light,
        "focus": meter.focus,
        "sharpness": meter.sharpness,
        "sheets": sorted(meter.sheets),
        "field": field,
        "hints": [
            *([] if meter.light == "well" else [meter.light]),
            *(["soft"] if meter.focus == "soft" else []),
            *([] if field is None else _aim(field)),
        ],
    }


def _aim(field: Points) -> list[str]:
    """Return how the camera must move so that the whole field is visible and large enough."""
    across, down = [x for x, _ in field], [y for _, y in field]
    cut = {
        "left": min(across) < _ROOM,
        "right": max(across) > 1 - _ROOM,
        "up": min(down) < _ROOM,
        "down": max(down) > 1 - _ROOM,
    }
    if (cut["left"] and cut["right"]) or (cut["up"] and cut["down"]):
        return ["near"]
    if any(cut.values()):
        return [name for name, is_cut in cut.items() if is_cut]
    return ["far"] if max(max(across) - min(across), max(down) - min(down)) < _SMALL else []
