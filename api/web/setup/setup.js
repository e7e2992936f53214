// The setup page: choice of the table, its steps with the state of each, and the open step.
import { h } from "../shared/dom.js";
import { patch } from "../shared/patch.js";
import { showPlace } from "../shared/parts/place.js";
import { barred, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language, redrawsItself } from "../shared/words.js";
import { mark } from "../shared/tell/marks.js";
import { aimStep, cameraStep, stopPicture } from "./camera/camera.js";
import { boardStep, testStep, wiresStep } from "./board.js";
import { choose, drawnBy, go, kept, toldNow, look, refresh, withOne } from "./kept.js";
import { lastAct, readyStep } from "./ready.js";
import { beginning, judgingStep, rulesStep, tableStep } from "./table.js";
import { tilesStep } from "./tiles.js";
import { said } from "./words.js";
/** @import { SetupPart } from "jantaku/api" */

const LOOK_MS = 1000;
/** @type {Record<string, () => import("../shared/dom.js").Children>} */
const CONTENT = {
  table: tableStep,
  rules: rulesStep,
  judging: judgingStep,
  board: boardStep,
  wires: wiresStep,
  camera: cameraStep,
  aim: aimStep,
  tiles: tilesStep,
  test: testStep,
  ready: readyStep,
};
const title = h("h1");
const where = h("span.chip");
const main = h("main");
document.body.append(pageBar(title, { ways: where, account: who() }), main);

function steps() {
  return h(
    "nav.steps",
    { "aria-label": said.steps },
    h(
      "ol",
      {},
      toldNow().steps.map((step, place) =>
        h(
          "li",
          { "data-key": step.id },
          h(
            "button",
            {
              "data-step": step.id,
              "data-stand": step.stand,
              "aria-current": step.id === kept.step ? "step" : null,
              onclick: () => go(kept.table, step.id),
            },
            mark(step.stand, place + 1),
            h("span.name", {}, step.title[language]),
            h("span.out", {}, ` (${said.stands[step.stand]})`),
          ),
        ),
      ),
    ),
  );
}

/** Add a part to the parts left out, or remove it. @param {SetupPart} part @param {boolean} out */
const leave = (part, out) => choose("without", ({ without }) => withOne(without, part, out));

function open() {
  const all = toldNow().steps;
  const place = Math.max(
    0,
    all.findIndex((step) => step.id === kept.step),
  );
  const step = all[place];
  const { part } = step;
  const out = step.stand === "out";
  return h(
    "section.step",
    { "data-open": step.id, "data-key": step.id },
    h(
      "div.scroll",
      {},
      h("h2", { tabindex: "-1" }, step.title[language]),
      h("p.faint", {}, step.what[language]),
      out ? h("p.note", {}, said.outNote) : CONTENT[step.id](),
      kept.refused ? h("p.refused", { role: "alert" }, kept.refused) : "",
    ),
    h(
      "div.foot",
      {},
      place ? h("button", { id: "back", onclick: () => go(kept.table, all[place - 1].id) }, said.back) : "",
      part ? h("button.quiet", { id: "leave", onclick: () => leave(part, !out) }, out ? said.use : said.skip) : "",
      place < all.length - 1
        ? h("button.primary", { id: "next", onclick: () => go(kept.table, all[place + 1].id) }, said.next)
        : lastAct(),
    ),
  );
}

/** Show the current values in all fields, which others may have changed, except in the focused one. */
function showTold() {
  if (kept.busy) return;
  for (const field of main.querySelectorAll("[data-told]"))
    if (field !== document.activeElement)
      /** @type {HTMLInputElement} */ (field).value = /** @type {HTMLElement} */ (field).dataset.told ?? "";
}

let shown = "";
const barrier = barred("staff");

function draw() {
  document.title = `jantaku · ${said.title}`;
  title.textContent = said.title;
  where.textContent = kept.table ? said.tableIs(kept.table) : "";
  where.hidden = !kept.table;
  main.className = kept.table && kept.told ? "table" : "";
  if (barrier) return showPlace(barrier);
  const lost = kept.lost ? h("p.refused", { role: "status" }, said.lost) : "";
  if (!kept.table) {
    stopPicture();
    return patch(main, [lost, beginning()]);
  }
  if (!kept.told) return patch(main, [lost, h("p.faint", { role: "status" }, kept.refused || said.busy)]);
  if (!toldNow().steps.some((step) => step.id === kept.step)) kept.step = toldNow().steps[0].id;
  if (kept.step !== "aim") stopPicture();
  patch(main, [lost, steps(), open()]);
  showTold();
  if (shown !== kept.step) {
    // Focus the heading for screen readers, and on a phone scroll the open step into view.
    if (shown) main.querySelector("h2")?.focus({ preventScroll: true });
    toStep();
    shown = kept.step;
  }
}

const toStep = () => main.querySelector("[aria-current=step]")?.scrollIntoView({ block: "nearest", inline: "center" });
// A turned tablet shows the list of steps as a strip.
addEventListener("resize", toStep);

drawnBy(draw);
redrawsItself(draw);
draw();
if (!barrier) {
  kept.overview = await look("/api/v1/setup");
  await refresh();
  draw();
  setInterval(() => {
    // Others may set up the same table, and a running operation continues across a reload.
    if (kept.table && !document.hidden && !kept.busy) void refresh();
  }, LOOK_MS);
}
