"""``jantaku event ...``; the work is in the module beside this one, imported when a command runs."""

from pathlib import Path
from typing import Annotated

import typer

from api.http.league.bodies import FactKind
from controller.journal.events.league import DrawRule
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK

league = typer.Typer(
    help="Events of many games, in the journal of a service's store; docs/events.md.", no_args_is_help=True
)

Id = Annotated[str, typer.Argument(help="Id of the event.", show_default=False)]
Store = Annotated[
    str, typer.Option("--journal", help="Journal of the events: file or address. Writing needs it closed elsewhere.")
]
_USUAL = "venue.events.sqlite"


@league.command(name="list", epilog="Example: jantaku event list --json")
def list_events(journal: Store = _USUAL, json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """Every event with its players, rounds and games."""
    from api.cli.league import events

    raise typer.Exit(events.listed(journal, json))


@league.command(
    name="open", epilog='Example: jantaku event open autumn --name "秋季リーグ" --rulebook mleague --rounds 10'
)
def open_event(
    event: Id,
    name: Annotated[str, typer.Option(help="What people call it.", show_default=False)],
    rulebook: Annotated[str, typer.Option(help="Id of a rulebook, or a TOML file of house rules.")] = DEFAULT_RULEBOOK,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds; 0: as the book says.")] = 0,
    journal: Store = _USUAL,
) -> None:
    """Open an event, or change its rules."""
    from api.cli.league import events

    raise typer.Exit(events.opened(journal, event, name, rulebook, rounds))


@league.command(
    epilog="Examples: jantaku event tell autumn rename player=A name=B; "
    "jantaku event tell autumn substitute player=A by=C round=3 last=4; jantaku event tell autumn withdraw number=7"
)
def tell(
    event: Id,
    kind: Annotated[FactKind, typer.Argument(help="What is told.", show_default=False)],
    values: Annotated[list[str], typer.Argument(help="FIELD=VALUE, by the names of the service's; lists with commas.")],
    journal: Store = _USUAL,
) -> None:
    """Tell one fact: a player, a name corrected, a substitute, points, who is out, a game, or what is withdrawn."""
    from api.cli.league import events

    raise typer.Exit(events.told(journal, event, kind, values))


@league.command(epilog="Example: jantaku event facts autumn")
def facts(event: Id, journal: Store = _USUAL) -> None:
    """What was told of an event, each with the number by which it is withdrawn."""
    from api.cli.league import events

    raise typer.Exit(events.listed_facts(journal, event))


@league.command(epilog="Example: jantaku event carry autumn summer --percent 50")
def carry(
    event: Id,
    earlier: Annotated[str, typer.Argument(help="Id of the event that the points come from.", show_default=False)],
    percent: Annotated[int, typer.Option(min=1, max=100, help="How much of them.")] = 100,
    journal: Store = _USUAL,
) -> None:
    """Take points over from an earlier event; taken again, they are as it has them then."""
    from api.cli.league import events

    raise typer.Exit(events.carried_over(journal, event, earlier, percent))


@league.command(epilog="Example: jantaku event enter autumn players.csv")
def enter(
    event: Id,
    file: Annotated[Path, typer.Argument(help="CSV of players, seats, games or points.", show_default=False)],
    journal: Store = _USUAL,
) -> None:
    """Take a table that people keep, by its headings; 1 when a person must look at something."""
    from api.cli.league import events

    raise typer.Exit(events.entered(journal, event, file))


@league.command(epilog="Example: jantaku event draw autumn --rule swiss")
def draw(
    event: Id,
    rule: Annotated[DrawRule, typer.Option(help="How seats are drawn.")] = DrawRule.EQUAL,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="How many rounds.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the draw.", show_default="made up and kept")] = None,
    journal: Store = _USUAL,
) -> None:
    """Draw the seats of the next rounds, and print them."""
    from api.cli.league import events

    raise typer.Exit(events.drawn(journal, event, rule, rounds, seed))


@league.command(epilog="Examples: jantaku event show autumn; jantaku event show autumn --csv seating > seats.csv")
def show(
    event: Id,
    csv: Annotated[str, typer.Option(help="standings, seating, games or players, as CSV.", show_default=False)] = "",
    json: Annotated[bool, typer.Option("--json", help="All of the event as JSON.")] = False,
    journal: Store = _USUAL,
) -> None:
    """Print how an event stands."""
    from api.cli.league import events

    raise typer.Exit(events.shown(journal, event, csv, json))
