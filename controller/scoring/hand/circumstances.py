"""Circumstances of a win packed into one number, and their meaning under one rulebook."""

from typing import Final, NamedTuple

from controller.scoring.hand import reading_bits

# Flags of a win, then two bits each for seat wind and prevailing wind, and two for riichi.
(
    TSUMO,
    RIICHI,
    DOUBLE_RIICHI,
    IPPATSU,
    LAST_TILE,
    REPLACEMENT,
    ROBBED_KONG,
    ROBBED_CONCEALED_KONG,
    FIRST_TURN,
    MIXED_IN,
    CALLED,
    OPEN,
) = (1 << place for place in range(12))
SEAT_WIND: Final = 12
CHILD: Final = 3 << SEAT_WIND  # any seat wind but east
PREVAILING_WIND: Final = 14
OPEN_RIICHI: Final = 1 << 16
LOSER_IN_RIICHI: Final = 1 << 17
FLAG_BITS: Final = 18


class Allowances(NamedTuple):
    """Fields of a rulebook's scoring chapter that decide which circumstances count; named as there."""

    ippatsu: bool
    ippatsu_with_rinshan: bool
    ippatsu_with_chankan: bool
    haitei_with_rinshan: bool
    mixed_in_loses_wait: bool
    ryuuiisou_needs_hatsu: bool
    tsuuiisou_in_seven_pairs: bool
    pinfu_tsumo: bool
    replacement_tsumo_fu: bool


class Circumstances(NamedTuple):
    """A win without its tiles, interpreted by one rulebook.

    ``tsumo_fu``: a tsumo gives fu, except with ``pinfu_tsumo``; ``mixed_in``: the winning tile was put into the hand,
    so that the wait cannot be seen; ``seat``, ``prevailing``: bit of the wind tile; ``features``: bits as in
    ``reading_bits``.
    """

    tsumo: bool
    dealer: bool
    closed: bool
    mixed_in: bool
    hatsu_needed: bool
    honours_in_pairs: bool
    pinfu_tsumo: bool
    tsumo_fu: bool
    seat: int
    prevailing: int
    features: int


def circumstances(allowed: Allowances, flags: int) -> Circumstances:
    """Return the circumstances for the flags of a win under these allowances."""
    tsumo = flags & TSUMO != 0
    closed = flags & OPEN == 0
    replacement = flags & REPLACEMENT != 0
    robbed = flags & ROBBED_KONG != 0
    dealer = flags >> SEAT_WIND & 3 == 0
    features = reading_bits.TSUMO if tsumo else reading_bits.RON
    features |= reading_bits.DEALER if dealer else reading_bits.CHILD
    if closed:
        features |= reading_bits.CLOSED
    if flags & RIICHI:
        features |= reading_bits.RIICHI
    if flags & DOUBLE_RIICHI:
        features |= reading_bits.DOUBLE_RIICHI
    if flags & OPEN_RIICHI:
        features |= reading_bits.OPEN_RIICHI
        if not tsumo and not flags & LOSER_IN_RIICHI:
            features |= reading_bits.INTO_OPEN
    if (
        flags & IPPATSU
        and allowed.ippatsu
        and (not replacement or allowed.ippatsu_with_rinshan)
        and (not robbed or allowed.ippatsu_with_chankan)
    ):
        features |= reading_bits.IPPATSU
    if flags & LAST_TILE:
        if not tsumo:
            features |= reading_bits.HOUTEI | reading_bits.LAST_TILE
        elif not replacement or allowed.haitei_with_rinshan:
            features |= reading_bits.HAITEI | reading_bits.LAST_TILE
    if replacement:
        features |= reading_bits.RINSHAN
    if robbed:
        features |= reading_bits.CHANKAN
    if flags & FIRST_TURN:
        features |= reading_bits.FIRST_TURN
    return Circumstances(
        tsumo,
        dealer,
        closed,
        tsumo and flags & MIXED_IN != 0 and allowed.mixed_in_loses_wait,
        allowed.ryuuiisou_needs_hatsu,
        allowed.tsuuiisou_in_seven_pairs,
        allowed.pinfu_tsumo,
        tsumo and (not replacement or allowed.replacement_tsumo_fu),
        1 << 27 + (flags >> SEAT_WIND & 3),
        1 << 27 + (flags >> PREVAILING_WIND & 3),
        features,
    )
