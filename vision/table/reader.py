"""Read frames: find tiles anywhere, explain them as a table, and search and read again only what changed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from controller.errors import PoorPictureError
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.drift import MOVED, DriftFollower
from vision.camera.model import Camera, Facing
from vision.capture.frame import CameraFrame
from vision.explain.found import Content, FoundTile, Surface, TableExplanation, ZoneReading, lowered
from vision.explain.table import explain
from vision.image.change import CELLS, Blocks, ChangeDetector, Doubts
from vision.image.exposure import ExposureCheck
from vision.image.felt import Felt, FeltFinder
from vision.image.glare import GLARE, GlareFinder
from vision.image.quality import FrameQuality
from vision.image.view import Zone, ZoneKind
from vision.table.dice import DiceReader
from vision.table.find.felt_ground import FeltGround
from vision.table.find.landmarks import Landmarks, SeenFaces
from vision.table.find.search import TileSearch
from vision.table.find.second_looks import still_known, tiles_of_sighting
from vision.table.find.standing_rows import StandingRows
from vision.table.find.wall_extents import WallExtents
from vision.table.find.windows import TableWindows
from vision.table.habits import VenueHabits
from vision.table.place.centre import CentreReader, centre_is_watched
from vision.table.place.deposits import BESIDE_MM, DepositReader, DepositTotals, LaidThing, hidden_by
from vision.table.place.displays import DisplayReader
from vision.table.place.sticks import StickReader
from vision.table.place.zone_reader import ZoneReader
from vision.tiles.finder import Finder
from vision.tiles.recogniser import FaceClassifier

_UNSEEN: Final = (None,) * len(SEATS)
_NOTHING: Final = Sighting(0, 0.0, _UNSEEN, _UNSEEN, _UNSEEN, _UNSEEN, None, None, _UNSEEN)
"""A sighting in which nothing has been seen yet."""
SURE: Final = 0.9
"""Probability below which a zone's most likely content is not reported; chosen so that 1 in 10 of the doubtful readings
and 1 in 100 of all are wrong."""
_MUCH: Final = 0.25
"""Share of the picture's blocks that change at once if the camera moves; chosen: an arm covers fewer."""
_MOST: Final = 0.5
"""The same share of the blocks with tiles: bare felt looks the same everywhere."""
TURNED: Final = "camera-turned"
"""Fault code of a camera whose picture is upside down against its calibration, and is turned for reading."""
MIRRORED: Final = "camera-mirrored"
"""Fault code of a camera whose picture is mirrored against its calibration, and is mirrored back for reading."""
_FEW: Final = 10
"""Least number of blocks with tiles that this share is taken of; chosen: a hand's breadth."""


def place_readers(
    layout: Layout, camera: Camera, classifier: FaceClassifier, always: dict[Seat, Floats]
) -> dict[Zone, ZoneReader[Any]]:
    """Readers of everything except tiles, each for one place of a table; ``always``: see ``StickReader``."""
    of_seat: dict[ZoneKind, Callable[[Seat], ZoneReader[Any]]] = {
        ZoneKind.STICK: partial(StickReader, layout, camera, always),
        ZoneKind.DEPOSITS: partial(DepositReader, layout, camera, classifier),
    }
    if layout.profile.displays.digits:
        of_seat[ZoneKind.DISPLAY] = partial(DisplayReader, layout, camera)
    readers: dict[Zone, ZoneReader[Any]] = {(ZoneKind.CENTRE, Seat.A): DiceReader(layout, camera)}
    if centre_is_watched(layout.profile):
        readers[ZoneKind.LIFT, Seat.A] = CentreReader(layout, camera)
    return readers | {(kind, seat): reader(seat) for kind, reader in of_seat.items() for seat in SEATS}


