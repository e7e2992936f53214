"""Commands on a hub, its broker and its gateways; the work is in the modules beside this one, imported when needed."""

from pathlib import Path
from typing import Annotated, Final

import typer

of_hub = typer.Typer(rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
# By environment a password in it stands in no list of processes.
HUB_DATABASE: Final = "JANTAKU_DATABASE"
Broker = Annotated[str, typer.Option("--nats", help="Addresses of the broker, with commas: nats:// or tls://.")]
Keys = Annotated[
    str, typer.Option("--keys", help="File of venues' public keys, a line each, as `jantaku broker-key` prints.")
]
Host = Annotated[str, typer.Option(help="Address to listen on.")]
Names = Annotated[list[str] | None, typer.Option(help="Name that browsers know it by; may be repeated.")]
BrokerCa = Annotated[str, typer.Option("--ca", help="PEM file of the authority that signed the broker's certificate.")]


@of_hub.command(
    epilog="Example: JANTAKU_NATS_USER=hub JANTAKU_NATS_PASSWORD_FILE=hub.secret jantaku hub "
    "--database postgresql+pg8000://jantaku@localhost/hub --keys venues.keys"
)
def hub(
    database: Annotated[
        str,
        typer.Option(
            help="PostgreSQL, such as postgresql+pg8000://user@host/name.", show_default=False, envvar=HUB_DATABASE
        ),
    ],
    nats: Broker = "nats://127.0.0.1:4222",
    ca: BrokerCa = "",
    edge: Annotated[
        list[str] | None, typer.Option(help="Venue with a broker of its own to draw on; may be repeated.")
    ] = None,
    keys: Keys = "",
    check: Annotated[
        bool, typer.Option("--check", help="Only tell how every journal stands; 1 where records lack.")
    ] = False,
    clear: Annotated[
        list[int] | None, typer.Option(help="Number of a break, of --check, that is done with; may be repeated.")
    ] = None,
    why: Annotated[str, typer.Option(help="With --clear: the reason, which is kept with who you are.")] = "",
    http: Annotated[
        int, typer.Option(help="Port of its pages: what lacks or does not fit, to be cleared; none when 0.")
    ] = 0,
    host: Host = "127.0.0.1",
    name: Names = None,
    json: Json = False,
) -> None:
    """Collect the facts of all venues from the broker into a database, exactly once; see docs/hub.md."""
    from api.cli.hub import commands as command
    from api.hub.config import BrokerConfig
    from api.reach.plan import ListenPlan

    if clear:
        raise typer.Exit(command.clear(database, clear, why))
    if check:
        raise typer.Exit(command.check(database, json))
    plan = ListenPlan(host, http)
    raise typer.Exit(command.run(BrokerConfig(nats=nats, ca=ca), database, edge or [], keys, plan, name or []))


@of_hub.command(
    epilog="Example: JANTAKU_NATS_USER=gateway JANTAKU_NATS_PASSWORD_FILE=gateway.secret jantaku gateway "
    "--venue kyoto --keys venues.keys"
)
def gateway(
    keys: Keys,
    nats: Broker = "nats://127.0.0.1:4222",
    ca: BrokerCa = "",
    venue: Annotated[str, typer.Option(help="Only this venue; else tables are called VENUE.TABLE.")] = "",
    host: Host = "127.0.0.1",
    http: Annotated[int, typer.Option(help="Port to listen on.")] = 8001,
    name: Names = None,
) -> None:
    """Serve pages and feeds to those who look on, from the broker; any number beside each other, no secret in any."""
    from api.cli.hub import gateway as command
    from api.hub.config import BrokerConfig

    raise typer.Exit(command.gateway(BrokerConfig(nats=nats, ca=ca), venue, keys, host, http, name or []))


@of_hub.command(
    epilog="Examples: jantaku broker hub --venue kyoto > hub.conf; jantaku broker edge --venue kyoto > edge.conf; "
    "nats-server -c hub.conf"
)
def broker(
    kind: Annotated[str, typer.Argument(help="hub: the broker of all; edge: a venue's own.", show_default=False)],
    venue: Annotated[list[str], typer.Option(help="Name of a venue; for a hub may be repeated.", show_default=False)],
    listen: Annotated[str, typer.Option(help="Where clients come.")] = "127.0.0.1:4222",
    leaf: Annotated[str, typer.Option(help="Hub: where venues' own brokers come; nowhere when empty.")] = "",
    mqtt: Annotated[str, typer.Option(help="Where home systems come; nowhere when empty.")] = "",
    store: Annotated[str, typer.Option(help="Folder of its streams.")] = "/var/lib/jantaku-broker",
    cert: Annotated[str, typer.Option(help="PEM file of its certificate.")] = "",
    key: Annotated[str, typer.Option(help="PEM file of its key.")] = "",
    ca: Annotated[str, typer.Option(help="PEM file of an authority: clients must show a certificate of it.")] = "",
) -> None:
    """Print a configuration for nats-server, with who may do what; passwords come from its environment."""
    from api.cli.hub import broker as command

    raise typer.Exit(command.print_config(kind, venue, listen, leaf, mqtt, store, (cert, key, ca)))


@of_hub.command(epilog="Example: jantaku broker-key kyoto.pem --venue kyoto >> venues.keys")
def broker_key(
    file: Annotated[Path, typer.Argument(help="Where the private key is; made where there is none.")],
    venue: Annotated[str, typer.Option(help="Name of the venue.", show_default=False)],
) -> None:
    """Print the public key that a venue's messages are checked with, for the files of hub and gateways."""
    from api.cli.hub import broker as command

    raise typer.Exit(command.key(file, venue))
