"""Commands and their options; the work is in the modules beside this one, imported when a command runs."""

from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from api.bytecode import loading
from api.cli.access.app import access
from api.cli.doctor.app import looking
from api.cli.hub.app import of_hub
from api.cli.kept.app import kept
from api.cli.league.app import league
from api.cli.pictures.app import of_pictures
from api.cli.rulebooks.app import rulebooks
from api.cli.table.app import table
from api.cli.venue.app import venues
from api.mjai.app import live
from controller.records.formats import RecordFormat
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK
from controller.text import Language

app = typer.Typer(
    name="jantaku",
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


app.add_typer(rulebooks, name="rulebooks")
app.add_typer(access, name="access")
app.add_typer(table, name="table")
app.add_typer(venues, name="venue")
app.add_typer(league, name="event")
app.add_typer(of_hub)
app.add_typer(kept)
app.add_typer(looking)
app.add_typer(of_pictures)
app.add_typer(live)

ReleaseRule = Annotated[
    str, typer.Option("--release", help="Concealed hands are seen: never, round, game, delayed (180 s), seconds, live.")
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
_NOTHING: Final = "none"
"""In place of a device that the one table of ``jantaku serve`` does not have."""


@app.command(epilog="Example: jantaku score --hand 234m234567p2267s --win 8s --rulebook npm-2008 --dora 4m")
def score(
    json: Annotated[bool, typer.Option("--json", help="One JSON request a line on stdin, one answer a line.")] = False,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="As --json, with the same answers, for large files: answers come in blocks. The extra jantaku[batch] "
            "(numba) makes it fast; it works without.",
        ),
    ] = False,
    hand: Annotated[str, typer.Option(help="Concealed tiles without the winning tile, e.g. 234m234567p2267s.")] = "",
    win: Annotated[str, typer.Option(help="Winning tile, e.g. 8s.")] = "",
    by: Annotated[str, typer.Option(help="ron or tsumo.")] = "ron",
    rulebook: RulebookId = DEFAULT_RULEBOOK,
    seat_wind: Annotated[str, typer.Option(help="E, S, W or N.")] = "S",
    prevailing_wind: Annotated[str, typer.Option(help="E, S, W or N.")] = "E",
    riichi: Annotated[str, typer.Option(help="none, riichi or double.")] = "none",
    dora: Annotated[str, typer.Option(help="Dora indicators, e.g. 4m.")] = "",
) -> None:
    """Score hands: with --json or --batch a stream of requests, otherwise the one hand of the options."""
    from api.cli import score as command

    if batch:
        raise typer.Exit(command.batch(rulebook))
    if json:
        raise typer.Exit(command.stream(rulebook))
    request = {
        "hand": hand,
        "win": win,
        "by": by,
        "seat_wind": seat_wind,
        "prevailing_wind": prevailing_wind,
        "riichi": riichi,
        "dora_indicators": dora,
    }
    raise typer.Exit(command.one(rulebook, request))


