"""Mahjong Soul's names of tiles, yaku and ends of a round."""

from types import MappingProxyType
from typing import Final

from controller.errors import NotationError, RecordError
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import Assume
from controller.records.record import DrawName, YakuNote
from controller.riichi.notation import parse_tile
from controller.riichi.tile import Tile

DRAWS: Final = MappingProxyType(
    {
        1: DrawName.NINE_ORPHANS,
        2: DrawName.FOUR_WINDS,
        3: DrawName.FOUR_KONGS,
        4: DrawName.FOUR_RIICHI,
        5: DrawName.THREE_RONS,
    }
)
# By number from 1; the last ones exist in special events only.
_YAKU: Final = (
    *("", "MENZEN_TSUMO", "RIICHI", "CHANKAN", "RINSHAN", "HAITEI", "HOUTEI", "HAKU", "HATSU", "CHUN", "JIKAZE"),
    *("BAKAZE", "TANYAO", "IIPEIKOU", "PINFU", "CHANTA", "ITTSUU", "SANSHOKU_DOUJUN", "DOUBLE_RIICHI"),
    *("SANSHOKU_DOUKOU", "SANKANTSU", "TOITOI", "SANANKOU", "SHOUSANGEN", "HONROUTOU", "CHIITOITSU", "JUNCHAN"),
    *("HONITSU", "RYANPEIKOU", "CHINITSU", "IPPATSU", "DORA", "RED_FIVES", "URA_DORA", "", "TENHOU", "CHIIHOU"),
    *("DAISANGEN", "SUUANKOU", "TSUUIISOU", "RYUUIISOU", "CHINROUTOU", "KOKUSHI", "SHOUSUUSHII", "SUUKANTSU"),
    *("CHUUREN", "", "JUNSEI_CHUUREN", "SUUANKOU_TANKI", "KOKUSHI_JUUSANMEN", "DAISUUSHII"),
)


def tile_of(name: str, where: str) -> Tile:
    """Return the tile of a name such as ``5p``, ``0p``, ``7z``; raises RecordError."""
    try:
        return parse_tile(name)
    except NotationError:
        raise RecordError(f"{where}: {name!r} is no tile: expected such as 5p, 0p, 7z") from None


def yaku_of(number: int, han: int, yakuman: bool, where: str, assume: Assume) -> YakuNote:
    """Return a line of a score; a yaku unknown in ranked games keeps its number."""
    name = _YAKU[number] if 0 < number < len(_YAKU) else ""
    if not name:
        assume(Assumption.UNKNOWN_YAKU_NUMBER.of(number, where=where))
    return YakuNote(name or f"mahjong-soul-{number}", 0 if yakuman else han)
