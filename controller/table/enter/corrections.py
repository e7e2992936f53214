"""Entries that correct the record: answers to questions, corrected tiles, a round's result, who sat where."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.errors import HandError
from controller.journal import events as ev
from controller.journal.events import ClaimBeside, Question, QuestionKind, WonHand
from controller.journal.ledger import pot_at, rounds_of
from controller.journal.reduce import reduce
from controller.journal.seating import seated_at
from controller.journal.state import PastRound, Phase, RiichiStand, RoundState, is_claim, undoable
from controller.ports.referee import EnteredWin
from controller.referee.amendments import amended, result_amended, riichi_amended
from controller.referee.rules.furiten import in_furiten
from controller.referee.rules.liability import kong_feeder, liable_for
from controller.referee.rules.riichi_acts import knows_open_riichi, stands_when_ronned
from controller.referee.rules.winners import RonClaim, Winners, abort_the_round, ron_fault, voice_order, winners
from controller.referee.undoing import take_call_back
from controller.riichi.meld import Meld
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.game.flow import Round
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy
from controller.table.enter.against import too_many_indicators
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.table.enter.late import absent, amendment, is_late, target
from controller.table.enter.refusals import Why
from controller.table.flow import first_round, same_round
from controller.table.infer.wins import ura_known
from controller.text import Text

_NO_WIN: Final = {
    "no-yaku": Why.NO_YAKU,
    "not-complete": Why.NOT_COMPLETE,
    "kong-not-robbable": Why.NOT_ROBBABLE,
}
_RESULT_IN: Final = (Phase.DEALT, Phase.PLAY, Phase.RESULT)


def answer(entry: ClaimEntry) -> Answer:
    """Answer a question: the recorded tile is corrected, and no later reading changes it."""
    asked = (each.question for each in entry.state.open_questions() if each.question.id == entry.claim.subject)
    question = next(asked, None)
    if question is None:
        known = any(each.question.id == entry.claim.subject for each in entry.state.questions)
        return refused(Why.ANSWERED if known else Why.NO_QUESTION)
    if len(entry.claim.tiles) != 1:
        return refused(Why.ONE_TILE)
    tile = entry.claim.tiles[0]
    correction = _answered(entry, question, tile)
    if correction is None:
        return refused(Why.NO_TILE)
    closed = ev.QuestionAnswered(**entry.stamp, question=question.id, answer=tile, by=entry.claim.by)
    return _corrected(entry, closed, correction)


def correct_discard(entry: ClaimEntry) -> Answer:
    """Correct the tile of a discard."""
    index, round_ = entry.claim.index, entry.state.round
    if len(entry.claim.tiles) != 1:
        return refused(Why.ONE_TILE)
    if round_ is None or index is None or not 0 <= index < len(round_.discards):
        return refused(Why.NO_TILE)
    return _corrected(entry, _discard(entry, index, entry.claim.tiles[0]))


def correct_indicator(entry: ClaimEntry) -> Answer:
    """Correct a dora indicator, or with subject ``ura`` the one under it, also an unseen ura indicator due to a win."""
    index, round_, ura = entry.claim.index, entry.state.round, entry.claim.subject == QuestionKind.URA.value
    if len(entry.claim.tiles) != 1:
        return refused(Why.ONE_TILE)
    if round_ is None or index is None or not 0 <= index < len(round_.dora):
        return refused(Why.NO_TILE)
    due = round_.outcome is not None and not ura_known(round_, round_.outcome.wins, entry.rulebook)
    if ura and round_.dora[index].ura is None and not due:
        return refused(Why.NO_TILE)
    return _corrected(entry, _indicator(entry, index, entry.claim.tiles[0], ura))


def correct_hand(entry: ClaimEntry) -> Answer:
    """Correct an open hand to these tiles, left to right; a tile more than a waiting hand has is the one set apart."""
    round_, seat, tiles = entry.state.round, entry.claim.seat, entry.claim.tiles
    if round_ is None or seat is None or entry.state.phase not in _RESULT_IN:
        return refused(absent(entry))
    size = 13 - 3 * len(round_.melds[seat])
    if len(tiles) not in (size, size + 1):
        return refused(Why.NO_HAND)
    return _corrected(entry, _hand(entry, seat, tiles[:size], tiles[size] if len(tiles) > size else None))


def enter_result(entry: ClaimEntry) -> Answer:
    """Record wins as entered, scored by the rulebook; of several rons the valid ones are paid, the others are faults.

    Riichi sticks of the winners are corrected to match.
    """
    told, entered = target(entry, _RESULT_IN), entry.claim.wins
    if told is None or (told.round.phase not in _RESULT_IN and entry.claim.round is None):
        return refused(absent(entry))
    round_, late = told.round, is_late(entry, told)
    freed = () if late or not entered else tuple(_freed(entry, round_, entered))
    for event in freed:
        entry = replace(entry, state=reduce(entry.state, event))
        round_ = entry.state.round or round_
    riichi = tuple(_riichi(entry, round_, entered))
    sticks = pot_at(entry.state, told.ordinal) + sum(_STICK.get(type(event), 0) for event in riichi)
    played = Round(round_.prevailing_wind, round_.dealer, round_.counters, sticks)
    losers, kinds = {win.loser for win in entered}, {win.tile.kind for win in entered if win.told is None}
    if not entered or (len(entered) > 1 and (len(losers) > 1 or None in losers or len(kinds) > 1)):
        return refused(Why.SAME_TILE if entered else Why.NO_WINNER)
    try:
        wins = [_win(entry, round_, each, played) for each in entered]
        scored = _scored(entry, round_, wins, played)
    except (HandError, ValueError) as error:
        return refused(Why.IMPOSSIBLE, Text(Why.IMPOSSIBLE.refusal.text.ja, f"That win cannot be: {error}."))
    barred = _barred(entry, round_, wins)
    if barred is not None or isinstance(scored, NoWin):
        return barred or refused(_NO_WIN[scored.error] if isinstance(scored, NoWin) else Why.IMPOSSIBLE)
    won = ev.RoundWon(
        **entry.stamp,
        wins=tuple(
            WonHand(win, score, in_furiten(round_, win.winner, win.hand, entry.rulebook)) for win, score in scored.won
        ),
        by=entry.claim.by,
        beside=tuple(ClaimBeside(seat, code) for seat, code in scored.beside),
    )
    if late:
        return _won_late(entry, told, riichi, won), ()
    again = [_reopened(entry, round_)] if round_.outcome is not None and riichi else []
    return (*again, *freed, *riichi, won), ()


def _barred(entry: ClaimEntry, round_: RoundState, wins: Sequence[Win]) -> Answer | None:
    """Return the refusal of wins that are impossible at this table or under its rulebook; None if they are possible."""
    melds = {win.winner: win.melds for win in wins}
    if beyond := too_many_indicators(round_, melds, max(len(win.dora_indicators) for win in wins)):
        return refused(Why.IMPOSSIBLE, beyond)
    if wins[0].by is WinBy.RON and abort_the_round(_ron_claims(entry, round_, wins), entry.rulebook):
        return refused(Why.ABORTS)
    unknown = any(win.riichi.shown for win in wins) and not knows_open_riichi(entry.rulebook)
    return refused(Why.NO_OPEN_RIICHI) if unknown else None


def _won_late(
    entry: ClaimEntry, told: PastRound, riichi: Iterable[ev.RiichiAccepted | ev.RiichiCancelled], won: ev.RoundWon
) -> Iterator[ev.Event]:
    """Record the win as the result of a round that is paid or followed by another; its riichi is corrected to match."""
    case = amendment(entry, told)
    put = [riichi_amended(case, each.seat, isinstance(each, ev.RiichiAccepted)) for each in riichi]
    # Sticks are paid into the pot before any are taken out.
    put.sort(key=lambda each: not each.stands)
    yield from amended(entry.state, case, [*put, result_amended(case, won)])


def seat_players(entry: ClaimEntry) -> Answer:
    """Seat the players by name, or correct who sits where.

    Before a game: with the first dealer; between games: for the next game; during a game: from the named round on, or
    from its first round. Points stay with the seats.
    """
    claim, state = entry.claim, entry.state
    opening: tuple[ev.Event, ...] = ()
    if state.game_over and claim.round is None:
        opening = tuple(first_round(entry.rulebook, state.game + 1, entry.stamp, state.first_dealer))
        for event in opening:
            state = reduce(state, event)
    round_ = state.round
    if round_ is None or claim.round is not None or not _is_fresh(round_):
        return _seated_since(entry)
    names, teams = _four(claim.names or state.names), _four(claim.teams)
    if names is None or not all(names) or (claim.teams and teams is None):
        return refused(Why.NAMES)
    first = state.first_dealer if claim.seat is None else claim.seat
    seated = ev.PlayersSeated(**entry.stamp, names=names, first=first, teams=teams)
    begun = replace(same_round(state, round_, entry.stamp), dealer=first)
    return (*opening, seated, *([begun] if first is not round_.dealer else [])), ()


def _seated_since(entry: ClaimEntry) -> Answer:
    """Correct who sat where from a round of the running game on, up to the round after the one in play.

    A new fact corrects the seating, because undoing the earlier one would undo play.
    """
    claim, state = entry.claim, entry.state
    since = claim.round or next((told.ordinal for told in rounds_of(state, state.game)), 0)
    if claim.seat is not None:
        return refused(Why.BEGUN)
    if not 0 < since <= state.rounds + 1:
        return refused(Why.NO_ROUND)
    names, teams = _four(claim.names or seated_at(state.seatings, since).names), _four(claim.teams)
    if names is None or not all(names) or (claim.teams and teams is None):
        return refused(Why.NAMES)
    first = state.first_dealer
    seated = ev.PlayersSeated(**entry.stamp, names=names, first=first, since=since, teams=teams, by=claim.by)
    return (seated,), ()


def _is_fresh(round_: RoundState) -> bool:
    """True if the round is a game's first and nothing was done in it."""
    place = (round_.prevailing_wind, round_.number, round_.counters)
    return place == (Wind.EAST, 1, 0) and round_.phase is Phase.WAITING_FOR_SET


