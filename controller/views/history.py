"""History of a table: its rounds, and the acts of each round."""

from dataclasses import dataclass
from typing import Final

from controller.journal import events as ev
from controller.journal.wording import ASKED
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.text import Text
from controller.views.gate import Public, Staff, View
from controller.views.standing import FourStandings
from controller.views.table import ResultView

ACTS: Final = {
    ev.RoundStarted: "begins",
    ev.SetPressed: "set",
    ev.MixingStarted: "mixing",
    ev.WallsRaised: "walls",
    ev.DicePressed: "pressed",
    ev.DiceRolled: "dice",
    ev.WallBroken: "break",
    ev.DoraShown: "dora",
    ev.HandsDealt: "deal",
    ev.Discarded: "discard",
    ev.DiscardCorrected: "corrected",
    ev.RiichiDeclared: "riichi",
    ev.RiichiAccepted: "accepted",
    ev.Called: "call",
    ev.HandRevealed: "shown",
    ev.UraShown: "ura",
    ev.RoundWon: "won",
    ev.RoundDrawn: "drawn",
    ev.SettlementConfirmed: "confirmed",
}
"""Public name of each event that changes the public view; other events have none."""


@dataclass(frozen=True, slots=True)
class RoundEntryView(View):
    """A round; ``before`` and ``after``: standings of seats A-D by all present results and rulings.

    ``after`` the last round of a finished game: the final standings. ``result``: None while the round is played;
    ``began``, ``ended`` in seconds since the epoch.
    """

    ordinal: Public[int]
    game: Public[int]
    wind: Public[Wind]
    number: Public[int]
    counters: Public[int]
    dealer: Public[Seat]
    names: Public[tuple[str, str, str, str]]
    teams: Public[tuple[str, str, str, str]]
    began: Public[float]
    ended: Public[float | None]
    before: Public[FourStandings]
    after: Public[FourStandings]
    result: Public[ResultView | None]


@dataclass(frozen=True, slots=True)
class ActView(View):
    """Event behind one step of a round: its kind, seat and tile; for the staff also the fault or question as text."""

    at: Public[float]
    act: Public[str]
    seat: Public[Seat | None]
    tile: Public[Tile | None]
    subject: Staff[str]
    matter: Staff[Text | None]


def act_view(event: ev.Event) -> ActView:
    """Return the view of an event."""
    subject, matter = "", None
    if isinstance(event, ev.FaultRaised):
        subject, matter = event.fault.id, event.fault.name
    elif isinstance(event, ev.QuestionAsked):
        subject, matter = event.question.id, ASKED[event.question.asks]
    named = ACTS.get(type(event), "")
    seat, tile = (getattr(event, name, None) if named else None for name in ("seat", "tile"))
    if isinstance(event, ev.Called):
        tile = event.meld.called
    return ActView(
        event.at,
        named,
        seat if isinstance(seat, Seat) else None,
        tile if isinstance(tile, Tile) else None,
        subject,
        matter,
    )