@app.command(epilog="Example: jantaku demo --hands 20 --fast --json --seed 7")
def demo(
    hands: Annotated[int, typer.Option(help="Rounds to play; 0 plays until stopped.", min=0)] = 0,
    fast: Annotated[bool, typer.Option("--fast", help="As fast as the machine allows, no port opened.")] = False,
    json: Json = False,
    seed: Annotated[
        int | None, typer.Option(help="Seed of shuffles and players.", show_default="7 with --fast")
    ] = None,
    rulebook: RulebookId = DEFAULT_RULEBOOK,
    http: Annotated[int, typer.Option(help="Port of start page, console and overlay; 0 takes a free one.")] = 8000,
    keep: Annotated[Path | None, typer.Option(help="Folder to keep journal and truth in.", show_default=False)] = None,
    evidence: Annotated[bool, typer.Option("--evidence", help="With --keep: keep every frame and signal too.")] = False,
    profile: Annotated[str, typer.Option(help="Table profile: the family of table to play at.")] = "wall-only",
    seat_cameras: Annotated[
        bool | None,
        typer.Option(
            "--seat-cameras/--no-seat-cameras",
            help="A camera behind each hand too; by default where people watch.",
            show_default=False,
        ),
    ] = None,
    release: ReleaseRule = "live",
    laying: Annotated[str, typer.Option(help="How players lay tiles: exact, careful or photo.")] = "careful",
    arms: Annotated[float, typer.Option(help="Share of exposures with arms over the table.", min=0, max=1)] = 0.0,
    tilt: Annotated[
        float | None, typer.Option(help="Degrees of the camera from straight above.", min=0, max=55)
    ] = None,
    without: Annotated[
        str, typer.Option(help="A part that the table has not: board, or camera.", show_default=False)
    ] = "",
    patience_s: Annotated[
        float, typer.Option(help="Seconds after which a result that nobody confirmed is confirmed.", min=0)
    ] = 20.0,
) -> None:
    """Play a simulated table: real bytes on a pseudo-terminal, rendered frames, the whole service behind them."""
    from api.cli import demo as command
    from api.demo.table import PlayAs

    raise typer.Exit(
        command.run(
            command.DemoOptions(
                *(hands, fast, json, seed, rulebook, http, keep, evidence, profile, seat_cameras, release),
                play=PlayAs(laying, arms, tilt),
                without=without,
                patience_s=patience_s,
            )
        )
    )


