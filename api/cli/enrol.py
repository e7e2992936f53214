"""``jantaku enrol``: learn a venue's own tiles from one photo of them."""

import json
import os
import sys
import time
from pathlib import Path

from controller.errors import EyesError
from vision.capture.frame import decode
from vision.photo.enrolment import TileSet, enrol, parse_faces
from vision.photo.reader import PhotoReader

SHOWN = 8
"""Close pairs of faces that are named."""


def sets_folder() -> Path:
    """Where tile sets are kept: under JANTAKU_DATA, else where the system keeps a user's data."""
    if own := os.environ.get("JANTAKU_DATA"):
        return Path(own) / "sets"
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "jantaku" / "sets"


def reader_of(name: str, threads: int = 2) -> PhotoReader:
    """A reader that knows the tile set of that name; raises EyesError when there is none."""
    return PhotoReader.load(threads, TileSet.load(sets_folder(), name) if name else None)


def run(photo: Path, faces: str, name: str, as_json: bool) -> int:
    """Learn ``faces`` from the photo and keep them as set ``name``; raises JantakuError."""
    wanted = parse_faces(faces)
    try:
        image = decode(photo.read_bytes(), photo.name)
    except OSError as error:
        raise EyesError(f"{photo}: {error.strerror}") from error
    started = time.perf_counter()
    reader = PhotoReader.load()
    learnt = enrol(image, reader.reading(image), wanted, name, reader.classifier)
    file = learnt.save(sets_folder())
    seconds = round(time.perf_counter() - started, 2)
    close = learnt.close_faces()[:SHOWN]
    if as_json:
        pairs = [{"faces": [str(one), str(other)], "likeness": round(alike, 3)} for one, other, alike in close]
        print(json.dumps({"set": name, "file": str(file), "faces": len(wanted), "close": pairs, "seconds": seconds}))
        return 0
    print(f"{name}: {len(wanted)} faces / {len(wanted)} 種の牌を登録しました ({seconds} s)")
    for one, other, alike in close:
        print(f"  {one} - {other}: close / 似ています ({alike:.2f})")
    print(f"kept in {file}", file=sys.stderr)
    return 0
