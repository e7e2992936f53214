// Words of the page of what is wrong at a table, in both languages; troubles and cures come from the service in both.
import { language } from "../shared/words.js";

const BOTH = {
  ja: {
    title: "何が起きているか",
    tables: "卓一覧",
    console: "審判卓",
    watched: "この卓は見られ、記録されています。",
    unwatched: "この卓は今、見られていないか記録されていません。",
    sources: "情報源",
    well: "正常",
    down: "異常",
    nothing: "異常はありません。",
    todo: "対処",
    detail: "詳細",
    since: (/** @type {string} */ at, /** @type {string} */ age) => `${at} から（${age}）`,
    seconds: (/** @type {number} */ n) => `${n}秒`,
    minutes: (/** @type {number} */ n) => `${n}分`,
    hours: (/** @type {number} */ n) => `${n}時間`,
    days: (/** @type {number} */ n) => `${n}日`,
    asked: (/** @type {string} */ at) => `${at} の状態。2秒ごとに更新します。`,
    away: "サービスから返事がありません。表示は最後に届いた状態です。",
  },
  en: {
    title: "What is wrong",
    tables: "Tables",
    console: "Console",
    watched: "This table is watched and recorded.",
    unwatched: "This table is not watched, or not recorded, now.",
    sources: "Sources",
    well: "well",
    down: "down",
    nothing: "Nothing is wrong.",
    todo: "What to do",
    detail: "Detail",
    since: (/** @type {string} */ at, /** @type {string} */ age) => `since ${at} (${age})`,
    seconds: (/** @type {number} */ n) => `${n} s`,
    minutes: (/** @type {number} */ n) => `${n} min`,
    hours: (/** @type {number} */ n) => `${n} h`,
    days: (/** @type {number} */ n) => `${n} d`,
    asked: (/** @type {string} */ at) => `As of ${at}; asked again every two seconds.`,
    away: "The service does not answer: what is shown is what it said last.",
  },
};

export const said = BOTH[language];
