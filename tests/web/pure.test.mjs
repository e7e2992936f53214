// Modules of the pages that need no document, run by Node's own test runner (`npm test` in api/web).
import assert from "node:assert/strict";
import { test } from "node:test";
import { everyWaking } from "../../api/web/shared/awake.js";
import {
  handOf,
  keepResult,
  linkOf,
  results,
} from "../../api/web/score/kept.js";
import { sceneCollection } from "../../api/web/overlay/preview/collection.js";
import { PARTS, parametersOf } from "../../api/web/overlay/parameters.js";
import {
  emptyDraft,
  sorted,
  winRequest,
} from "../../api/web/shared/entry/draft.js";
import { counted } from "../../api/web/shared/parts/counted.js";
import { folded } from "../../api/web/shared/text/folded.js";

const asked = (address) => {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  return parametersOf(pathname, searchParams);
};

test("an overlay's address without parameters asks for everything", () => {
  const { table, parts, scale, theme, seats, status, late } =
    asked("/overlay/A%201");
  assert.deepEqual(
    [table, parts, scale, theme, seats, status, late],
    ["A 1", PARTS, 1, "dark", [0, 1, 2, 3], false, false],
  );
});

test("what an address says that nobody understands is as if it were not there", () => {
  const { parts, scale, theme, seats } = asked(
    "/overlay/1?show=river,nonsense&scale=99&theme=pink&seats=XD",
  );
  assert.deepEqual([parts, scale, theme, seats], [["river"], 1, "dark", [3]]);
});

test("tiles are in the order of a hand, a red five before the fives", () => {
  assert.deepEqual(sorted(["1z", "0p", "6p", "5p", "9m", "1s"]), [
    "9m",
    "0p",
    "5p",
    "6p",
    "1s",
    "1z",
  ]);
});

test("a win by tiles asks with its circumstances, a tsumo without a loser", () => {
  const draft = emptyDraft({
    winner: 2,
    loser: 1,
    by: "tsumo",
    hand: ["1m", "2m"],
    win: "3m",
    flags: ["ippatsu"],
  });
  const { winner, by, hand, win, ippatsu, ...rest } = winRequest(draft);
  assert.deepEqual(
    [winner, by, hand, win, ippatsu],
    [2, "tsumo", "1m2m", "3m", true],
  );
  assert.ok(!("loser" in rest) && !("han" in rest));
});

test("a win by its value has no tiles and no circumstances", () => {
  const request = winRequest(
    emptyDraft({
      mode: "value",
      loser: 0,
      hand: ["1m"],
      win: "3m",
      flags: ["ippatsu"],
      han: 3,
    }),
  );
  assert.deepEqual(
    [request.hand, request.win, request.melds, request.han, request.loser],
    ["", "", [], 3, 0],
  );
  assert.ok(!("ippatsu" in request));
});

test("a concealed kong says of nobody that it was called", () => {
  const melds = [
    { kind: "kan_concealed", tiles: ["1p", "1p", "1p", "1p"] },
    { kind: "pon", tiles: ["2p", "2p", "2p"], called: "2p", from: "across" },
  ];
  assert.deepEqual(winRequest(emptyDraft({ melds })).melds, [
    { kind: "kan_concealed", tiles: "1p1p1p1p" },
    { kind: "pon", tiles: "2p2p2p", called: "2p", from: "across" },
  ]);
});

test("equal notes are told once, in the order in which they are met", () => {
  const told = counted(["b", "a", "b"], (note) => note);
  assert.deepEqual(told, [
    { note: "b", times: 2 },
    { note: "a", times: 1 },
  ]);
});

test("every source of a scene collection has the address of its part, and its item in a scene", () => {
  let next = 0;
  const told = sceneCollection(
    "table 1",
    (part) => `http://localhost/${part}`,
    () => `id-${next++}`,
  );
  const shown = new Set(
    told.sources
      .flatMap(({ settings }) => settings.items ?? [])
      .map(({ source_uuid: id }) => id),
  );
  const browsers = told.sources.filter(({ id }) => id === "browser_source");
  assert.ok(browsers.length > 0);
  for (const { uuid, settings } of browsers)
    assert.ok(shown.has(uuid) && settings.url.startsWith("http://localhost/"));
});

test("an address keeps a hand, and one that nobody can read keeps none", () => {
  const hand = { hand: ["1m", "0p"], win: "7z", text: "東１局 ÿ~?" };
  assert.deepEqual(handOf(linkOf(hand)), hand);
  assert.match(linkOf(hand), /^#hand=[\w-]+$/);
  for (const hash of [
    "",
    "#",
    "#hand=",
    "#hand=%%",
    "#hand=AAAA",
    `#hand=${btoa("7")}`,
  ])
    assert.equal(handOf(hash), null);
});

test("results are kept newest first, each hand once, and a browser that keeps nothing is no fault", () => {
  const held = new Map();
  globalThis.localStorage = {
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => held.set(name, value),
  };
  for (let at = 0; at < 20; at += 1)
    keepResult({ at, text: "", link: `#${at % 15}` });
  const links = results().map(({ link }) => link);
  assert.deepEqual(links.slice(0, 3), ["#4", "#3", "#2"]);
  assert.equal(new Set(links).size, links.length);
  globalThis.localStorage = {
    getItem: () => "{}",
    setItem: () => assert.fail("full"),
  };
  keepResult({ at: 0, text: "", link: "#1" });
  assert.deepEqual(results(), []);
});

test("what is sought is met in any script, width and length of vowels", () => {
  for (const typed of ["チョンボ", "ちょんぼ", "ﾁｮﾝﾎﾞ", "チョ ン・ボ"])
    assert.equal(folded(typed), "ちょんぼ");
  assert.equal(folded("False - Riichi"), "falseriichi");
});

test("a page that stood still reads what came before it looks", (t) => {
  let now = 0;
  const asked = { setInterval: [], setTimeout: [] };
  for (const name of Object.keys(asked))
    t.mock.method(globalThis, name, (told) => asked[name].push(told));
  t.mock.method(Date, "now", () => now);
  let looks = 0;
  everyWaking(1000, () => (looks += 1));
  const [turn] = asked.setInterval;
  for (now of [1000, 2500]) turn();
  assert.deepEqual([looks, asked.setTimeout.length], [2, 0]);
  // Red on a busy machine: a living link was given up, and with it the entry that was on its way.
  now = 22_500;
  turn();
  assert.deepEqual([looks, asked.setTimeout.length], [2, 1]);
  asked.setTimeout[0]();
  now = 23_500;
  turn();
  assert.deepEqual([looks, asked.setTimeout.length], [4, 1]);
});
