"""``jantaku read`` and ``jantaku enrol``: reading tiles in pictures, and learning tile sets for it."""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from api.cli.pictures.table_json import die_json, table_json
from api.cli.pictures.table_lines import table_lines
from api.cli.pictures.zone_words import seat_names
from api.cli.terminal.progress import one_by_one
from api.http.schemas.scores import answer
from api.operations.logs import to_stderr
from api.paths import sets_folder
from api.photos.hand import hand_request
from api.photos.tiles import doubtful_json, doubtful_lines, lost_json, tile_json
from controller.errors import EyesError, JantakuError
from controller.riichi.notation import parse_tile
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load, published
from hardware.profiles.layout import Layout
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.profiles.schema import TableProfile
from vision.arrays import Image
from vision.camera.calibration import Calibration, fit_camera, fit_sheets
from vision.camera.fiducials import find_sheets
from vision.capture.frame import decode, write_picture
from vision.photo.drawn.over import draw_tiles, draw_zones
from vision.photo.drawn.plan import draw_table
from vision.photo.enrolment import TileSet, file_of, parse_faces
from vision.photo.enrolment import enrol as learn
from vision.photo.hand import PhotoHand, won_hand
from vision.photo.learning import GameWatch, corrected, parse_corrections, unsure_face
from vision.photo.order import rows
from vision.photo.reader import PhotoReader, PhotoReading, PhotoTile
from vision.photo.table import PhotoTable, read_table
from vision.photo.uncalibrated import TablePhotoReader
from vision.tiles.classifier import Classifier

_ENROL_JA = "{} が確かに読めません。jantaku enrol で牌を登録してください"
_ENROL_EN = "{} stays unsure; learn these tiles with jantaku enrol"
"""Hint for a single unsure face."""
CLOSE_SHOWN = 8
"""Most pairs of similar faces that are printed."""


PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""File name endings of pictures, which no profile has."""


def with_left_out(arguments: list[str]) -> list[str]:
    """Insert omitted values: the default profile after ``--table`` if a picture, an option or nothing follows.

    ``--draw`` takes a file name only after the pictures; otherwise "" is inserted, which makes a default name.
    """
    given: list[str] = []
    for place, argument in enumerate(arguments):
        given.append(argument)
        follower = arguments[place + 1] if place + 1 < len(arguments) else "-"
        if argument == "--table" and (follower.startswith("-") or _is_picture(follower)):
            given.append(DEFAULT_PROFILE)
        if argument == "--draw" and (follower.startswith("-") or not any(map(_is_picture, arguments[:place]))):
            given.append("")
    return given


def _is_picture(name: str) -> bool:
    return Path(name).suffix.lower() in PICTURES


@dataclass(frozen=True, slots=True)
class Scoring:
    """Facts about a win that a photo does not show: rulebook, circumstances as in a request, winning tile ("": the
    last).
    """

    rulebook: str
    circumstances: dict[str, object]
    win: str = ""


def read(
    images: list[Path],
    *,
    as_json: bool = False,
    tile_set: str = "",
    table: str = "",
    calibration: Path | None = None,
    drawing: Path | None = None,
    draw: str | None = None,
    score: bool = False,
    rulebook: str = DEFAULT_RULEBOOK,
    win: str = "",
    by: str = "ron",
    seat_wind: str = "S",
    prevailing_wind: str = "E",
    riichi: str = "none",
    dora: str = "",
) -> int:
    """Read the tiles of each picture and print them."""
    circumstances: dict[str, object] = {
        "by": by,
        "seat_wind": seat_wind,
        "prevailing_wind": prevailing_wind,
        "riichi": riichi,
        "dora_indicators": dora,
    }
    scoring = Scoring(rulebook, circumstances, win) if score else None
    return run(images, as_json, eyes(table, calibration, tile_set), scoring, Drawings(drawing, draw))


@dataclass(frozen=True, slots=True)
class Drawings:
    """Targets of drawings. ``plan``: SVG file of a table, or a folder. ``over``: the picture with the reading drawn
    over it: a file, a folder, "" for a file beside the picture, None for no drawing.
    """

    plan: Path | None = None
    over: str | None = None

    def check(self, images: list[Path]) -> None:
        """Raise EyesError if several drawings would share a file, or a drawing would overwrite the picture."""
        for option, file in (("--drawing", self.plan), ("--draw", Path(self.over) if self.over else None)):
            if file is not None and len(images) > 1 and not file.is_dir():
                raise EyesError(f"{option} {file}: expected a folder for {len(images)} pictures")
        if self.over and any(Path(self.over).resolve() == image.resolve() for image in images):
            raise EyesError(f"--draw {self.over}: expected another file than the picture itself")

    def draw(
        self,
        path: Path,
        picture: Image,
        table: PhotoTable | None,
        tiles: Sequence[PhotoTile],
        doubtful: Sequence[PhotoTile],
    ) -> None:
        """Write the drawings of a picture; raises OSError or EyesError."""
        if table is not None and self.plan is not None:
            file = self.plan / f"{path.stem}.svg" if self.plan.is_dir() else self.plan
            file.write_text(draw_table(table, seat_names(table)), encoding="utf-8")
        if self.over is None:
            return
        own = f"{path.stem}.read.png"
        named = Path(self.over) if self.over else path.with_name(own)
        file = named / own if named.is_dir() else named
        drawn = draw_tiles(picture, tiles, doubtful) if table is None else draw_zones(picture, table)
        write_picture(file, drawn)
        print(f"{file}", file=sys.stderr)


class PhotoEyes:
    """Reader of any photo, which finds scale and perspective in the picture itself."""

    def __init__(self, tile_set: str) -> None:
        self._reader = reader_of(tile_set)

    def read(self, picture: Image) -> PhotoReading:
        """Return the tiles in no particular order, and objects that are probably no tiles; raises EyesError."""
        return self._reader.reading(picture)


class TableEyes:
    """Reader of tables, with the pose from a calibration, else from the printed sheets, else from the tiles."""

    def __init__(self, profile: TableProfile, calibration: Calibration | None, tile_set: str = "") -> None:
        self._profile, self._calibration, self._tile_set = profile, calibration, tile_set
        self._classifier = Classifier.load(2)

    def read(self, picture: Image) -> PhotoTable:
        """Return the table with its zones; raises EyesError."""
        calibration = self._calibration
        if calibration is None and find_sheets(picture):
            calibration = fit_sheets(Layout(self._profile), [picture], []).calibration
        if calibration is None:
            return TablePhotoReader(self._profile, reader_of(self._tile_set)).read(picture)
        return read_table(picture, self._profile, fit_camera(calibration).camera, self._classifier)


def eyes(table: str | None, calibration: Path | None, tile_set: str) -> PhotoEyes | TableEyes:
    """Return the reader; ``table``: a profile, or "" for photos without a table. Raises JantakuError for an unknown
    name.
    """
    to_stderr()
    if table:
        return TableEyes(load_profile(table), None if calibration is None else Calibration.load(calibration), tile_set)
    return PhotoEyes(tile_set)


def run(
    images: list[Path],
    as_json: bool,
    eyes: PhotoEyes | TableEyes,
    scoring: Scoring | None = None,
    drawings: Drawings | None = None,
) -> int:
    """Print the tiles of each picture, one object or line per picture; 2 if a file is no picture or no hand."""
    status, drawings = 0, drawings or Drawings()
    drawings.check(images)
    for image, shown in one_by_one("写真 pictures", images):
        try:
            told = _read(image, as_json, eyes, scoring, drawings)
            with shown.aside():
                print(told, flush=True)
        except (OSError, JantakuError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            print(f"jantaku read: {image}: {reason}", file=sys.stderr)
            status = 2
    return status


def enrol(photos: list[Path], *, tile_set: str, faces: str = "", correct: str = "", as_json: bool = False) -> int:
    """Learn a tile set from photos and store it as ``tile_set``; raises JantakuError."""
    started = time.perf_counter()
    if (faces or correct) and len(photos) != 1:
        raise EyesError(f"{len(photos)} pictures: expected one with --faces or --correct")
    kept = not faces and file_of(sets_folder(), tile_set).exists()
    known = TileSet.load(sets_folder(), tile_set) if kept else None
    wanted, right = parse_faces(faces) if faces else (), parse_corrections(correct) if correct else {}
    reader = PhotoReader.load(rescorer=known)
    watch = GameWatch(tile_set, reader.classifier)
    for image in map(_picture, photos):
        reading = reader.reading(image)
        if faces:
            watch.learnt = learn(image, reading, wanted, tile_set, reader.classifier)
        elif correct:
            watch.learnt = corrected(image, reading, right, tile_set, reader.classifier)
        else:
            watch.see(image, reading)
    if watch.learnt is None:
        raise EyesError("no tile lay still and was named surely in three pictures in a row: nothing is learnt")
    learnt = watch.learnt if known is None else known.joined(watch.learnt)
    file = learnt.save(sets_folder())
    seconds, number = round(time.perf_counter() - started, 2), len(learnt.kinds)
    close = learnt.close_faces()[:CLOSE_SHOWN]
    if as_json:
        pairs = [{"faces": [str(one), str(other)], "likeness": round(alike, 3)} for one, other, alike in close]
        print(json.dumps({"set": tile_set, "file": str(file), "faces": number, "close": pairs, "seconds": seconds}))
        return 0
    print(f"{tile_set}: {number} faces / {number} 種の牌を登録しました ({seconds} s)")
    for one, other, alike in close:
        print(f"  {one} - {other}: close / 似ています ({alike:.2f})")
    print(f"kept in {file}", file=sys.stderr)
    return 0


def _picture(photo: Path) -> Image:
    try:
        return decode(photo.read_bytes(), photo.name)
    except OSError as error:
        raise EyesError(f"{photo}: {error.strerror}") from error


def reader_of(name: str, threads: int = 2) -> PhotoReader:
    """Return a reader with the tile set of that name, "" for none; raises EyesError if there is no such set."""
    return PhotoReader.load(threads, TileSet.load(sets_folder(), name) if name else None)


def _read(path: Path, as_json: bool, eyes: PhotoEyes | TableEyes, scoring: Scoring | None, drawings: Drawings) -> str:
    data = path.read_bytes()
    picture = decode(data, path.name)
    gone = lost_json(data, picture)
    started = time.perf_counter()
    seen = eyes.read(picture)
    table = seen if isinstance(seen, PhotoTable) else None
    tiles = seen.tiles if table is not None else tuple(tile for row in rows(seen.tiles) for tile in row)
    unnamed = seen.unnamed if isinstance(seen, PhotoReading) else 0
    milliseconds = round(1000 * (time.perf_counter() - started))
    scored = _score(won_hand(tiles, parse_tile(scoring.win) if scoring.win else None), scoring) if scoring else {}
    unsure = unsure_face(tiles)
    drawings.draw(path, picture, table, tiles, seen.doubtful)
    if not as_json:
        lines = [f"{path}: " + " ".join(tile.name for tile in tiles)] if table is None else [f"{path}:"]
        lines += [] if table is None else table_lines(table)
        lines += doubtful_lines(tiles, seen.doubtful, unnamed)
        lines += [f"  {said['ja']} / {said['en']}" for said in gone]
        lines += [] if unsure is None else [f"  {unsure}: {_ENROL_JA.format(unsure)} / {_ENROL_EN.format(unsure)}"]
        return "\n".join(lines) + ("\n" + _plain(scored) if scored else "")
    height, width = picture.shape[:2]
    reading = {
        "image": str(path),
        "size": [width, height],
        "tiles": [tile_json(tile) for tile in tiles],
        "doubtful": [doubtful_json(tile) for tile in seen.doubtful],
        "dice": [] if table is None else [die_json(die) for die in table.dice],
    }
    zones = {} if table is None else table_json(table)
    advice = {} if unsure is None else {"ja": _ENROL_JA.format(unsure), "en": _ENROL_EN.format(unsure)}
    told: dict[str, Any] = {} if unsure is None else {"unsure": {"tile": str(unsure), **advice}}
    told |= ({"lost": gone} if gone else {}) | ({"unnamed": unnamed} if unnamed else {})
    return json.dumps(reading | zones | told | {"milliseconds": milliseconds} | scored, ensure_ascii=False)


def _score(hand: PhotoHand, scoring: Scoring) -> dict[str, Any]:
    """Return the scoring request of a hand, and its answer."""
    book = load(scoring.rulebook)
    request: dict[str, object] = {"rulebook": book.id, **hand_request(hand), **scoring.circumstances}
    return {"hand": request, "score": answer(request, {**published(), book.id: book})}


def _plain(scored: dict[str, Any]) -> str:
    hand, reply = scored["hand"], scored["score"]
    melds = " ".join(f"[{meld['tiles']}]" for meld in hand.get("melds", []))
    head = f"  {hand['hand']} {melds} + {hand['win']}: ".replace("  + ", " + ")
    if not reply["ok"]:
        return head + f"{reply['error']}: {reply['detail']}"
    yaku = ", ".join(f"{line['ja']} {line['en']}" for line in reply["yaku"])
    return head + f"{reply['han']} han {reply['fu']} fu, {reply['points']} ({yaku})"
