// Start page of a demonstration: the table in play, and five steps, each with a working link.
import { h, tile } from "../shared/dom.js";
import { follow } from "../shared/feed.js";
import { points } from "../shared/parts/standing.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { patch } from "../shared/patch.js";
import { barred, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, redrawsItself, words } from "../shared/words.js";
import { mark } from "../shared/tell/marks.js";
import { said } from "./words.js";
import { card } from "../shared/tell/card.js";
/** @import { GuideJson, TableView, WaitingWinJson } from "jantaku/api" */

const LOOK_MS = 1000;
const DONE = "start done";
const LATEST = 6;
/** @typedef {"board" | "confirm" | "overlay" | "score" | "setup"} Step */

/** @type {GuideJson | null} */
let told = null;
/** @type {TableView | null} */
let view = null;
let refused = 0;
/** @type {"live" | "stale"} */
let link = "stale";
const done = new Set(/** @type {Step[]} */ (JSON.parse(sessionStorage.getItem(DONE) ?? "[]")));
const title = h("h1");
const main = h("main");
document.body.append(pageBar(title, { account: who() }), main);

/** @returns {[Step, string][]} */
const links = () => {
  const name = encodeURIComponent(told?.table ?? "");
  return [
    ["board", "/"],
    ["confirm", `/tables/${name}`],
    ["overlay", `/overlay/${name}?late=1`],
    ["score", "/score?photo=/static/score/sample.jpg"],
    ["setup", "/setup"],
  ];
};

/** @param {Step} step */
function markDone(step) {
  done.add(step);
  sessionStorage.setItem(DONE, JSON.stringify([...done]));
  draw();
}

const player = (/** @type {number} */ seat) => said.seat(view?.seats[seat]?.name ?? "ABCD"[seat]);

/** Text of the second step for the current state of the table. */
function moment() {
  if (!told?.waiting) return done.has("confirm") ? said.confirmed : said.waits;
  const { wins, left_s: left } = told.waiting;
  if (!wins.length) return said.draw(left);
  const each = (/** @type {WaitingWinJson} */ { winner, loser, points: worth }) =>
    loser === null ? said.tsumo(player(winner), worth) : said.ron(player(winner), player(loser), worth);
  return said.won(wins.map(each).join(language === "ja" ? "、" : "; "), left);
}

/** @param {[Step, string]} step @param {number} place */
function stepCard([step, address], place) {
  const text = said.steps[step];
  const waits = step === "confirm" && told?.waiting;
  const open = (view?.faults ?? []).filter((each) => each.decision === "open").length;
  return h(
    "li.card",
    { "data-key": step, "data-step": step, "data-done": String(done.has(step)), "data-waits": String(Boolean(waits)) },
    mark(done.has(step) ? "well" : "todo", place + 1),
    h(
      "div",
      {},
      h("h2", {}, text.title, done.has(step) ? h("span.chip.live", {}, said.done) : null),
      h("p", {}, text.what),
      step === "confirm" ? h("p.moment", { role: "status" }, moment()) : null,
      step === "confirm" && open ? h("p.faint", {}, said.faults(open)) : null,
      h(
        `a.button.go${done.has(step) ? "" : ".primary"}`,
        {
          href: address,
          target: "_blank",
          rel: "noopener",
          // The step "confirm" is done by confirming the win, not by opening the page.
          onclick: () => step !== "confirm" && markDone(step),
        },
        text.go,
      ),
    ),
  );
}

function table() {
  const round = view?.round;
  if (!view || !round) return null;
  return card(
    null,
    { class: "now", "data-key": "now", "data-discards": view.seats.reduce((sum, seat) => sum + seat.river.length, 0) },
    h(
      "h2",
      {},
      said.now,
      h(
        "span.chip",
        {},
        words.round(round.wind, round.number),
        round.counters ? ` ${words.counters(round.counters)}` : "",
      ),
      h("span.chip", {}, words.phases[view.phase] ?? view.phase),
      h(`span.chip.${link}`, { role: "status" }, words[link]),
    ),
    told?.seen ? null : h("p.faint", { role: "status" }, said.cold),
    h(
      "ul.seats",
      {},
      view.seats.map((seat) =>
        h(
          "li",
          { "data-key": seat.seat },
          h("span.wind", {}, words.winds[seat.wind]),
          h("span.name", {}, said.seat(seat.name)),
          points(seat.standing),
          h(
            "span.tiles",
            {},
            seat.river.slice(-LATEST).map((each) => tile(each.tile, ...(each.sideways ? ["sideways"] : []))),
          ),
        ),
      ),
    ),
  );
}

function content() {
  if (refused === 404)
    return [card(null, { id: "none" }, h("p", {}, said.none), h("p", {}, h("a", { href: "/" }, said.home)))];
  return told
    ? [
        h("p.intro", { "data-key": "intro" }, said.intro),
        table(),
        h("ol.steps", { "data-key": "steps" }, links().map(stepCard)),
      ]
    : [];
}

function draw() {
  document.title = `jantaku · ${said.title}`;
  title.textContent = said.title;
  patch(main, content());
}

async function look() {
  const answer = await fetch("/api/v1/start").catch(() => null);
  if (!answer) return;
  refused = answer.ok ? 0 : answer.status;
  showPlace([0, 404].includes(refused) ? null : await problemIn(answer));
  if (answer.ok) {
    const first = told === null;
    told = await answer.json();
    if (first && told)
      follow(
        told.table,
        "staff",
        (news) => {
          view = /** @type {TableView} */ (news);
          draw();
        },
        (state) => {
          if (link === state) return;
          link = state;
          draw();
        },
      );
    if (told?.confirmed && !done.has("confirm")) markDone("confirm");
  }
  draw();
}

redrawsItself(draw);
const barrier = barred("referee");
if (barrier) {
  draw();
  showPlace(barrier);
} else {
  await look();
  setInterval(look, LOOK_MS);
}
