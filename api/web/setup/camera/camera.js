// Setup of the camera: choose it; live picture with meters, visible sheets, four draggable corners and the field lines.
import { h } from "../../shared/dom.js";
import { card } from "../../shared/tell/card.js";
import { said as why } from "../../shared/http.js";
import { codes, reachCard } from "../../shared/reach/card.js";
import { language } from "../../shared/words.js";
import { good } from "../../shared/tell/marks.js";
import { icon } from "../../shared/parts/icons.js";
import { chooser, find } from "../board.js";
import { settingsForm } from "./settings.js";
import { ask, choose, doing, kept, news, own, toldNow, refresh, takeTold } from "../kept.js";
import { said } from "../words.js";
/** @import { AimLookJson, CameraLinkJson, FittedJson } from "jantaku/api" */

const PICTURE_MS = 400;
const METER_MS = 1200;
const STEP_PX = 2;
const SVG = "http://www.w3.org/2000/svg";
const RING = 26;

/** `moved`: a ring was moved since the table was last aimed. @type {{look: AimLookJson | null, corners: number[][], moved: boolean, timers: number[], from: string,
 *   phone: {code: CameraLinkJson | null, table: string | null}}} */
const live = { look: null, corners: [], moved: false, timers: [], from: "", phone: { code: null, table: null } };
const image = h("img", { id: "picture", alt: "", draggable: "false" });
const drawing = document.createElementNS(SVG, "svg");
const loupe = h("canvas", { id: "loupe", width: 132, height: 132, hidden: true, "aria-hidden": "true" });
drawing.setAttribute("id", "drawing");
const lines = document.createElementNS(SVG, "g");
const rings = document.createElementNS(SVG, "g");
drawing.append(lines, rings);
const stage = h("div.stage", { "data-key": "stage", "data-keep": "stage" }, image, drawing, loupe);

export function cameraStep() {
  void find();
  const { values } = toldNow();
  return h(
    "div.fields",
    {},
    chooser({
      id: "camera",
      title: said.camerasFound,
      none: said.noCameras,
      hint: said.camHint,
      rows: kept.found?.cameras ?? null,
      chosen: values.camera ?? "",
      take: takeCamera,
    }),
    settingsForm(takeCamera),
    phone(),
    doing() === "camera" ? h("p.faint", { role: "status" }, said.waitsPicture) : "",
    live.look && values.camera
      ? good(`${live.look.size[0]} × ${live.look.size[1]}`, { role: "status", id: "seen" })
      : "",
  );
}

/** @param {string} camera */
async function takeCamera(camera) {
  live.look = null;
  live.moved = false;
  if (await choose("camera", camera)) await trial();
}

/** Create the link for a phone, with a QR code if phones can open it. */
async function pair() {
  const path = `/api/v1/tables/${encodeURIComponent(kept.table ?? "")}/cameras`;
  live.phone = { table: kept.table, code: await ask("phone", "POST", path, { seat: "" }) };
  news();
}

/** @type {HTMLElement | null} */
let reaching = null;
const reach = () => (reaching ??= reachCard(() => void pair()));

/** Button and QR code to make a phone this table's camera. */
function phone() {
  const { code, table } = live.phone;
  if (!code || table !== kept.table)
    return h(
      "button",
      {
        id: "phone",
        disabled: Boolean(doing()),
        onclick: async () => {
          if (!(await choose("camera", "phone:"))) return;
          await pair();
        },
      },
      said.phone,
    );
  return card(
    said.phone,
    { class: "phone", id: "paired", "aria-live": "polite" },
    code.picture ? h("p", {}, said.phoneHint) : "",
    code.picture ? codes(code, said.phoneScan, { id: "phone-link" }) : [h("p", {}, said.notSecure), reach()],
    code.picture
      ? h("button.primary", { id: "phone-try", disabled: Boolean(doing()), onclick: () => trial() }, said.tryIt)
      : "",
  );
}

/** Take one picture, to check that the camera answers. */
async function trial() {
  kept.busy = "camera";
  news();
  await meter();
  kept.busy = "";
  await refresh();
}

async function meter() {
  const answer = await fetch(own("/look")).catch(() => null);
  kept.lost = !answer;
  if (answer?.ok) {
    live.look = await answer.json();
    kept.refused = "";
  } else if (answer) {
    live.look = null;
    kept.refused = await why(answer, language);
  }
}

