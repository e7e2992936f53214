// The venue's board: all tables over one feed, urgent matters, the evening's standings; for desktop, phone and wall.
import { alertFor, showSound, soundButton, soundsAlone, stayAwake } from "../shared/alerts.js";
import { isNearlyOver } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { followPath } from "../shared/feed.js";
import { patch } from "../shared/patch.js";
import { showPlace } from "../shared/parts/place.js";
import { barred, may, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { redrawsItself } from "../shared/words.js";
import { tableCard } from "./card.js";
import { count, helpStrip, needsOf } from "./needs.js";
import { venueWords } from "./words.js";

const isWall = new URLSearchParams(location.search).get("wall") === "1";
// Load on demand what the first view of a desktop does not need.
if (isWall) document.head.append(h("link", { rel: "stylesheet", href: "/static/venue/wall.css" }));
const screen = isWall ? await import("./wall.js") : null;
/** @param {string} table */
const seatDevices = async (table) => (await import("./seats.js")).seatDevices(table);

/** Modules of the history and the evening's standings, loaded after the first draw. @type {(typeof import("./evening.js") & typeof import("./history.js")) | null} */
let past = null;
async function lookBack() {
  past ??= { ...(await import("./evening.js")), ...(await import("./history.js")) };
  draw();
  await past.lookUp(places(), draw);
}

const LOOK_MS = 1000;
/** Maximum number of tables whose cards have room for the goals of the machine. */
const FEW = 2;
/** Alarm of each kind of matter. @type {Record<string, import("../shared/alerts.js").Alarm>} */
const ALARMS = { call: "call", halted: "fault", fault: "fault", device: "fault", stuck: "fault", question: "due" };
/** @type {Record<string, Omit<import("./needs.js").Place, "table">> | null} */
let view = null;
let link = "stale";
let trouble = "";
const counts = h("span.chip", { id: "counts" });
const linkChip = h("span.chip.stale", { id: "link", role: "status" });
const title = h("h1", {});
const links = h("nav.pages", {});
const told = h("p.refused", { id: "told", role: "status" });
const help = h("section.help-strip", { id: "help" });
const main = h("main", { id: "tables" });
const evening = h("section", { id: "evening" });

/** All tables in the venue's order. @returns {import("./needs.js").Place[]} */
function places() {
  return Object.entries(view ?? {})
    .map(([table, { stand, card }]) => ({ table, stand, card }))
    .filter(({ stand }) => !stand.gone)
    .sort((one, two) => one.stand.place - two.stand.place);
}

/** @param {string} text */
function tell(text) {
  trouble = text;
  draw();
}

function alertNow() {
  /** @type {[string, import("../shared/alerts.js").Alarm][]} */
  const found = [];
  for (const place of places()) {
    for (const need of needsOf(place))
      if (ALARMS[need.kind])
        found.push([`${place.table} ${need.kind} ${need.seat} ${need.since} ${need.code}`, ALARMS[need.kind]]);
    const { clock, game, game_over: over } = place.card ?? {};
    if (clock && !over && isNearlyOver(clock)) found.push([`${place.table} clock ${game}`, "clock"]);
  }
  alertFor(found, `jantaku ${venueWords.venue}`);
}

function showLink() {
  const live = link === "live";
  linkChip.className = `chip ${link}`;
  linkChip.textContent = live ? venueWords.live : venueWords.stale;
}

function draw() {
  const all = places();
  if (screen) return patch(main, screen.wall(all, link));
  title.textContent = venueWords.tables;
  patch(links, [
    h("a", { href: "/score" }, venueWords.score),
    h("a", { href: "/rules" }, venueWords.rules),
    h("a", { href: "/records" }, venueWords.records),
    h("a", { href: "/events" }, venueWords.events),
    may("staff") ? h("a", { href: "/setup" }, venueWords.setup) : null,
    h("a", { href: "/?wall=1" }, venueWords.wall),
  ]);
  showSound();
  showLink();
  const playing = all.filter(({ card }) => card?.round && !card.game_over).length;
  counts.textContent = venueWords.counts(all.length, playing);
  told.textContent = trouble;
  told.hidden = !trouble;
  if (!view) return;
  patch(help, [h("h2", { "data-key": "title" }, venueWords.help), ...helpStrip(all, tell)]);
  const books = new Set(all.map(({ card }) => card?.rulebook.en).filter(Boolean)).size;
  const act = { told: tell, redraw: draw, seats: seatDevices, past: past?.pastOf, few: all.length <= FEW, books };
  patch(
    main,
    all.length
      ? all.map((place) => tableCard(place, act))
      : [h("p.faint", { "data-key": "none" }, venueWords.noTables)],
  );
  patch(evening, past?.standings(tell) ?? []);
}

document.body.classList.toggle("wall", isWall);
if (isWall) document.body.append(main);
else {
  const head = pageBar(title, { ways: [counts, links], stands: [linkChip, soundButton], account: who() });
  document.body.append(head, told, help, main, evening);
}
const barrier = barred("viewer");
if (barrier) {
  title.textContent = venueWords.tables;
  linkChip.hidden = true;
  showSound();
  showPlace(barrier);
} else {
  redrawsItself(() => {
    draw();
    if (view) alertNow();
  });
  stayAwake();
  if (screen) {
    soundsAlone();
    screen.takeTurns(draw);
    addEventListener("resize", draw);
  }
  setInterval(() => {
    if (isWall) draw();
    count();
    if (view) alertNow();
  }, LOOK_MS);
  followPath(
    `/api/v1/board/feed?audience=${may("referee") ? "staff" : "public"}`,
    (/** @type {Record<string, Omit<import("./needs.js").Place, "table">>} */ news) => {
      view = news;
      draw();
      alertNow();
      void lookBack().catch(() => null);
    },
    (state) => {
      const turned = state !== link;
      link = state;
      if (turned && isWall) draw();
      else if (!isWall) showLink();
    },
  );
  draw();
}
