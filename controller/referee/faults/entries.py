"""The rows of the catalogue: code, severity, sources, dwell, the rulebook field that speaks of it, names.

Sources: T table, C camera, K a person's entry, P stick counts. Dwell: equal readings in a row of every zone that a
detector rests on before it reports, 0 where the event itself is the proof; at five readings a second, 5 is one second.
"""

from typing import Final

NOTE: Final = "note"
REFEREE: Final = "referee"
SERVICE: Final = "service"

Row = tuple[str, str, str, int, str, str, str]

SET_UP: Final[tuple[Row, ...]] = (
    (
        *("set-button-wrong-seat", NOTE, "T", 0, "table.set_by_wrong_seat"),
        *("セットボタンを次局の親以外が押した", "Set button not pressed by the next dealer"),
    ),
    (
        *("set-button-during-hand", REFEREE, "T", 0, "table.set_during_round"),
        *("局の途中でセットボタンが押された", "Set button pressed while the round runs"),
    ),
    (
        *("set-before-settled", REFEREE, "T", 0, "table.set_before_settled"),
        *("精算の前に次のセットが始まった", "Next set started before the settlement"),
    ),
    (
        *("dice-wrong-roller", NOTE, "TK", 0, "table.wrong_roller"),
        *("親以外がサイコロを振った", "Dice not rolled by the dealer"),
    ),
    (
        *("dice-before-walls", NOTE, "TC", 0, "table.dice_before_walls"),
        *("壁牌が上がりきる前の出サイ", "Dice rolled before the walls were up"),
    ),
    (
        *("dice-imperfect", NOTE, "TC", 15, "table.imperfect_roll"),
        *("サイコロの不完全停止", "A die leans, lies outside or cannot be read"),
    ),
    ("dice-roll-count", REFEREE, "T", 0, "table.rolls", "サイコロの回数違い", "Wrong number of rolls"),
    (
        *("break-wrong-wall", REFEREE, "TC", 8, "table.wrong_break_before"),
        *("開門場所の間違い（山）", "Wrong wall broken"),
    ),
    (
        *("break-wrong-stack", REFEREE, "TC", 8, "table.wrong_break_before"),
        *("開門場所の間違い（幢数）", "Wall broken at the wrong stack"),
    ),
    (
        *("break-by-child", NOTE, "K", 0, "table.break_by_child"),
        *("親以外による開門", "Wall broken by another than the dealer"),
    ),
    (
        *("dora-wrong-position", REFEREE, "C", 8, "table.wrong_dora_before"),
        *("ドラ表示牌の開け間違い", "Dora indicator at the wrong place"),
    ),
    (
        *("dora-wrong-turner", NOTE, "K", 0, "table.dora_turner"),
        *("ドラ表示牌を開ける者の間違い", "Dora indicator turned by the wrong player"),
    ),
    (
        *("replacement-not-lowered", NOTE, "C", 10, "table.replacement_lowered"),
        *("嶺上牌が下ろされていない", "Replacement tile not lowered"),
    ),
    (
        *("discard-before-ready", NOTE, "C", 8, "table.discard_before_ready"),
        *("配牌・ドラ確認前の第一打", "First discard before hands and dora were ready"),
    ),
    (
        *("dealer-wrong", REFEREE, "CK", 15, "table.wrong_dealer"),
        *("親の順番間違い", "Round played by the wrong dealer"),
    ),
    (
        *("seat-wind-wrong", REFEREE, "CK", 25, "table.seat_wind_shown_wrong"),
        *("起家マーク・風の表示違い", "Seat wind shown wrong"),
    ),
    (
        *("clock-over", REFEREE, "K", 0, "flow.clock_minutes"),
        *("時間切れ後の開始", "Round started after time"),
    ),
)

