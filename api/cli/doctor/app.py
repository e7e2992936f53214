"""``jantaku doctor`` and ``jantaku report``."""

from pathlib import Path
from typing import Annotated, Final

import typer

looking: Final = typer.Typer(rich_markup_mode=None)
Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]


@looking.command(epilog="Example: jantaku doctor --serial /dev/ttyUSB0; jantaku doctor venue.toml")
def doctor(
    file: Annotated[
        Path | None, typer.Argument(metavar="VENUE.toml", help="A venue's file: all that it has is looked at.")
    ] = None,
    json: Json = False,
    serial: Annotated[str, typer.Option(help="Serial port to try; the only candidate when left out.")] = "",
    camera: Annotated[
        list[str] | None, typer.Option(help="Camera to try, over the table or of a seat; may be repeated.")
    ] = None,
    profile: Annotated[
        str, typer.Option(help="Table profile, by id or file: list what of it nobody has measured.", show_default=False)
    ] = "",
) -> None:
    """Look for what keeps machine, table, cameras, models or journals from working, and name the cure."""
    from api.cli.doctor import command

    raise typer.Exit(command.run(json, serial, camera or [], profile, file))


@looking.command(epilog="Example: jantaku report venue.toml --out report.zip")
def report(
    file: Annotated[Path | None, typer.Argument(metavar="VENUE.toml", help="A venue's file.")] = None,
    out: Annotated[Path, typer.Option(help="Where the report is written.")] = Path("jantaku-report.zip"),
) -> None:
    """What whoever helps has to know, in one file without secrets: the doctor's findings, versions, the venue."""
    from api.cli.doctor import report as command

    raise typer.Exit(command.run(out, file))
