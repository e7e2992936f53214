// Preview of the overlay and of each part with sample data, with addresses to copy and a scene collection for OBS.
// Technical problems are shown here, never on air.
import { h } from "../../shared/dom.js";
import { icon } from "../../shared/parts/icons.js";
import { follow } from "../../shared/feed.js";
import { json, said as why } from "../../shared/http.js";
import { reached, shared } from "../../shared/reach/links.js";
import { showPlace } from "../../shared/parts/place.js";
import { barred, may, who } from "../../shared/session.js";
import { pageBar } from "../../shared/parts/shell.js";
import { language } from "../../shared/words.js";
import { field, select } from "../../shared/ask/fields.js";
import { sceneCollection } from "./collection.js";
import { released } from "./release.js";
import { airOf } from "../air.js";
import { PARTS, THEMES } from "../parameters.js";
import { said } from "../words.js";
import { card } from "../../shared/tell/card.js";

const GROUNDS = ["felt", "bright", "checks"];
const MOMENTS = ["play", "won"];
const WIDTH = 1920;
const table = decodeURIComponent(location.pathname.split("/")[2]);
const base = `/overlay/${encodeURIComponent(table)}`;
const chosen = /** @type {Record<string, string>} */ ({
  theme: THEMES[0],
  ground: GROUNDS[0],
  moment: MOMENTS[0],
  token: "",
});

const samples = await (await fetch("/static/overlay/preview/sample.json")).json();

// Addresses under which OBS reaches the parts, from this machine or another one.
const told = await reached();

// With a token the parts follow the late feed, which has hands; the part after the # is never sent by the browser.
function addressOf(/** @type {string} */ part) {
  const query = new URLSearchParams({ lang: language });
  if (chosen.theme !== THEMES[0]) query.set("theme", chosen.theme);
  if (chosen.token) query.set("late", "1");
  const path = part ? `${base}/${part}` : base;
  return `${path}?${query}${chosen.token ? `#token=${chosen.token}` : ""}`;
}

const cards = ["", ...PARTS].map((part) => {
  const ground = h("div.ground");
  const air = airOf(ground, { parts: part ? [part] : PARTS, seats: [0, 1, 2, 3], theme: chosen.theme });
  const box = h("div.frame", {}, ground);
  const shownAt = h("input", {
    readonly: true,
    "aria-label": said.parts[part] ?? said.whole,
    "data-address": part || "all",
  });
  const button = h("button", { "data-copy": part || "all" }, icon("copy"), said.copy);
  button.addEventListener("click", async () => {
    shownAt.select();
    await navigator.clipboard?.writeText(shownAt.value).catch(() => null);
    button.replaceChildren(icon("check"), said.copied);
    setTimeout(() => button.replaceChildren(icon("copy"), said.copy), 1500);
  });
  const element = card(
    said.parts[part] ?? said.whole,
    { "data-preview": part || "all", ...(part ? {} : { class: "whole" }) },
    box,
    h("div.address", {}, shownAt, button),
  );
  // Scale one reference pixel to the box, so that the sample equals the picture on air.
  new ResizeObserver(() => ground.style.setProperty("--px", `${box.clientWidth / WIDTH}px`)).observe(box);
  return { part, element, ground, box, shownAt, air };
});

function lay() {
  for (const { part, ground, box, shownAt, air } of cards) {
    box.dataset.ground = chosen.ground;
    ground.dataset.theme = chosen.theme;
    // The result part always shows a result; it would be empty otherwise.
    air.show(samples[part === "result" ? "won" : chosen.moment]);
    shownAt.value = shared(addressOf(part), told);
  }
}

const choice = (/** @type {string} */ label, /** @type {string[]} */ names, /** @type {string} */ name) => {
  const list = select(
    names.map((each) => [each, said.choices[each]]),
    chosen[name],
    { "data-choice": name },
  );
  list.addEventListener("change", () => {
    chosen[name] = list.value;
    lay();
  });
  return field(label, list);
};

// If hands are never released, there is no late feed, and an address with a token would show nothing.
const release = may("staff") ? await released(table) : null;
const late = release !== null && release.policy !== "never";
const lateText = late ? said.lateHow : may("staff") ? said.noLate : said.needStaff;

const link = h("span.chip", { id: "link" });
const trouble = h("p.refused", { role: "alert" });
const make = h("button.primary", { id: "make" }, said.make);
make.addEventListener("click", async () => {
  const answer = await json("POST", "/api/v1/access/tokens", { name: `overlay ${table}`, role: "overlay" });
  if (!answer.ok) return (trouble.textContent = await why(answer, language));
  chosen.token = (await answer.json()).token;
  trouble.textContent = "";
  make.remove();
  return lay();
});
const save = h("button", { id: "collection" }, icon("save"), said.collection);
save.addEventListener("click", () => {
  const text = JSON.stringify(
    sceneCollection(said.collectionName(table), (part) => shared(addressOf(part), told)),
    null,
    2,
  );
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const anchor = h("a", { href: address, download: `jantaku-${table}.json` });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
});

document.title = `${said.preview} · ${table}`;
document.body.append(
  pageBar(`${said.preview} · ${table}`, { stands: link, account: who() }),
  h(
    "main",
    {},
    card(
      null,
      {},
      h(
        "div.tools",
        {},
        choice(said.theme, THEMES, "theme"),
        choice(said.moment, MOMENTS, "moment"),
        choice(said.background, GROUNDS, "ground"),
        save,
      ),
      h("p.faint", {}, said.collectionHow),
      told && !told.addresses.length ? h("p.note", { id: "here-only" }, said.hereOnly) : null,
      release?.form ?? null,
      h("div.tools", {}, late ? make : null, h("p.faint", { id: "late" }, lateText)),
      trouble,
    ),
    h(
      "div.parts",
      {},
      cards.map(({ element }) => element),
    ),
  ),
);
const barrier = barred("viewer");
if (barrier) showPlace(barrier);
else lay();
if (!barrier)
  follow(
    table,
    "public",
    () => null,
    (state) => {
      link.textContent = said.linkStates[state] ?? state;
      link.className = `chip ${state}`;
    },
  );
