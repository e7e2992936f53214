"""Every fault the system knows by code, with its name in Japanese and English and how much it asks of people."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from controller.journal.events import Severity, Wording

NOTE: Final = Severity.NOTE
REFEREE: Final = Severity.REFEREE
SERVICE: Final = Severity.SERVICE


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of fault."""

    code: str
    severity: Severity
    name: Wording


_ENTRIES: Final = (
    ("set-button-wrong-seat", NOTE, "セットボタンを次局の親以外が押した", "Set button not pressed by the next dealer"),
    ("set-button-during-hand", REFEREE, "局の途中でセットボタンが押された", "Set button pressed while the round runs"),
    ("set-before-settled", REFEREE, "精算の前に次のセットが始まった", "Next set started before the settlement"),
    ("dice-wrong-roller", NOTE, "親以外がサイコロを振った", "Dice not rolled by the dealer"),
    ("dice-before-walls", NOTE, "壁牌が上がりきる前の出サイ", "Dice rolled before the walls were up"),
    ("dice-imperfect", NOTE, "サイコロの不完全停止", "A die leans, lies outside or cannot be read"),
    ("dice-roll-count", REFEREE, "サイコロの回数違い", "Wrong number of rolls"),
    ("break-wrong-wall", REFEREE, "開門場所の間違い（山）", "Wrong wall broken"),
    ("break-wrong-stack", REFEREE, "開門場所の間違い（幢数）", "Wall broken at the wrong stack"),
    ("break-by-child", NOTE, "親以外による開門", "Wall broken by another than the dealer"),
    ("dora-wrong-position", REFEREE, "ドラ表示牌の開け間違い", "Dora indicator at the wrong place"),
    ("dora-wrong-turner", NOTE, "ドラ表示牌を開ける者の間違い", "Dora indicator turned by the wrong player"),
    ("replacement-not-lowered", NOTE, "嶺上牌が下ろされていない", "Replacement tile not lowered"),
    ("discard-before-ready", NOTE, "配牌・ドラ確認前の第一打", "First discard before hands and dora were ready"),
    ("dealer-wrong", REFEREE, "親の順番間違い", "Round played by the wrong dealer"),
    ("seat-wind-wrong", REFEREE, "起家マーク・風の表示違い", "Seat wind shown wrong"),
    ("discard-out-of-turn", REFEREE, "順番違いの打牌", "Discard out of turn"),
    ("draw-early", REFEREE, "先ヅモ", "Early draw"),
    ("draw-wrong-end", REFEREE, "自摸場所の間違い", "Tile drawn from the wrong place"),
    ("dead-wall-drawn", REFEREE, "王牌への食い込み", "Drawn into the dead wall"),
    ("hand-too-many", REFEREE, "多牌", "Too many tiles in hand"),
    ("hand-too-few", REFEREE, "少牌", "Too few tiles in hand"),
    ("river-row-length", NOTE, "捨て牌の並べ方", "River row without six tiles"),
    ("discard-taken-back", REFEREE, "捨て牌の取り戻し", "Discard taken back"),
    ("meld-invalid", REFEREE, "誤った鳴き", "Invalid meld"),
    ("meld-orientation", REFEREE, "晒し方の間違い", "Meld laid in the wrong way"),
    ("chi-not-from-left", REFEREE, "上家以外からのチー", "Chow claimed from another than the left"),
    ("kuikae", REFEREE, "喰い替え", "Swap-calling"),
    ("call-priority", REFEREE, "発声の優先順位違い", "Call of lower priority stood"),
    ("call-too-late", REFEREE, "遅い発声", "Call made too late"),
    ("call-empty", REFEREE, "空鳴き", "Call announced and not made"),
    ("call-before-stick", NOTE, "リーチ棒の前の鳴き", "Declared tile taken before the stick"),
    ("call-on-houtei", REFEREE, "河底牌の鳴き", "Last discard called"),
    ("kan-on-haitei", REFEREE, "海底牌でのカン", "Kong after the last tile"),
    ("kan-fifth", REFEREE, "五回目のカン", "Fifth kong"),
    ("kan-not-on-own-draw", REFEREE, "自摸していない時のカン", "Kong without an own draw"),
    ("kan-draw-before-shown", NOTE, "カンを晒す前の嶺上自摸", "Replacement drawn before the kong was shown"),
    ("kan-dora-missing", REFEREE, "カンドラの開け忘れ", "Kong dora missing"),
    ("kan-dora-early", REFEREE, "カンドラの開け急ぎ", "Kong dora shown early"),
    ("kan-dora-robbed", REFEREE, "槍槓時のカンドラ", "Kong dora shown for a robbed kong"),
    ("riichi-incomplete", REFEREE, "リーチの不備", "Riichi incomplete"),
    ("riichi-open-hand", REFEREE, "門前でないリーチ", "Riichi with an open hand"),
    ("riichi-taken-back", REFEREE, "リーチの取り消し", "Riichi taken back"),
    ("riichi-too-late", REFEREE, "残り牌のないリーチ", "Riichi too late"),
    ("riichi-no-points", REFEREE, "千点未満のリーチ", "Riichi without a thousand points"),
    (
        "riichi-next-not-sideways",
        NOTE,
        "鳴かれたリーチ牌の次を横にしていない",
        "Discard after a called riichi tile not sideways",
    ),
    ("riichi-hand-changed", REFEREE, "リーチ後の手替わり", "Hand changed after riichi"),
    ("riichi-not-tsumogiri", REFEREE, "リーチ後の手出し", "Drawn tile kept after riichi"),
    ("riichi-noten", REFEREE, "ノーテンリーチ", "Riichi without tenpai"),
    ("riichi-dead-wait", REFEREE, "和了牌のないリーチ", "Riichi on a dead wait"),
    ("riichi-kan-illegal", REFEREE, "リーチ後の違反カン", "Illegal kong after riichi"),
    ("win-incomplete", REFEREE, "誤和了（形不成立）", "Win with an incomplete hand"),
    ("win-no-yaku", REFEREE, "誤和了（役なし）", "Win without a yaku"),
    ("win-furiten", REFEREE, "振聴のロン", "Ron in furiten"),
    ("win-same-turn-furiten", REFEREE, "同巡内振聴のロン", "Ron in same-turn furiten"),
    ("win-riichi-furiten", REFEREE, "リーチ後の振聴のロン", "Ron in furiten after riichi"),
    ("win-scrambled", REFEREE, "確認前の手牌崩し", "Hand scrambled before it was confirmed"),
    ("hand-opened", REFEREE, "和了でない手牌公開", "Hand opened without a win"),
    ("win-tile-mixed-in", NOTE, "ツモ牌の手牌への混入", "Winning tile put into the hand"),
    ("win-second-claim", NOTE, "規定を超えるロン", "More rons than allowed"),
    ("dead-player-acts", REFEREE, "和了放棄者の行為", "Act of a player without rights"),
    ("tenpai-order", NOTE, "聴牌公開の順番違い", "Tenpai shown out of order"),
    ("points-undeclared", NOTE, "持ち点の未申告", "Points not declared"),
    ("tenpai-false", REFEREE, "聴牌の誤り", "False tenpai"),
    ("points-wrong-claim", REFEREE, "点数申告の誤り", "Wrong points claimed"),
    ("points-paid-wrong", REFEREE, "授受の誤り", "Wrong payment"),
    ("points-total-wrong", REFEREE, "持ち点合計の不一致", "Totals do not add up"),
    ("honba-wrong", REFEREE, "本場表示の違い", "Counters shown wrong"),
    ("pot-wrong", REFEREE, "供託の違い", "Riichi sticks on the table wrong"),
    ("tile-fifth-copy", REFEREE, "同じ牌が五枚", "Five tiles of one kind"),
    ("tile-missing", SERVICE, "牌の枚数不足", "Tile missing"),
    ("wall-broken", REFEREE, "壁牌の崩壊", "Wall knocked over"),
    ("clock-over", REFEREE, "時間切れ後の開始", "Round started after time"),
    ("table-jam", SERVICE, "卓の牌詰まり", "Table jammed"),
    ("table-hatch-open", SERVICE, "投入口が開いたまま", "Hatch left open"),
    ("table-timeout", SERVICE, "卓の応答なし", "Table took too long"),
    ("table-motor-hot", SERVICE, "モーター過熱", "Motor too hot"),
    ("table-count-wrong", SERVICE, "牌の計数違い", "Tile count differs"),
    ("table-events-lost", SERVICE, "卓の報告の欠落", "Reports of the table were lost"),
    ("table-fault", SERVICE, "卓の不具合", "Table fault"),
    ("link-lost", SERVICE, "卓との接続が切れた", "Link to the table lost"),
    ("camera-lost", SERVICE, "カメラとの接続が切れた", "Camera lost"),
    ("camera-moved", SERVICE, "カメラの位置ずれ", "Camera moved"),
)

