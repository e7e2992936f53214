// Alerts: sound, vibration and a count in the title for new matters that wait for a person; keeps the screen on.
import { h } from "./dom.js";
import { icon } from "./parts/icons.js";
import { patch } from "./patch.js";
import { words } from "./words.js";

const KEY = "console sound";
/** Tones of each alarm in Hertz, in order; a call is the longest and is repeated until somebody answers it. */
const TONES = { call: [988, 740, 988, 740], fault: [660, 880], due: [523], clock: [880, 880] };
const TONE_S = 0.16;
const VIBRATIONS = { call: [300, 120, 300, 120, 300], fault: [150, 80, 150], due: [80], clock: [120, 80, 120] };
/** Interval at which an unanswered call sounds again. */
const AGAIN_MS = 10000;

/** @typedef {keyof typeof TONES} Alarm */

let on = localStorage.getItem(KEY) !== "off";
/** @type {AudioContext | null} */
let audio = null;
/** @type {Set<string> | null} */
let known = null;
let sounded = 0;

/** Enable sound; unless configured otherwise, a browser allows it only after a user gesture on the page. */
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

/** @param {Alarm} kind */
function sound(kind) {
  sounded = Date.now();
  // Before a user gesture the browser refuses to vibrate and logs a message.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATIONS[kind]);
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

/**
 * Sound the alarm of the first new matter, and show the number of matters in the page title.
 * @param {[string, Alarm][]} found   matters that wait, as unique key and alarm, the most urgent first
 * @param {string} title
 */
export function alertFor(found, title) {
  const fresh = found.find(([key]) => known && !known.has(key));
  const calls = found.some(([, kind]) => kind === "call");
  known = new Set(found.map(([key]) => key));
  if (fresh) sound(fresh[1]);
  else if (calls && Date.now() - sounded > AGAIN_MS) sound("call");
  document.title = found.length ? `(${found.length}) ${title}` : title;
  if (found.length) navigator.setAppBadge?.(found.length).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/** Keep the screen on while the page is visible; the lock is requested again after the page was hidden. */
export function stayAwake() {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Enable sound without a user gesture, for a wall display whose browser is configured to allow it. */
export function soundsAlone() {
  wake();
}

export const soundButton = h("button", { id: "sound" });

export function showSound() {
  soundButton.onclick = () => {
    on = !on;
    localStorage.setItem(KEY, on ? "on" : "off");
    wake();
    if (on) sound("due");
    showSound();
  };
  soundButton.setAttribute("aria-pressed", String(on));
  patch(soundButton, [icon(on ? "sound" : "mute"), h("span.word", {}, on ? words.soundOn : words.soundOff)]);
}
