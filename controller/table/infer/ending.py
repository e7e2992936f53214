"""Events at the end of a round inferred from sightings: open hands, ura indicators, the win or the draw."""

from collections.abc import Collection, Iterator

from controller.journal import events as ev
from controller.journal.events import DrawKind, StackPlace
from controller.journal.ledger import standing
from controller.journal.state import Indicator, Phase, RoundState, TableState
from controller.referee.detect.playing import lost_right, shows_tenpai
from controller.referee.rules.riichi_acts import stands_when_ronned
from controller.referee.watched import asked_discards, nagashi_seen, watched
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import Round, abortive_draws
from controller.scoring.settlement import settle_draw
from controller.scoring.win import WinBy
from controller.table.infer.aborted import aborted, aborted_by_hands
from controller.table.infer.lag import asked, caught_up, lags, left_open
from controller.table.infer.open_hand import as_it_wins
from controller.table.infer.play import accepted_riichi
from controller.table.infer.wins import ClaimedTile, claimed_tile, is_triple_ron, ura_known
from controller.table.observe.observation import Observation
from controller.text import Text

_ENDING = (Phase.DEALT, Phase.PLAY)
_DEAD_WALL = 14
_MISCOUNTED = Text("公開された手牌の枚数が合いません。", "An open hand has the wrong number of tiles.")


def open_hands(observation: Observation) -> Iterator[ev.Event]:
    """Yield open hands with a possible number of tiles; at the end of the wall also hands laid face down."""
    round_ = observation.round
    if round_.phase not in (*_ENDING, Phase.RESULT):
        return
    for seat in SEATS:
        reading = observation.scene.hands[seat]
        recorded = round_.revealed[seat]
        hand = observation.scene.open_hand(seat)
        if (ev.QuestionKind.HAND, int(seat)) in round_.said:
            continue
        if hand is not None:
            tiles = tuple(tile for tile in hand.shown if tile is not None)
            missing = 14 - 3 * len(round_.melds[seat]) - len(tiles) - (hand.apart is not None)
            if missing not in (0, 1):
                continue
            shown = ev.HandRevealed(
                at=observation.at, evidence=reading.evidence, seat=seat, tiles=tiles, apart=hand.apart
            )
            shown = as_it_wins(shown, observation)
            if recorded is None or (recorded.tiles, recorded.apart) != (shown.tiles, shown.apart):
                yield shown
        elif recorded is not None and recorded.tiles and _stands_again(observation, seat):
            yield ev.HandTakenUp(at=observation.at, evidence=reading.evidence, seat=seat)
        elif recorded is None and observation.scene.hand_is_down(seat) and is_exhausted(observation):
            yield ev.HandRevealed(at=observation.at, evidence=reading.evidence, seat=seat, tiles=())


def _stands_again(observation: Observation, seat: Seat) -> bool:
    """True if an open hand has long been standing again while the round goes on: it won nothing and was taken up."""
    hand = observation.scene.hands[seat].held(observation.dwell.patience)
    whole = 13 - 3 * len(observation.round.melds[seat])
    return (
        observation.round.phase in _ENDING
        and not is_exhausted(observation)
        and hand is not None
        and not hand.shown
        and hand.apart is None
        and hand.standing >= whole
    )


def ura(observation: Observation) -> Iterator[ev.Event]:
    """Yield ura indicators turned after a hand was opened, only if read surely, because they are paid at once."""
    if observation.round.phase not in _ENDING or not any(
        hand is not None and hand.tiles for hand in observation.round.revealed
    ):
        return
    for shown in observation.round.dora:
        reading = observation.scene.ura.get(_indicator_place(observation, shown))
        tile = None if reading is None else reading.held(observation.dwell.indicator)
        if reading is not None and reading.sure and tile is not None and shown.ura is None:
            yield ev.UraShown(at=observation.at, evidence=reading.evidence, tile=tile, place=shown.place)