def _four(told: Sequence[str]) -> tuple[str, str, str, str] | None:
    """Return the four texts with whitespace normalised; None unless there are four."""
    if len(told) != len(SEATS):
        return None
    a, b, c, d = (" ".join(each.split()) for each in told)
    return a, b, c, d


def _answered(entry: ClaimEntry, question: Question, tile: Tile) -> ev.Event | None:
    round_ = entry.state.round
    if round_ is None:
        return None
    if question.asks is QuestionKind.DISCARD:
        return _discard(entry, question.index, tile)
    if question.asks in (QuestionKind.DORA, QuestionKind.URA):
        return _indicator(entry, question.index, tile, question.asks is QuestionKind.URA)
    shown = round_.revealed[question.seat]
    if shown is None or question.index > len(shown.tiles):
        return None
    if question.index == len(shown.tiles):
        return None if shown.apart is None else _hand(entry, question.seat, shown.tiles, tile)
    tiles = (*shown.tiles[: question.index], tile, *shown.tiles[question.index + 1 :])
    return _hand(entry, question.seat, tiles, shown.apart)


def _discard(entry: ClaimEntry, index: int, tile: Tile) -> ev.Event:
    return ev.DiscardCorrected(**entry.stamp, index=index, tile=tile, by=entry.claim.by)


