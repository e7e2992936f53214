"""Gaps in the sightings: which acts may be missing after a gap, and which faults must not be raised then."""

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

# Longer than a busy machine takes for a picture, shorter than any complete act that changes the table.
GAP_S: Final = 2.5
# Maximum time between the newest sighting and a signal: a win may be shown and taken away in a longer pause.
SILENT_S: Final = 1.0
# Sightings after a gap during which the missed acts are reconstructed: five seconds.
CATCH_UP: Final = 25
# The dealer's first discard takes no tile from the wall.
_AT_FIRST_DISCARD: Final = TILES - DEALT + 1
_IN_PLAY: Final = (Phase.DEALT, Phase.PLAY)
_ENDS: Final = (ClaimKind.ENTER_RESULT, ClaimKind.CONFIRM_DRAW)
_PREPARING: Final = (Phase.WAITING_FOR_SET, Phase.MIXING, Phase.WALLS_UP, Phase.DICE, Phase.BROKEN, Phase.DEALT)
# Faults about what earlier rounds left on the table.
_CARRIED: Final = ("pot-wrong", "honba-wrong", "seat-wind-wrong")
_INCOMPLETE: Final = "win-incomplete"
# Faults of buttons, dice and break: each depends on everything before it in its round, and on who deals.
_SET_UP: Final = ("set-button-", "dice-", "break-", "dora-wrong-position")


@dataclass(slots=True)
class Sight:
    """Whether the table was seen without a gap. ``blind_since_start``: resumed from a journal, no sighting yet.

    ``patchy``: newest round with an unseen part, reconstructed or not. ``missed``: sightings left until the newest gap
    counts as reconstructed. ``unseen_set_up``: newest round whose preparation was partly unseen. ``dealer_told``:
    newest round whose dealer started the dice. ``read_at``: when each river, row of melds and hand was last read;
    ``hidden_at``: when a zone was last unreadable for more than ``SILENT_S``. ``returned``: the newest sighting came
    after a gap. ``wall`` and ``drawn``: tiles in the walls (None: not readable) and recorded draws when everything was
    last read.
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
        """Resume from a journal whose newest evidence has time ``known_at``: a short interruption is no gap.

        The wall is counted from the deal on, because no reading of it is stored.
        """
        self.blind_since_start, self.seen_at = mid_round, known_at
        self.wall, self.drawn = _AT_FIRST_DISCARD, 0

    def saw(self, sighting: Sighting, state: TableState) -> None:
        """Update the gap state from a sighting; called before any inference from it."""
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
        """Update when each zone was last read, and whether one was unreadable for long."""
        zones = {"rivers": sighting.rivers, "melds": sighting.melds, "hands": sighting.hands}
        for name, row in zones.items():
            for seat, zone in enumerate(row):
                last = self.read_at.setdefault((name, seat), sighting.at)
                if sighting.at - last > SILENT_S:
                    self.hidden_at = sighting.at
                if zone is not None:
                    self.read_at[name, seat] = sighting.at

    def lost(self, observation: Observation) -> Iterator[PlayUnseen]:
        """Report after a gap that acts may be missing, unless rivers, melds and wall read as before."""
        round_, wall = observation.round, observation.scene.wall_tiles
        if not self.returned or round_.phase not in _IN_PLAY or _unseen_since(round_) is not None:
            return
        stands = wall.value if wall.last == observation.evidence else None
        moved = None not in (stands, self.wall) and abs((stands or 0) - (self.wall or 0)) > 1
        moment = Moment(observation)
        if moved or not (moment.in_full_view() and moment.at_rest()):
            yield PlayUnseen(**observation.stamp, since=len(round_.discards))

    def regained(self, observation: Observation) -> Iterator[PlayUnseen]:
        """Close a stretch without sight once all rivers and melds read as recorded; check the wall for other acts.

        Every discard is in a river or a meld, and every discard that does not follow a claim took a tile from the wall.
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
            # The player on turn may or may not have drawn.
            gone = None if None in (stands, self.wall) else (self.wall or 0) - (stands or 0)
            accounted = gone is not None and abs(gone - (drawn - self.drawn)) <= 1
            yield PlayUnseen(**observation.stamp, since=since, until=len(round_.discards), accounted=accounted)
        self.wall, self.drawn = stands, drawn

    def unwatched(self, claim: Claim, number: int, state: TableState) -> Iterator[PlayUnseen]:
        """Report that acts may be missing if a round's end is entered more than ``GAP_S`` after the last sighting."""
        round_ = state.round
        if claim.kind not in _ENDS or round_ is None or round_.phase not in _IN_PLAY or self.seen_at is None:
            return
        if claim.at - self.seen_at > GAP_S and _unseen_since(round_) is None:
            yield PlayUnseen(at=claim.at, evidence=(number,), since=len(round_.discards))

    def pressed(self, seat: Seat | None, state: TableState) -> None:
        """Record that the dealer of the round is confirmed if ``seat``, which started the dice, is the dealer."""
        if state.round is not None and seat is state.round.dealer:
            self.dealer_told = state.rounds

    def blind(self, at: float, state: TableState) -> bool:
        """True if nothing is seen at time ``at`` of a signal, or missed acts are still being reconstructed.

        Also true if a river, melds or a hand were just unreadable: they may show how the round ended.
        """
        lost = any(each.fault.code in BLINDING and each.fault.seat is None for each in state.open_faults())
        silent = self.seen_at is not None and at - self.seen_at > SILENT_S
        hidden = self.hidden_at is not None and 0.0 <= at - self.hidden_at <= GAP_S
        return self.blind_since_start or self.missed > 0 or lost or silent or hidden

    def excuses(self, fault: Fault, state: TableState) -> bool:
        """True if an observed fault depends on something that was not seen."""
        if fault.by or fault.severity is Severity.SERVICE or fault.code == END_UNSEEN:
            return False
        if self.missed or self.blind_since_start:
            return True
        # Without the previous result the dealer is a guess, and so is whose turn every act was.
        guessed = any(each.fault.code == END_UNSEEN for each in state.open_faults())
        if guessed and self.dealer_told != state.rounds:
            return True
        if guessed and fault.code in _CARRIED:
            # The winner of the unseen round may have taken the sticks, stayed dealer, or ended the game.
            return True
        if fault.code == _INCOMPLETE and self.patchy == state.rounds:
            # The hand may have won with an unseen tile. The referee is asked how the round ended.
            return True
        return fault.code.startswith(_SET_UP) and (guessed or self.unseen_set_up == state.rounds)


def _unseen_since(round_: RoundState) -> int | None:
    """Return the number of discards when sight was lost; None if everything has been read again since."""
    return next((since for since, until in round_.unseen_play if until is None), None)
