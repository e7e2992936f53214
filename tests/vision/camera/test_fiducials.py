"""The printed sheets are detected in pictures, and a lens is measured from them."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
import resvg_py
from typer.testing import CliRunner

from api.cli.app import app
from controller.errors import EyesError
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.longer import others_long
from vision.arrays import Floats, Image
from vision.camera.calibration import Calibration, fit_camera, fit_sheets
from vision.camera.fiducials import PAGE_MM, find_sheets
from vision.camera.model import Camera
from vision.camera.sheets import pdf, svg

PER_MM = 4
LAYOUT = Layout(load_profile())
HALF = LAYOUT.profile.table.field_mm / 2
# Positions of tiles, on the table and on top of a wall.
SPOTS = np.array([(x, y, z) for x in (-330, 0, 330) for y in (-330, 0, 330) for z in (0.0, 33.0)])
CAMERAS = {
    "plain": Camera.looking_down((1440, 1080), tilt=5.0, pan=20.0, offset=(5.0, 8.0), field=800.0),
    "wide": Camera.orbiting((1920, 1080), focal=1500, target=(5, 3, 0), distance_mm=1200, tilt=3, k1=-0.25, k2=0.06),
    "fisheye": Camera.orbiting(
        (1920, 1080), focal=640, target=(10, 5, 0), distance_mm=750, tilt=4, pan=30, k1=-0.03, fisheye=True
    ),
}


@cache
def page(seat: Seat) -> Image:
    """The sheet as printed, four pixels per millimetre."""
    width, height = round(PAGE_MM[0] * PER_MM), round(PAGE_MM[1] * PER_MM)
    png = resvg_py.svg_to_bytes(svg_string=svg(seat).replace('mm"', '"'), width=width, height=height)
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8)


def in_corner(seat: Seat, mm: Floats) -> Floats:
    axes = np.array([LAYOUT.local(seat, 1.0, 0.0), LAYOUT.local(seat, 0.0, 1.0)])
    return np.asarray(mm @ axes - np.array([HALF - PAGE_MM[0], HALF - PAGE_MM[1]]))


def photograph(camera: Camera, seats: tuple[Seat, ...] = SEATS, *, loose: bool = False) -> Image:
    """Photograph of sheets on green felt in their corners; ``loose``: one has its left upper corner in the middle."""
    width, height = camera.size
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    mm = camera.to_plane(pixels)
    picture = np.full((height, width, 3), (60, 96, 40), np.uint8)
    for seat in seats:
        place = mm if loose else in_corner(seat, mm)
        spots = np.nan_to_num(place * PER_MM - 0.5, nan=-1e4).reshape(height, width, 2).astype(np.float32)
        paper = cv2.remap(page(seat), spots[..., 0], spots[..., 1], cv2.INTER_LINEAR)
        inside = ((place >= 0) & (place < PAGE_MM)).all(axis=1).reshape(height, width)
        picture[inside] = paper[inside]
    noise = np.random.default_rng(0).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.6) + noise, 0, 255).astype(np.uint8)


def off(found: Camera, camera: Camera) -> float:
    return float(np.linalg.norm(found.project(SPOTS) - camera.project(SPOTS), axis=1).max())


@pytest.mark.slow
def test_four_sheets_in_one_picture_are_told_apart() -> None:
    sheets = find_sheets(photograph(CAMERAS["plain"]))
    assert {sheet.seat for sheet in sheets} == set(SEATS)
    for sheet in sheets:
        expected = CAMERAS["plain"].project(np.column_stack([sheet.on_table(LAYOUT), np.zeros(len(sheet.px))]))
        assert np.abs(expected - sheet.px).max() < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("name", others_long(CAMERAS, "fisheye"))
def test_lens_and_pose_are_found_from_one_picture_of_the_sheets(name: str) -> None:
    camera = CAMERAS[name]
    fit = fit_sheets(LAYOUT, [photograph(camera)])
    assert fit.sheets == 4
    assert fit.error_px < 0.3
    assert off(fit_camera(fit.calibration).camera, camera) < 1.0


@pytest.mark.long
@pytest.mark.slow
def test_a_sheet_held_at_a_slant_fixes_the_focal_length_of_a_straight_view() -> None:
    camera = Camera.looking_down((1440, 1080), height_mm=1500.0)
    slanted = Camera.orbiting(camera.size, focal=camera.focal, target=(148, 105, 0), distance_mm=700, tilt=35)
    fit = fit_sheets(LAYOUT, [photograph(camera)], [photograph(slanted, (Seat.A,), loose=True)])
    assert fit_camera(fit.calibration).camera.focal == pytest.approx(camera.focal, rel=0.01)


def test_no_sheet_and_pictures_of_different_sizes_are_one_line() -> None:
    blank = np.full((480, 640, 3), 90, np.uint8)
    with pytest.raises(EyesError, match="no sheet found"):
        fit_sheets(LAYOUT, [blank])
    with pytest.raises(EyesError, match="one size"):
        fit_sheets(LAYOUT, [blank, blank[:400]])


def test_pages_are_a4_and_the_pdf_has_four() -> None:
    assert 'width="297mm" height="210mm"' in svg(Seat.C)
    data = pdf()
    assert data.startswith(b"%PDF-1.4")
    assert data.count(b"/Type /Page ") == 4
    table = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[table : table + 4] == b"xref"
    first = int(data[table:].splitlines()[3].split()[0])
    assert data[first:].startswith(b"1 0 obj")


@pytest.mark.slow
def test_the_command_prints_sheets_calibrates_and_checks(tmp_path: Path) -> None:
    run = CliRunner().invoke
    assert run(app, ["calibrate", "--sheets", str(tmp_path / "print")]).exit_code == 0
    assert (tmp_path / "print" / "sheets.pdf").stat().st_size > 10_000
    camera, picture, out = CAMERAS["plain"], tmp_path / "four.png", tmp_path / "camera.json"
    cv2.imwrite(str(picture), photograph(camera))
    done = run(app, ["calibrate", str(picture), "--out", str(out), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["good"]
    assert off(fit_camera(Calibration.load(out)).camera, camera) < 1.0
    # The lens parameters are reused for a camera of the same kind, with a pose from four clicked corners.
    corners = camera.project([(x * HALF, y * HALF, 0.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    words = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
    clicked = tmp_path / "clicked.json"
    asked = ["calibrate", str(picture), "--corners", words, "--lens", str(out), "--out", str(clicked)]
    assert run(app, asked).exit_code == 0
    assert off(fit_camera(Calibration.load(clicked)).camera, camera) < 2.0
    # Only felt in the whole picture: no edge with which to check the calibration.
    assert run(app, ["calibrate", str(picture), "--check", str(out)]).exit_code == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "expected a picture"),
        (["no.png"], "no.png"),
        (["PICTURE", "--corners", "1,2 3,4"], "expected four pixels"),
        (["PICTURE"], "no sheet found"),
    ],
)
def test_bad_input_of_the_command_is_one_line(tmp_path: Path, words: list[str], says: str) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((48, 64, 3), 90, np.uint8))
    done = CliRunner().invoke(app, ["calibrate", *(str(blank) if word == "PICTURE" else word for word in words)])
    assert done.exit_code == 2
    assert says in done.output
    assert len(done.output.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_film_of_sheets_calibrates_as_a_picture_does(tmp_path: Path) -> None:
    camera = CAMERAS["plain"]
    shown, dark = photograph(camera), np.zeros((1080, 1440, 3), np.uint8)
    film, out = tmp_path / "sheets.avi", tmp_path / "camera.json"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 4.0, camera.size)
    for image in (dark, shown, dark):
        writer.write(image)
    writer.release()
    answer = CliRunner().invoke(app, ["calibrate", str(film), "--out", str(out)])
    assert answer.exit_code == 0, answer.output
    assert off(fit_camera(Calibration.load(out)).camera, camera) < 1.5
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 4.0, camera.size)
    writer.write(dark)
    writer.release()
    assert CliRunner().invoke(app, ["calibrate", str(film)]).exit_code == 2
