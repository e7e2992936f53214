"""Candidates for later rounds while the end of an earlier one is unknown, and which of their values are certain.

Every possible end of a round gives a place of the next one: its game, wind, dealer and counters. Candidates that
contradict the next round's sightings are dropped. If all that remain pay the same, the result is certain.
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
    """The place that the record gives a round."""
    round_ = told.round
    return RoundPlace(told.game, Round(round_.prevailing_wind, round_.dealer, round_.counters))


def places_of(state: TableState, ordinal: int, rulebook: Rulebook) -> tuple[RoundPlace, ...]:
    """Every place that round may have, the likeliest first; the recorded one where nothing before it is open.

    The recorded one and others where what was seen contradicts every way.
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
    """Assumed place of the round after the one in play, until more of it is seen.

    In the same game while that may go on; the recorded end corrects it.
    """
    told = round_at(state, state.rounds)
    assert told is not None
    due = [
        next_ for place in places_of(state, state.rounds, rulebook) for next_ in _after(state, told, place, rulebook)
    ]
    here = [place for place in due if place.game == state.game]
    # The dealer is known once the dice are started; until then the dealer of an unseen round stays.
    stays = [place for place in here if told.round.unseen and place.round.dealer is told.round.dealer]
    return next(iter((*stays, *here, *due)))


def likeliest(state: TableState, ordinal: int, rulebook: Rulebook) -> Round | None:
    """Likeliest name of a round in its game; None if every candidate is in another game."""
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
    """Candidate places of the next round after one at ``place``, for any hands.

    ``since``: the round as far as it was seen.
    """
    outcome, books = before.round.outcome, books_of(state, before.game)
    next_game = RoundPlace(place.game + 1, Round(Wind.EAST, books_of(state, place.game + 1).first_dealer))
    if books.game_over:
        return (next_game,)
    if outcome is None:
        # It cost somebody points and was begun again.
        return (place,)
    end = None if before.round.unseen else End.of(outcome)
    last, seen = books.last_at(before.ordinal), None if since is None else since.round.sticks_seen
    # Unseen sticks may be there too; an empty table only shows where some were.
    left = True if seen else None if seen is None or not pot_at(state, before.ordinal) else False
    return next_places(place, end, last, books.first_dealer, next_game, books.starting_sum, rulebook, left)


def fits(name: Round, round_: RoundState) -> bool:
    """Whether what was seen of a round lets it have that name."""
    if round_.discards and round_.discards[0].seat is not name.dealer:
        return False
    if round_.wind_seen and name.prevailing_wind is not round_.prevailing_wind:
        return False
    return not round_.counters_seen or name.counters == round_.counters