@app.command(
    epilog="Example: jantaku serve venue.toml, or for one table:"
    " jantaku serve --serial /dev/ttyUSB0 --camera http://cam/stream.mjpg --calibration c.json"
)
def serve(
    context: typer.Context,
    venue: Annotated[
        Path | None,
        typer.Argument(help="TOML file of a venue. The options are of one table.", show_default=False),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only check the venue's file and what it names.")] = False,
    serial: Annotated[
        str, typer.Option(help="Serial port of the table board, or none: it is not wired.", show_default=False)
    ] = "",
    board: Annotated[
        str,
        typer.Option(
            help="Number of the table's own board, as jantaku table state tells it; else the first that is seen.",
            show_default=False,
        ),
    ] = "",
    camera: Annotated[
        str,
        typer.Option(
            help="Camera: http address, video device, phone:, folder of pictures, none: people enter how rounds end.",
            show_default=False,
        ),
    ] = "",
    calibration: Annotated[
        str, typer.Option(help="Calibration of the camera: JSON file or http address.", show_default=False)
    ] = "",
    table: Annotated[str, typer.Option(help="Name of the table in addresses.")] = "1",
    profile: Annotated[str, typer.Option(help="Table profile.")] = "wall-only",
    rulebook: RulebookId = DEFAULT_RULEBOOK,
    journal: Annotated[
        str, typer.Option(help="Journal: file (SQLite) or address of a database; a round in it goes on.")
    ] = "jantaku.sqlite",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    http: Annotated[int, typer.Option(help="Port to listen on; 0 opens none.")] = 8000,
    tls: Annotated[
        bool, typer.Option("--tls", help="TLS beside it, by a local authority, so that phones may be cameras.")
    ] = False,
    tls_port: Annotated[int, typer.Option(help="Port of TLS.", min=1, max=65535)] = 8443,
    certificate: Annotated[
        str, typer.Option(help="TLS by a certificate of your own: PEM file with its chain.", show_default=False)
    ] = "",
    key: Annotated[str, typer.Option(help="Its key: PEM file.", show_default=False)] = "",
    auto_settle: Annotated[bool, typer.Option("--auto-settle", help="Settle without a person's confirmation.")] = False,
    undo_s: Annotated[float, typer.Option(min=0, max=600, help="Seconds for which a decision can be undone.")] = 15.0,
    automatic: Annotated[
        list[str] | None,
        typer.Option(help="Fault upheld as the book says without a person; once for each code.", show_default=False),
    ] = None,
    confirmed: Annotated[
        list[str] | None,
        typer.Option(
            help="Fault whose doubtful reading of the text you share; once for each code.", show_default=False
        ),
    ] = None,
    evidence: Annotated[
        Path | None, typer.Option(help="Empty folder to keep every frame and signal in.", show_default=False)
    ] = None,
    shared_time: Annotated[
        bool, typer.Option("--shared-time", help="Board and camera date by one clock of their own, as the simulator.")
    ] = False,
    seat_camera: Annotated[
        list[str] | None,
        typer.Option(help="Camera behind a player's tiles: A=address; once for each seat.", show_default=False),
    ] = None,
    seat_calibration: Annotated[
        list[str] | None, typer.Option(help="Its calibration: A=JSON file or http address.", show_default=False)
    ] = None,
    release: ReleaseRule = "never",
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Play by a rulebook of which more than 100 fields are unverified.")
    ] = False,
    nats: Annotated[str, typer.Option(help="Broker to publish the table to, for a hub; none when left out.")] = "",
    nats_venue: Annotated[str, typer.Option(help="Name of the venue there.")] = "venue",
    json: Annotated[
        bool, typer.Option("--json", help="Print each fact as a JSON line; concealed hands never.")
    ] = False,
) -> None:
    """Run the service of a venue's tables, or of one table with its board and camera.

    With nothing: of venue.toml in this folder, written by the setup page where it is not there yet.
    """
    if venue is not None or check or not (serial or camera or calibration):
        from api.cli.venue import app as of_venue

        raise typer.Exit(of_venue.serve(venue, check, context))
    serial, camera, calibration = ("" if each == _NOTHING else each for each in (serial, camera, calibration))
    for name, given in (("--camera", camera), ("--calibration", calibration)):
        if not given and (camera or calibration):
            raise typer.BadParameter("expected with a camera; neither for a table that is not watched", param_hint=name)
    if bool(certificate) is not bool(key):
        raise typer.BadParameter("expected both --certificate and --key", param_hint="--certificate")
    if camera:
        from api.eyes.fork import load_ahead

        load_ahead()
    with loading():
        from api.cli import serve as command
        from api.reach.plan import ListenPlan
        from api.service.compose import TableConfig, seat_cameras
        from api.tls.plan import TlsPlan
        from controller.views.policy import Release
        from firmware_bridge.session.pinned import board_number

    config = TableConfig(
        *(table, profile, rulebook, serial, camera, calibration, journal, auto_settle, shared_time),
        evidence=evidence,
        seats=seat_cameras(seat_camera or [], seat_calibration or []),
        release=Release.parse(release),
        board=board_number(board),
        undo_s=undo_s,
        automatic=tuple(automatic or ()),
        confirmed=tuple(confirmed or ()),
        unverified=unverified,
    )
    hub = None
    if nats:
        from api.hub.config import HubConfig

        hub = HubConfig(nats=nats, venue=nats_venue)
    kind: Literal["off", "local", "own"] = "own" if certificate else "local" if tls else "off"
    plan = ListenPlan(host, http, TlsPlan(kind, tls_port, certificate, key))
    raise typer.Exit(command.run(config, plan, facts=json, hub=hub))


@app.command(epilog="Example: jantaku replay jantaku.sqlite")
def replay(
    journal: Journal,
    json: Json = False,
    evidence: Annotated[
        Path | None,
        typer.Option(help="Memo frames and signals: read them again and say what changed.", show_default=False),
    ] = None,
    lang: Annotated[Language, typer.Option("--lang", help="Language of the facts.")] = Language.EN,
) -> None:
    """Print a journal's facts and the state they add up to; with --evidence read the kept frames again and compare."""
    from api.cli import journal as command

    if evidence is not None:
        raise typer.Exit(command.replay_evidence(journal, evidence, json))
    raise typer.Exit(command.replay(journal, json, lang))


