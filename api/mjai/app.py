"""``jantaku mjai`` and its options; the work is in `command.py` beside this file, imported when it runs."""

import os
from pathlib import Path
from typing import Annotated

import typer

from api.reach.plan import ListenPlan
from controller.errors import JantakuError

live = typer.Typer(rich_markup_mode=None)
TOKEN = "JANTAKU_TOKEN"
_EXAMPLE = "Example: JANTAKU_TOKEN=... jantaku mjai --table 1 --seat A -- python bot.py {id}"
_SEATS = ("public", "A", "B", "C", "D", "staff")


@live.command(epilog=_EXAMPLE)
def mjai(
    engine: Annotated[
        list[str] | None,
        typer.Argument(help="Program that reads lines and answers; this command's own streams when left out."),
    ] = None,
    address: Annotated[str, typer.Option(help="Address of the service.")] = ListenPlan().here,
    table: Annotated[str, typer.Option(help="Name of the table.")] = "1",
    seat: Annotated[str, typer.Option(help="public, A, B, C, D or staff: whose hands come once released.")] = "public",
    token_file: Annotated[
        Path | None, typer.Option(help="File with a token; else JANTAKU_TOKEN.", show_default=False)
    ] = None,
    every: Annotated[
        bool, typer.Option("--every/--acting", help="It answers every line, or only when it would act.")
    ] = True,
) -> None:
    """Follow a table live as mjai lines and hand in what an engine answers; see docs/mjai.md."""
    from api.mjai import command

    if seat not in _SEATS:
        raise typer.BadParameter(f"{seat!r}: expected {', '.join(_SEATS)}", param_hint="--seat")
    raise typer.Exit(command.run(address, table, seat, _secret(token_file), every, engine or []))


def _secret(file: Path | None) -> str:
    """The token: never on the command line, where every process of the machine sees it."""
    if file is None:
        return os.environ.get(TOKEN, "")
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise JantakuError(f"{file}: {error}") from None
