"""The reasons of defaults in Japanese, by the English in which the books give them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.text import Text

_JA: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Several books.
        "never asked, four play": "四人で打つため問われない",
        "the text is silent": "原文に記載なし",
        "the text is silent; as npm-2008": "原文に記載なし、日本プロ麻雀協会の規定に準ずる",
        "the text names no manners": "作法の記載なし",
        "the text names no chips": "祝儀の記載なし",
        "how tiles and dice are used is not printed; as npm-2008": (
            "牌とサイコロの使い方は記載なし、日本プロ麻雀協会の規定に準ずる"
        ),
        "not listed": "採用の記載なし",
        "none listed": "採用の記載なし",
        "not mentioned": "言及なし",
        "as is usual": "通例による",
        "below four han no limit is printed; as mangan from 2,000 on": "四翻未満の満貫の記載なし、基本点2000から満貫",
        "the formula is not printed; as is usual": "計算式の記載なし、通例による",
        "rounding is not printed; as is usual": "切り上げの記載なし、通例による",
        "no fu table is printed; as npm-2008": "符の表の記載なし、日本プロ麻雀協会の規定に準ずる",
        "that they count after riichi only is not printed": "リーチ時のみとの記載なし",
        "what a call before it does is not printed; it voids the yakuman": "鳴きの影響の記載なし、鳴きがあれば無効",
        "below eleven han no limit is printed; as is usual": "十一翻未満の区分の記載なし、通例による",
        "more than three yakuman together are not printed; they add up": "四倍以上の記載なし、合計する",
        "the usual yaku": "通例の役",
        "as npm-2008 art. 42": "日本プロ麻雀協会の規定第42条に準ずる",
        "not in the secondary sources; the usual rule": "二次資料に記載なし、通例による",
        "no clock is written": "制限時間の記載なし",
        "no event of several games is written": "複数回戦の大会の記載なし",
        "no event of several games is written; equal points share a rank": "複数回戦の大会の記載なし、同点は同順位",
        "no win and no loss are read as one half": "勝ちも負けもないときは二分の一と読む",
        "no condition on points is written": "持ち点の条件の記載なし",
        "nagashi mangan is not listed": "流し満貫の記載なし",
        "off here; as kenko-2022 where a house switches it on": (
            "不採用（採用するなら全日本健康麻将選手権の規則に準ずる）"
        ),
        "a robbed kong does not stand, so it interrupts nothing": "槍槓されたカンは成立しないので巡目は途切れない",
        "forbidden; the text names no penalty": "禁止とあるが罰の記載なし",
        "the text names no penalty": "罰の記載なし",
        "riichi is not refused there": "その場合のリーチは禁じられていない",
        "the text names no remedy": "処置の記載なし",
        "the set-up is written for hand-built walls alone": "手積みの手順のみが書かれている",
        "the text names no red fives": "赤五の記載なし",
        "the text is silent on counters": "積み棒についての記載なし",
        "the text names false wins only": "誤ロン・誤ツモについてのみ記載",
        "the dealer rolls; the number of rolls is not printed": "親が振るとあるが回数の記載なし",
        "a wrong call is read as a false voice": "誤った鳴きは誤発声と読む",
        "never asked, the dealer may not stop; as is usual elsewhere": "アガリやめがないため対象外（通例の値）",
        "never asked, the game is not extended; as is usual elsewhere": "延長がないため対象外（通例の値）",
        "never asked, no round is aborted; as is usual elsewhere": "途中流局がないため対象外（通例の値）",
        "never asked, points below zero end no game": "トビ終了がないため対象外",
        "never asked, nothing depends on the players above; as kenko-2022": (
            "浮き人数で決まるものがないため対象外（全日本健康麻将選手権の規則に準ずる）"
        ),
        # M.League
        "riichi without a draw is allowed; the last discard is not named": (
            "ツモ番なしのリーチは可、最後の打牌は挙がっていない"
        ),
        # npm-2008
        "art. 48 names early draws only": "第48条は先ヅモのみを挙げる",
        "the kong ends the uninterrupted go-around of art. 54-3": "カンにより第54条③の純粋な一巡が終わる",
        "the list of tiles can be read either way": "牌の列挙はどちらにも読める",
        "honours only; seven pairs are not named": "字牌のみとあり、七対子には触れていない",
        "no exception to art. 36": "第36条に例外なし",
        "never asked, there is no liability (art. 53); as is usual elsewhere": (
            "包がないため対象外（第53条、通例の値）"
        ),
        "independent is read as: no chow could run through the triplet": "「独立」は順子にまたがり得ないことと読む",
        "recorded in tenths; nothing is lost": "0.1単位で記録し端数が出ない",
        "it counts the points of the four players": "四人の持ち点の合計とある",
        "the round is void (art. 52 chi), so its sticks go back": "ノーゲーム（第52条チ）なのでリーチ棒は戻す",
        # teikoku
        "the text is silent; yakuman add up": "原文に記載なし、役満は複合する",
        "the text is silent; tanyao is listed without a condition": "原文に記載なし、断么九に条件がない",
        "the kong ends the uninterrupted go-around of art. 3-7": "カンにより第三章第七条の純粋な一巡が終わる",
        "no exception to art. 2-12": "第二章第十二条に例外なし",
        "only pon is printed; an open kong the same": "ポンのみ記載、大明槓も同じとする",
        "the earlier sets are exposed; a concealed kong counts": "先の面子は副露とあるが、暗槓も数える",
        "it says that yakuman; no word on another on top": "「その役満」とあり、複合した役満には触れていない",
        "the text is silent; everyone pays": "原文に記載なし、三人で払う",
        "the text does not say what follows when one is lacking": "欠けたときの扱いの記載なし",
        "the tenpai shape is read as the sets, not only the waits": "「テンパイ形」は待ちだけでなく面子構成と読む",
        "art. 5-2 gives no payment; as a mangan by tsumo, counters and pot in": (
            "支払いの記載なし（満貫ツモ、積み棒・供託込みとする）"
        ),
        "the text names no rank points": "順位点の記載なし",
        "the text is silent; the oka of 20 goes to the top": "原文に記載なし、オカ20はトップへ",
        "art. 1-4 and 1-5 contradict each other": "第一章第四条と第五条が矛盾する",
        "every voice is forbidden; what a breach costs is not printed": "発声を禁じるとあるが違反の罰の記載なし",
        "the text names no remedy for a wrong break": "開門間違いの処置の記載なし",
        "second tile from the break, read with the replacement tile lowered": (
            "「2枚目の上段」は嶺上牌を下ろした状態で読む"
        ),
        "art. 5-2 prints no han": "第五章第二条に翻数の記載なし",
        "art. 5-1 prints no value for an open hand": "第五章第一条に鳴いたときの翻数の記載なし",
        # tomioka
        "every listed yaku has at least one han; no more is asked": (
            "一覧の役はすべて一翻以上で、それより多くを求めない"
        ),
        "not mentioned; tables as usual": "言及なし、点数表は通例による",
        "the text is silent; points 1 refuses it at 30 fu 4 han": "原文に記載なし、30符4翻は切り上げない（アガリ点1）",
        "the text is silent; basic 3 presupposes dora": "原文に記載なし、基本3がドラを前提とする",
        "the same go-around is read as npm-2008 has it": "「同巡」は 日本プロ麻雀協会の規定のとおり読む",
        "the tile that settles the yakuman; earlier sets are not told": "確定させる牌とあり、先の面子には触れていない",
        "no word on another yakuman on top": "複合した役満には触れていない",
        "no condition on the waits is written": "待ちの条件の記載なし",
        "25,000 points and rank points are those of an East-South game; the length is not printed": (
            "25,000点持ちと順位点は東南戦のもの、長さの記載なし"
        ),
        "no word on points below zero; rounded as their magnitude is": "マイナスの端数には触れていない、絶対値で丸める",
        "a mangan, paid as on tsumo; to whom is not printed": "満貫払いとのみある、ツモと同じく払う",
        "no chance to put it right is printed": "訂正できるとの記載なし",
        "the text names wrong calls (furiten 4), not empty ones": "錯行為のみ記載（フリテン4）、空行為には触れていない",
        "printed for riichi on the last discard only": "河底牌のリーチについてのみ記載",
        # wakashachi-2025
        "the nearest after the discarder takes the pot, as is usual": "通例により放銃者に近い者が供託を取る",
        "pon and kan before chii; a win before all is usual": "チーよりポン・カンを優先（アガリの優先は通例による）",
        "art. 17 leaves the penalties of M.League out; the referee decides (art. 15, 16-3)": (
            "第17項は罰則をMリーグに準じない（審判の裁定、第15項・第16項③）"
        ),
        "printed for the stick of a noten riichi; the others the same": (
            "ノーテンリーチの棒についてのみ記載、ほかも同じとする"
        ),
        "listed among the manners, no penalty": "マナーとしての記載のみ、罰なし",
        "art. 4 asks for an apology only": "4は謝罪のみを求める",
        "a false voice costs nothing, so the ron stands": "誤発声に罰がないのでロンは有効",
        # kenko-2022
        "the text lists no yaku; the usual ones, without renhou (art. 11) and nagashi mangan (art. 8)": (
            "役の一覧なし（通例の役から人和（11）と流し満貫（8）を除く）"
        ),
        "no special treatment of yakuman is read as one yakuman only": "「役マンの特例なし」は役満は一つだけと読む",
        "the kong ends the uninterrupted go-around": "カンにより純粋な一巡が終わる",
        "the third or fourth meld; a concealed kong is not told": "三・四フーロ目とあり、暗槓には触れていない",
        "only one yakuman is ever paid": "役満は一つしか払われない",
        "no announcement is written": "告知の記載なし",
        "only a noten dealer ends the last round; no choice is printed": "オーラスの終わりは親のノーテンのみ記載",
        "art. 4 prints the dealer's stay only": "4は連荘についてのみ記載",
        "there is no nagashi mangan": "流し満貫なし",
        "the clause is struck through, the records still name the bonus; off by default": (
            "条文は抹消、記録方法に浮き加点の語が残る（既定は不採用）"
        ),
        "no deduction at 30,000 is read as not above it": "「30,000点以下」の扱いから、ちょうど30,000点は浮きとしない",
        "scores, penalty column and stick column make up the 120,000": "持ち点・罰符欄・供託欄で120,000点",
        "no qualification is written": "勝ち上がりの記載なし",
        "the seats are assigned (art. 1)": "席は割り当てられる（1）",
        "points are declared first; no remedy is named": "点数申告が先とあるが処置の記載なし",
        # Books that the table is not held to.
        "unverified: the text was not read whole": "未確認：原文を通読していない",
        "unverified: the text was not read whole, and a club's table of it, without an edition, says otherwise": (
            "未確認：原文の通読なし、版の記載がない他の一覧表とは異なる"
        ),
        "not in the manual; the usual rule": "マニュアルに記載なし、通例による",
        "not in the rules of ranked games; the usual rule": "段位戦ルール説明に記載なし、通例による",
        "never asked, the program lets no such act happen": "対象外（プログラムがその行為を許さない）",
        "double and triple are printed, no more is told": "二倍と三倍のみ記載、それ以上には触れていない",
        "before the discard, at the price of the right to win": "打牌前に限り、アガリ放棄となる",
        # mleague
        "forbidden; what it costs is not told": "禁止とあるが罰の記載なし",
    }
)


def reason_name(reason: str) -> Text:
    """A reason in both languages; in English alone where nobody has put it into Japanese."""
    return Text(_JA.get(reason, reason), reason)


KNOWN_REASONS: Final = frozenset(_JA)