@app.command(epilog="Example: jantaku export jantaku.sqlite --format tenhou6 > game.json")
def export(
    journal: Journal,
    form: Annotated[RecordFormat, typer.Option("--format", help="What to write.")],
    game: Annotated[int | None, typer.Option(help="One game only, counted from 1.", show_default=False)] = None,
    released_at: Annotated[
        str, typer.Option(help="When concealed tiles may be seen, ISO 8601; never when left out.")
    ] = "",
    addresses: Annotated[
        bool, typer.Option("--addresses", help="Addresses of the tenhou.net/6 viewer, one a round.")
    ] = False,
    truth: Annotated[
        Path | None, typer.Option(help="Compare with the truth of a simulated table.", show_default=False)
    ] = None,
    into: Annotated[Path | None, typer.Option(help="A folder that takes one file a game.", show_default=False)] = None,
) -> None:
    """Write the finished rounds of a journal for viewers, review tools and spreadsheets; see docs/records.md."""
    from api.cli import export as command

    raise typer.Exit(command.export(journal, form, game, released_at, addresses, truth, into))


@app.command(epilog="Examples: jantaku convert game.mjlog game.json; jantaku convert games.zip --to csv > rounds.csv")
def convert(
    source: LogFile,
    target: Annotated[
        Path | None, typer.Argument(help="Where to write; printed when left out.", show_default=False)
    ] = None,
    form: Annotated[
        RecordFormat | None, typer.Option("--to", help="What to write; else by the target.", show_default=False)
    ] = None,
) -> None:
    """Turn records of other programs into another format, saying what they leave out; see docs/records.md."""
    from api.cli import export as command

    raise typer.Exit(command.convert(source, target, form))


@app.command(epilog="Example: jantaku wins game.json --rulebook mleague")
def wins(
    file: LogFile,
    rulebook: RulebookId = DEFAULT_RULEBOOK,
    json: Json = False,
) -> None:
    """Score every win of another program's record and say where it is not as written there."""
    from api.cli import export as command

    raise typer.Exit(command.wins(file, rulebook, json))


@app.command(
    epilog="Examples: jantaku audit logs/*.json --rulebook tenhou; jantaku audit game.mjlog --rulebook tenhou --json"
)
def audit(
    logs: Annotated[
        list[Path],
        typer.Argument(
            help="tenhou.net/6 JSON (one game, or one a line), mjlog, mjai lines or Mahjong Soul JSON; gzip or not.",
            show_default=False,
        ),
    ],
    rulebook: RulebookId = DEFAULT_RULEBOOK,
    json: Json = False,
) -> None:
    """Check published logs against a rulebook: wins, payments, draws, the flow of rounds, the end, final points.

    Each difference is one line. Ends with 0 when all is equal, 1 when something differs, 2 when a log cannot be read.
    """
    from api.cli import audit as command

    raise typer.Exit(command.run(logs, rulebook, json))


@app.command(
    epilog="Example: jantaku standings docs/standings.example.csv --rulebook kenko-2022 --json; "
    "jantaku standings --journal A=a.sqlite --journal B=b.sqlite"
)
def standings(
    file: Annotated[
        Path | None, typer.Argument(help="Games of the event: CSV, or JSON; see docs/standings.md.")
    ] = None,
    journal: Annotated[
        list[str] | None, typer.Option(help="Journal whose finished games count, TABLE=JOURNAL; may be repeated.")
    ] = None,
    rulebook: Annotated[
        str, typer.Option("--rulebook", help="Id of a rulebook or a TOML file of house rules; else the file's own.")
    ] = "",
    json: Json = False,
) -> None:
    """Standings of an event: points, places, ties, qualification and the tables of the last game, by the book."""
    from api.cli.league import standings as command

    raise typer.Exit(command.run(file, journal or [], rulebook, json))
