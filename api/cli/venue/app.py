"""``jantaku venue ...``, and ``jantaku serve`` where it is given a venue's file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from api.bytecode import loading
from controller.errors import VenueError

_OF_BOTH = frozenset({"venue", "check"})
_OF_HTTP: Final[Mapping[str, str]] = {
    "host": "host",
    "http": "port",
    "tls": "tls",
    "tls_port": "tls_port",
    "certificate": "certificate",
    "key": "private_key",
}
"""Options that stand beside a venue's file, and the keys of its ``[http]`` that they go before."""
USUAL = Path("venue.toml")
"""The venue's file of a service that is started with nothing."""

venues = typer.Typer(help="Many tables in one service.", no_args_is_help=True)


def serve(file: Path | None, check: bool, context: typer.Context) -> int:
    """Serve or check a venue's file; raises VenueError where options of one table stand beside it."""
    given = {}
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if name in _OF_BOTH or source is None or source.name != "COMMANDLINE":
            continue
        if name not in _OF_HTTP or check:
            raise VenueError(f"--{name.replace('_', '-')}: expected in the venue's file, or no file")
        given[_OF_HTTP[name]] = value
    if "tls" in given:
        given["tls"] = "local"
    if "certificate" in given or "private_key" in given:
        given["tls"] = "own"
    if file is None and check:
        raise VenueError("--check: expected the venue's file to check")
    file = file or USUAL
    if not check:
        from api.eyes.fork import load_ahead

        load_ahead()
        with loading():
            from api.cli.venue import serving
        return serving.run(file, given)
    from api.cli.venue import checking

    return checking.check(file)


@venues.command(epilog="Example: jantaku venue reload venue.toml")
def reload(
    file: Annotated[Path, typer.Argument(help="The venue's file.", show_default=False)],
    end: Annotated[
        list[str] | None,
        typer.Option(help="A removed table that ends though a round is open on it.", show_default=False),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why hands may be seen earlier, where the file says so now.")] = "",
) -> None:
    """Have the running service take the file again; unchanged tables go on, and a wrong file changes nothing."""
    from api.cli.venue import asking

    raise typer.Exit(asking.reload(file, tuple(end or ()), reason))


@venues.command(epilog="Example: jantaku venue state venue.toml")
def state(
    file: Annotated[Path, typer.Argument(help="The venue's file.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="Print data as JSON, a table a line.")] = False,
) -> None:
    """How each table of the running venue stands; ends with 1 where one does not run."""
    from api.cli.venue import asking

    raise typer.Exit(asking.state(file, json))
