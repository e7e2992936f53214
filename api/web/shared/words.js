// Texts shared by the pages in Japanese and English; all other texts come from the service in both languages.
import { h } from "./dom.js";

const WORDS = {
  ja: {
    console: "審判卓",
    round: (/** @type {string} */ wind, /** @type {number} */ number) =>
      `${/** @type {Record<string, string>} */ ({ E: "東", S: "南", W: "西", N: "北" })[wind]}${number}局`,
    recordForms: /** @type {Record<string, string>} */ ({ tenhou6: "天鳳", mjai: "mjai", csv: "CSV" }),
    counters: (/** @type {number} */ n) => `${n}本場`,
    sticks: (/** @type {{riichi_sticks: number, sticks_open: number}} */ { riichi_sticks: n, sticks_open: open }) =>
      `供託 ${n}${open ? `＋未定 ${open}` : ""}`,
    shanten: (/** @type {number} */ n) => (n < 0 ? "アガリ形" : n ? `${n}向聴` : "テンパイ"),
    rest: (/** @type {number} */ n) => `残り${n}`,
    winds: /** @type {Record<string, string>} */ ({ E: "東", S: "南", W: "西", N: "北" }),
    dice: "サイコロ",
    ura: "裏ドラ表示",
    left: (/** @type {number} */ n) => `残り ${n}`,
    faults: "指摘",
    none: "指摘なし",
    clock: "残り時間",
    clockStands: "（停止中）",
    clockWaits: "（開始前）",
    lastRound: "時間切れ・この局まで",
    soundOn: "音あり",
    soundOff: "音なし",
    call: "審判を呼んでいます",
    called: (/** @type {string} */ who) => `${who}が審判を呼んでいます`,
    going: "対応する",
    settled: "対応済みにする",
    answeredBy: (/** @type {string} */ who) => `${who} 対応中`,
    remedy: "処置",
    result: "アガリ",
    draw: "流局",
    drawn: /** @type {Record<string, string>} */ ({
      exhaustive: "流局",
      nagashi_mangan: "流し満貫",
      nine_terminals: "九種九牌",
      four_winds: "四風連打",
      four_riichi: "四家立直",
      four_kongs: "四槓散了",
      triple_ron: "三家和",
      void: "局の無効",
      unseen: "局の結果が未確認",
      chombo: "チョンボ",
      noten_riichi: "ノーテンリーチ",
    }),
    tenpai: "テンパイ",
    penalized: "罰則",
    points: (/** @type {number} */ n) => `${n.toLocaleString()}点`,
    han: (/** @type {number} */ n) => `${n}翻`,
    fu: (/** @type {number} */ n) => `${n}符`,
    confirm: "精算を確定",
    close: "閉じる",
    sure: "もう一度押すと確定",
    holdIt: "長押しで確定",
    undo: "元に戻す",
    pick: "牌を選ぶ",
    paidBy: (/** @type {string} */ name) => `${name} が支払い`,
    provisional: "仮",
    provisionalWhy: "確定待ちの結果を含む点数です",
    settledPoints: (/** @type {number} */ points) => `確定 ${points.toLocaleString()}`,
    live: "接続中",
    stale: "切断・再接続中",
    yakuman: "役満",
    by: /** @type {Record<string, string>} */ ({ tsumo: "ツモ", ron: "ロン" }),
    unstated: "規定に明記なし（既定値）",
    noRound: "対局待ち",
    noWin: "アガリ不成立",
    phases: /** @type {Record<string, string>} */ ({
      waiting_for_set: "セット待ち",
      mixing: "洗牌",
      walls_up: "山上昇中",
      dice: "サイコロ",
      broken: "開門",
      dealt: "配牌",
      play: "対局中",
      result: "アガリ確認",
      settlement: "精算",
    }),
    decisions: /** @type {Record<string, string>} */ ({
      open: "確認待ち",
      upheld: "認定",
      dismissed: "却下",
      corrected: "訂正",
      cleared: "解消",
      settled: "合意",
    }),
    limits: {
      mangan: "満貫",
      haneman: "跳満",
      baiman: "倍満",
      sanbaiman: "三倍満",
      yakuman: "役満",
      counted_yakuman: "数え役満",
    },
  },
  en: {
    console: "Referee",
    round: (/** @type {string} */ wind, /** @type {number} */ number) =>
      `${/** @type {Record<string, string>} */ ({ E: "East", S: "South", W: "West", N: "North" })[wind]} ${number}`,
    recordForms: /** @type {Record<string, string>} */ ({ tenhou6: "Tenhou", mjai: "mjai", csv: "CSV" }),
    counters: (/** @type {number} */ n) => `${n} counter${n === 1 ? "" : "s"}`,
    sticks: (/** @type {{riichi_sticks: number, sticks_open: number}} */ { riichi_sticks: n, sticks_open: open }) =>
      `${n} riichi stick${n === 1 ? "" : "s"}${open ? ` + ${open} undecided` : ""}`,
    shanten: (/** @type {number} */ n) => (n < 0 ? "complete" : n ? `${n}-shanten` : "tenpai"),
    rest: (/** @type {number} */ n) => `${n} left`,
    winds: /** @type {Record<string, string>} */ ({ E: "E", S: "S", W: "W", N: "N" }),
    dice: "Dice",
    ura: "Ura indicator",
    left: (/** @type {number} */ n) => `${n} left`,
    faults: "Faults",
    none: "No fault",
    clock: "Time left",
    clockStands: "(stopped)",
    clockWaits: "(not started)",
    lastRound: "Time is up: the last round",
    soundOn: "Sound on",
    soundOff: "Sound off",
    call: "Calls the referee",
    called: (/** @type {string} */ who) => `${who} calls the referee`,
    going: "On my way",
    settled: "Settled",
    answeredBy: (/** @type {string} */ who) => `${who} is there`,
    remedy: "Remedy",
    result: "Win",
    draw: "Exhaustive draw",
    drawn: /** @type {Record<string, string>} */ ({
      exhaustive: "Exhaustive draw",
      nagashi_mangan: "Nagashi mangan",
      nine_terminals: "Nine terminals",
      four_winds: "Four winds",
      four_riichi: "Four riichi",
      four_kongs: "Four kongs",
      triple_ron: "Triple ron",
      void: "Round void",
      unseen: "End not seen",
      chombo: "Chombo",
      noten_riichi: "Noten riichi",
    }),
    tenpai: "Tenpai",
    penalized: "Penalized",
    points: (/** @type {number} */ n) => `${n.toLocaleString()} points`,
    han: (/** @type {number} */ n) => `${n} han`,
    fu: (/** @type {number} */ n) => `${n} fu`,
    confirm: "Confirm settlement",
    close: "Close",
    sure: "Tap again to confirm",
    holdIt: "Press and hold to confirm",
    undo: "Undo",
    pick: "Pick a tile",
    paidBy: (/** @type {string} */ name) => `${name} pays`,
    provisional: "prov.",
    provisionalWhy: "Counts results that nobody has confirmed yet",
    settledPoints: (/** @type {number} */ points) => `settled ${points.toLocaleString()}`,
    live: "Live",
    stale: "Lost, reconnecting",
    yakuman: "Yakuman",
    by: /** @type {Record<string, string>} */ ({ tsumo: "Tsumo", ron: "Ron" }),
    unstated: "Not stated in the rulebook (default)",
    noRound: "Waiting for a round",
    noWin: "No valid win",
    phases: /** @type {Record<string, string>} */ ({
      waiting_for_set: "Waiting for set",
      mixing: "Mixing",
      walls_up: "Walls up",
      dice: "Dice",
      broken: "Wall broken",
      dealt: "Dealt",
      play: "Play",
      result: "Result",
      settlement: "Settlement",
    }),
    decisions: /** @type {Record<string, string>} */ ({
      open: "Open",
      upheld: "Upheld",
      dismissed: "Dismissed",
      corrected: "Corrected",
      cleared: "Cleared",
      settled: "Settled",
    }),
    limits: {
      mangan: "Mangan",
      haneman: "Haneman",
      baiman: "Baiman",
      sanbaiman: "Sanbaiman",
      yakuman: "Yakuman",
      counted_yakuman: "Counted yakuman",
    },
  },
};