def _indicator(entry: ClaimEntry, index: int, tile: Tile, ura: bool) -> ev.Event:
    return ev.IndicatorCorrected(**entry.stamp, index=index, tile=tile, ura=ura, by=entry.claim.by)


def _hand(entry: ClaimEntry, seat: Seat, tiles: tuple[Tile, ...], apart: Tile | None) -> ev.Event:
    return ev.HandRevealed(**entry.stamp, seat=seat, tiles=tiles, apart=apart, by=entry.claim.by)


def _corrected(entry: ClaimEntry, *events: ev.Event) -> Answer:
    """Return the events as the answer; refused if the round is paid."""
    return refused(Why.PAID) if entry.state.phase is Phase.SETTLEMENT else (events, ())


_STICK: Final[dict[type[ev.Event], int]] = {ev.RiichiAccepted: 1, ev.RiichiCancelled: -1}


def _riichi(
    entry: ClaimEntry, round_: RoundState, entered: Iterable[EnteredWin]
) -> Iterator[ev.RiichiAccepted | ev.RiichiCancelled]:
    """Yield payments or returns of sticks so that riichi match the entry, and for a player whose tile passed."""
    if round_.phase is Phase.DEALT and entry.venue.seen:
        return
    declared = {win.winner: win.riichi != Riichi.NONE.value for win in entered}
    discarder = {win.loser for win in entered}
    for seat in SEATS:
        stand = round_.riichi[seat].stand
        stays = seat not in discarder or stands_when_ronned(entry.rulebook).allowed
        passed = stand is RiichiStand.DECLARED and stays and declared.get(seat, True)
        missed = stand is RiichiStand.NONE and declared.get(seat, False)
        if passed or missed:
            yield ev.RiichiAccepted(**entry.stamp, seat=seat)
        elif stand is RiichiStand.ACCEPTED and not declared.get(seat, True):
            yield ev.RiichiCancelled(**entry.stamp, seat=seat)


