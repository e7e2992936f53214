"""What was not seen: stretches in which the eyes gave nothing, and what may not be held against anybody after one."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from controller.journal.events import Fault, PlayUnseen, Severity
from controller.journal.state import Phase, RoundState, TableState
from controller.ports.eyes import Sighting
from controller.ports.referee import Claim, ClaimKind
from controller.referee.faults.devices import BLINDING, END_UNSEEN
from controller.riichi.seat import Seat
from controller.riichi.tile import TILES
from controller.riichi.wall import DEALT
from controller.table.observe.moment import Moment
from controller.table.observe.observation import Observation

# Longer than a busy machine takes for a picture, shorter than an act that changes the table and is over again.
GAP_S: Final = 2.5
# Of a signal, after the newest sighting: a win that was shown and taken away may lie between.
SILENT_S: Final = 1.0
# Sightings after a gap in which what has happened meanwhile is made up for: five seconds.
CATCH_UP: Final = 25
# The dealer's first discard takes no tile from the wall.
_AT_FIRST_DISCARD: Final = TILES - DEALT + 1
_IN_PLAY: Final = (Phase.DEALT, Phase.PLAY)
_ENDS: Final = (ClaimKind.ENTER_RESULT, ClaimKind.CONFIRM_DRAW)
_PREPARING: Final = (Phase.WAITING_FOR_SET, Phase.MIXING, Phase.WALLS_UP, Phase.DICE, Phase.BROKEN, Phase.DEALT)
# Of buttons, dice and break: each rests on all that came before it in its round, and on who deals.
_CARRIED: Final = ("pot-wrong", "honba-wrong", "seat-wind-wrong")
_INCOMPLETE: Final = "win-incomplete"
_SET_UP: Final = ("set-button-", "dice-", "break-", "dora-wrong-position")


@dataclass(slots=True)
class Sight:
    """How long the table has been seen without a gap; ``blind_since_start``: taken up from a journal, nothing seen yet.

    ``patchy``: the newest round of which something was not seen, made up for or not.
    ``missed``: sightings that are still to come before the newest gap is made up for. ``unseen_set_up``: the newest
    round of whose preparation something was not seen. ``dealer_told``: the newest whose dealer set the dice going.
    ``read_at``: when each river, row of melds and hand was last read; ``hidden_at``: when one was last long missing.
    ``returned``: the newest sighting came after a gap. ``wall`` and ``drawn``: tiles that stood, None where not read,
    and draws of the record when all of it was last read.
    """

    blind_since_start: bool = False
    seen_at: float | None = None
    missed: int = 0
    patchy: int = 0
    unseen_set_up: int = 0
    dealer_told: int = 0
    read_at: dict[tuple[str, int], float] = field(default_factory=dict)
    hidden_at: float | None = None
    returned: bool = False
    wall: int | None = None
    drawn: int = 0

    def take_up(self, mid_round: bool, known_at: float) -> None:
        """Start from a journal whose newest evidence is of ``known_at``: a short interruption is no gap.

        The wall is counted from the deal on, as no reading of it is stored.
        """
        self.blind_since_start, self.seen_at = mid_round, known_at
        self.wall, self.drawn = _AT_FIRST_DISCARD, 0

    def saw(self, sighting: Sighting, state: TableState) -> None:
        """Take note of a sighting, before anything is made of it."""
        last, self.seen_at = self.seen_at, sighting.at
        self._read_zones(sighting)
        self.missed = max(0, self.missed - 1)
        self.returned = self.blind_since_start or (last is not None and not 0.0 <= sighting.at - last <= GAP_S)
        if last is not None and not 0.0 <= sighting.at - last <= GAP_S:
            self.missed = CATCH_UP
        if self.missed or self.blind_since_start:
            self.patchy = state.rounds
        self.blind_since_start = False
        if self.missed and state.phase in _PREPARING:
            self.unseen_set_up = state.rounds

    def _read_zones(self, sighting: Sighting) -> None:
        """Update which seats were readable, and whether something was unreadable for long."""
        zones = {"rivers": sighting.rivers, "melds": sighting.melds, "hands": sighting.hands}
        for name, row in zones.items():
            for seat, zone in enumerate(row):
                last = self.read_at.setdefault((name, seat), sighting.at)
                if sighting.at - last > SILENT_S:
                    self.hidden_at = sighting.at
                if zone is not None:
                    self.read_at[name, seat] = sighting.at

    def lost(self, observation: Observation) -> Iterator[PlayUnseen]:
        """After a gap: acts may be missing, unless everything reads as before."""
        round_, wall = observation.round, observation.scene.wall_tiles
        if not self.returned or round_.phase not in _IN_PLAY or _unseen_since(round_) is not None:
            return
        stands = wall.value if wall.last == observation.evidence else None
        moved = None not in (stands, self.wall) and abs((stands or 0) - (self.wall or 0)) > 1
        moment = Moment(observation)
        if moved or not (moment.in_full_view() and moment.at_rest()):
            yield PlayUnseen(at=observation.at, evidence=(observation.evidence,), since=len(round_.discards))

    def regained(self, observation: Observation) -> Iterator[PlayUnseen]:
        """All rivers and melds are read as recorded again: check whether the wall leaves room for other acts.

        Every discard is in a river or a meld, and every one but a claimed one took a tile from the wall.
        """
        round_, scene, dwell = observation.round, observation.scene, observation.dwell
        moment, wall = Moment(observation), scene.wall_tiles
        still = all(row.length.held(dwell.river) is not None for row in scene.rivers)
        if round_.phase not in _IN_PLAY or not (still and moment.in_full_view() and moment.at_rest()):
            return
        stands = wall.held(dwell.wall) if wall.last == observation.evidence else None
        since, drawn = _unseen_since(round_), round_.live_draws + round_.kongs
        if since is not None:
            if stands is None and wall.last == observation.evidence:
                return
            # Whoever is on turn has drawn, or not yet.
            gone = None if None in (stands, self.wall) else (self.wall or 0) - (stands or 0)
            accounted = gone is not None and abs(gone - (drawn - self.drawn)) <= 1
            yield PlayUnseen(
                at=observation.at,
                evidence=(observation.evidence,),
                since=since,
                until=len(round_.discards),
                accounted=accounted,
            )
        self.wall, self.drawn = stands, drawn

    def unwatched(self, claim: Claim, number: int, state: TableState) -> Iterator[PlayUnseen]:
        """How a round ended is entered while nobody sees the table: acts may be missing from the newest sighting on."""
        round_ = state.round
        if claim.kind not in _ENDS or round_ is None or round_.phase not in _IN_PLAY or self.seen_at is None:
            return
        if claim.at - self.seen_at > GAP_S and _unseen_since(round_) is None:
            yield PlayUnseen(at=claim.at, evidence=(number,), since=len(round_.discards))

    def pressed(self, seat: Seat | None, state: TableState) -> None:
        """Take note of who set the dice going."""
        if state.round is not None and seat is state.round.dealer:
            self.dealer_told = state.rounds

    def blind(self, at: float, state: TableState) -> bool:
        """True if nothing is seen now, or the eyes have not caught up; ``at`` of a signal.

        If a river, melds or a hand were unreadable just before, they may hold how the round ended.
        """
        lost = any(each.fault.code in BLINDING and each.fault.seat is None for each in state.open_faults())
        silent = self.seen_at is not None and at - self.seen_at > SILENT_S
        hidden = self.hidden_at is not None and 0.0 <= at - self.hidden_at <= GAP_S
        return self.blind_since_start or self.missed > 0 or lost or silent or hidden

    def excuses(self, fault: Fault, state: TableState) -> bool:
        """Whether a fault that was observed rests on what was not seen."""
        if fault.by or fault.severity is Severity.SERVICE or fault.code == END_UNSEEN:
            return False
        if self.missed or self.blind_since_start:
            return True
        # Without the result before, who deals is a guess, and with it whose turn every act was.
        guessed = any(each.fault.code == END_UNSEEN for each in state.open_faults())
        if guessed and self.dealer_told != state.rounds:
            return True
        if guessed and fault.code in _CARRIED:
            # Whoever won the round that nobody saw may have taken what lay there, gone on dealing, or ended the game.
            return True
        if fault.code == _INCOMPLETE and self.patchy == state.rounds:
            # It may have been won by a tile that nobody saw. How the round ended is asked about.
            return True
        return fault.code.startswith(_SET_UP) and (guessed or self.unseen_set_up == state.rounds)


def _unseen_since(round_: RoundState) -> int | None:
    """Discards that there were when sight was lost, while not all has been read again; None where it has."""
    return next((since for since, until in round_.unseen_play if until is None), None)
