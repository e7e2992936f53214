"""Manners mentioned in a rulebook: small acts that a referee logs, each with its clause."""

from enum import Enum
from typing import NamedTuple

from controller.rulebooks.clause import Clause
from controller.rulebooks.schema.penalties import Penalty


class Manner(Enum):
    """An act that a text requires or forbids; the value is the code under which it is logged."""

    HOLDS_TILE = "manner-holds-tile"
    BOTH_HANDS = "manner-both-hands"
    RIVER_TOUCHED = "manner-river-touched"
    VOICE_UNCLEAR = "manner-voice-unclear"
    CALL_ORDER = "manner-call-order"
    TILE_NAMED = "manner-tile-named"
    TILES_JUGGLED = "manner-tiles-juggled"
    SLAMMED = "manner-slammed"
    PACE = "manner-pace"
    TILE_SHOWN = "manner-tile-shown"
    HAND_LOWERED = "manner-hand-lowered"
    HAND_UNSORTED = "manner-hand-unsorted"
    NOTEN_LEFT_UP = "manner-noten-left-up"
    TALK = "manner-talk"
    GREETING = "manner-greeting"
    POSTURE = "manner-posture"
    CONDUCT = "manner-conduct"
    SEAT_LEFT = "manner-seat-left"
    PAYMENT_UNCLEAR = "manner-payment-unclear"
    STICKS_PUT_AWAY = "manner-sticks-put-away"
    MIXED_FACE_UP = "manner-mixed-face-up"
    BUILT_EARLY = "manner-built-early"
    WALLS_APART = "manner-walls-apart"
    DICE_AT_WALL = "manner-dice-at-wall"
    DICE_LEFT = "manner-dice-left"
    WAIT_VOICE = "wait-voice"


class MannerRule(NamedTuple):
    """A manner with its clause; ``penalty``: its cost, NOTE if it is only logged."""

    manner: Manner
    clause: Clause
    penalty: Penalty = Penalty.NOTE
