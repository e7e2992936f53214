// Words of the referee console in Japanese and English.
import { language } from "./words.js";

const WORDS = {
  ja: {
    nobody: "席なし", seat: (letter) => `${letter}席`, evidence: "証拠", clip: "前後の映像", frame: (n) => `フレーム ${n}`,
    penalty: "罰則", effect: "局への影響", unstated: "規定に明記なし", decided: (what, who, when) => `${what} · ${who}${when ? ` · ${when}` : ""}`,
    uphold: "認める", dismiss: "却下", correct: "訂正済み", ruling: "別の裁定", imposed: "科した罰則", asBook: "規定どおり", then: "その後", closed: (n) => `決定済み ${n}件`,
    undo: "取り消す", undoing: (what, seconds) => `${what} — ${seconds}秒以内なら取り消せる`,
    question: "この牌は？", asked: { discard: (n) => `捨て牌 ${n}枚目`, dora: (n) => `ドラ表示牌 ${n}枚目`, ura: (n) => `裏ドラ表示牌 ${n}枚目`, hand: (n) => `手牌 左から${n}枚目` },
    taken: "仮の読み", otherTile: "ほかの牌…", report: "違反を入力", search: "名前・コードで探す", pickSeat: "席を選び、違反を押す", endRound: "局を終える", enterWin: "和了を入力", editWin: "結果を直す",
    enterDraw: "流局", voidRound: "局を無効にする", timeUp: "時間切れ", endGame: "半荘終了", cancelRiichi: (who) => `${who}のリーチを取り消す`, fix: "牌を直す", fixing: "直す牌を押す（終わる）",
    sure: "もう一度押すと確定", tenpaiWho: "聴牌の席を選ぶ", confirmDraw: "流局を確定", close: "閉じる", winner: "和了者", from: "放銃者", tsumo: "ツモ", hand: "手牌", winning: "和了牌", melds: "副露", addMeld: "副露を加える",
    remove: "外す", dora: "ドラ表示牌", ura: "裏ドラ表示牌", riichi: { none: "リーチなし", riichi: "リーチ", double: "ダブルリーチ" },
    flags: { ippatsu: "一発", last_tile: "海底・河底", replacement: "嶺上", robbed_kong: "槍槓", first_turn: "第一巡" }, apart: "ツモ牌を分けて示した", addWinner: "和了者を加える", enterResult: "この結果にする",
    kinds: { chii: "チー", pon: "ポン", kan_open: "大明槓", kan_added: "加槓", kan_concealed: "暗槓" }, sources: { left: "上家", across: "対面", right: "下家" }, add: "加える", pick: "牌を選ぶ",
    byHand: (who) => `${who}が入力した結果`, stated: "申告", state: "申告を記録", agrees: "計算と一致", differs: (n) => `計算は ${n.toLocaleString()} 点`, says: (who) => `${who}の申告点`,
    declare: "持ち点の申告", pointsDue: "この局の前に持ち点を申告する", holds: "記録と一致", holdsOther: (n) => `記録は ${n.toLocaleString()} 点`, seating: "席と起家", firstDealer: "起家", seatHint: "対局前に名前と起家を決める", takeSeats: "この席で始める", name: "名前", drawSeats: "席を出す", row: "六枚の牌", readRow: "カメラで読む", roller: "混ぜた者の対面（最初に振る）", eastPlace: "東の席", drew: (place) => `${place}の引いた風`,
    rolls: { seat1: "一回目の出目（仮東の席）", seat2: "二回目の出目（奇数・偶数）", dealer1: "仮東の出目", dealer2: "仮親の出目" }, temporaryEast: (place) => `仮東は${place}席。起家はまだ決まっていない。`, draws: { tiles_and_dice: "六枚の牌とサイコロで決める", winds_drawn: "つかみ取りで決める" },
    roles: { referee: "審判", automatic: "自動", table: "卓", camera: "カメラ", record: "記録", auto: "自動" },
    kindsOfClaim: { confirm_settlement: "精算の確定", uphold_fault: "指摘の認定", dismiss_fault: "指摘の却下", correct_fault: "指摘の訂正", confirm_draw: "流局", void_round: "局の無効", cancel_riichi: "リーチの取り消し", time_up: "時間切れ", end_game: "半荘終了", answer_question: "質問への回答", correct_discard: "捨て牌の訂正", correct_indicator: "表示牌の訂正", correct_hand: "手牌の訂正", enter_result: "結果の入力", seat_players: "席決め", automatic: "自動の決定" },
    severities: { note: "記録", referee: "審判", service: "整備" }, play: "再生", acts: "入力", refused: "記録できなかった出来事", failed: "届かなかった。接続を確かめる。",
  },
  en: {
    nobody: "No seat", seat: (letter) => `Seat ${letter}`, evidence: "Evidence", clip: "Frames around it", frame: (n) => `Frame ${n}`,
    penalty: "Penalty", effect: "Effect on the round", unstated: "not stated in the rulebook", decided: (what, who, when) => `${what} · ${who}${when ? ` · ${when}` : ""}`,
    uphold: "Uphold", dismiss: "Dismiss", correct: "Put right", ruling: "Another ruling", imposed: "Imposed", asBook: "As the book says", then: "Then", closed: (n) => `Decided: ${n}`,
    undo: "Undo", undoing: (what, seconds) => `${what} — can be undone for ${seconds} s`,
    question: "Which tile is this?", asked: { discard: (n) => `discard ${n} of the round`, dora: (n) => `dora indicator ${n}`, ura: (n) => `ura indicator ${n}`, hand: (n) => `tile ${n} of the hand` },
    taken: "taken meanwhile", otherTile: "Another tile…", report: "Enter a fault", search: "Search by name or code", pickSeat: "Pick the seat, then the fault", endRound: "End the round", enterWin: "Enter a win", editWin: "Correct the result",
    enterDraw: "Exhaustive draw", voidRound: "Void the round", timeUp: "Time is up", endGame: "End the game", cancelRiichi: (who) => `Cancel the riichi of ${who}`, fix: "Correct tiles", fixing: "Tap the tile to correct (done)",
    sure: "Tap again to confirm", tenpaiWho: "Who is tenpai?", confirmDraw: "Confirm the draw", close: "Close", winner: "Winner", from: "From", tsumo: "Tsumo", hand: "Hand", winning: "Winning tile", melds: "Melds", addMeld: "Add a meld",
    remove: "Remove", dora: "Dora indicators", ura: "Ura indicators", riichi: { none: "No riichi", riichi: "Riichi", double: "Double riichi" },
    flags: { ippatsu: "Ippatsu", last_tile: "Haitei / houtei", replacement: "Rinshan", robbed_kong: "Chankan", first_turn: "First turn" }, apart: "Drawn tile shown apart", addWinner: "Add a winner", enterResult: "Enter this result",
    kinds: { chii: "Chii", pon: "Pon", kan_open: "Open kan", kan_added: "Added kan", kan_concealed: "Concealed kan" }, sources: { left: "left", across: "across", right: "right" }, add: "Add", pick: "Pick a tile",
    byHand: (who) => `Result entered by ${who}`, stated: "Declared", state: "Record", agrees: "agrees with the score", differs: (n) => `scored ${n.toLocaleString()}`, says: (who) => `Points declared by ${who}`,
    declare: "Points declared", pointsDue: "The points are declared before this round", holds: "as recorded", holdsOther: (n) => `the record has ${n.toLocaleString()}`, seating: "Seats and first dealer", firstDealer: "First dealer", seatHint: "Set names and first dealer before the game", takeSeats: "Begin with these seats", name: "Name", drawSeats: "Work out the seats", row: "Six tiles", readRow: "Read by the camera", roller: "Opposite the mixer (rolls first)", eastPlace: "East sits at", drew: (place) => `${place} drew`,
    rolls: { seat1: "First roll (place of temporary East)", seat2: "Second roll (odd or even)", dealer1: "Roll of temporary East", dealer2: "Roll of the temporary dealer" }, temporaryEast: (place) => `Temporary East sits at ${place}; the first dealer is not known yet.`, draws: { tiles_and_dice: "Six tiles and rolls", winds_drawn: "Drawn winds" },
    roles: { referee: "the referee", automatic: "automatic", table: "the table", camera: "the camera", record: "the record", auto: "automatic" },
    kindsOfClaim: { confirm_settlement: "Settlement confirmed", uphold_fault: "Fault upheld", dismiss_fault: "Fault dismissed", correct_fault: "Fault put right", confirm_draw: "Exhaustive draw", void_round: "Round void", cancel_riichi: "Riichi cancelled", time_up: "Time is up", end_game: "Game ended", answer_question: "Question answered", correct_discard: "Discard corrected", correct_indicator: "Indicator corrected", correct_hand: "Hand corrected", enter_result: "Result entered", seat_players: "Players seated", automatic: "Automatic decision" },
    severities: { note: "Note", referee: "Referee", service: "Service" }, play: "Play", refused: "Events that were not recorded", acts: "Enter", failed: "It did not get through: check the connection.",
  },
};

export const said = WORDS[language] ?? WORDS.en;
export const seatName = (seat, names) => (seat == null ? said.nobody : names?.[seat] && names[seat] !== "ABCD"[seat] ? `${"ABCD"[seat]} ${names[seat]}` : said.seat("ABCD"[seat]));
export const role = (name) => said.roles[name] ?? name;
