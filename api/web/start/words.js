// Texts of the start page of a demonstration, in both languages.
import { language, onLanguage } from "../shared/words.js";

const WORDS = {
  ja: {
    title: "はじめの五分",
    intro:
      "シミュレーターの卓で対局が進んでいます。四人の打ち手、コントローラー、カメラは作りものですが、読み取り・判定・記録は本物の卓と同じプログラムです。五つの画面を順に見てください。",
    now: "いまの卓",
    cold: "カメラの準備中です。動き出すまで、卓は待っています。",
    seat: (/** @type {string} */ name) => `${name}さん`,
    done: "済",
    steps: {
      board: {
        title: "卓の一覧を見る",
        what: "局と点数、対応の要る卓を一目で確かめられる、会場の画面です。",
        go: "卓の一覧を開く",
      },
      confirm: {
        title: "このアガリを確定する",
        what: "アガリの役と点数は、根拠の条文とともに審判卓に出ます。確かめて、下の「確定」を押してください。",
        go: "審判卓を開く",
      },
      overlay: {
        title: "手牌入りの配信画面を見る",
        what: "席のカメラが読んだ手牌を、配信に重ねる画面です。この卓では手牌をすぐに公開しています。",
        go: "配信画面を開く",
      },
      score: {
        title: "写真から点数を計算する",
        what: "見本の写真から牌を読み取り、点数を出します。同じ画面で、ご自分の写真も撮れます。",
        go: "見本の写真で試す",
      },
      setup: {
        title: "自分の卓を設定する",
        what: "コントローラーやカメラがなくても始められます。設定は venue.toml に保存され、次からは jantaku serve で使えます。",
        go: "設定を始める",
      },
    },
    waits: "次のアガリを待っています。出たら、ここでお知らせします。",
    faults: (/** @type {number} */ n) => `反則の指摘が${n}件あります。条文とともに審判卓に出ています。`,
    draw: (/** @type {number} */ left) => `流局しました。確定を待っています（あと${left}秒で、代役の審判が確定します）`,
    won: (/** @type {string} */ wins, /** @type {number} */ left) =>
      `${wins}。確定を待っています（あと${left}秒で、代役の審判が確定します）`,
    ron: (/** @type {string} */ winner, /** @type {string} */ loser, /** @type {number} */ points) =>
      `${winner}が${loser}からロン ${points.toLocaleString()}点`,
    tsumo: (/** @type {string} */ winner, /** @type {number} */ points) =>
      `${winner}がツモ ${points.toLocaleString()}点`,
    confirmed: "アガリを確定しました。",
    none: "このサービスはデモではありません。デモは make demo で始まります。",
    home: "卓の一覧へ",
  },
  en: {
    title: "Your first five minutes",
    intro:
      "A simulated table is in play. Its four players, its board and its cameras are made up; what reads, judges and records it is the program that runs at a real table. Five pages, one after another:",
    now: "The table now",
    cold: "The cameras are getting ready. The table waits for them.",
    seat: (/** @type {string} */ name) => name,
    done: "Done",
    steps: {
      board: {
        title: "Look at the board",
        what: "The venue's page: rounds, points, and which table needs help, at a glance.",
        go: "Open the board",
      },
      confirm: {
        title: "Confirm this win",
        what: "The referee page shows its yaku and points with their clauses. Check them and press “Confirm” below.",
        go: "Open the referee page",
      },
      overlay: {
        title: "See the overlay with hands",
        what: "For a stream: the hands as cameras behind the players read them. This table releases them at once.",
        go: "Open the overlay",
      },
      score: {
        title: "Score a hand by photo",
        what: "Reads the tiles of a sample photo and counts the points. Take a photo of your own on the same page.",
        go: "Try the sample photo",
      },
      setup: {
        title: "Set up your own table",
        what: "No board or camera is needed to begin. It is written to venue.toml, which jantaku serve takes next time.",
        go: "Begin the setup",
      },
    },
    waits: "Waiting for the next win. It is told here.",
    faults: (/** @type {number} */ n) => `${n} fault${n === 1 ? "" : "s"} reported: the referee page shows the clause.`,
    draw: (/** @type {number} */ left) =>
      `An exhaustive draw waits for its confirmation (a stand-in referee confirms it in ${left} s)`,
    won: (/** @type {string} */ wins, /** @type {number} */ left) =>
      `${wins}. It waits for its confirmation (a stand-in referee confirms it in ${left} s)`,
    ron: (/** @type {string} */ winner, /** @type {string} */ loser, /** @type {number} */ points) =>
      `${winner} wins by ron from ${loser}, ${points.toLocaleString()} points`,
    tsumo: (/** @type {string} */ winner, /** @type {number} */ points) =>
      `${winner} wins by tsumo, ${points.toLocaleString()} points`,
    confirmed: "You confirmed a win.",
    none: "This service is no demonstration. make demo starts one.",
    home: "To the tables",
  },
};

export let said = WORDS[language];
onLanguage(() => {
  said = WORDS[language];
});
