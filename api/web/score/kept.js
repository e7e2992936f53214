// Storage of the score page: the hand in its address, the latest results on this device, the page for offline use.
/** @typedef {import("../shared/entry/draft.js").Draft} Draft */
/** @typedef {{at: number, text: string, link: string}} Result */

const RESULTS = "score results";
const MOST = 12;

/** Encode a hand with its rulebooks for the part after the # of an address. @param {object} hand */
export function linkOf(hand) {
  const bytes = new TextEncoder().encode(JSON.stringify(hand));
  const text = btoa(String.fromCharCode(...bytes));
  return `#hand=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Decode the hand in an address; null if it is missing or invalid. @param {string} hash */
export function handOf(hash) {
  const text = new URLSearchParams(hash.slice(1)).get("hand");
  if (!text) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const hand = JSON.parse(new TextDecoder().decode(bytes));
    return hand && typeof hand === "object" ? hand : null;
  } catch {
    return null;
  }
}

/** @returns {Result[]} */
export function results() {
  try {
    const kept = JSON.parse(localStorage.getItem(RESULTS) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Store a result as the newest, each hand only once. @param {Result} result */
export function keepResult(result) {
  const others = results().filter((each) => each.link !== result.link);
  try {
    localStorage.setItem(RESULTS, JSON.stringify([result, ...others].slice(0, MOST)));
  } catch {
    // Without storage the page still scores.
  }
}

/** Make the page available offline; false if the browser does not support that, such as over plain http. */
export async function stayOffline() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("/score-worker.js", { scope: "/score" });
    const { active } = await navigator.serviceWorker.ready;
    const own = performance.getEntriesByType("resource").map((each) => new URL(each.name));
    const files = own.filter((each) => each.origin === location.origin && each.pathname.startsWith("/static/"));
    const kept = new Promise((done) => navigator.serviceWorker.addEventListener("message", done, { once: true }));
    active?.postMessage(["/score", "/api/v1/rulebooks", ...new Set(files.map((each) => each.pathname))]);
    await kept;
    return true;
  } catch {
    return false;
  }
}