class TableReader:
    """Reads the frames of one camera over one table, in order."""

    def __init__(
        self,
        profile: TableProfile,
        camera: Camera,
        classifier: FaceClassifier,
        finder: Finder | None = None,
        habits: Path | None = None,
    ) -> None:
        """``finder``: by default the one that ships with the project, on one thread.

        ``habits``: file of the habits learnt at this venue; None: not saved.
        """
        self._layout, self._classifier = Layout(profile), classifier
        self._finder = Finder.load(1) if finder is None else finder
        self._totals = DepositTotals()
        self._drift = DriftFollower(self._layout, camera)
        self._facing = Facing.AS_CALIBRATED
        self._landmarks = Landmarks()
        self._habits = VenueHabits(profile, habits)
        self._exposures = ExposureCheck()
        self._always: dict[Seat, Floats] = {}
        self._set_up(camera)

    def _set_up(self, camera: Camera) -> None:
        layout = self._layout
        self._camera = camera
        self._quality = FrameQuality.of_table(layout, camera)
        self._changes = ChangeDetector(camera.size)
        self._doubts = Doubts(self._changes.shape)
        self._windows = TableWindows(layout, camera, self._changes.shape, self._changes.block)
        self._search = TileSearch(layout, camera, self._finder, self._classifier, self._windows)
        self._rows = StandingRows(layout, camera, self._changes.block, self._search.kept)
        self._extents = WallExtents(layout, camera, self._changes.block, self._search.kept)
        self._felt_finder, self._felt = FeltFinder(layout, camera), Felt((0.0, 0.0, 0.0))
        small = tuple(side * CELLS for side in self._changes.shape)
        self._felt_ground = FeltGround(layout, camera, small, self._changes.block // CELLS)
        self._glare, self._glares = GlareFinder(layout, camera, small, self._changes.block // CELLS), False
        self._places = place_readers(layout, camera, self._classifier, self._always)
        self._blocks = {zone: self._changes.blocks_of(each.view.outline) for zone, each in self._places.items()}
        self._found: dict[Zone, Any] = {}
        self._explained: TableExplanation | None = None
        self._sighting = self._seen()

    @property
    def camera(self) -> Camera:
        """The current camera, turned if the picture is upside down; for a mirrored one, the camera that it mirrors."""
        return self._camera.half_turned() if self._facing is Facing.TURNED else self._camera

    @property
    def warnings(self) -> tuple[str, ...]:
        """Codes of faults of the camera that do not prevent reading."""
        turned = (MIRRORED,) if self._facing.mirrors else (TURNED,) if self._facing is Facing.TURNED else ()
        return (*((GLARE,) if self._glares else ()), *turned)

    @property
    def explanation(self) -> TableExplanation | None:
        """Explanation of the tiles found in the last frame; None before the first."""
        return self._explained

    @property
    def tiles(self) -> tuple[FoundTile, ...]:
        """The found tiles, without those too faint for their place and those that are sticks or plates.

        Faces that are no indicators are lowered to the table plane; their measured height is not used.
        """
        told = self._explained
        if told is None:
            return self._search.tiles
        nowhere = {(tile.x, tile.y) for tile in told.noise}
        walls = {(each.seen.x, each.seen.y) for each in (() if told.indicators is None else told.indicators.content)}
        eye, thick = self._camera.position, self._layout.profile.tile.thickness_mm
        return tuple(
            lowered(tile, eye, thick) if tile.surface is Surface.FACE and (tile.x, tile.y) not in walls else tile
            for tile in self._without(self._things(), self._search.tiles)
            if (tile.x, tile.y) not in nowhere
        )

    def read(self, frame: CameraFrame) -> Sighting:
        """Return all that the frame shows.

        Raises SizeError if it is not of the camera's size, PoorPictureError if nothing can be read in it or it shows
        several moments.
        """
        wide = self.judge(frame.image)
        taken, frame = frame, self._upright(frame)
        changed = self._changes.changed(frame.image) & self._windows.shows_table
        if self._much(changed) or self._drift.asks:
            self._facing = self._drift.facing(taken.image, self._facing, self._looks_the_same)
            frame = self._upright(taken)
            if (corrected := self._drift.follow(frame.image, self._camera, wide)) is not None:
                self._set_up(corrected)
            elif self._drift.lost:
                frame = self._find_again(frame)
            changed = self._changes.changed(frame.image) & self._windows.shows_table
        glaring = self._glare.find(self._changes.shrunk(frame.image))
        self._glares = self._glare.lasts(glaring, frame.at)
        due = self._doubts.due(frame.at)
        if changed.any():
            self._read_changed(frame, changed, due)
            if not self._landmarks.still(self._search.tiles) and self._landmarks.sought:
                self._find_camera(frame)
            self._sighting = self._seen()
        elif due.any():
            self._read_changed(frame, changed, due)
            self._sighting = self._seen()
        else:
            self._drift.settle()
        return replace(self._sighting, frame=frame.number, at=frame.at, moved=self._drift.drift_mm)

    def judge(self, image: Image) -> float:
        """Width, px, of the edges in a picture that can be read; raises as ``read`` does."""
        wide = self._quality.check(image)
        self._exposures.check(image)
        return wide

    def _upright(self, frame: CameraFrame) -> CameraFrame:
        """The frame with its picture turned as in the calibration."""
        image = self._facing.upright(frame.image)
        return frame if image is frame.image else CameraFrame(image, frame.number, frame.at)

    def _looks_the_same(self, image: Image) -> bool:
        return not self._much(self._changes.changed(image) & self._windows.shows_table)

    def _much(self, changed: Blocks) -> bool:
        """True if so much changed that the camera may have moved: most blocks with tiles, or much of the table."""
        tiles = self._search.blocks
        return bool(changed.sum() >= _MUCH * changed.size or (changed & tiles).sum() > _MOST * max(tiles.sum(), _FEW))

    def _find_again(self, frame: CameraFrame) -> CameraFrame:
        """Find the camera by faces if it sees no edge of the table; return the frame or raise PoorPictureError."""
        self._landmarks.gone()
        found = self._landmarks.sought and self._found_by(frame, self._search.faces_everywhere(frame.image))
        if not found:
            raise PoorPictureError("no edge of the table is in sight", MOVED)
        return found

    def _find_camera(self, frame: CameraFrame) -> None:
        """Find the camera again by the faces that lay still, and read the whole picture with it."""
        seen = self._search.faces()
        if not self._landmarks.enough(seen):
            seen = self._search.faces_everywhere(frame.image)
        if (found := self._found_by(frame, seen)) is not None:
            shown = self._windows.shows_table
            self._read_changed(found, shown, shown)
            self._landmarks.still(self._search.tiles)

    def _found_by(self, frame: CameraFrame, seen: SeenFaces) -> CameraFrame | None:
        """Take the camera from the faces ``seen`` in a frame; return the frame upright, None if they do not fit."""
        camera = self._landmarks.camera(self._camera, seen)
        if camera is None or not self._drift.fits(frame.image, camera):
            return None
        if self._drift.is_turned(camera):
            camera, self._facing = camera.half_turned(), self._facing.half_turned()
            frame = CameraFrame(Facing.TURNED.upright(frame.image), frame.number, frame.at)
        self._drift.moved_to(camera)
        self._set_up(camera)
        return frame

    def _read_changed(self, frame: CameraFrame, changed: Blocks, due: Blocks) -> None:
        """Search the blocks and those around them, read the places there, and explain the table anew.

        ``due``: unchanged but doubtful blocks; if the tiles found are the same, the explanation is kept.
        """
        image, before = frame.image, set(self._search.tiles)
        blocks = self._windows.with_neighbours(changed | due)
        felt = self._felt_finder.find(image)
        doubtful = self._search.look(image, blocks, felt, self._changes.each_changed)
        self._search.kept.forget(changed if felt is self._felt else None)
        self._felt = felt
        self._extents.show(image, felt)
        if not self._search.tiles:
            self._learn_place(image, felt)
        for zone, reader in self._places.items():
            own = self._blocks[zone]
            news = (own & changed).any() and self._changes.changed_within(reader.view.outline)
            if news or (own & due).any() or zone not in self._found:
                found, last = reader.find(image, felt, self._search.tiles), self._found.get(zone)
                if None not in (found, last):
                    found = reader.lasting(found, last, self._changes.changed_within)
                self._found[zone] = found
                if found is None or reader.doubtful(found):
                    doubtful |= self._blocks[zone] & blocks
        covered, felt_like = self._felt_ground.covered(self._changes.shrunk(image), felt, self._search.tiles, blocks)
        glaring = self._glare.find(self._changes.shrunk(image))
        self._search.ground.note_covered(covered | glaring, felt_like & ~glaring)
        self._search.ground.note_laid([thing.inner() for thing in self._things()])
        self._changes.mark_read(image, blocks)
        self._doubts.note(blocks, doubtful & blocks, self._windows.with_neighbours(changed), frame.at)
        if self._explained is None or changed.any() or set(self._search.tiles) != before:
            self._explain_anew(image, felt)
        self._doubts.also(self._uncertain_blocks(), frame.at)

    def _learn_place(self, image: Image, felt: Felt) -> None:
        """Learn the background of the stick places from a table without tiles."""
        for zone, reader in self._places.items():
            if isinstance(reader, StickReader) and reader.learn(image, felt):
                self._found.pop(zone, None)

    def _explain_anew(self, image: Image, felt: Felt) -> None:
        things = self._things()
        self._rows.show(image, felt, things)
        tiles = self._without(things, self._search.tiles)
        self._explained = explain(
            tiles,
            self._search.ground,
            self._habits.layout,
            self._explained,
            self._camera.position,
            self._rows,
            self._extents,
            self._search.kept,
        )
        self._search.known = still_known(
            self._search.known, tiles_of_sighting(self._zones(told=True)), self._search.tiles
        )
        self._habits.watch(self._explained, tiles, self._search.sizes)

    def _uncertain_blocks(self) -> Blocks:
        """Blocks around unexplained tiles and undetermined rivers and melds: a tile may have been missed there."""
        blocks = np.zeros(self._changes.shape, np.bool_)
        untold = replace(self._zones(told=False), hands=_UNSEEN, indicators=None)
        strays = () if self._explained is None else self._explained.unexplained
        spots = [*((tile.x, tile.y) for tile in tiles_of_sighting(untold)), *((tile.x, tile.y) for tile in strays)]
        high = self._layout.profile.tile.thickness_mm
        for at in self._camera.project([(*spot, high) for spot in spots]) if spots else ():
            blocks |= self._changes.blocks_of(at[None])
        return self._windows.with_neighbours(blocks)

    def _things(self) -> list[LaidThing]:
        """Plates and sticks that lie before the seats."""
        deposits = [self._found.get((ZoneKind.DEPOSITS, seat)) for seat in SEATS]
        return [thing for each in deposits if each is not None for thing in each.things]

    def _without(self, things: list[LaidThing], tiles: tuple[FoundTile, ...]) -> tuple[FoundTile, ...]:
        """Return the tiles without false ones on plates and sticks."""
        if not things or not tiles:
            return tiles
        places, z = np.array([(tile.x, tile.y) for tile in tiles]), np.array([tile.z for tile in tiles])
        hidden = np.any(hidden_by(things, places, z, self._camera.position, BESIDE_MM), axis=0).tolist()
        return tuple(tile for tile, hides in zip(tiles, hidden, strict=True) if not hides)

    def _zones(self, *, told: bool) -> Sighting:
        """The explained zones that are probable enough to report (``told``), or only those that are not."""
        table = self._explained
        if table is None:
            return _NOTHING
        return replace(
            _NOTHING,
            rivers=tuple(_content(each, told=told) for each in table.rivers),
            hands=tuple(_content(each, told=told) for each in table.hands),
            melds=tuple(_content(each, told=told) for each in table.melds),
            walls=tuple(_content(each, told=told) for each in table.walls),
            indicators=_content(table.indicators, told=told),
        )

    def _seen(self) -> Sighting:
        """Sighting of the current content of all zones; ``read`` sets the frame's number and time."""
        loose = () if self._explained is None else self._explained.loose
        seen = replace(self._zones(told=True), loose=loose)
        for zone, reader in self._places.items():
            if (found := self._found.get(zone)) is not None:
                seen = reader.add_to(seen, found)
        return self._totals.add_to(seen, [self._found.get((ZoneKind.DEPOSITS, seat)) for seat in SEATS])


def _content(reading: ZoneReading[Content] | None, *, told: bool) -> Content | None:
    """Content of a zone whose probability is high enough to report (``told``), or is not; else None."""
    return None if reading is None or (reading.chance >= SURE) is not told else reading.content