PLAY: Final[tuple[Row, ...]] = (
    (
        *("discard-out-of-turn", REFEREE, "C", 25, "table.discard_out_of_turn"),
        *("順番違いの打牌", "Discard out of turn"),
    ),
    ("draw-early", REFEREE, "CK", 5, "penalties.early_draw", "先ヅモ", "Early draw"),
    (
        *("draw-wrong-end", REFEREE, "C", 12, "table.draw_from_wrong_place"),
        *("自摸場所の間違い", "Tile drawn from the wrong place"),
    ),
    ("dead-wall-drawn", REFEREE, "C", 10, "table.dead_wall", "王牌への食い込み", "Drawn into the dead wall"),
    ("hand-too-many", REFEREE, "CK", 15, "penalties.too_many_tiles", "多牌", "Too many tiles in hand"),
    ("hand-too-few", REFEREE, "CK", 15, "penalties.too_few_tiles", "少牌", "Too few tiles in hand"),
    ("river-row-length", NOTE, "C", 15, "table.river_row", "捨て牌の並べ方", "River row without six tiles"),
    (
        *("discard-taken-back", REFEREE, "CK", 30, "table.discard_taken_back"),
        *("捨て牌の取り戻し", "Discard taken back"),
    ),
    ("meld-invalid", REFEREE, "CK", 15, "penalties.wrong_meld", "誤った鳴き", "Invalid meld"),
    ("meld-orientation", REFEREE, "C", 15, "table.meld_laid_wrong", "晒し方の間違い", "Meld laid in the wrong way"),
    (
        *("chi-not-from-left", REFEREE, "CK", 15, "penalties.wrong_meld"),
        *("上家以外からのチー", "Chow claimed from another than the left"),
    ),
    ("kuikae", REFEREE, "C", 0, "claims.swap_calling", "喰い替え", "Swap-calling"),
    (
        *("call-priority", REFEREE, "K", 0, "claims.claim_order"),
        *("発声の優先順位違い", "Call of lower priority stood"),
    ),
    ("call-too-late", REFEREE, "K", 0, "table.late_call", "遅い発声", "Call made too late"),
    ("call-empty", REFEREE, "K", 0, "penalties.empty_call", "空鳴き", "Call announced and not made"),
    (
        *("call-before-stick", NOTE, "C", 3, "table.call_before_stick"),
        *("リーチ棒の前の鳴き", "Declared tile taken before the stick"),
    ),
    ("call-on-houtei", REFEREE, "C", 0, "riichi.call_on_houtei", "河底牌の鳴き", "Last discard called"),
    ("kan-on-haitei", REFEREE, "C", 0, "riichi.kong_after_haitei", "海底牌でのカン", "Kong after the last tile"),
    ("kan-fifth", REFEREE, "C", 8, "riichi.most_kongs", "五回目のカン", "Fifth kong"),
    (
        *("kan-not-on-own-draw", REFEREE, "C", 0, "riichi.kong_only_on_own_draw"),
        *("自摸していない時のカン", "Kong without an own draw"),
    ),
    (
        *("kan-draw-before-shown", NOTE, "C", 12, "table.kong_draw_before_shown"),
        *("カンを晒す前の嶺上自摸", "Replacement drawn before the kong was shown"),
    ),
    ("kan-dora-missing", REFEREE, "C", 20, "riichi.kong_dora_shown", "カンドラの開け忘れ", "Kong dora missing"),
    ("kan-dora-early", REFEREE, "C", 15, "riichi.kong_dora_shown", "カンドラの開け急ぎ", "Kong dora shown early"),
    (
        *("kan-dora-robbed", REFEREE, "C", 0, "riichi.kong_dora_shown"),
        *("槍槓時のカンドラ", "Kong dora shown for a robbed kong"),
    ),
    (
        *("riichi-incomplete", REFEREE, "CK", 15, "riichi.riichi_needs_all_three_acts"),
        *("リーチの不備", "Riichi incomplete"),
    ),
    ("riichi-open-hand", REFEREE, "C", 0, "scoring.yaku", "門前でないリーチ", "Riichi with an open hand"),
    ("riichi-taken-back", REFEREE, "CK", 25, "riichi.riichi_taken_back", "リーチの取り消し", "Riichi taken back"),
    ("riichi-too-late", REFEREE, "C", 0, "riichi.riichi_tiles_left", "残り牌のないリーチ", "Riichi too late"),
    (
        *("riichi-no-points", REFEREE, "P", 0, "riichi.riichi_below_stick"),
        *("千点未満のリーチ", "Riichi without a thousand points"),
    ),
    (
        *("riichi-next-not-sideways", NOTE, "C", 0, "riichi.called_tile_next_sideways"),
        *("鳴かれたリーチ牌の次を横にしていない", "Discard after a called riichi tile not sideways"),
    ),
    (
        *("riichi-hand-changed", REFEREE, "CK", 0, "table.riichi_hand_changed"),
        *("リーチ後の手替わり", "Hand changed after riichi"),
    ),
    (
        *("riichi-not-tsumogiri", REFEREE, "CK", 8, "table.riichi_hand_changed"),
        *("リーチ後の手出し", "Drawn tile kept after riichi"),
    ),
    (
        *("riichi-kan-illegal", REFEREE, "CK", 0, "riichi.riichi_kong"),
        *("リーチ後の違反カン", "Illegal kong after riichi"),
    ),
    (
        *("dead-player-acts", REFEREE, "CK", 0, "penalties.after_lost_right"),
        *("和了放棄者の行為", "Act of a player without rights"),
    ),
    ("tile-fifth-copy", REFEREE, "C", 25, "table.fifth_copy", "同じ牌が五枚", "Five tiles of one kind"),
    ("tile-missing", SERVICE, "TC", 30, "", "牌の枚数不足", "Tile missing"),
    ("wall-broken", REFEREE, "CK", 12, "penalties.wall_broken", "壁牌の崩壊", "Wall knocked over"),
)

