// A phone used as a camera: it films, sends pictures, and shows the state of the link, the table and the phone.
import { h } from "../shared/dom.js";
import { showPlace } from "../shared/parts/place.js";
import { pageBar } from "../shared/parts/shell.js";
import { field, fold, select } from "../shared/ask/fields.js";
import { pairing, turned, wakeLock, watchBattery } from "./keeping.js";
import { eachPicture, openLens, snapshot, whyNot } from "./lens.js";
import { openLink } from "./link.js";
import { said } from "./words.js";

const [, , table, seat = ""] = location.pathname.split("/").map(decodeURIComponent);
const camera = seat ? `${table}/${seat}` : table;
const KEPT = "camera settings";
const SIZES = ["1280x960", "1440x1080", "1920x1080", "1920x1440"];
const RATES = [2, 5, 10];
const QUALITY = 0.85;
const SETTLES_MS = 2500;
const STATE_MS = 2000;
const LOW = 0.15;
/** Milliseconds without a sent picture after which the page reports that the video has stopped. */
const STILL_MS = 4000;
/** Number of recent pictures over which the displayed rate is averaged. */
const RATED = 10;

const own = pairing(camera);
const chosen = { size: "1440x1080", rate: 5, hold: true, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
const video = h("video", { id: "video", playsinline: true, muted: true, autoplay: true, "aria-hidden": "true" });
const outline = document.createElementNS("http://www.w3.org/2000/svg", "svg");
outline.setAttribute("viewBox", "0 0 1 1");
outline.setAttribute("preserveAspectRatio", "none");
outline.setAttribute("role", "img");
outline.setAttribute("aria-label", said.outline);
const corners = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
outline.append(corners);
outline.classList.add("outline");
outline.toggleAttribute("hidden", true);
const frame = h("div.frame", { hidden: true }, video, outline);
const status = h("p.state", { id: "state", role: "status" });
const detail = h("p.detail", { id: "detail" });
const chips = h("div.chips", { id: "chips" });
const hints = h("ul.hints", { id: "hints", "aria-live": "polite" });
const trouble = h("div.trouble", { id: "trouble", role: "alert", hidden: true });
const button = h("button.primary.go", { id: "go", onclick: toggle }, said.start);
const choice = (
  /** @type {string} */ id,
  /** @type {string} */ label,
  /** @type {readonly (string | number)[]} */ all,
  /** @type {string | number} */ now,
) =>
  field(
    label,
    select(
      all.map((each) => [each, String(each).replace("x", "×")]),
      now,
      { id, onchange: reset },
    ),
  );
const size = choice("size", said.size, SIZES, chosen.size);
const rate = choice("rate", said.rateLabel, RATES, chosen.rate);
const hold = h("input", { id: "hold", type: "checkbox", checked: chosen.hold, onchange: holdStill });
const holdLabel = h("span", {}, said.hold);
const settings = fold(
  [said.settings, " ", h("span.faint", { id: "set" })],
  { id: "settings", class: "settings" },
  h("div.fields", {}, size, rate, h("label.check", {}, hold, holdLabel)),
);

/** @type {Awaited<ReturnType<typeof openLens>> | null} */
let lens = null;
/** @type {(() => void) | null} */
let endPictures = null;
/** @type {{level: number, charging: boolean} | null} */
let battery = null;
/** @type {import("./link.js").LinkState} */
let state = "off";
/** @type {import("./link.js").Heard | null} */
let advice = null;
let awake = false;
let dropped = 0;
let due = 0;
/** When the lens was opened, milliseconds. */
let began = 0;
let reviving = false;
/** Minimum interval between pictures in milliseconds, as last requested by the service. */
let pause = 0;
/** @type {number[]} */
const sent = [];

const screenOn = wakeLock((/** @type {boolean} */ on) => {
  awake = on;
  show();
});
const link = openLink(
  `/api/v1/tables/${encodeURIComponent(table)}/camera${seat ? `?seat=${seat}` : ""}`,
  own.pass,
  (heard) => {
    if (heard.kind === "welcome") tellState();
    if (heard.kind === "taken") {
      sent.push(performance.now());
      pause = heard.pause;
    }
    if (sent.length > RATED) sent.shift();
    if (heard.kind === "advice") advice = heard;
    show();
  },
  (next) => {
    state = next;
    if (next === "replaced" || next === "refused") stop(false);
    show();
  },
);

async function toggle() {
  if (lens) return stop(true);
  button.disabled = true;
  trouble.hidden = true;
  try {
    await start();
  } catch (error) {
    stop(true);
    refuse(whyNot(/** @type {Error} */ (error)));
  }
  button.disabled = false;
  show();
}

async function start() {
  await film();
  link.start();
  void screenOn.on();
  // The camera first adjusts exposure, focus and white balance; then they are locked.
  setTimeout(() => void holdStill(), SETTLES_MS);
}

/** Open the camera, or reopen it, and start to take pictures. */
async function film() {
  const [width, height] = chosen.size.split("x").map(Number);
  endPictures?.();
  lens?.close();
  lens = await openLens({ width, height }, chosen.rate);
  for (const event of ["ended", "unmute"]) lens.track.addEventListener(event, () => void revive());
  video.srcObject = lens.stream;
  await video.play();
  frame.hidden = false;
  began = performance.now();
  endPictures = eachPicture(video, (captured) => void taken(captured));
}

/** Milliseconds since the service last accepted a picture, or since the camera was opened if that is later. */
const silent = () => performance.now() - Math.max(began, sent[sent.length - 1] ?? 0);
const isStill = () => lens !== null && state === "live" && silent() > Math.max(STILL_MS, 2 * apart());

/** Resume after a phone call, another app or a locked screen has paused the video or taken the camera. */
async function revive() {
  if (!lens || reviving || document.visibilityState !== "visible") return;
  reviving = true;
  try {
    if (lens.track.readyState === "ended" || silent() > 2 * STILL_MS) await film();
    else await video.play();
  } catch (error) {
    // Stop only if the track has ended; a temporary interruption such as a phone call ends by itself.
    if (lens?.track.readyState === "ended") {
      stop(true);
      refuse(whyNot(/** @type {Error} */ (error)));
    }
  }
  reviving = false;
  show();
}

/** @param {boolean} told   whether the link is to be closed, too */
function stop(told) {
  endPictures?.();
  endPictures = null;
  lens?.close();
  lens = null;
  video.srcObject = null;
  frame.hidden = true;
  advice = null;
  screenOn.off();
  if (told) link.stop();
  show();
}

/** Milliseconds between two pictures: the chosen interval, or the interval that the service requests if longer. */
const apart = () => Math.max(1000 / chosen.rate, pause);

/** Degrees by which the reported screen orientation differs from the one at the start; pictures are turned back. */
const off = () => (turned() - (chosen.angle ?? turned()) + 360) % 360;

/** Send one picture of the video, or drop it if the link is busy. @param {number} captured */
async function taken(captured) {
  const now = performance.now();
  if (now < due || state !== "live") return;
  if (!link.free()) {
    dropped += 1;
    due = now + apart();
    return;
  }
  due = Math.max(due + apart(), now);
  // The reference angle is set by the first landscape picture; a phone held upright is asked to be turned first.
  if (chosen.angle === undefined && video.videoWidth > video.videoHeight) {
    chosen.angle = turned();
    keep();
  }
  link.begin();
  try {
    await link.send(await snapshot(video, QUALITY, off()), captured);
  } catch {
    link.giveUp();
  }
}

function reset() {
  chosen.size = size.querySelector("select")?.value ?? chosen.size;
  chosen.rate = Number(rate.querySelector("select")?.value) || chosen.rate;
  keep();
  if (!lens) return show();
  stop(true);
  void toggle();
}

async function holdStill() {
  chosen.hold = hold.checked;
  keep();
  await lens?.hold(chosen.hold);
  tellState();
  show();
}

const keep = () => localStorage.setItem(KEPT, JSON.stringify(chosen));

function tellState() {
  link.say({
    kind: "state",
    battery: battery && Math.round(battery.level * 100) / 100,
    charging: battery && battery.charging,
    dropped,
    hidden: document.visibilityState !== "visible",
    angle: turned(),
    locked: lens?.held() ?? [],
  });
}

/** @param {keyof typeof said.reasons} reason */
function refuse(reason) {
  trouble.replaceChildren(h("p", {}, said.reasons[reason]));
  trouble.hidden = false;
  if (reason === "insecure") void leadToSecure();
}

/** Link to the https address of this page, and to the steps by which a phone trusts its certificate. */
async function leadToSecure() {
  const answer = await fetch("/api/v1/authority").catch(() => null);
  if (!answer?.ok) return;
  const { secure } = await answer.json();
  trouble.append(
    h(
      "p.ways",
      {},
      h("a.way", { id: "trust", href: "/authority" }, said.trust),
      secure ? h("a.way", { id: "secure", href: `${secure}${location.pathname}` }, said.secure) : "",
    ),
  );
}

function show() {
  const running = lens !== null;
  const age = link.age();
  const stale = running && state === "stale";
  document.body.dataset.state = running || ["replaced", "refused"].includes(state) ? state : "off";
  const still = isStill();
  if (still) void revive();
  const now = still ? "still" : state;
  const shown = running || ["replaced", "refused"].includes(state) ? now : "off";
  status.textContent = said.states[shown];
  detail.textContent = said.details[shown] ?? (running ? "" : seat ? said.whySeat : said.why);
  if (shown === "stale" && age !== null)
    detail.textContent = `${said.age(Math.round(age / 1000))} ${said.details.stale}`;
  detail.hidden = !detail.textContent;
  button.textContent = running ? said.stop : said.start;
  button.classList.toggle("primary", !running);
  const set = document.getElementById("set");
  if (set) set.textContent = said.setSize(chosen.size.replace("x", "×"), chosen.rate);
  const holdable = lens?.holdable() ?? [];
  hold.disabled = running && !holdable.length;
  holdLabel.textContent = running && !holdable.length ? `${said.hold}（${said.cannotHold}）` : said.hold;
  showChips(running && !stale && !still);
  showAdvice(running && state === "live");
}

/** @param {boolean} running */
function showChips(running) {
  const span = sent.length > 1 ? sent[sent.length - 1] - sent[0] : 0;
  const held = lens?.held() ?? [];
  const low = battery !== null && !battery.charging && battery.level < LOW;
  const texts = [
    running && span ? ["chip", said.rate((((sent.length - 1) * 1000) / span).toFixed(1))] : null,
    running && apart() > 1000 / chosen.rate ? ["chip", said.slowed] : null,
    lens && dropped ? ["chip", said.dropped(dropped)] : null,
    battery ? [low ? "chip.stale" : "chip", said.battery(Math.round(battery.level * 100), battery.charging)] : null,
    running && held.length ? ["chip", said.holds(held.map((each) => said.held[each]))] : null,
    running && video.videoWidth ? ["chip", `${video.videoWidth}×${video.videoHeight}`] : null,
    running && advice?.journey_ms != null ? ["chip", said.journey(Math.round(advice.journey_ms))] : null,
    running && advice?.sheets?.length ? ["chip", said.sheets(advice.sheets.join(" "))] : null,
    lens ? ["chip", awake ? said.awake : said.sleepy] : null,
  ];
  chips.replaceChildren(...texts.filter((each) => each !== null).map(([kind, text]) => h(`span.${kind}`, {}, text)));
}

/** @param {boolean} live */
function showAdvice(live) {
  const seen = live && !off() && advice?.field;
  outline.toggleAttribute("hidden", !seen);
  if (seen) corners.setAttribute("points", seen.map((each) => each.join(",")).join(" "));
  const low = battery !== null && !battery.charging && battery.level < LOW;
  const upright = video.videoHeight > video.videoWidth;
  const told = live
    ? [
        ...(upright ? [said.upright] : []),
        ...(low ? [said.low] : []),
        ...(advice?.hints ?? []).map((each) => said.hints[/** @type {keyof typeof said.hints} */ (each)] ?? each),
        ...(advice && !advice.field && !seat ? [said.noOutline] : []),
      ]
    : [];
  const fine = live && advice && !told.length;
  hints.replaceChildren(...(fine ? [h("li.well", {}, said.well)] : told.map((each) => h("li", {}, each))));
  hints.hidden = !hints.childElementCount;
}

document.body.append(
  pageBar(said.title(table, seat)),
  h("main", {}, frame, h("section.panel", {}, status, detail, trouble, hints, chips, button, settings)),
);
setInterval(tellState, STATE_MS);
setInterval(show, STATE_MS / 2);
document.addEventListener("visibilitychange", () => {
  tellState();
  void revive();
});
screen.orientation?.addEventListener("change", tellState);
void watchBattery((told) => {
  battery = told;
  tellState();
  show();
});
const spent = await own.pair().catch(() => null);
if (spent) showPlace(spent);
if (!globalThis.isSecureContext) refuse("insecure");
show();
