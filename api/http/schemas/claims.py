"""A claim entered at the console, as JSON; its wins have the shape of scoring requests."""

from typing import Annotated, Any, Final, TypedDict

import msgspec
from msgspec import Meta

from api.http.schemas.scores import win_of
from api.http.schemas.wire import MalformedError
from controller.ports.maker import Maker
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.rules.liability import SETTLED
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.scoring.win import Win, WinBy
from controller.text import Text, one_line

_ELSEWHERE: Final = {
    ClaimKind.SET_RELEASE: "/release",
    ClaimKind.ACCEPT_BOARD: "/board",
    ClaimKind.SET_JUDGING: "setup",
}


class LeftOpenJson(TypedDict):
    """A result that stays open, and the reason."""

    round: int
    name: Text
    reason: Text


class LeftJson(TypedDict, total=False):
    """Results that an entry for all open results leaves open, if any."""

    left: list[LeftOpenJson]


class ClaimJson(LeftJson):
    """The status of an entered claim."""

    status: str


class ClaimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's entry at the console; ``report_fault`` takes a code as ``subject`` and a seat, a ruling its values.

    ``seats``: seats that are tenpai at an entered draw, or that called ron, the earliest first. ``nagashi``: seats with
    nagashi mangan at that draw; if omitted, derived from the discards. ``points``: claimed by a winner. ``index`` and
    ``tiles``: the tile to correct, and its correct value in notation. ``pips``: dice as read. ``names`` and ``teams``:
    of seats A-D, from ``round`` on if the game has started; if omitted, from its first round. ``round``: ordinal of the
    round, by default the one in play. ``decision`` and ``reason``: of a review. ``beside_win``: whether a penalty that
    ends the round and another player's win in it count ``both``, or the penalty ``instead``. ``wins``: each as for
    ``/scores``, without the rulebook; ``liable``: if omitted, derived from the calls; null: nobody. ``outcome``: from
    the preview (``dry_run``); the claim is refused if its effect would now be different.
    """

    kind: Annotated[ClaimKind, Meta(extra_json_schema={"not": {"enum": [each.value for each in _ELSEWHERE]}})]
    subject: Annotated[str, Meta(max_length=80)] = ""
    seat: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None
    penalty: Annotated[str, Meta(max_length=40)] = ""
    after: Annotated[str, Meta(max_length=40)] = ""
    index: Annotated[int, Meta(ge=0, le=200)] | None = None
    tiles: Annotated[str, Meta(max_length=120)] = ""
    wins: Annotated[
        tuple[dict[str, Any], ...],
        Meta(max_length=3, extra_json_schema={"items": {"$ref": "#/components/schemas/WinBody"}}),
    ] = ()
    names: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    pips: Annotated[tuple[int, ...], Meta(max_length=4)] = ()
    minutes: Annotated[float, Meta(ge=-600, le=600)] | None = None
    round: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    decision: Annotated[str, Meta(max_length=40)] = ""
    reason: Annotated[str, Meta(max_length=400)] = ""
    nagashi: tuple[Seat, ...] | None = None
    beside_win: Annotated[str, Meta(max_length=40)] = ""
    teams: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    outcome: Annotated[str, Meta(max_length=40)] = ""

    def claim(self, by: str, at: float, maker: Maker | None = None) -> Claim:
        """Return the entry as a claim; raises JantakuError if it is malformed."""
        if self.kind in _ELSEWHERE:
            raise MalformedError(f"{self.kind.value}: expected at the table's {_ELSEWHERE[self.kind]}, where staff may")
        return Claim(
            self.kind,
            at,
            by,
            self.subject,
            self.seat,
            self.seats,
            self.points,
            self.penalty,
            self.after,
            self.index,
            parse_tiles(self.tiles) if self.tiles else (),
            tuple(_entered(win) for win in self.wins),
            tuple(one_line(name, 40) for name in self.names),
            self.pips,
            self.minutes,
            round=self.round,
            decision=self.decision,
            reason=self.reason,
            nagashi=self.nagashi,
            maker=maker,
            beside_win=self.beside_win,
            teams=tuple(one_line(team, 40) for team in self.teams),
        )


def _entered(request: dict[str, Any]) -> EnteredWin:
    win = win_of(request)
    return EnteredWin(
        winner=win.winner,
        hand=win.hand,
        tile=win.tile,
        loser=win.loser if win.by is WinBy.RON else None,
        melds=win.melds,
        riichi=win.riichi.value,
        ippatsu=win.ippatsu,
        last_tile=win.last_tile,
        replacement=win.replacement,
        robbed_kong=win.robbed_kong,
        robbed_concealed_kong=win.robbed_concealed_kong,
        first_turn=win.first_turn,
        dora_indicators=win.dora_indicators,
        ura_indicators=win.ura_indicators,
        tile_shown_apart=win.tile_shown_apart,
        told=win.told,
        liable=_liable(win) if "liable" in request else None,
    )


def _liable(win: Win) -> tuple[tuple[str, Seat], ...]:
    """Return pairs of yakuman and liable seat: one seat for all yakuman, or seats by yakuman; empty for nobody."""
    return win.liable_for if win.liable is None else tuple((yakuman, win.liable) for yakuman in SETTLED)
