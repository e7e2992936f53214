"""What was not seen: stretches in which the eyes gave nothing, and what may not be held against anybody after one."""

from dataclasses import dataclass, field
from typing import Final

from controller.journal.events import Fault, Severity
from controller.journal.state import Phase, TableState
from controller.ports.eyes import Sighting
from controller.referee.faults.devices import BLINDING, END_UNSEEN
from controller.riichi.seat import Seat

# Longer than a busy machine takes for a picture, shorter than an act that changes the table and is over again.
GAP_S: Final = 2.5
# Of a signal, after the newest sighting: a win that was shown and taken away may lie between.
SILENT_S: Final = 1.0
# Sightings after a gap in which what has happened meanwhile is made up for: five seconds.
CATCH_UP: Final = 25
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
    """

    blind_since_start: bool = False
    seen_at: float | None = None
    missed: int = 0
    patchy: int = 0
    unseen_set_up: int = 0
    dealer_told: int = 0
    read_at: dict[tuple[str, int], float] = field(default_factory=dict)
    hidden_at: float | None = None

    def take_up(self, mid_round: bool, known_at: float) -> None:
        """Start from a journal whose newest evidence is of ``known_at``: a short interruption is no gap."""
        self.blind_since_start, self.seen_at = mid_round, known_at

    def saw(self, sighting: Sighting, state: TableState) -> None:
        """Take note of a sighting, before anything is made of it."""
        last, self.seen_at = self.seen_at, sighting.at
        self._read_zones(sighting)
        self.missed = max(0, self.missed - 1)
        if last is not None and not 0.0 <= sighting.at - last <= GAP_S:
            self.missed = CATCH_UP
        if self.missed or self.blind_since_start:
            self.patchy = state.rounds
        self.blind_since_start = False
        if self.missed and state.phase in _PREPARING:
            self.unseen_set_up = state.rounds

    def _read_zones(self, sighting: Sighting) -> None:
        """Take note of what lies before each seat and could be read, and whether something could not for long."""
        zones = {"rivers": sighting.rivers, "melds": sighting.melds, "hands": sighting.hands}
        for name, row in zones.items():
            for seat, zone in enumerate(row):
                last = self.read_at.setdefault((name, seat), sighting.at)
                if sighting.at - last > SILENT_S:
                    self.hidden_at = sighting.at
                if zone is not None:
                    self.read_at[name, seat] = sighting.at

    def pressed(self, seat: Seat | None, state: TableState) -> None:
        """Take note of who set the dice going."""
        if state.round is not None and seat is state.round.dealer:
            self.dealer_told = state.rounds

    def blind(self, at: float, state: TableState) -> bool:
        """Whether the eyes see nothing now, or have not yet made up for what they missed; ``at`` of a signal.

        Where a river, melds or a hand could not be read just before, how the round ended may have lain there.
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