def _indicator_place(observation: Observation, shown: Indicator) -> StackPlace:
    """Return the current place of an indicator: the next stack if it was recorded one stack off and lies only there."""
    known, place = {each.place for each in observation.round.dora}, shown.place
    beside = [StackPlace(place.wall, place.stack + step) for step in (-1, 1)]
    moved = [
        each
        for each in beside
        if each not in known
        and (reading := observation.scene.dora.get(each)) is not None
        and reading.held(observation.dwell.indicator) is shown.tile
    ]
    return moved[0] if len(moved) == 1 and place not in observation.scene.dora else place


def result(observation: Observation) -> Iterator[ev.Event]:
    """Yield the win or the draw that open hands and record amount to, once no further reading is to be awaited."""
    round_ = observation.round
    if round_.phase not in _ENDING or not any(round_.revealed):
        return
    shown = observation.waiting.shown
    shown.read((round_.revealed, round_.dora, len(round_.discards)), observation.evidence)
    ended = tuple(aborted_by_hands(observation)) if shown.count >= observation.dwell.alone else ()
    if ended:
        yield from ended
        return
    lagging, lags_now = observation.waiting.lagging, lags(observation)
    lagging.read((lags_now, shown.value), observation.evidence)
    if lags_now:
        # By then a doubtful reading would have been accepted; a river hidden briefly by an arm does not count as
        # lagging.
        if lagging.count >= 2 * observation.dwell.patience:
            yield from asked(observation)
        return
    found = _claimed(observation)
    wins, over = found.won, is_exhausted(observation) and all(hand is not None for hand in round_.revealed)
    if over and not wins and not all(_is_whole(round_, seat) for seat in SEATS):
        # A hand with a wrong number of tiles, misread or actually wrong, does not count as noten.
        if shown.count >= 2 * observation.dwell.patience:
            yield from asked(observation, _MISCOUNTED)
        return
    if not _is_unread(observation):
        yield from caught_up(observation)
    # At a draw all four hands are open or face down; a hand that the last discard completes then claimed no ron.
    if wins and (wins[0].win.by is WinBy.TSUMO or None in round_.revealed):
        yield from _win(observation, found)
    elif over:
        yield from drawn(observation.state, round_, observation.rulebook, observation.stamp)


def _is_whole(round_: RoundState, seat: Seat) -> bool:
    """True if a seat's hand is face down, or open with the number of tiles it has between turns."""
    hand = round_.revealed[seat]
    tiles = 0 if hand is None else len(hand.tiles) + (hand.apart is not None)
    return tiles in (0, 13 - 3 * len(round_.melds[seat]))


def drawn(
    state: TableState,
    round_: RoundState,
    rulebook: Rulebook,
    stamp: ev.Stamp,
    tenpai: tuple[Seat, ...] | None = None,
    by: str = "",
    nagashi: tuple[Seat, ...] | None = None,
) -> Iterator[ev.Event]:
    """Yield the exhaustive draw: tenpai by the hands shown, or of named players who have the right; nagashi mangan.

    A riichi whose tile has passed is paid first. ``by``: who entered the draw; ``nagashi``: see ``drawn_with``.
    """
    accepted = tuple(accepted_riichi(round_, stamp))
    yield from accepted
    sticks, doubtful = standing(state).riichi_sticks + len(accepted), asked_discards(state)
    yield drawn_with(round_, sticks, rulebook, stamp, tenpai, by, nagashi, doubtful)


def drawn_with(
    round_: RoundState,
    sticks: int,
    rulebook: Rulebook,
    stamp: ev.Stamp,
    tenpai: tuple[Seat, ...] | None = None,
    by: str = "",
    nagashi: tuple[Seat, ...] | None = None,
    asked_about: Collection[int] = (),
) -> ev.RoundDrawn:
    """Return the exhaustive draw of a round with ``sticks`` riichi sticks on the table.

    ``nagashi``: players with nagashi mangan, None: by the discards if all were seen. A dead hand has none (teikoku art.
    4-2). ``asked_about``: places of discards with an open question.
    """
    ready = [
        shows_tenpai(round_, seat, rulebook)
        if tenpai is None
        else seat in tenpai and not lost_right(round_, seat, rulebook)
        for seat in SEATS
    ]
    said = nagashi is not None
    nagashi = nagashi_seen(watched(round_, asked_about)) if nagashi is None else nagashi
    known = rulebook.scoring.nagashi_mangan.value
    nagashi = tuple(seat for seat in SEATS if known and seat in nagashi and not round_.lost_right[seat])
    played = Round(round_.prevailing_wind, round_.dealer, round_.counters, sticks)
    settled = settle_draw(played, ready, rulebook, nagashi=nagashi)
    return ev.RoundDrawn(
        **stamp,
        kind=DrawKind.NAGASHI_MANGAN if nagashi else DrawKind.EXHAUSTIVE,
        tenpai=tuple(seat for seat in SEATS if ready[seat]),
        payments=settled.deltas,
        seats=nagashi,
        lines=settled.lines,
        riichi_sticks=settled.riichi_sticks if nagashi else None,
        by=by,
        nagashi_said=said,
    )


