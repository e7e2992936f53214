"""``jantaku access`` and its options; the work is in the modules beside this one, imported when a command runs."""

from pathlib import Path
from typing import Annotated

import typer

access = typer.Typer(
    help="Who may act in a service: links, devices, tokens; from its own console, never locked out.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        help="Folder of the service's journals; that of the one service that runs, else this one.", show_default=False
    ),
]
RoleName = Annotated[str, typer.Option("--role", help="viewer, overlay, referee, staff or owner.")]


@access.command(epilog="Example: jantaku access link --role owner")
def link(
    role: RoleName = "owner",
    name: Annotated[str, typer.Option(help="Who opens it; for an owner the first one when left out.")] = "",
    address: Annotated[str, typer.Option(help="Address of the service; the one that runs when left out.")] = "",
    folder: Folder = None,
    json: Json = False,
) -> None:
    """Print a link, and on a terminal its QR code, that lets its opener in once."""
    from api.cli.access import commands as command

    raise typer.Exit(command.link(folder, role, name, address, json))


@access.command("list", epilog="Example: jantaku access list --json")
def list_all(folder: Folder = None, json: Json = False) -> None:
    """Devices and tokens that may come in, and when each was seen last."""
    from api.cli.access import commands as command

    raise typer.Exit(command.list_all(folder, json))


@access.command(epilog='Example: jantaku access token --role overlay --name "stream"')
def token(
    name: Annotated[str, typer.Option(help="What it is for.", show_default=False)],
    role: Annotated[str, typer.Option("--role", help="As of a link; overlay when left out.", show_default=False)] = "",
    seat: Annotated[
        str, typer.Option(help="TABLE/SEAT, such as 1/A: for a program that plays that seat, and no other.")
    ] = "",
    folder: Folder = None,
    json: Json = False,
) -> None:
    """Print a token for a machine, an overlay, a late feed or a seat's program; it is shown this once."""
    from api.cli.access import commands as command

    raise typer.Exit(command.token(folder, role, name, seat, json))


@access.command(epilog="Example: jantaku access revoke 5f2c90d1a4b37e68")
def revoke(
    id: Annotated[  # noqa: A002 - as it is called on the command line
        str, typer.Argument(help="Id of a device or a token, of `jantaku access list`.", show_default=False)
    ],
    folder: Folder = None,
) -> None:
    """Shut a device or a token out; its sessions and sockets end at once."""
    from api.cli.access import commands as command

    raise typer.Exit(command.revoke(folder, id))


@access.command(epilog="Example: jantaku access forget Sato")
def forget(
    name: Annotated[str, typer.Argument(help="Who has lost them.", show_default=False)], folder: Folder = None
) -> None:
    """Take PIN and password from somebody who has forgotten them; a new one is chosen at the next press."""
    from api.cli.access import commands as command

    raise typer.Exit(command.forget(folder, name))
