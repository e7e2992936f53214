"""``jantaku rulebooks`` and its options; the work is in the modules beside this one, imported when a command runs."""

from pathlib import Path
from typing import Annotated

import typer

from controller.text import Language

rulebooks = typer.Typer(help="The rulebooks as data, with their clauses.", no_args_is_help=True, rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]


@rulebooks.command("list", epilog="Example: jantaku rulebooks list --json")
def rulebooks_list(json: Json = False) -> None:
    """Ids and names of the rulebooks."""
    from api.cli.rulebooks import commands as command

    raise typer.Exit(command.listing(json))


@rulebooks.command("show", epilog="Example: jantaku rulebooks show npm-2008")
def rulebooks_show(
    rulebook: Annotated[str, typer.Argument(help="Id of a rulebook, or a file of house rules.")],
    json: Json = False,
) -> None:
    """Every field of a rulebook with its value and clause."""
    from api.cli.rulebooks import commands as command

    raise typer.Exit(command.show(rulebook, json))


@rulebooks.command("diff", epilog="Example: jantaku rulebooks diff npm-2008 tomioka --lang ja")
def rulebooks_diff(
    first: Annotated[str, typer.Argument(help="Id of a rulebook, or a file of house rules.")],
    second: Annotated[str, typer.Argument(help="Another.")],
    lang: Annotated[Language, typer.Option("--lang", help="Language of the sentences.")] = Language.EN,
    json: Json = False,
) -> None:
    """What differs between two rulebooks, in words and in the order of play, with the clauses of both."""
    from api.cli.rulebooks import commands as command

    raise typer.Exit(command.diff(first, second, json, lang))


@rulebooks.command("check", epilog="Example: jantaku rulebooks check docs/house-rules.example.toml")
def rulebooks_check(
    file: Annotated[Path, typer.Argument(help="TOML file of house rules.", show_default=False)],
    json: Json = False,
) -> None:
    """Whether a file of house rules holds, and what it changes of its base."""
    from api.cli.rulebooks import commands as command

    raise typer.Exit(command.check(file, json))


@rulebooks.command("sheet", epilog="Example: jantaku rulebooks sheet > docs/rulebooks.md")
def rulebooks_sheet(
    books: Annotated[
        list[str] | None, typer.Argument(help="Ids or files of house rules; those of the law when left out.")
    ] = None,
    outside: Annotated[bool, typer.Option("--outside", help="With no id: the books outside the law.")] = False,
) -> None:
    """Rulebooks side by side as a Markdown page, in Japanese and English with their clauses."""
    from api.cli.rulebooks import sheet as command

    raise typer.Exit(command.run(books or [], outside=outside))
