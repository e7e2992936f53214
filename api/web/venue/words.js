// Words of the venue page alone; states, goals, troubles and cures come from the service in both languages.
import { language } from "../shared/words.js";

const WORDS = {
  ja: {
    score: "点数計算",
    rules: "規定の相違",
    line: "接続",
    centre: "中央",
    build: "牌の準備",
    none: "異常なし",
    cure: "処置",
    stopped: "停止中",
    live: "受信中",
    stale: "切断・再接続中",
    confirm: (name) => `${name}: 卓が動きます。中央に手や物がないことを確かめましたか。`,
    careful: (name) => `${name}: ボタンを一度押します。`,
    press: "確かめた。一度押す",
    back: "やめる",
    callOff: "取りやめ（ボタンを離す）",
    once: "ボタンは一度だけ押します。結果が不明でも押し直しません。人の操作が常に優先します。",
    asked: (by, why) => `${by}・${why}`,
    silent: "この卓には操作がありません",
    why: "会場のページから",
  },
  en: {
    score: "Score",
    rules: "Rules",
    line: "Line",
    centre: "Centre",
    build: "Set",
    none: "No trouble",
    cure: "What to do",
    stopped: "Stopped",
    live: "Live",
    stale: "Lost, reconnecting",
    confirm: (name) => `${name}: the table moves. Have you looked that no hands and nothing else are in the centre?`,
    careful: (name) => `${name}: presses the button once.`,
    press: "I have looked: press once",
    back: "Back",
    callOff: "Call off (let go of every button)",
    once: "A button is pressed once only; not again when the outcome is unknown. A person's hand always wins.",
    asked: (by, why) => `${by} · ${why}`,
    silent: "This table takes no orders",
    why: "from the venue's page",
  },
};

export const venueWords = WORDS[language] ?? WORDS.en;
