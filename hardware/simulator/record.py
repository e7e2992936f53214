"""What was played as a game record with nothing hidden: the truth that exports of a table are held against."""

from collections.abc import Iterable
from itertools import groupby

from controller.journal.records.record import (
    Act,
    Call,
    Discard,
    Draw,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
)
from controller.journal.records.score_notes import win_note
from controller.riichi.notation import sort_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import load
from hardware.simulator import acts as done
from hardware.simulator.felt import Felt, Pose
from hardware.simulator.game import Round
from hardware.simulator.play import Won


def game_records(rounds: Iterable[Round], names: tuple[str, str, str, str]) -> list[GameRecord]:
    """The games that rounds belong to."""
    return [
        GameRecord(
            names=names,
            rounds=tuple(round_record(one) for one in played),
            rulebook=rulebook,
            east_only=load(rulebook).flow.winds_played.value == 1,
            red_fives=load(rulebook).scoring.red_fives.value,
        )
        for (_, rulebook), played in groupby(rounds, key=lambda one: (one.game, one.rulebook))
    ]


def round_record(played: Round) -> RoundRecord:
    """A round with every draw and hand."""
    standing, end = played.deal.standing, played.played.end
    felt = Felt(played.deal.faces)
    hands: dict[Seat, tuple[Tile, ...]] = {}
    told: list[Act] = []
    for act in played.played.acts:
        if not isinstance(act, done.Take) and not hands:
            hands = {seat: tuple(felt.faces[tile] for tile in felt.places[seat].hand) for seat in SEATS}
        told += _told(act, felt)
        felt.apply(act)
        if isinstance(act, done.Claim | done.Kong):
            told.append(_call(act, felt))
    return RoundRecord(
        prevailing_wind=standing.prevailing_wind,
        dealer=standing.dealer,
        counters=standing.counters,
        riichi_sticks=standing.riichi_sticks,
        scores=standing.points,
        dora=tuple(felt.faces[tile] for tile in felt.indicators),
        ura=tuple(felt.faces[lower] for _, lower in felt.ura),
        hands=tuple(hands[seat] for seat in SEATS),
        acts=tuple(told),
        result=(win_note(end.score, end.win),)
        if isinstance(end, Won)
        else DrawNote(DrawName.EXHAUSTIVE, played.payments, end.tenpai),
        shown=tuple(_shown(felt, seat) for seat in SEATS),
    )


def _told(act: done.Act, felt: Felt) -> list[Act]:
    if isinstance(act, done.Draw):
        return [Draw(act.seat, felt.faces[act.tile])]
    if isinstance(act, done.Discard):
        return [Discard(act.seat, felt.faces[act.tile], felt.places[act.seat].drawn == act.tile, act.riichi)]
    return []


def _call(act: done.Claim | done.Kong, felt: Felt) -> Call:
    """The call as it lies now, after the act."""
    kinds = {felt.faces[tile].kind for tile in (act.own if isinstance(act, done.Claim) else act.tiles)}
    for meld, laid in zip(reversed(felt.melds(act.seat)), reversed(felt.places[act.seat].melds), strict=True):
        fresh = isinstance(act, done.Claim) or laid.added in act.tiles or set(laid.tiles) == set(act.tiles)
        if fresh and meld.kind is act.kind and kinds <= {tile.kind for tile in meld.tiles}:
            return Call(act.seat, meld)
    raise AssertionError("a call lays a meld")


def _shown(felt: Felt, seat: Seat) -> tuple[Tile, ...] | None:
    place = felt.places[seat]
    return sort_tiles(felt.faces[tile] for tile in place.hand) if place.pose is Pose.SHOWN else None