def _freed(entry: ClaimEntry, round_: RoundState, entered: Sequence[EnteredWin]) -> Iterator[ev.Event]:
    """Undo the call of the ronned tile: by entering the ron, a person gives it precedence."""
    last, ron = round_.last, entered[0]
    made = None if last is None or last.meld is None else undoable(round_, last.seat)
    if made is None or not is_claim(made.meld.kind) or entry.state.phase is not Phase.PLAY:
        return
    taken = [each for each in round_.discards if each.called_by is made.seat][-1:]
    if any(ron.loser is each.seat and ron.tile.kind == each.tile.kind for each in taken):
        yield from take_call_back(round_, made.seat, entry.stamp)


def _win(entry: ClaimEntry, round_: RoundState, told: EnteredWin, played: Round) -> Win:
    made = [each.meld for each in round_.made if each.seat is told.winner]
    as_recorded = sorted(map(_sets, told.melds)) == sorted(map(_sets, round_.melds[told.winner]))
    return Win(
        hand=told.hand,
        tile=_tile(round_, told),
        by=WinBy.TSUMO if told.loser is None else WinBy.RON,
        melds=told.melds,
        prevailing_wind=played.prevailing_wind,
        winner=told.winner,
        dealer=played.dealer,
        loser=told.loser,
        riichi=Riichi(told.riichi),
        ippatsu=told.ippatsu,
        last_tile=told.last_tile,
        replacement=told.replacement,
        robbed_kong=told.robbed_kong,
        robbed_concealed_kong=told.robbed_concealed_kong,
        first_turn=told.first_turn,
        dora_indicators=told.dora_indicators,
        ura_indicators=told.ura_indicators,
        counters=played.counters,
        riichi_sticks=played.riichi_sticks,
        liable_for=_liable(entry, made, told, as_recorded),
        tile_shown_apart=told.tile_shown_apart,
        told=told.told,
        kong_fed_by=kong_feeder(round_, told.winner) if told.replacement and told.loser is None else None,
        loser_in_riichi=told.loser is not None
        and Riichi(told.riichi).shown
        and round_.riichi[told.loser].stand is not RiichiStand.NONE,
    )


def _liable(
    entry: ClaimEntry, made: Sequence[Meld], told: EnteredWin, as_recorded: bool
) -> tuple[tuple[str, Seat], ...]:
    """Return who is liable for which yakuman: as entered, else by the recorded calls."""
    if told.liable is not None:
        return told.liable
    counts = as_recorded if told.told is None else told.told[-1] > 0
    return liable_for(made, told.winner, entry.rulebook) if counts else ()


def _tile(round_: RoundState, told: EnteredWin) -> Tile:
    """Return the winning tile; for a ron entered by han and fu it is the last discard, which nobody enters."""
    if told.told is not None and told.loser is not None and round_.discards:
        return round_.discards[-1].tile
    return told.tile


def _sets(meld: Meld) -> tuple[str, tuple[Tile, ...], int]:
    """Return what identifies a meld, independent of the order of its tiles."""
    return meld.kind.value, tuple(sorted(meld.tiles)), 0 if meld.source is None else meld.source.value


def _scored(entry: ClaimEntry, round_: RoundState, wins: Sequence[Win], played: Round) -> Winners | NoWin:
    """Return the wins that are paid and the claims that are not, or the reason if no win is paid."""
    scores = [score_win(win, entry.rulebook) for win in wins]
    if wins[0].by is WinBy.TSUMO:
        for score in scores:
            if isinstance(score, NoWin):
                return score
        return Winners(tuple((win, score) for win, score in zip(wins, scores, strict=True) if isinstance(score, Score)))
    found = winners(_ron_claims(entry, round_, wins), played, entry.rulebook)
    return found if found.won else next(score for score in scores if isinstance(score, NoWin))


def _ron_claims(entry: ClaimEntry, round_: RoundState, wins: Sequence[Win]) -> list[RonClaim]:
    told = voice_order(round_, entry.rulebook)
    return [RonClaim(win, ron_fault(round_, win, entry.rulebook), told.get(win.winner, len(told))) for win in wins]


def _reopened(entry: ClaimEntry, round_: RoundState) -> ev.Event:
    return ev.RoundReopened(**entry.stamp, back_to=replace(round_, outcome=None).phase.value)