async function picture() {
  const answer = await fetch(own("/picture")).catch(() => null);
  if (!answer?.ok) return;
  const before = image.src;
  image.src = URL.createObjectURL(await answer.blob());
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
}

export function stopPicture() {
  for (const timer of live.timers) clearTimeout(timer);
  live.timers = [];
  live.from = "";
}

/** Repeat `work`, `pause` milliseconds after each run has finished, while the camera is shown. @param {() => Promise<void>} work @param {number} pause */
function again(work, pause) {
  const place = live.timers.push(0) - 1;
  const turn = async () => {
    if (!document.hidden) await work();
    if (live.from) live.timers[place] = setTimeout(turn, pause);
  };
  void turn();
}

function start() {
  const from = `${kept.table}/${toldNow().values.camera}`;
  if (live.from === from) return;
  stopPicture();
  live.from = from;
  again(picture, PICTURE_MS);
  again(async () => {
    await meter();
    news();
  }, METER_MS);
}

export function aimStep() {
  const { values, fitted } = toldNow();
  if (!values.camera)
    return h("p.note", {}, toldNow().items.find((item) => item.code === "camera")?.cure?.[language] ?? "");
  start();
  const { look } = live;
  image.alt = said.live;
  if (look) draw(look);
  const sheets = look ? Object.keys(look.sheets).sort() : [];
  return h(
    "div.fields",
    {},
    stage,
    look ? meters(look) : h("p.faint", { role: "status" }, said.waitsPicture),
    look?.resized ? h("p.refused", {}, said.resized) : "",
    h(
      "div.two",
      {},
      card(
        said.sheets,
        {},
        h("p", {}, h("a", { href: "/api/v1/setup/sheets.pdf", target: "_blank" }, said.printSheets)),
        h("p.faint", {}, said.sheetsHow),
        h(
          "p.sheets",
          {},
          ["A", "B", "C", "D"].map((seat) =>
            h("span.chip", { "data-key": seat, "data-seen": String(sheets.includes(seat)) }, seat),
          ),
        ),
        h(
          "button",
          { id: "by-sheets", disabled: Boolean(doing()) || !sheets.length, onclick: () => aim([]) },
          said.bySheets,
        ),
      ),
      card(
        said.byCorners,
        {},
        h("p.faint", {}, said.cornersHow),
        h(
          "button",
          { id: "by-corners", disabled: Boolean(doing()) || !look, onclick: () => aim(live.corners) },
          said.byCorners,
        ),
      ),
    ),
    fitted
      ? h(
          fitted.well ? "p.good" : "p.refused",
          { role: "status", id: "fitted" },
          fitted.well ? icon("check") : null,
          `${fitted.well ? said.fitsWell : said.fitsBadly} · ${said.fitted(fitted.error_px, fitted.edges_off_mm)}`,
        )
      : "",
  );
}

/** @param {number[][]} corners */
async function aim(corners) {
  const take = (/** @type {FittedJson} */ fitted) => {
    // The rings follow the table again, until a person moves one.
    live.moved = false;
    takeTold({ ...toldNow(), fitted });
  };
  await ask("aim", "POST", own("/aim"), { corners }, take);
  await Promise.all([meter(), refresh()]);
}

