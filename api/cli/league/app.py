"""``jantaku event ...``; the work is in the module beside this one, imported when a command runs."""

from pathlib import Path
from typing import Annotated

import typer

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
    rulebook: Annotated[str, typer.Option(help="Id of a rulebook.")] = DEFAULT_RULEBOOK,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds; 0: as the book says.")] = 0,
    journal: Store = _USUAL,
) -> None:
    """Open an event, or change its rules."""
    from api.cli.league import events

    raise typer.Exit(events.opened(journal, event, name, rulebook, rounds))


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
