"""The command line as a typer program."""

from typing import Annotated

import typer

from api.cli.commands import Program

app = typer.Typer(
    name="jantaku",
    cls=Program,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"jantaku {version('jantaku')}")
        raise typer.Exit


@app.callback()
def _any(
    _asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """雀卓: controller and companion service of an automatic riichi-mahjong table."""