CATALOGUE: Final[Mapping[str, Entry]] = MappingProxyType(
    {code: Entry(code, severity, Wording(ja, en)) for code, severity, ja, en in _ENTRIES}
)

CURES: Final[Mapping[str, Wording]] = MappingProxyType(
    {
        "tile-missing": Wording("牌を数え、不足分を入れる。", "Count the tiles and put in the missing one."),
        "table-jam": Wording(
            "電源を切り、牌を取り出して詰まりを除き、電源を入れ直す。",
            "Switch off, take the tiles out, clear the jam, switch on again.",
        ),
        "table-hatch-open": Wording("投入口を確かめて閉じる。", "Check the hatch and close it."),
        "table-timeout": Wording(
            "卓の表示を確かめ、必要なら電源を入れ直す。", "Look at the table's display; restart it if needed."
        ),
        "table-motor-hot": Wording("数分休ませてから再開する。", "Let the motor cool for some minutes."),
        "table-count-wrong": Wording("卓の中と外の牌を数える。", "Count the tiles in and on the table."),
        "table-events-lost": Wording("局の記録を卓上と照らし合わせる。", "Compare the record with the table."),
        "link-lost": Wording(
            "USBケーブルを確かめる。局の記録は保たれている。", "Check the USB cable. The round's record is kept."
        ),
        "": Wording(
            "卓の表示を確かめる。局の記録は保たれている。", "Look at the table's display. The round's record is kept."
        ),
    }
)
