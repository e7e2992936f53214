"""Names that referees use for faults: words by code, and their search keys, folded and in Latin letters.

The words are those of the table: terms of the published rulebooks and of riichi play, chosen by us, in kana or kanji
with their reading. A false win or an open false act is called chombo, so that word leads to all of them.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from controller.referee.faults.kind import FaultKind

_CHOMBO: Final = "チョンボ 錯和 冲和"
_FALSE_WIN: Final = f"{_CHOMBO} 誤ロン ごロン 誤ツモ ごツモ 誤和了 ごほうら ごあがり 誤アガリ false win"

SPOKEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "set-button-wrong-seat": "セット ボタン せき",
        "set-button-during-hand": "セット ボタン きょくちゅう",
        "set-before-settled": "せいさんまえ セット",
        "dice-wrong-roller": "サイコロ サイ しゅっさい おやいがい",
        "dice-before-walls": "サイコロ はやふり しゅっさい",
        "dice-imperfect": "サイコロ かたむき ななめ cocked",
        "dice-roll-count": "サイコロ にどぶり いちどぶり ふりなおし",
        "break-wrong-wall": "かいもん 開門違い とりだし 取り出し違い やま",
        "break-wrong-stack": "かいもん 開門違い とりだし 取り出し違い とんすう",
        "break-by-child": "かいもん こ 子の開門",
        "dora-wrong-position": "ドラ ドラちがい めくりちがい めくり間違い",
        "dora-wrong-turner": "ドラ めくり",
        "replacement-not-lowered": "リンシャン りんしゃんはい おろし",
        "discard-before-ready": "はやうち だいいちだ 早打ち",
        "dealer-wrong": "おやちがい 親違い チーチャ",
        "round-not-due": "きょくちがい 局違い ほんばちがい",
        "seat-wind-wrong": "かぜちがい チーチャマーク 起家マーク",
        "clock-over": "じかんぎれ 時間切れ",
        "discard-out-of-turn": "じゅんばんちがい 打順違い だじゅん とばし",
        "draw-early": "さきづも さきヅモ 先ヅモ 先自摸 せんヅモ sakizumo",
        "draw-wrong-end": "ツモちがい ツモばしょ 取り間違い とりまちがい つも場所",
        "dead-wall-drawn": "ワンパイ 王牌 くいこみ おうはい",
        "hand-too-many": "ターハイ たはい 多牌 おおい",
        "hand-too-few": "ショウハイ しょうはい 少牌 すくない",
        "river-row-length": "かわ ならべかた 六枚切り ろくまいぎり",
        "discard-taken-back": "とりもどし 待った 打ち直し うちなおし",
        "meld-invalid": "誤チー 誤ポン 誤カン 誤副露 ごふーろ ごちー ごぽん ごかん あやまったなき なきまちがい",
        "meld-orientation": "さらしかた さらし 晒し 向き",
        "chi-not-from-left": "かみちゃ いがい チー 上家以外",
        "kuikae": "食い替え 喰い替え 食替え くいかえ スライド kuikae swap call",
        "call-priority": "はっせい ゆうせん ポン優先 なきゆうせん",
        "call-too-late": "おくれ はっせいおくれ 後ポン おそポン 発声遅れ 邪魔ポン",
        "call-empty": "からポン 空ポン からチー 空チー からカン 空カン 空鳴き からなき ていせい 腰 こし empty call",
        "call-then-ron": "ポンロン チーロン 発声訂正",
        "call-before-stick": "リーチ棒 供託前 なき",
        "call-on-houtei": "ホウテイ 河底 なき",
        "abortive-draw-passed": "とちゅうりゅうきょく 途中流局 九種 四風",
        "kan-on-haitei": "ハイテイ 海底 カン",
        "kan-fifth": "ごかいめ 五カン 五槓",
        "kan-not-on-own-draw": "カン ツモってない 先カン",
        "kan-draw-before-shown": "カン リンシャン 先ヅモ 嶺上 さきづも",
        "kan-dora-missing": "カンドラ 槓ドラ めくりわすれ めくり忘れ 開け忘れ",
        "kan-dora-early": "カンドラ 槓ドラ 早めくり はやめくり 先めくり 開け急ぎ",
        "kan-dora-robbed": "チャンカン 槍槓 カンドラ",
        "riichi-incomplete": "リーチ ふび リーチ棒出し忘れ だしわすれ 横にし忘れ よこ",
        "riichi-open-hand": f"{_CHOMBO} 誤リーチ ごリーチ めんぜんでない 副露リーチ",
        "riichi-taken-back": "リーチ とりけし 取り消し",
        "riichi-too-late": "リーチ ツモばんなし 残り牌",
        "riichi-no-points": "リーチ てんすうぶそく 千点 ハコ せんてん",
        "riichi-next-not-sideways": "リーチ よこ 横向き",
        "riichi-hand-changed": f"{_CHOMBO} 手替わり てがわり 手変わり リーチ後",
        "riichi-not-tsumogiri": "てだし 手出し ツモ切り リーチ後",
        "riichi-kan-illegal": f"{_CHOMBO} 誤カン ごかん リーチ後のカン 送りカン おくりかん 待ち替え まちがえ",
        "dead-player-acts": "アガリ放棄 あがりほうき 和了放棄 ほうらほうき",
        "tile-fifth-copy": "五枚 ごまいめ 枚数",
        "tile-loose": "外れた牌 はずれた こぼれ 落とした おとした 見せ牌 みせはい 誰の牌 dropped loose",
        "tile-missing": "はいぶそく 牌不足 足りない たりない 欠け",
        "wall-broken": f"{_CHOMBO} 山こぼし やまこぼし 山崩し やまくずし 山くずれ 牌山 ぱいやま yamakoboshi",
        "riichi-noten": f"{_CHOMBO} ノーテンリーチ ノーテン立直 のーてん ふてん 不聴立直 noten riichi",
        "riichi-dead-wait": "からてん 空テン 空聴 形式 カラテンリーチ",
        "win-incomplete": f"{_FALSE_WIN} 形不成立 かたち",
        "win-no-yaku": f"{_FALSE_WIN} 役なし やくなし 一飜縛り 片和了り かたあがり atozuke",
        "win-voice-only": f"{_FALSE_WIN} 発声のみ はっせいのみ 空ロン からロン 空ツモ",
        "win-furiten": f"フリテン 振聴 ふりてんロン {_FALSE_WIN}",
        "win-same-turn-furiten": f"フリテン 振聴 同巡 どうじゅん {_FALSE_WIN}",
        "win-riichi-furiten": f"フリテン 振聴 見逃し みのがし リーチ後 {_FALSE_WIN}",
        "win-scrambled": f"{_CHOMBO} 手牌崩し てはいくずし くずし 確認前",
        "hand-opened": f"{_CHOMBO} 手牌公開 てはいこうかい 倒牌 とうはい 公開 こぼし 手牌倒し 見せ牌",
        "win-tile-mixed-in": "ツモ牌 混入 こんにゅう 引き込み ひきこみ",
        "win-second-claim": "ダブロン トリロン 頭ハネ あたまハネ 上家取り",
        "tenpai-order": "テンパイ 公開順 こうかいじゅん ノーテン宣言",
        "points-undeclared": "持ち点 もちてん 申告なし しんこく",
        "points-declared-wrong": "持ち点 もちてん 誤申告 しんこく",
        "tenpai-false": f"{_CHOMBO} 誤テンパイ ごてんぱい 聴牌料 ノーテン 罰符 嘘テンパイ noten",
        "points-wrong-claim": "点数申告 てんすうしんこく 過少申告 過大申告 誤申告 ごしんこく 点計ミス",
        "points-paid-wrong": "授受 じゅじゅ 渡し間違い わたしまちがい 払い間違い 支払い しはらい 点棒",
        "points-total-wrong": "合計 ごうけい 点棒違い 点棒過不足 かふそく",
        "honba-wrong": "本場 ほんば 積み棒 つみぼう",
        "pot-wrong": "供託 きょうたく リーチ棒",
        "manner-slammed": "強打 きょうだ",
        "manner-pace": "遅延 ちえん 長考 ちょうこう 遅い おそい スロー",
        "manner-tile-shown": "見せ牌 みせはい みせぱい",
        "manner-talk": "三味線 しゃみせん 私語 しご 助言 じょげん 口三味線",
        "manner-tiles-juggled": "小手返し こてがえし",
        "manner-both-hands": "両手 りょうて",
        "manner-river-touched": "捨て牌 すてはい さわる",
        "manner-seat-left": "中座 ちゅうざ トイレ 離席 りせき",
        "manner-hand-unsorted": "理牌 りーぱい",
        "manner-voice-unclear": "発声 はっせい 不明瞭",
        "manner-call-order": "手順 てじゅん 先出し",
        "wait-voice": "待って まって ちょっと 腰 こし",
    }
)
"""Words by code, separated by spaces; codes without any are found by their names."""

_SMALL: Final = dict(zip("ぁぃぅぇぉ", "あいうえお", strict=True))
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_LEFT_OUT: Final = re.compile(r"[\sー・\-'’（）()、。「」/]+")
_ROWS: Final = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "y": "や ゆ よ", "r": "らりるれろ", "w": "わ   を", "g": "がぎぐげご", "z": "ざじずぜぞ",
    "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}  # fmt: skip
_REGULAR: Final = {kana: head + vowel for head, row in _ROWS.items() for kana, vowel in zip(row, "aiueo", strict=False)}
_LATIN: Final = _REGULAR | {
    "し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "じ": "ji", "ぢ": "ji", "づ": "zu", "を": "o", "ん": "n",
}  # fmt: skip
_SMALL_Y: Final = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo"}


def folded(text: str) -> str:
    """A text as searches compare it: hiragana, small Latin letters, no spaces, marks or long vowels."""
    plain = unicodedata.normalize("NFKC", text).lower().translate(_TO_HIRAGANA)
    return _LEFT_OUT.sub("", plain)


def in_latin(kana: str) -> str:
    """Hiragana in Hepburn's letters, ``ん`` before b, m and p as n; other letters stay."""
    out = ""
    for place, letter in enumerate(kana):
        if letter in _SMALL_Y and out.endswith("i"):
            stem = out[:-1]
            out = stem + (_SMALL_Y[letter][1:] if stem.endswith(("sh", "ch", "j")) else _SMALL_Y[letter])
        elif letter in _SMALL:
            vowel = _LATIN[_SMALL[letter]]
            out = (out[:-1] + vowel) if out else vowel
        elif letter == "っ":
            following = _LATIN.get(kana[place + 1 : place + 2], "")
            out += "t" if following.startswith("ch") else following[:1]
        else:
            out += _LATIN.get(letter, letter)
    return out


def search_keys(kind: FaultKind) -> tuple[str, ...]:
    """What a search for the fault compares: code, names and what referees say, folded, kana in Latin letters too."""
    return tuple(dict.fromkeys(_keys(kind)))


def _keys(kind: FaultKind) -> Iterator[str]:
    words = (kind.name.ja, kind.name.en, kind.code, *SPOKEN.get(kind.code, "").split())
    for word in words:
        key = folded(word)
        yield key
        latin = in_latin(key)
        if latin != key:
            yield latin
            # Chombo and chonbo, kanpai and kampai are both written.
            yield re.sub("n(?=[bmp])", "m", latin)
