"""Advice for setting a phone up: light, sharpness, place of the field, what to change."""

from collections.abc import Sequence
from typing import Final

from api.evidence.pictures import Pictures
from api.phones.line import AdviceTold
from controller.errors import EyesError

_ROOM: Final = 0.015
"""Least room around the field, in parts of the picture; chosen: the rail's inner edge is seen on every side."""
_SMALL: Final = 0.5
"""Least share of the picture's height or width that the field takes; chosen: tiles of 1440 x 1080 have 16 px then."""
Points = Sequence[tuple[float, float]]


def advice(jpeg: bytes, pictures: Pictures | None, seat: str) -> AdviceTold:
    """Of a picture over the table, or of a seat's; ``pictures``: of the table, None while it does not run.

    ``field``: its edge as shares of width and height, None if unknown. ``hints``: what to change: dark, bright, glare,
    soft, near, far, left, right, up, down (where the camera must go). It holds nothing of what is on the table.
    """
    # Loaded with the first phone: until then the service does without.
    from vision.camera.aim import field_outline, metered
    from vision.capture.frame import decode

    try:
        image = decode(jpeg, "picture")
    except EyesError as error:
        return {"hints": ["unreadable"], "why": str(error)}
    height, width = image.shape[:2]
    # A seat's camera sees no field.
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
    """Where the camera must go, so that the whole field is in the picture and fills it."""
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
