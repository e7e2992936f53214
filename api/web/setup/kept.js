// What the page knows of the table that is set up, and how it asks the service.
import { json, said as why } from "../shared/http.js";
import { surely } from "../shared/session.js";
import { language } from "../shared/words.js";
import { said } from "./words.js";
/** @import { FoundTold, OverviewTold, SetupBody, SetupTold } from "jantaku/api" */

const address = new URL(location.href);

/**
 * The page's state: `table` being set up (null: none chosen), `step` open, `told` by the service of it, `refused` last.
 * @type {{table: string | null, step: string, overview: OverviewTold | null, told: SetupTold | null, found: FoundTold | {boards: null, cameras: null} | null, refused: string, busy: string, lost: boolean}}
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

/** What the service says of the table: for what is shown of one. */
export const toldNow = () => /** @type {SetupTold} */ (kept.told);

/** What is done with the table's devices now, by this page or any other: "" for nothing. */
export const doing = () => kept.busy || kept.told?.doing || "";

/** @param {string} path */
export const own = (path) => `/api/v1/setup/tables/${encodeURIComponent(kept.table ?? "")}${path}`;

/**
 * Look at something; null where it is refused or away, and then `kept.refused` says why.
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
 * Ask for something while the page says that it is busy with `name`; what was answered, null where it was refused.
 * One thing goes after another, each on what the one before it left: who clicks fast is not taken for two persons.
 * @template T
 * @param {string} name
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]   a function is asked for it when its turn has come
 * @param {(told: T) => void} [take]   what is done with the answer before the next one's turn
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

/** What the service says of the table after something was done. @param {SetupTold} told */
export function takeTold(told) {
  kept.told = told;
  taken += 1;
}

/**
 * Choose something for the table.
 * @template {keyof SetupBody} K
 * @param {K} key
 * @param {SetupBody[K] | ((told: SetupTold) => unknown)} value   a function makes it of what is told of the table when its turn has come
 */
export async function choose(key, value) {
  const body = () => ({
    [key]: typeof value === "function" ? value(toldNow()) : value,
    seen: kept.told?.version,
  });
  const told = await ask(key, "PUT", own(""), body, takeTold);
  // Where another has changed it meanwhile, it is shown as it is now.
  if (!told) await refresh();
  news();
  return told !== null;
}

/**
 * @template {string} T
 * @param {T[]} all
 * @param {T} one
 * @param {boolean} there   whether `one` is to be among them
 */
export function withOne(all, one, there) {
  const others = all.filter((each) => each !== one);
  return there ? [...others, one] : others;
}

/** Leave off what was chosen and not saved. */
export async function leaveOff() {
  await ask("leave", "DELETE", own(""), {}, takeTold);
}

export async function refresh() {
  if (!kept.table) return;
  const since = taken;
  const told = await look(own(""));
  // What was done while it looked is newer than what it saw.
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
