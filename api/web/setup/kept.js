// State of the setup page, and its requests to the service.
import { json, said as why } from "../shared/http.js";
import { surely } from "../shared/session.js";
import { language } from "../shared/words.js";
import { said } from "./words.js";
/** @import { FoundJson, OverviewJson, SetupBody, SetupJson } from "jantaku/api" */

const address = new URL(location.href);

/**
 * `table`: being set up (null: none chosen); `step`: open; `told`: the service's answer; `refused`: the last refusal.
 * @type {{table: string | null, step: string, overview: OverviewJson | null, told: SetupJson | null, found: FoundJson | {boards: null, cameras: null} | null, refused: string, busy: string, lost: boolean}}
 */
export const kept = {
  table: address.searchParams.get("table"),
  step: address.searchParams.get("step") ?? "",
  overview: null,
  told: null,
  found: null,
  refused: "",
  busy: "",
  lost: false,
};

let redraw = () => {};

/** @param {() => void} draw   called whenever there is something new to show */
export function drawnBy(draw) {
  redraw = draw;
}

export const news = () => redraw();

/** The service's latest answer about the table; only for use while a table is shown. */
export const toldNow = () => /** @type {SetupJson} */ (kept.told);

/** The operation on the table's devices in progress, from this page or another; "" for none. */
export const doing = () => kept.busy || kept.told?.doing || "";

/** @param {string} path */
export const own = (path) => `/api/v1/setup/tables/${encodeURIComponent(kept.table ?? "")}${path}`;

/**
 * GET a path; null if it is refused or the service is away. `kept.refused` has the reason of a refusal.
 * @template T
 * @param {string} path
 * @returns {Promise<T | null>}
 */
export async function look(path) {
  const answer = await fetch(path).catch(() => null);
  kept.lost = !answer;
  if (!answer) return null;
  if (answer.ok) return answer.json();
  kept.refused = await why(answer, language);
  return null;
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/**
 * Make a request while the page is busy with `name`; resolves to the answer, null if it was refused. Requests run one
 * after another, each based on the result of the one before: fast clicks do not conflict like those of two persons.
 * @template T
 * @param {string} name
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]   or a function, called when the request starts
 * @param {(told: T) => void} [take]   called with the answer before the next request starts
 * @returns {Promise<T | null>}
 */
export function ask(name, method, path, body, take) {
  const mine = turn.then(() => asked(name, method, path, typeof body === "function" ? body() : body, take));
  turn = mine.catch(() => null);
  return mine;
}

/**
 * @template T
 * @param {string} name
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {((told: T) => void) | undefined} take
 * @returns {Promise<T | null>}
 */
async function asked(name, method, path, body, take) {
  kept.busy = name;
  kept.refused = "";
  news();
  const answer = await surely(() => json(method, path, body ?? {})).catch(() => null);
  kept.busy = "";
  kept.lost = !answer;
  let told = null;
  if (answer?.ok) told = answer.status === 204 ? {} : await answer.json();
  else kept.refused = answer ? await why(answer, language) : said.lost;
  if (told) take?.(told);
  news();
  return told;
}

let taken = 0;

/** Store the service's answer about the table after a change. @param {SetupJson} told */
export function takeTold(told) {
  kept.told = told;
  taken += 1;
}

/**
 * Change one setting of the table; resolves to false if it was refused.
 * @template {keyof SetupBody} K
 * @param {K} key
 * @param {SetupBody[K] | ((told: SetupJson) => unknown)} value   or a function of the table's state, called when the request starts
 */
export async function choose(key, value) {
  const body = () => ({
    [key]: typeof value === "function" ? value(toldNow()) : value,
    seen: kept.told?.version,
  });
  const told = await ask(key, "PUT", own(""), body, takeTold);
  // After a refusal show the current state: somebody else may have changed it.
  if (!told) await refresh();
  news();
  return told !== null;
}

/**
 * @template {string} T
 * @param {T[]} all
 * @param {T} one
 * @param {boolean} there   true to include `one`, false to remove it
 */
export function withOne(all, one, there) {
  const others = all.filter((each) => each !== one);
  return there ? [...others, one] : others;
}

/** Discard unsaved choices. */
export async function leaveOff() {
  await ask("leave", "DELETE", own(""), {}, takeTold);
}

export async function refresh() {
  if (!kept.table) return;
  const since = taken;
  const told = await look(own(""));
  // Ignore the answer if a change was made meanwhile.
  if (told && since === taken) kept.told = told;
  news();
}

/** @param {string | null} table @param {string} [step] */
export function go(table, step = "") {
  [kept.table, kept.step, kept.refused] = [table, step, ""];
  const to = new URL(location.href);
  for (const [name, value] of [
    ["table", table ?? ""],
    ["step", step],
  ])
    if (value) to.searchParams.set(name, value);
    else to.searchParams.delete(name);
  history.pushState(null, "", to);
  news();
}

addEventListener("popstate", () => {
  const now = new URL(location.href).searchParams;
  [kept.table, kept.step] = [now.get("table"), now.get("step") ?? ""];
  void refresh();
});