END: Final[tuple[Row, ...]] = (
    ("riichi-noten", REFEREE, "CK", 0, "riichi.noten_riichi", "ノーテンリーチ", "Riichi without tenpai"),
    ("riichi-dead-wait", REFEREE, "CK", 0, "riichi.riichi_on_dead_wait", "和了牌のないリーチ", "Riichi on a dead wait"),
    (
        *("win-incomplete", REFEREE, "CK", 20, "penalties.false_win_shown"),
        *("誤和了（形不成立）", "Win with an incomplete hand"),
    ),
    ("win-no-yaku", REFEREE, "CK", 20, "penalties.false_win_shown", "誤和了（役なし）", "Win without a yaku"),
    ("win-furiten", REFEREE, "CK", 0, "claims.own_discard_furiten", "振聴のロン", "Ron in furiten"),
    (
        *("win-same-turn-furiten", REFEREE, "CK", 0, "claims.same_turn_furiten_ends"),
        *("同巡内振聴のロン", "Ron in same-turn furiten"),
    ),
    (
        *("win-riichi-furiten", REFEREE, "CK", 0, "claims.may_pass_after_riichi"),
        *("リーチ後の振聴のロン", "Ron in furiten after riichi"),
    ),
    (
        *("win-scrambled", REFEREE, "C", 10, "penalties.win_scrambled"),
        *("確認前の手牌崩し", "Hand scrambled before it was confirmed"),
    ),
    ("hand-opened", REFEREE, "CK", 20, "penalties.hand_opened", "和了でない手牌公開", "Hand opened without a win"),
    (
        *("win-tile-mixed-in", NOTE, "CK", 0, "scoring.mixed_in_loses_wait"),
        *("ツモ牌の手牌への混入", "Winning tile put into the hand"),
    ),
    ("win-second-claim", NOTE, "CK", 0, "claims.several_rons", "規定を超えるロン", "More rons than allowed"),
    ("tenpai-order", NOTE, "K", 0, "flow.tenpai_order", "聴牌公開の順番違い", "Tenpai shown out of order"),
    (
        *("points-undeclared", NOTE, "K", 0, "flow.points_declared_before_last"),
        *("持ち点の未申告", "Points not declared"),
    ),
    ("tenpai-false", REFEREE, "CK", 0, "flow.tenpai_holding_all_waits", "聴牌の誤り", "False tenpai"),
    (
        *("points-wrong-claim", REFEREE, "K", 0, "table.wrong_points_claimed"),
        *("点数申告の誤り", "Wrong points claimed"),
    ),
    (
        *("points-paid-wrong", REFEREE, "P", 3, "penalties.payments_put_right_after_game"),
        *("授受の誤り", "Wrong payment"),
    ),
    ("points-total-wrong", REFEREE, "P", 3, "settlement.surplus", "持ち点合計の不一致", "Totals do not add up"),
    ("honba-wrong", REFEREE, "CP", 25, "table.counters_shown_wrong", "本場表示の違い", "Counters shown wrong"),
    (
        *("pot-wrong", REFEREE, "CP", 25, "table.sticks_shown_wrong"),
        *("供託の違い", "Riichi sticks on the table wrong"),
    ),
)

HARDWARE: Final[tuple[Row, ...]] = (
    ("table-jam", SERVICE, "T", 0, "", "卓の牌詰まり", "Table jammed"),
    ("table-hatch-open", SERVICE, "T", 0, "", "投入口が開いたまま", "Hatch left open"),
    ("table-timeout", SERVICE, "T", 0, "", "卓の応答なし", "Table took too long"),
    ("table-motor-hot", SERVICE, "T", 0, "", "モーター過熱", "Motor too hot"),
    ("table-count-wrong", SERVICE, "T", 0, "", "牌の計数違い", "Tile count differs"),
    ("table-power", SERVICE, "T", 0, "", "卓の電源断", "Table without power"),
    ("board-inputs", SERVICE, "T", 0, "", "基板の入力不良", "Inputs of the board do not answer"),
    ("board-outputs", SERVICE, "T", 0, "", "基板の出力不良", "Outputs of the board do not answer"),
    ("board-watchdog", SERVICE, "T", 0, "", "基板の再起動", "The board hung and started anew"),
    ("table-events-lost", SERVICE, "T", 0, "", "卓の報告の欠落", "Reports of the table were lost"),
    ("table-fault", SERVICE, "T", 0, "", "卓の不具合", "Table fault"),
    ("link-lost", SERVICE, "T", 0, "", "卓との接続が切れた", "Link to the table lost"),
    ("camera-lost", SERVICE, "TC", 0, "", "カメラとの接続が切れた", "Camera lost"),
    ("camera-moved", SERVICE, "TC", 0, "", "カメラの位置ずれ", "Camera moved"),
)

ROWS: Final = (*SET_UP, *PLAY, *END, *HARDWARE)
