"""``jantaku table`` and its options; the work is in the modules beside this one, imported when a command runs."""

from math import inf
from pathlib import Path
from typing import Annotated

import typer

table = typer.Typer(
    help="A connected table: what it senses, presses on it, their log, its firmware.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
config = typer.Typer(
    help="The board's settings: which lines are wired, how long a lamp counts, the rest between presses.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
table.add_typer(config, name="config")

Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
Port = Annotated[
    str,
    typer.Option(
        "--port", help="Serial port: a path, a name of udev's, usb:VID:PID[:SERIAL], or auto for the only one."
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask first; for scripts.")]
By = Annotated[
    str,
    typer.Option(
        "--by",
        help="Who asks, for the log; the login name when left out, and wherever a running service holds the port.",
        show_default=False,
    ),
]
Log = Annotated[
    Path | None,
    typer.Option(
        "--log", help="Press log; presses.jsonl in the user's state folder when left out.", show_default=False
    ),
]

Board = Annotated[
    str,
    typer.Option(
        "--board", help="Number of the only board that may press; whichever answers when left out.", show_default=False
    ),
]


@table.command(epilog="Example: jantaku table state --port /dev/jantaku-pci-0000_00_14_0-usb-0_2_1_0 --json")
def state(
    port: Port = "auto",
    watch: Annotated[bool, typer.Option("--watch", help="Go on, and print whenever something changes.")] = False,
    seconds: Annotated[float, typer.Option(help="How long to watch; until Ctrl-C when left out.")] = inf,
    json: Json = False,
) -> None:
    """Link, identity of the board, inputs and lamps, outputs, faults."""
    if watch:
        from api.cli.table import watching

        raise typer.Exit(watching.watch(port, seconds, json))
    from api.cli.table import commands as command

    raise typer.Exit(command.state(port, json))


@table.command(
    epilog="Example: jantaku table scan --port auto --seconds 60; "
    "jantaku table scan --profile hall-3.toml --seconds 900"
)
def scan(
    port: Port = "auto",
    seconds: Annotated[float, typer.Option(help="How long to look; Ctrl-C ends it sooner.")] = 60.0,
    profile: Annotated[
        str,
        typer.Option(
            help="The table's own profile file: time its machine over three cycles that you let it go through, "
            "and write what was measured into the file.",
            show_default=False,
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Press each button of the table by hand and watch its lamps: the wire of each that moves is named.

    Have each lamp lit and dark for a second or more: for a panel that drives its lamps in turns the settings are found.
    """
    from api.cli.table import watching

    if profile:
        from api.cli.table import timing

        raise typer.Exit(timing.time_machine(port, profile, seconds, json))
    raise typer.Exit(watching.scan(port, seconds, json))


@table.command(epilog="Example: jantaku table selftest --port auto --json")
def selftest(port: Port = "auto", json: Json = False) -> None:
    """Let the board test its memory, inputs and outputs; nothing is pressed."""
    from api.cli.table import config as command

    raise typer.Exit(command.selftest(port, json))


@table.command(epilog="Example: jantaku table clear table-jam")
def clear(
    fault: Annotated[str, typer.Argument(help="Fault, as `jantaku table state` writes it.", show_default=False)],
    port: Port = "auto",
    json: Json = False,
) -> None:
    """Forget a fault that the board keeps, once its cause is gone."""
    from api.cli.table import config as command

    raise typer.Exit(command.clear(port, fault, json))


@config.command(name="get", epilog="Example: jantaku table config get LAMP_OFF_MS INPUTS")
def config_get(
    names: Annotated[list[str] | None, typer.Argument(help="Settings; all when left out.", show_default=False)] = None,
    port: Port = "auto",
    json: Json = False,
) -> None:
    """The board's settings, their limits and meaning."""
    from api.cli.table import config as command

    raise typer.Exit(command.get(port, names or (), json))


@config.command(name="set", epilog="Example: jantaku table config set LAMP_OFF_MS=600 OUTPUTS=SET_A,SET_C --save")
def config_set(
    values: Annotated[
        list[str] | None,
        typer.Argument(help="NAME=VALUE; lines by name with commas, faults by name.", show_default=False),
    ] = None,
    profile: Annotated[
        str, typer.Option(help="Table profile, by id or file: write its wiring section.", show_default=False)
    ] = "",
    port: Port = "auto",
    save: Annotated[bool, typer.Option("--save", help="Keep them over a restart of the board.")] = False,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Set values within the board's own limits, and read them back."""
    from api.cli.table import config as command

    raise typer.Exit(command.put(port, values or (), profile, save, yes, json))


@config.command(name="save", epilog="Example: jantaku table config save")
def config_save(port: Port = "auto") -> None:
    """Keep the settings in force over a restart of the board."""
    from api.cli.table import config as command

    raise typer.Exit(command.save(port))


@table.command(epilog='Example: jantaku table press SET_A SET_C --why "plate stuck" --yes')
def press(
    buttons: Annotated[list[str], typer.Argument(help="Outputs pressed together, e.g. SET_A.", show_default=False)],
    port: Port = "auto",
    ms: Annotated[int, typer.Option(help="Milliseconds, 50-800.")] = 150,
    why: Annotated[str, typer.Option(help="Reason, for the log.")] = "asked at the command line",
    by: By = "",
    watch: Annotated[float, typer.Option(help="Seconds to look at the sensors afterwards.")] = 2.0,
    board: Board = "",
    log: Log = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Press buttons once, as a player could; an unknown outcome is said and never tried again."""
    from api.cli.table import commands as command

    asked = command.asked(by, why, buttons, ms)
    raise typer.Exit(command.press(port, asked, watch, log, yes, json, board))


@table.command(epilog="Example: jantaku table goal open --profile four-button --hands-clear --yes")
def goal(
    verb: Annotated[
        str, typer.Argument(help="open, close, lift, dice, first-dealer or wait-ready.", show_default=False)
    ],
    profile: Annotated[str, typer.Option(help="Table profile: how this table does it.")],
    port: Port = "auto",
    why: Annotated[str, typer.Option(help="Reason, for the log.")] = "asked at the command line",
    by: By = "",
    hands_clear: Annotated[
        bool, typer.Option("--hands-clear", help="You have looked: no hands and nothing else in the centre.")
    ] = False,
    board: Board = "",
    log: Log = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Reach a goal: look at the sensors, press once, wait for the sensors."""
    from api.cli.table import goal as command

    wish = command.wish(verb, by, why, hands_clear)
    raise typer.Exit(command.goal(port, wish, profile, log, yes, json, board))


@table.command(epilog='Example: jantaku table accept 6a616e74616b7502 --why "the old one broke" --port auto')
def accept(
    board: Annotated[str, typer.Argument(help="Its number, as the fault tells it.", show_default=False)],
    why: Annotated[str, typer.Option(help="Reason, for the journal.", show_default=False)],
    port: Port = "auto",
) -> None:
    """Another board was put at the table: the running service takes it for the table's own from now on."""
    from api.cli.table import service as command

    raise typer.Exit(command.accept(port, board, why))


@table.command(epilog="Example: jantaku table log --json")
def log(
    port: Annotated[
        str, typer.Option("--port", help="Also listen to the log of the board there.", show_default=False)
    ] = "",
    seconds: Annotated[float, typer.Option(help="How long to listen.")] = 5.0,
    file: Log = None,
    json: Json = False,
) -> None:
    """The press log: time, who, why, buttons, outcome; with --port the board's own lines and counters."""
    from api.cli.table import commands as command

    raise typer.Exit(command.show_log(port, seconds, file, json))


@table.command(epilog="Example: jantaku table health night-1.sqlite night-2.sqlite")
def health(
    journals: Annotated[list[str], typer.Argument(help="Kept journals of one table.", show_default=False)],
    days: Annotated[int, typer.Option(help="Newest days to print of each work.", min=1)] = 14,
    json: Json = False,
) -> None:
    """How the machine fares by its journals: its works day by day, jams, presses, maintenance due."""
    from api.cli.table import health as command

    raise typer.Exit(command.run(journals, days, json))


@table.command(epilog="Example: jantaku table flash --port auto --yes")
def flash(
    port: Port = "auto",
    hex: Annotated[  # noqa: A002, the option is --hex
        Path | None,
        typer.Option(help="Firmware; the one that ships with this version when left out.", show_default=False),
    ] = None,
    old_bootloader: Annotated[
        bool, typer.Option("--old-bootloader", help="A Nano with the boot loader of before 2018, 57600 baud.")
    ] = False,
    rp2040: Annotated[
        bool,
        typer.Option("--rp2040", help="A Raspberry Pi Pico: hold its button BOOTSEL while plugging it in, then go on."),
    ] = False,
    drive: Annotated[
        Path | None,
        typer.Option(help="Where the disk RPI-RP2 is mounted; found by itself when left out.", show_default=False),
    ] = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Write the firmware to the board, by avrdude or onto the disk of a Raspberry Pi Pico, then greet it."""
    from api.cli.table import flash as command

    if rp2040 or drive is not None:
        raise typer.Exit(command.run_rp2040(port, hex, drive, yes, json))
    raise typer.Exit(command.run(port, hex, old_bootloader, yes, json))
