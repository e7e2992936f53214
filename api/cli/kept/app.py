"""Their options; the work is in the modules beside this one, imported when a command runs."""

from pathlib import Path
from typing import Annotated

import typer

kept = typer.Typer(rich_markup_mode=None)
journal = typer.Typer(
    help="A journal as a file or database: its anchors, its tables.", no_args_is_help=True, rich_markup_mode=None
)
kept.add_typer(journal, name="journal")

Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
Address = Annotated[
    str,
    typer.Argument(
        metavar="JOURNAL",
        help="Journal: file, sqlite:///PATH, or postgresql+pg8000://USER@HOST:PORT/DATABASE?journal=NAME.",
        show_default=False,
    ),
]
Evidence = Annotated[
    Path | None, typer.Option("--evidence", help="Folder of kept frames and signals, too.", show_default=False)
]


@kept.command(epilog="Example: jantaku verify jantaku.sqlite --anchor 812:3f9c0a7d52b1")
def verify(
    journal: Address,
    json: Json = False,
    anchor: Annotated[
        list[str] | None,
        typer.Option(help="An anchor to hold it against: NUMBER:HASH, or a file of them.", show_default=False),
    ] = None,
    evidence: Annotated[
        list[Path] | None,
        typer.Option("--evidence", help="Folder of kept frames and signals to check, too.", show_default=False),
    ] = None,
) -> None:
    """Check a journal: hash chain, columns, evidence, pictures, and its end by anchors that were kept outside of it.

    Nothing is written. Ends with 0 for a sound journal, 1 where something is wrong with it.
    """
    from api.cli.kept import check as command

    raise typer.Exit(command.verify(journal, anchor or [], evidence or [], json))


@kept.command(epilog="Example: jantaku repair jantaku.sqlite --out sound.sqlite")
def repair(
    journal: Address,
    out: Annotated[Path, typer.Option(help="New file for what is sound.", show_default=False)],
    json: Json = False,
) -> None:
    """Save what is sound of a damaged journal into a new file: all records up to the damage, all evidence readable.

    What was lost is told, and noted in the new file. The damaged journal is only read.
    """
    from api.cli.kept import copies as command

    raise typer.Exit(command.repair(journal, out, json))


@kept.command(epilog="Example: jantaku backup jantaku.sqlite --out backup-2026-05-01")
def backup(
    journal: Address,
    out: Annotated[Path, typer.Option(help="New folder for the backup.", show_default=False)],
    evidence: Evidence = None,
    json: Json = False,
) -> None:
    """Back up a journal with its pictures, also while a table writes it, and check the copy."""
    from api.cli.kept import copies as command

    raise typer.Exit(command.backup(journal, out, evidence, json))


@kept.command(epilog="Example: jantaku restore backup-2026-05-01 --out jantaku.sqlite")
def restore(
    backup: Annotated[Path, typer.Argument(help="Folder that `jantaku backup` made.", show_default=False)],
    out: Annotated[str, typer.Option(metavar="JOURNAL", help="Address of the new journal.", show_default=False)],
    evidence: Evidence = None,
    json: Json = False,
) -> None:
    """Check a backup and put it back as a new journal, with its pictures beside it."""
    from api.cli.kept import copies as command

    raise typer.Exit(command.restore(backup, out, evidence, json))


@journal.command(epilog="Example: jantaku journal anchor jantaku.sqlite --json >> anchors.jsonl")
def anchor(journal: Address, json: Json = False) -> None:
    """Print where a journal ends now, to be kept outside of it, and keep it in the state folder.

    Signed where JANTAKU_ANCHOR_KEY holds a key.
    """
    from api.cli.kept import check as command

    raise typer.Exit(command.anchor(journal, json))


@journal.command(epilog="Example: jantaku journal migrate old.sqlite; back again with --to j0001")
def migrate(
    journal: Address,
    to: Annotated[str, typer.Option(help="Revision of the tables; heads is this release's.")] = "heads",
    json: Json = False,
) -> None:
    """Bring the tables of a journal up to this release, or down for an earlier one; playing on brings them up too."""
    from api.cli.kept import copies as command

    raise typer.Exit(command.migrate(journal, to, json))
