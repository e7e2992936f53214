"""Options and arguments that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

ReleaseRule = Annotated[
    str,
    typer.Option(
        "--release",
        help="When concealed hands may be seen: never, round or game (once over), delayed (180 s), seconds, live.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
RulebookId = Annotated[
    str, typer.Option("--rulebook", help="Id of a rulebook (`jantaku rulebooks list`) or a TOML file of house rules.")
]


LogFile = Annotated[
    Path,
    typer.Argument(
        help="Records: tenhou.net/6, mjlog, mjai, majiang, Mahjong Soul; packed, in archives, addresses.",
        show_default=False,
    ),
]
Journal = Annotated[str, typer.Argument(help="Journal: file (SQLite) or address.", show_default=False)]
