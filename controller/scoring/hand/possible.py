"""Whether a win can be: what its tiles and circumstances imply of each other, and what a set of tiles holds.

One judgement for scorer, palette, claims, photos and records. Only what words and tiles mean by themselves is
here: what a referee may let pass at a table can be.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.memo import Memo
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.scoring.hand import circumstances as flag
from controller.text import Text

# Signs: what tiles and seats of a win say, above the flags of its circumstances.
(
    OWN_KONG,  # a kong of the winner's
    NORTH_ASIDE,  # a north of the winner's, among three
    KIND_ELSEWHERE,  # another tile of the winning kind in hand, melds and indicators
    INDICATOR_OF_KONG,  # more than one dora indicator
    MORE_URA,  # more ura indicators than dora indicators
    LATER_LOSER,  # the discarder's first turn comes after the winner's
) = (1 << place for place in range(flag.FLAG_BITS, flag.FLAG_BITS + 6))


class Misfit(NamedTuple):
    """A win that has all of ``held`` and none of ``lacked``, flags and signs, cannot be."""

    held: int
    lacked: int
    text: Text


def _no(held: int, lacked: int, en: str, ja: str) -> Misfit:
    return Misfit(held, lacked, Text(ja, en))


_IN_SEQUENCE: Final = flag.DOUBLE_RIICHI | flag.IPPATSU

# Refused at birth of a win.
CONTRADICTIONS: Final = (
    *(
        _no(
            riichi | flag.OPEN,
            0,
            "riichi with an open meld: expected a closed hand",
            "副露した手ではリーチできません。",
        )
        for riichi in (flag.RIICHI, flag.DOUBLE_RIICHI)
    ),
    _no(
        flag.LOSER_IN_RIICHI | flag.TSUMO,
        0,
        "loser_in_riichi with tsumo: expected ron",
        "ツモに放銃者のリーチは関係しません。",
    ),
    _no(
        flag.IPPATSU,
        flag.RIICHI | flag.DOUBLE_RIICHI,
        "ippatsu without riichi: expected riichi or double",
        "一発はリーチした手だけに付きます。",
    ),
    _no(flag.REPLACEMENT, flag.TSUMO, "replacement with ron: expected tsumo", "嶺上開花はツモだけに付きます。"),
    _no(flag.ROBBED_KONG | flag.TSUMO, 0, "robbed_kong with tsumo: expected ron", "槍槓はロンだけに付きます。"),
    _no(
        flag.ROBBED_CONCEALED_KONG,
        flag.ROBBED_KONG,
        "robbed_concealed_kong without robbed_kong",
        "暗槓への槍槓では、槍槓も指定してください。",
    ),
    _no(
        flag.ROBBED_KONG | flag.LAST_TILE,
        0,
        "robbed_kong with last_tile: no kong is made after the last tile",
        "海底・河底ではカンができません。",
    ),
    _no(
        flag.FIRST_TURN | flag.CALLED,
        0,
        "first_turn with melds: any call ends the first turn",
        "鳴きがあると第一巡は終わります。",
    ),
    *(
        _no(
            flag.FIRST_TURN | riichi,
            0,
            "first_turn with riichi: no discard came before",
            "第一巡のアガリより前のリーチはありません。",
        )
        for riichi in (flag.RIICHI, flag.DOUBLE_RIICHI)
    ),
    *(
        _no(flag.FIRST_TURN | later, 0, "first_turn with a later draw", "第一巡と海底・嶺上・槍槓は両立しません。")
        for later in (flag.REPLACEMENT, flag.LAST_TILE, flag.ROBBED_KONG)
    ),
    _no(
        flag.FIRST_TURN,
        flag.TSUMO | 3 << flag.SEAT_WIND,
        "first_turn with ron by the dealer: expected tsumo",
        "親の第一巡のアガリはツモだけです。",
    ),
)
# Refused where a win is scored: a stored fact may hold it.
IMPLIED: Final = (
    _no(
        flag.REPLACEMENT,
        OWN_KONG | NORTH_ASIDE,
        "replacement without a kong: expected one among the melds",
        "嶺上開花には自分のカンが必要です。",
    ),
    _no(
        flag.ROBBED_KONG | KIND_ELSEWHERE,
        0,
        "robbed_kong of a tile that is also elsewhere: the kong holds all four",
        "槍槓の牌は四枚ともカンにあり、ほかにはありません。",
    ),
    _no(
        flag.ROBBED_KONG | flag.LOSER_IN_RIICHI,
        flag.ROBBED_CONCEALED_KONG,
        "robbed_kong with loser_in_riichi: a player in riichi adds to no pon",
        "リーチ者は加槓できません。",
    ),
    _no(MORE_URA, 0, "more ura_indicators than dora_indicators", "裏ドラ表示牌がドラ表示牌より多くなっています。"),
    _no(
        flag.FIRST_TURN | INDICATOR_OF_KONG,
        0,
        "first_turn with an indicator of a kong: any call ends the first turn",
        "カンがあると第一巡は終わるため、表示牌は1枚です。",
    ),
    _no(
        flag.FIRST_TURN | NORTH_ASIDE,
        0,
        "first_turn with a later draw",
        "第一巡と海底・嶺上・槍槓は両立しません。",
    ),
    _no(
        flag.FIRST_TURN | flag.LOSER_IN_RIICHI,
        0,
        "first_turn with loser_in_riichi: the riichi is declared by that discard",
        "第一巡の放銃者はまだリーチしていません。",
    ),
    _no(
        flag.FIRST_TURN | LATER_LOSER,
        flag.TSUMO,
        "first_turn from a loser whose turn comes after the winner's",
        "放銃者の第一打はアガリ者のツモより後になります。",
    ),
    _no(
        _IN_SEQUENCE | flag.LAST_TILE,
        0,
        "double riichi with ippatsu and last_tile: the wall lasts longer",
        "ダブルリーチの一発は海底・河底になりません。",
    ),
    _no(
        _IN_SEQUENCE | flag.CALLED,
        flag.REPLACEMENT,
        "double riichi with ippatsu and a kong: any call ends ippatsu",
        "カンがあるとダブルリーチの一発は消えます。",
    ),
    _no(
        _IN_SEQUENCE | INDICATOR_OF_KONG,
        flag.REPLACEMENT | flag.ROBBED_CONCEALED_KONG,
        "double riichi with ippatsu and an indicator of a kong: any call ends ippatsu",
        "カンがあるとダブルリーチの一発は消えます。",
    ),
    _no(
        _IN_SEQUENCE | flag.ROBBED_KONG,
        flag.ROBBED_CONCEALED_KONG,
        "double riichi with ippatsu and robbed_kong: the pon before it ends them",
        "ポンがあるとダブルリーチの一発は消えます。",
    ),
)


def _first(among: Sequence[Misfit], flags: int) -> Text | None:
    return next((each.text for each in among if flags & each.held == each.held and not flags & each.lacked), None)


CONTRADICTION: Final[Memo[int, Text | None]] = Memo(lambda flags: _first(CONTRADICTIONS, flags))
"""What is wrong with the flags of a win by themselves, None where they fit together."""
IMPOSSIBLE: Final[Memo[int, Text | None]] = Memo(lambda flags: _first((*CONTRADICTIONS, *IMPLIED), flags))
"""What is wrong with flags and signs together."""


def signs_of(copies: int, kong: bool, dora: int, ura: int) -> int:
    """Facts by the tiles: copies of the winning kind, whether the winner has a kong, numbers of indicators.

    No dora indicator means that they were not stated.
    """
    signs = 0
    if kong:
        signs |= OWN_KONG
    if copies > 1:
        signs |= KIND_ELSEWHERE
    if dora > 1:
        signs |= INDICATOR_OF_KONG
    if ura > dora > 0:
        signs |= MORE_URA
    return signs


def face_beyond(
    man: int, pin: int, sou: int, red_man: int, red_pin: int, red_sou: int, red_fives: tuple[int, int, int]
) -> int:
    """A face of five with more copies than a set with so many red fives has, -1 for none.

    ``man``: fives, red ones included.
    """
    for suit, fives, reds in ((0, man, red_man), (1, pin, red_pin), (2, sou, red_sou)):
        most = red_fives[suit]
        if reds > most:
            return KINDS + suit
        if fives - reds > COPIES - most:
            return 4 + 9 * suit
    return -1


def copies_in_set(red_fives: tuple[int, int, int]) -> tuple[int, ...]:
    """Copies of each face in a set with so many red fives."""
    most = [COPIES] * KINDS + [*red_fives]
    for red in RED_FIVES:
        most[red.kind] -= most[red]
    return tuple(most)


def too_many(face: Tile, red_fives: tuple[int, int, int]) -> Text:
    """That there are more of a face than the set has."""
    most = copies_in_set(red_fives)[face]
    return Text(f"{face} が多すぎます（{most}枚まで）。", f"Too many of {face}: expected at most {most}")


def beyond_kongs(dora: int, kongs: int) -> Text | None:
    """Whether more dora indicators are stated than so many kongs turn, None if not."""
    most = kongs + 1
    if dora <= most:
        return None
    return Text(f"カンの数から、ドラ表示牌は{most}枚までです。", f"With so many kongs: at most {most} indicators.")
