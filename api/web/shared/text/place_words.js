// Texts of the problems of a page (not found, not allowed, no data yet): a title, and what to do.
import { language, onLanguage } from "../words.js";

/** @typedef {{table: string, tail: string, role: string}} Named */
/** @typedef {(named: Named) => [string, string]} Kind */

/** @type {Record<string, {fault: string, ways: string, lost: (seconds: number) => string, kinds: Record<string, Kind>, to: Record<string, (of: string) => string>}>} */
const WORDS = {
  ja: {
    fault: "表示できません",
    ways: "移動先",
    lost: (n) =>
      `接続が切れました。表示は${n}秒前のものです。再接続しています。サービスとネットワークを確認してください。`,
    kinds: {
      "nothing-here": () => ["このページはありません", "アドレスが正しいか確認するか、卓一覧から開いてください。"],
      "table-unknown": ({ table }) => [
        `卓「${table}」はありません`,
        "卓の名前を確認するか、卓一覧から選んでください。",
      ],
      "table-stopped": ({ table }) => [
        `卓「${table}」は動いていません`,
        "動き始めるとここに表示します。理由は卓一覧に出ています。",
      ],
      "seat-unknown": ({ tail }) => [`席「${tail}」はありません`, "席は A・B・C・D です。席を選んでください。"],
      "part-unknown": ({ tail }) => [
        `配信パーツ「${tail}」はありません`,
        "配信画面の見本で、使えるURLを確認してください。",
      ],
      "round-unknown": () => ["この局はありません", "まだ終わっていないか、番号が違います。"],
      "game-unknown": () => ["この対局はありません", "まだ始まっていないか、番号が違います。"],
      "nothing-played": () => ["まだ終わった局がありません", "局が終わると、ここに表示します。"],
      "event-unknown": () => ["この大会はありません", "大会の一覧から選んでください。"],
      "rulebook-unknown": () => ["この規定はありません", "規定の一覧から選んでください。"],
      "hands-never": () => [
        "この卓は「手牌を公開しない」設定です",
        "URLから late=1 を外すと、手牌のほかを表示します。",
      ],
      "log-in": ({ role }) => [
        "ログインが必要です",
        `${role ? `この画面には${role}の権限が必要です。` : ""}係員の画面のQRコードを読み取るか、名前とパスワードでログインしてください。`,
      ],
      "session-over": ({ role }) => [
        "ログインが切れました",
        `有効期限が切れたか、取り消されました。${role ? `この画面には${role}の権限が必要です。` : ""}もう一度ログインしてください。`,
      ],
      "link-spent": () => [
        "このリンクは使用済みか期限切れです",
        "リンクは一度だけ使えます。係員に新しいリンクを求めてください。",
      ],
      "role-too-low": ({ role }) => [
        "この画面を見る権限がありません",
        role ? `この画面には${role}の権限が必要です。` : "権限のある人としてログインしてください。",
      ],
      "token-unknown": () => [
        "このURLは無効です",
        "URLに含まれる権限が取り消されたか、間違っています。新しいURLを発行してください。",
      ],
      "camera-only": () => ["この端末はカメラ専用です", "ほかの画面を開くには、ログインしてください。"],
      away: () => [
        "サービスから応答がありません",
        "つながりしだい表示します。サービスが動いているか、ネットワークの接続を確認してください。",
      ],
      waiting: () => [
        "卓のデータを待っています",
        "サービスはつながっています。卓の最初のデータが届きしだい表示します。",
      ],
    },
    to: {
      board: () => "卓一覧へ",
      again: () => "読み込み直す",
      logIn: () => "ログイン",
      logInAs: () => "別の人としてログイン",
      seat: (of) => `席 ${of}`,
      preview: () => "配信画面の見本へ",
      newestRound: () => "最新の局を開く",
      newestGame: () => "最新の対局を開く",
      console: () => "審判卓へ",
      rules: () => "規定の一覧へ",
      events: () => "大会の一覧へ",
    },
  },
  en: {
    fault: "This cannot be shown",
    ways: "Where to go",
    lost: (n) => `The link is cut: what you see is ${n} s old. Reconnecting. Check the service and the network.`,
    kinds: {
      "nothing-here": () => ["There is no such page", "Check the address, or go to the list of tables."],
      "table-unknown": ({ table }) => [
        `There is no table ${table}`,
        "Check its name, or choose it from the list of tables.",
      ],
      "table-stopped": ({ table }) => [
        `Table ${table} is not running`,
        "It appears here once it runs. The list of tables says why.",
      ],
      "seat-unknown": ({ tail }) => [`There is no seat ${tail}`, "Seats are A, B, C and D: choose one."],
      "part-unknown": ({ tail }) => [`There is no overlay part ${tail}`, "The overlay preview lists every address."],
      "round-unknown": () => ["There is no such round", "It is not over yet, or its number is wrong."],
      "game-unknown": () => ["There is no such game", "It has not begun yet, or its number is wrong."],
      "nothing-played": () => ["No round is over yet", "Rounds appear here once they are over."],
      "event-unknown": () => ["There is no such event", "Choose one from the list of events."],
      "rulebook-unknown": () => ["There is no such rulebook", "Choose one from the list of rulebooks."],
      "hands-never": () => [
        "Hands of this table are never released",
        "Take late=1 out of the address to see everything else.",
      ],
      "log-in": ({ role }) => [
        "Log in first",
        `${role ? `This page is for ${role}. ` : ""}Scan the QR code on the staff's page, or log in with your name and password.`,
      ],
      "session-over": ({ role }) => [
        "Your login has ended",
        `It expired or was revoked. ${role ? `This page is for ${role}. ` : ""}Log in again.`,
      ],
      "link-spent": () => [
        "This link was used before or is too old",
        "A link works once. Ask the staff for a new one.",
      ],
      "role-too-low": ({ role }) => [
        "You may not see this page",
        role ? `This page is for ${role}.` : "Log in as somebody who may.",
      ],
      "token-unknown": () => [
        "This address is not valid",
        "Its access was revoked or is mistyped. Make a new address.",
      ],
      "camera-only": () => ["This device is a camera only", "Log in to open other pages."],
      away: () => [
        "The service does not answer",
        "The page goes on once it does. Check that the service runs and that this device is connected.",
      ],
      waiting: () => [
        "Waiting for the table’s data",
        "The service answers. The table is shown as soon as its first data arrive.",
      ],
    },
    to: {
      board: () => "All tables",
      again: () => "Load again",
      logIn: () => "Log in",
      logInAs: () => "Log in as somebody else",
      seat: (of) => `Seat ${of}`,
      preview: () => "Overlay preview",
      newestRound: () => "Open the newest round",
      newestGame: () => "Open the newest game",
      console: () => "Referee console",
      rules: () => "All rulebooks",
      events: () => "All events",
    },
  },
};

export let placeWords = WORDS[language];
onLanguage(() => {
  placeWords = WORDS[language];
});
