"""``jantaku read``, ``enrol`` and ``calibrate``: commands on pictures, and their options."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from controller.rulebooks.catalogue import DEFAULT_RULEBOOK

of_pictures = typer.Typer(rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
RulebookId = Annotated[
    str, typer.Option("--rulebook", help="Id of a rulebook (`jantaku rulebooks list`) or a TOML file of house rules.")
]
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""Ends of names of pictures, which no profile has."""


class TableOption(TyperCommand):
    """A command whose ``--table`` means the usual profile where a picture, an option or nothing follows it.

    ``--draw`` names a file only after the pictures; else what is drawn gets a name of its own.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments with profile and name put in."""
        given: list[str] = []
        for place, argument in enumerate(args):
            given.append(argument)
            follower = args[place + 1] if place + 1 < len(args) else "-"
            if argument == "--table" and (follower.startswith("-") or _is_picture(follower)):
                given.append("wall-only")
            if argument == "--draw" and (follower.startswith("-") or not any(map(_is_picture, args[:place]))):
                given.append("")
        return super().parse_args(ctx, given)


def _is_picture(name: str) -> bool:
    return Path(name).suffix.lower() in PICTURES


@of_pictures.command(
    cls=TableOption,
    epilog="Example: jantaku read hand.jpg --score --by tsumo --seat-wind E; jantaku read --table table.jpg --json;"
    " jantaku read hand.jpg --draw seen.png",
)
def read(
    images: Annotated[list[Path], typer.Argument(help="Pictures of tiles.", show_default=False)],
    json: Json = False,
    tile_set: Annotated[str, typer.Option("--set", help="Tile set learnt with `jantaku enrol`.")] = "",
    table: Annotated[
        str,
        typer.Option(
            metavar="[PROFILE]",
            help="The pictures are of tables: read rivers, melds, walls, hands, dice. With the profile of the table, "
            "else the usual one.",
        ),
    ] = "",
    calibration: Annotated[
        Path | None,
        typer.Option(
            help="Calibration of the camera over the table; else the printed sheets are looked for, else the tiles "
            "themselves tell where the camera was.",
            show_default=False,
        ),
    ] = None,
    drawing: Annotated[
        Path | None,
        typer.Option(help="SVG file, or folder, that takes a drawing of the table as read.", show_default=False),
    ] = None,
    draw: Annotated[
        str | None,
        typer.Option(
            metavar="[FILE]",
            help="Write the picture with what was read drawn over it: into FILE, a folder, or beside the picture as "
            "NAME.read.png. Comes after the pictures where it names a file.",
            show_default=False,
        ),
    ] = None,
    score: Annotated[bool, typer.Option("--score", help="Go on to score the hand that lies in the picture.")] = False,
    rulebook: RulebookId = DEFAULT_RULEBOOK,
    win: Annotated[str, typer.Option(help="Winning tile where it is not the last one, e.g. 8s.")] = "",
    by: Annotated[str, typer.Option(help="ron or tsumo.")] = "ron",
    seat_wind: Annotated[str, typer.Option(help="E, S, W or N.")] = "S",
    prevailing_wind: Annotated[str, typer.Option(help="E, S, W or N.")] = "E",
    riichi: Annotated[str, typer.Option(help="none, riichi or double.")] = "none",
    dora: Annotated[str, typer.Option(help="Dora indicators, e.g. 4m.")] = "",
) -> None:
    """Find and name the tiles in pictures."""
    from api.cli.pictures import read as command

    circumstances: dict[str, object] = {
        "by": by,
        "seat_wind": seat_wind,
        "prevailing_wind": prevailing_wind,
        "riichi": riichi,
        "dora_indicators": dora,
    }
    scoring = command.Scoring(rulebook, circumstances, win) if score else None
    eyes = command.eyes(table, calibration, tile_set)
    raise typer.Exit(command.run(images, json, eyes, scoring, command.Drawings(drawing, draw)))


@of_pictures.command(epilog="Example: jantaku enrol faces.jpg --faces 1-9m0m1-9p0p1-9s0s1-7z --set club")
def enrol(
    photos: Annotated[
        list[Path],
        typer.Argument(
            help="One photo of the faces, in rows; or pictures of a game, in their order.", show_default=False
        ),
    ],
    tile_set: Annotated[str, typer.Option("--set", help="Name to keep the set under.", show_default=False)],
    faces: Annotated[
        str, typer.Option(help="The faces in the photo, row by row from the left; any may come twice.")
    ] = "",
    correct: Annotated[str, typer.Option(help="Tiles read wrong, by their number as read, e.g. 3=6s,12=4s.")] = "",
    json: Json = False,
) -> None:
    """Learn a venue's tiles for `jantaku read --set NAME`.

    From one photo of their faces with --faces, from tiles that were read wrong with --correct, or from pictures of a
    game, in which what lies still is read alike three times.
    """
    from api.cli.pictures import read as command

    raise typer.Exit(command.enrol(photos, faces, tile_set, json, correct))


@of_pictures.command(
    epilog="Example: jantaku calibrate picture.jpg --out camera.json; print the sheets with --sheets FOLDER"
)
def calibrate(
    pictures: Annotated[
        list[str] | None,
        typer.Argument(
            help="Pictures, films, cameras (phone: for a phone) that show the sheets in their corners.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Calibration to write.", show_default=False)] = None,
    profile: Annotated[str, typer.Option(help="Table profile.")] = "wall-only",
    sheets: Annotated[
        Path | None, typer.Option(help="Write the sheets to print into this folder.", show_default=False)
    ] = None,
    held: Annotated[
        list[str] | None,
        typer.Option(
            help="Picture of a sheet held at a slant, or a film of one turned about; several fix the lens.",
            show_default=False,
        ),
    ] = None,
    corners: Annotated[
        str, typer.Option(help='Pixels of the field\'s corners "x,y x,y x,y x,y", far left first, clockwise.')
    ] = "",
    lens: Annotated[Path | None, typer.Option(help="Calibration whose lens is known.", show_default=False)] = None,
    check: Annotated[
        Path | None, typer.Option(help="Calibration to check against the table's edges.", show_default=False)
    ] = None,
    row: Annotated[bool, typer.Option("--row", help="A seat's camera: corners of a row of 14 standing tiles.")] = False,
    json: Json = False,
) -> None:
    """Calibrate a camera over a table: from printed sheets or four clicked corners."""
    from api.cli.pictures import calibrate as command

    options = command.CalibrateOptions(
        pictures or [], out, profile, sheets, held or [], corners, lens, check, json, row
    )
    raise typer.Exit(command.run(options))