/** @param {AimLookJson} look */
const meters = (look) =>
  h(
    "dl.meters",
    {},
    /** @type {["focus" | "light", number, string, boolean, string][]} */ ([
      [
        "focus",
        look.focus.level,
        said.focusIs[look.focus.id],
        look.focus.id === "soft",
        said.bestSoFar(look.focus.best),
      ],
      ["light", look.light.level, said.lightIs[look.light.id], look.light.id !== "well", `${look.light.level} %`],
    ]).map(([name, level, told, wrong, beside]) =>
      h(
        "div",
        { "data-key": name, "data-meter": name, "data-wrong": String(wrong) },
        h("dt", {}, said[name]),
        h(
          "dd",
          {},
          h("meter", { min: 0, max: 100, value: level, "aria-label": said[name] }),
          h("span", {}, told),
          h("span.faint", {}, beside),
        ),
      ),
    ),
  );

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {AimLookJson} look */
function draw(look) {
  const [width, height] = look.size;
  const held = rings.querySelector("[data-held]");
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // Set the size in advance, so that nothing moves under a finger when the picture loads.
  image.width = width;
  image.height = height;
  if (held) return;
  if (!live.moved)
    live.corners = look.lines.field
      ? cornersOf(look.lines.field[0])
      : [
          [width * 0.2, height * 0.12],
          [width * 0.8, height * 0.12],
          [width * 0.85, height * 0.9],
          [width * 0.15, height * 0.9],
        ];
  const line = (/** @type {number[][]} */ points, /** @type {string} */ kind) =>
    shape("polygon", { points: points.map((each) => each.join(",")).join(" "), class: kind });
  lines.replaceChildren(
    ...Object.entries(look.lines).flatMap(([kind, all]) => all.map((points) => line(points, kind))),
    ...Object.values(look.sheets).map((points) => line(points, "sheet")),
    ...Object.entries(look.seats).map(([seat, [x, y]]) => {
      const letter = shape("text", { x, y, class: "seat", "font-size": height / 26 });
      letter.textContent = seat;
      return letter;
    }),
    line(live.corners, "asked"),
  );
  // Keep the ring elements: a person may be about to drag one.
  if (rings.childElementCount !== 4 || rings.dataset.width !== String(width))
    rings.replaceChildren(...live.corners.map((_, place) => ring(place, width)));
  rings.dataset.width = String(width);
  live.corners.forEach((_, place) => put(place));
}

/** The four corners of an outline with an equal number of points on each side. @param {number[][]} line */
const cornersOf = (line) => [0, 1, 2, 3].map((side) => [...line[(side * line.length) / 4]]);

/** Move a ring to its corner. @param {number} place */
function put(place) {
  const [cx, cy] = live.corners[place];
  for (const circle of rings.children[place].children) {
    circle.setAttribute("cx", String(cx));
    circle.setAttribute("cy", String(cy));
  }
}

/** @param {number} place @param {number} width */
function ring(place, width) {
  const size = (RING * width) / 1000;
  const group = shape("g", {
    "data-corner": place,
    class: "ring",
    tabindex: 0,
    role: "button",
    "aria-label": said.corner[place],
  });
  group.append(
    shape("circle", { r: size * 1.5, class: "grip" }),
    shape("circle", { r: size * 0.6 }),
    shape("circle", { r: size * 0.08, class: "dot" }),
  );
  const to = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [w, tall] = live.look?.size ?? [0, 0];
    live.moved = true;
    live.corners[place] = [Math.min(w, Math.max(0, x)), Math.min(tall, Math.max(0, y))];
    put(place);
    drawing.querySelector(".asked")?.setAttribute("points", live.corners.map((each) => each.join(",")).join(" "));
  };
  group.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    group.focus();
    group.setPointerCapture(event.pointerId);
    group.setAttribute("data-held", "");
    magnify(live.corners[place]);
  });
  const follow = (/** @type {PointerEvent} */ event) => {
    const matrix = drawing.getScreenCTM();
    if (!matrix || !group.hasAttribute("data-held")) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    to(point.x, point.y);
    magnify(live.corners[place]);
  };
  group.addEventListener("pointermove", follow);
  // The release position counts, even without a move event for it.
  group.addEventListener("pointerup", follow);
  for (const end of ["pointerup", "pointercancel"])
    group.addEventListener(end, () => {
      group.removeAttribute("data-held");
      loupe.hidden = true;
    });
  group.addEventListener("keydown", (event) => {
    const moves = /** @type {Record<string, number[]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    });
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const far = STEP_PX * (event.shiftKey ? 8 : 1);
    const [x, y] = live.corners[place];
    to(x + move[0] * far, y + move[1] * far);
  });
  return group;
}

/** Show the area under the finger, magnified three times. @param {number[]} at */
function magnify([x, y]) {
  const context = loupe.getContext("2d");
  if (!context || !image.naturalWidth) return;
  loupe.hidden = false;
  const half = loupe.width / 6;
  context.fillRect(0, 0, loupe.width, loupe.height);
  context.drawImage(image, x - half, y - half, 2 * half, 2 * half, 0, 0, loupe.width, loupe.height);
  context.strokeStyle = "#ffd34d";
  context.beginPath();
  context.moveTo(loupe.width / 2, 0);
  context.lineTo(loupe.width / 2, loupe.height);
  context.moveTo(0, loupe.height / 2);
  context.lineTo(loupe.width, loupe.height / 2);
  context.stroke();
}
