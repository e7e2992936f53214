// Alerts: sound, vibration and a badge for what is new and waits for a person; the screen stays awake while followed.
import { h } from "../shared/dom.js";
import { patch } from "../shared/patch.js";
import { said } from "./words.js";

const KEY = "console sound";
const TONES = { fault: [660, 880], due: [523] };
const TONE_S = 0.16;
const VIBRATIONS = { fault: [150, 80, 150], due: [80] };

let on = localStorage.getItem(KEY) !== "off";
/** @type {AudioContext | null} */
let audio = null;
/** @type {Set<string> | null} */
let known = null;

/** A browser lets a page sound only once somebody has touched it. */
function wake() {
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    audio = null;
  }
}
addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });

/** @param {keyof typeof TONES} kind */
function sound(kind) {
  navigator.vibrate?.(VIBRATIONS[kind]);
  if (!on || !audio) return;
  TONES[kind].forEach((pitch, place) => {
    const context = /** @type {AudioContext} */ (audio);
    const begin = context.currentTime + place * TONE_S;
    const tone = new OscillatorNode(context, { frequency: pitch });
    const level = new GainNode(context, { gain: 0.2 });
    level.gain.setTargetAtTime(0, begin + TONE_S * 0.7, 0.02);
    tone.connect(level).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + TONE_S);
  });
}

/** @param {any} view */
function waiting(view) {
  /** @type {[string, keyof typeof TONES][]} */
  const found = [];
  for (const each of view.questions) if (each.answer == null) found.push([`question ${each.id}`, "due"]);
  for (const each of view.faults)
    if (each.decision === "open" && each.severity !== "note") found.push([`fault ${each.id}`, "fault"]);
  if (view.result && !view.result.confirmed) found.push([`result ${view.round?.ordinal}`, "due"]);
  for (const each of view.pending) found.push([`result ${each.ordinal}`, "due"]);
  if (view.points_due) found.push(["points", "due"]);
  return found;
}

/**
 * Sound for what was not there before; the badge counts what waits.
 * @param {any} view
 * @param {string} title
 */
export function alertFor(view, title) {
  const found = waiting(view);
  const fresh = found.find(([key]) => known && !known.has(key));
  known = new Set(found.map(([key]) => key));
  if (fresh) sound(fresh[1]);
  document.title = found.length ? `(${found.length}) ${title}` : title;
  const app = /** @type {any} */ (navigator);
  if (found.length) app.setAppBadge?.(found.length).catch(() => {});
  else app.clearAppBadge?.().catch(() => {});
}

/** Keep the screen on while the page is seen; the system takes that back when it is hidden. */
export function stayAwake() {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

export const soundButton = h("button", { id: "sound", type: "button" });

export function showSound() {
  soundButton.onclick = () => {
    on = !on;
    localStorage.setItem(KEY, on ? "on" : "off");
    wake();
    if (on) sound("due");
    showSound();
  };
  soundButton.setAttribute("aria-pressed", String(on));
  patch(soundButton, [on ? said.soundOn : said.soundOff]);
}
