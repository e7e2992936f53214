"""Candidates for later rounds while the end of an earlier one is unknown, and which of their values are certain.

Every possible end of a round gives a place of the next one: its game, wind, dealer and counters. Candidates that
contradict the next round's sightings are dropped. If all remaining candidates pay the same, the result is certain.
"""

from itertools import pairwise

from controller.journal.ledger import books_of, pot_at, round_at, unseen_ends
from controller.journal.state import PastRound, RoundState, TableState
from controller.referee.following import End
from controller.riichi.seat import Wind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.table.follow.renaming import pays_the_same
from controller.table.follow.ways import RoundPlace, next_places


def recorded(told: PastRound) -> RoundPlace:
    """Return the place that the record gives a round."""
    round_ = told.round
    return RoundPlace(told.game, Round(round_.prevailing_wind, round_.dealer, round_.counters))


def places_of(state: TableState, ordinal: int, rulebook: Rulebook) -> tuple[RoundPlace, ...]:
    """Return every possible place of a round, the most probable first; only the recorded one if no earlier end is open.

    If the sightings contradict every candidate, all of them are returned, after the recorded place.
    """
    first_open = next(iter(unseen_ends(state)), None)
    told = round_at(state, ordinal)
    if told is None:
        return ()
    if first_open is None or first_open.ordinal >= ordinal:
        return (recorded(told),)
    chain = [*(each for each in state.past if first_open.ordinal <= each.ordinal < ordinal), told]
    places: tuple[RoundPlace, ...] = (recorded(first_open),)
    for before, since in pairwise(chain):
        due = tuple(dict.fromkeys(one for place in places for one in _after(state, before, place, rulebook, since)))
        fitting = tuple(place for place in due if fits(place.round, since.round))
        places = fitting or tuple(dict.fromkeys((recorded(since), *due)))
    return places


def open_place(state: TableState, rulebook: Rulebook) -> RoundPlace:
    """Return the assumed place of the round after the one in play, until more of it is seen.

    It is in the same game if that is possible; entering the unseen end corrects it.
    """
    told = round_at(state, state.rounds)
    assert told is not None
    due = [
        next_ for place in places_of(state, state.rounds, rulebook) for next_ in _after(state, told, place, rulebook)
    ]
    here = [place for place in due if place.game == state.game]
    # The dealer is known once the dice are started; until then assume that the dealer of an unseen round stays.
    stays = [place for place in here if told.round.unseen and place.round.dealer is told.round.dealer]
    return next(iter((*stays, *here, *due)))


def likeliest(state: TableState, ordinal: int, rulebook: Rulebook) -> Round | None:
    """Return the most probable name of a round in its game; None if every candidate is in another game."""
    told = round_at(state, ordinal)
    places = places_of(state, ordinal, rulebook)
    return next((place.round for place in places if told is not None and place.game == told.game), None)


def is_certain(state: TableState, ordinal: int, rulebook: Rulebook) -> bool:
    """True if no possible end of earlier rounds changes this round's payments or game.

    Sticks that an open round may have taken are booked separately once it is recorded.
    """
    told = round_at(state, ordinal)
    return told is not None and all(
        place == recorded(told) or (place.game == told.game and pays_the_same(state, told, place.round, rulebook))
        for place in places_of(state, ordinal, rulebook)
    )


def _after(
    state: TableState, before: PastRound, place: RoundPlace, rulebook: Rulebook, since: PastRound | None = None
) -> tuple[RoundPlace, ...]:
    """Return candidate places of the round that follows ``before`` if that is at ``place``, for any hands.

    ``since``: the following round, as far as it was seen.
    """
    outcome, books = before.round.outcome, books_of(state, before.game)
    next_game = RoundPlace(place.game + 1, Round(Wind.EAST, books_of(state, place.game + 1).first_dealer))
    if books.game_over:
        return (next_game,)
    if outcome is None:
        # The round cost a player points and was restarted.
        return (place,)
    end = None if before.round.unseen else End.of(outcome)
    last, seen = books.last_at(before.ordinal), None if since is None else since.round.sticks_seen
    # Visible sticks prove that some were left; none visible proves the opposite only if there were sticks before.
    left = True if seen else None if seen is None or not pot_at(state, before.ordinal) else False
    return next_places(place, end, last, books.first_dealer, next_game, books.starting_sum, rulebook, left)


def fits(name: Round, round_: RoundState) -> bool:
    """True if what was seen of a round is compatible with the name."""
    if round_.discards and round_.discards[0].seat is not name.dealer:
        return False
    if round_.wind_seen and name.prevailing_wind is not round_.prevailing_wind:
        return False
    return not round_.counters_seen or name.counters == round_.counters
