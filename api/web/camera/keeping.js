// Support for a phone that films: its token, its screen lock, its battery and its orientation.
import { json } from "../shared/http.js";
import { spend } from "../shared/link_code.js";
import { problemIn } from "../shared/parts/place.js";

const STAFF = ["staff", "owner"];

/** The service does not admit this phone; the message is the HTTP status, if there is one. */
export class RefusedError extends Error {
  refused = true;
}

/**
 * Credentials of this phone: exchange the code of a link for a token and store the token for this camera.
 * @param {string} camera   `TABLE` or `TABLE/SEAT`
 */
export function pairing(camera) {
  const kept = `camera ${camera}`;
  /** @type {Promise<import("../shared/parts/place.js").Problem | null> | null} */
  let paired = null;

  async function once() {
    /** @type {import("../shared/parts/place.js").Problem | null} */
    let why = null;
    await spend(
      (link) => json("POST", "/api/v1/access/cameras", { ...link, device: deviceName() }),
      async (answer) => {
        if (answer.ok) localStorage.setItem(kept, (await answer.json()).token);
        else if (!localStorage.getItem(kept)) why = await problemIn(answer);
      },
    );
    return why;
  }

  /** Spend the link's code once; resolves to the problem, or null. After a failed request it can be called again. */
  const pair = () =>
    (paired ??= once().catch((error) => {
      paired = null;
      throw error;
    }));

  return {
    pair,
    /** A ticket for one socket, from this phone's token or from the login of a staff member in this browser. */
    async pass() {
      await pair();
      const token = localStorage.getItem(kept);
      if (!token && !STAFF.includes((await (await fetch("/api/v1/access/me")).json()).role)) throw new RefusedError();
      const headers = token ? { authorization: `Bearer ${token}` } : undefined;
      const answer = await fetch("/api/v1/access/tickets", { method: "POST", headers });
      if ([401, 403].includes(answer.status)) throw new RefusedError(String(answer.status));
      if (!answer.ok) throw new Error(String(answer.status));
      return /** @type {string} */ ((await answer.json()).ticket);
    },
  };
}

function deviceName() {
  const said = navigator.userAgent;
  const found = ["iPhone", "iPad", "Android", "Windows", "Mac OS X", "Linux"].find((word) => said.includes(word));
  return found ?? "phone";
}

/** Keep the screen on while the page films. @param {(awake: boolean) => void} changed */
export function wakeLock(changed) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let wanted = false;
  const take = async () => {
    if (!wanted || document.visibilityState !== "visible") return;
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    lock?.addEventListener("release", () => changed(false));
    changed(lock !== null);
  };
  document.addEventListener("visibilitychange", take);
  return {
    on: () => {
      wanted = true;
      return take();
    },
    off: () => {
      wanted = false;
      void lock?.release();
    },
  };
}

/**
 * Report the battery now and at every change; do nothing if the browser has no battery API.
 * @param {(battery: {level: number, charging: boolean}) => void} changed
 */
export async function watchBattery(changed) {
  const battery = await /** @type {{getBattery?: () => Promise<EventTarget & {level: number, charging: boolean}>}} */ (
    navigator
  )
    .getBattery?.()
    .catch(() => null);
  if (!battery) return;
  const tell = () => changed({ level: battery.level, charging: battery.charging });
  battery.addEventListener("levelchange", tell);
  battery.addEventListener("chargingchange", tell);
  tell();
}

/** Screen orientation of the phone in degrees: 0, 90, 180 or 270. @returns {number} */
export const turned = () => ((screen.orientation?.angle ?? 0) + 360) % 360;
