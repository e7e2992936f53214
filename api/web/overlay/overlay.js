// The streaming overlay and its parts: transparent, only public and released facts. ?late=1 follows the delayed feed,
// with the hands released by then; a streamer's own CSS is applied. See docs/overlay.md.
import { h } from "../shared/dom.js";
import { follow } from "../shared/feed.js";
import { placeOf } from "../shared/parts/place.js";
import { ticket } from "../shared/session.js";
import { airOf } from "./air.js";
import { parametersOf } from "./parameters.js";
import { cardMs } from "./table.js";
/** @import { LooksJson, PublicTableView } from "jantaku/api" */

const LOOKS_EVERY_MS = 60_000;

// OBS inserts the streamer's CSS as a style element, which the page's content security policy blocks like any injected
// style. Its text is adopted as a style sheet, which can style and position but cannot load anything from elsewhere.
const adopt = (/** @type {Node} */ element) => {
  if (!(element instanceof HTMLStyleElement)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(element.textContent);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
new MutationObserver((changes) => changes.forEach((each) => each.addedNodes.forEach(adopt))).observe(document, {
  childList: true,
  subtree: true,
});

const asked = parametersOf(location.pathname, new URLSearchParams(location.search));
document.documentElement.style.setProperty("--scale", String(asked.scale));
const air = airOf(document.body, asked);

/** @type {PublicTableView | null} */
let view = null;

const status = h("div.status", { hidden: true });
const hint = h("div.hint", { hidden: true });
document.body.append(status, hint);
// Show nothing for a table that does not exist, or before its first message.
document.body.classList.add("silent");

/** @type {Omit<LooksJson, "seats"> & {seats: import("./seats.js").Look[]}} */
let looks = { seats: [], delay_s: 0, late_s: 0 };

// Load team names, colours and photos of the venue's file; a failed request changes nothing.
async function fetchLooks() {
  const pass = async () => {
    const one = await ticket().catch(() => null);
    return one ? `?ticket=${one}` : "";
  };
  const base = `/api/v1/tables/${encodeURIComponent(asked.table)}`;
  const answer = await fetch(`${base}/broadcast${await pass()}`).catch(() => null);
  if (!answer?.ok) return;
  const newest = await answer.json();
  for (const [place, look] of newest.seats.entries()) {
    const before = looks.seats[place];
    const isKnown = before?.version === look.version && before.photo;
    if (look.version) look.photo = isKnown ? before.photo : `${base}/photos/${"ABCD"[place]}${await pass()}`;
  }
  looks = newest;
  draw();
}

// Show a result to its end even if the table has moved on meanwhile. Card and plates show the same view, so that their
// numbers agree. The card disappears before anything of the next round is shown.
const LEAVES_MS = 600;
let told = { key: "", view: /** @type {PublicTableView | null} */ (null), until: 0 };
function lasting(/** @type {PublicTableView} */ newest) {
  if (!newest.result) {
    const left = told.until - Date.now();
    if (!told.view || left + LEAVES_MS <= 0) return newest;
    return left > 0 ? told.view : { ...told.view, result: null };
  }
  const key = JSON.stringify([newest.round?.ordinal, newest.result.wins, newest.result.payments]);
  const isNew = key !== told.key;
  told = { key, view: newest, until: isNew ? Date.now() + cardMs(newest.result) : told.until };
  if (isNew) for (const after of [0, LEAVES_MS]) setTimeout(draw, told.until - Date.now() + after + 1);
  return newest;
}

function draw() {
  if (view) air.show(lasting(view), looks.seats);
}

/** Show a problem to a person in a browser, never on air. @param {import("../shared/parts/place.js").Problem | null} problem */
function tellPerson(problem) {
  if (problem && !["waiting", "away"].includes(problem.code ?? "")) view = null;
  document.body.classList.toggle("silent", !view);
  hint.hidden = !problem || !asked.hints;
  hint.replaceChildren(...(hint.hidden || !problem ? [] : [placeOf(problem)]));
}

// Delay the facts by the delay of the picture; the late feed has its own delay already.
const waitMs = () => 1000 * Math.max(0, looks.delay_s - (asked.late ? looks.late_s : 0));

function begin() {
  if (!asked.parts.length) return tellPerson({ code: "part-unknown" });
  setInterval(fetchLooks, LOOKS_EVERY_MS);
  setInterval(air.tick, 1000);
  return follow(
    asked.table,
    "public",
    (/** @type {PublicTableView} */ newest) => {
      const show = () => {
        view = newest;
        draw();
        document.body.classList.remove("silent");
      };
      const wait = waitMs();
      if (wait) setTimeout(show, wait);
      else show();
    },
    (state) => {
      document.body.dataset.link = state;
      status.hidden = !asked.status || state === "live";
    },
    asked.late,
    { place: tellPerson, lost: () => {} },
  );
}

if (asked.parts.length) await fetchLooks();
begin();