/** @typedef {"ja" | "en"} Language */
/** @typedef {{ja: string, en: string}} Text A text of the service, in both languages. */

const LANGUAGES = /** @type {const} */ (["ja", "en"]);

/** @returns {Language} */
function preferred() {
  const told = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? navigator.language;
  return told.startsWith("ja") ? "ja" : "en";
}

/** The page's language. It can change while the page is open: read it at each use. @type {Language} */
export let language = preferred();
/** The language that the page is not in. @type {Language} */
export let other = language === "ja" ? "en" : "ja";
/** Texts shared by all pages, in the page's language. */
export let words = WORDS[language];
document.documentElement.lang = language;
// The HTML file of a page has its title in both languages.
const [product, ...titles] = document.title.split(" · ");
if (titles.length > 1) document.title = `${product} · ${titles[language === "ja" ? 0 : 1]}`;

// Where the system has no Japanese font, the browser loads the pages' own. Words drawn before it came would stay empty
// boxes: from then on it is the first of the fonts, and the browser draws all words again.
function showType() {
  for (const { status, unicodeRange } of document.fonts)
    if (status === "loaded" && unicodeRange === "U+0-10FFFF") document.documentElement.dataset.type = "own";
}
document.fonts.addEventListener("loadingdone", showType);
showType();

/** @type {(() => void)[]} */
const listeners = [];

/**
 * Register a callback for a change of language: modules of texts first, in load order, then the page.
 * @param {() => void} changed
 */
export function onLanguage(changed) {
  listeners.push(changed);
}

let pageRedraws = false;

/**
 * Register the redraw of a page that can change its language without a reload.
 * @param {() => void} redraw
 */
export function redrawsItself(redraw) {
  pageRedraws = true;
  onLanguage(redraw);
}

function switchLanguage() {
  const wanted = other;
  localStorage.setItem("lang", wanted);
  const address = new URL(location.href);
  address.searchParams.set("lang", wanted);
  if (!pageRedraws) {
    location.href = address.href;
    return;
  }
  history.replaceState(null, "", address);
  [language, other] = [wanted, language];
  words = WORDS[language];
  document.documentElement.lang = language;
  for (const changed of listeners) changed();
}

/** A button that switches the page to the other language. */
export function languageButton() {
  const button = h("button", { id: "language", onclick: switchLanguage });
  const show = () => {
    button.lang = other;
    button.textContent = LANGUAGES.indexOf(other) === 0 ? "日本語" : "English";
  };
  show();
  onLanguage(show);
  return button;
}
