// Texts of the page of one seat.
import { language, onLanguage } from "../shared/words.js";

const WORDS = {
  ja: {
    seat: (/** @type {string} */ letter) => `${letter}席`,
    table: (/** @type {string} */ name) => `卓 ${name}`,
    call: "審判を呼ぶ",
    calling: "呼び出し中",
    waits: (/** @type {string} */ time) => `${time}待っています`,
    coming: "審判が向かっています",
    back: "取り消す",
    solved: "解決した",
    notSent: "届きませんでした。声を掛けて呼んでください。",
    unpaired: "この端末は席に登録されていません。会場のページの「呼出用タブレット」から登録してください。",
    riichi: "リーチ",
    place: (/** @type {number} */ n) => `${n}位`,
  },
  en: {
    seat: (/** @type {string} */ letter) => `Seat ${letter}`,
    table: (/** @type {string} */ name) => `Table ${name}`,
    call: "Call the referee",
    calling: "Calling",
    waits: (/** @type {string} */ time) => `waiting for ${time}`,
    coming: "The referee is on the way",
    back: "Take it back",
    solved: "Settled",
    notSent: "It did not get through: call out instead.",
    unpaired: "This device is not paired with a seat: see “Devices of seats” on the venue's page.",
    riichi: "Riichi",
    place: (/** @type {number} */ n) => ["1st", "2nd", "3rd", "4th"][n - 1],
  },
};

export let seatWords = WORDS[language];
onLanguage(() => {
  seatWords = WORDS[language];
});