def is_exhausted(observation: Observation) -> bool:
    """True if the live wall is exhausted, by the record or by the remaining stacks."""
    standing = observation.scene.wall_tiles.held(observation.dwell.alarm)
    return observation.round.last is not None and (
        observation.round.tiles_left <= 0 or (standing is not None and standing <= _DEAD_WALL)
    )


def _claimed(observation: Observation) -> ClaimedTile:
    return claimed_tile(observation.state, observation.rulebook, observation.venue.same_time_s)


def _win(observation: Observation, found: ClaimedTile) -> Iterator[ev.Event]:
    round_, dwell, wins = observation.round, observation.dwell, found.won
    waited = observation.waiting.shown.count
    if wins[0].win.by is WinBy.TSUMO or stands_when_ronned(observation.rulebook).allowed:
        # The riichi stick is part of the payment; the next sighting finds the win again.
        accepted = tuple(accepted_riichi(round_, observation.stamp))
        if accepted:
            yield from accepted
            return
    if wins[0].win.by is WinBy.RON:
        several = observation.rulebook.claims.several_rons.value is SeveralRons.ALL
        several = several or AbortiveDraw.TRIPLE_RON in abortive_draws(observation.rulebook)
        # If nobody is asked before the payment, wait for a nearer player who called at the same time.
        if (several or observation.venue.auto_settle or is_exhausted(observation)) and waited < dwell.alone:
            return
        # At a draw, a hand in furiten that the last discard happens to complete may be shown for tenpai.
        if is_exhausted(observation) and all(won.furiten for won in wins) and waited < dwell.patience:
            return
    if waited < dwell.ura and not ura_known(round_, wins, observation.rulebook):
        return
    yield ev.RoundWon(**observation.stamp, wins=wins, beside=found.beside)


def late_rons(observation: Observation) -> Iterator[ev.Event]:
    """Replace an unconfirmed ron: another hand was shown with it, or a valid one after one in furiten.

    A ron called later replaces nothing automatically; the referee is informed of it.
    """
    outcome = observation.round.outcome
    if observation.round.phase is not Phase.RESULT or outcome is None or not outcome.wins:
        return
    if outcome.by or outcome.seats:
        return
    if outcome.wins[0].win.by is WinBy.RON:
        if is_triple_ron(observation.state, observation.rulebook, observation.venue.same_time_s):
            yield from aborted_by_hands(observation)
            return
        found = _claimed(observation)
        if [each.win.winner for each in found.won] != [each.win.winner for each in outcome.wins] and found.won:
            yield ev.RoundWon(**observation.stamp, wins=found.won, beside=found.beside)


def unread(observation: Observation) -> Iterator[ev.Event]:
    """Ask the referee how the round ended, once hands have lain open for long without being readable."""
    waiting = observation.waiting.unread
    if observation.round.phase not in _ENDING or not _is_unread(observation):
        waiting.read(None, observation.evidence)
        return
    told = tuple(hand is not None for hand in observation.round.revealed)
    waiting.read((told, len(observation.round.discards)), observation.evidence)
    if waiting.count >= 2 * observation.dwell.patience:
        yield from asked(observation)


def _is_unread(observation: Observation) -> bool:
    """True if an open hand is unread, or the wall is exhausted and not all hands are read."""
    return left_open(observation) or (is_exhausted(observation) and None in observation.round.revealed)


ENDING = (open_hands, ura, result, aborted, late_rons, unread)
