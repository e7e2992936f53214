// Claims: entries that a person makes at the console. A refusal is shown in one line. An entry that did not reach the
// service is stored; the person sends or discards it once the link is back.
import { h } from "../shared/dom.js";
import { postJson } from "../shared/http.js";
import { hold } from "../shared/ask/hold.js";
import { hideNotice, openDialogs, tell } from "../shared/tell/notice.js";
import { COSTLY, refusalIn } from "../shared/parts/refusal.js";
import { language } from "../shared/words.js";
import { said } from "./words.js";
/** @import { ClaimJson, ForeseenView } from "jantaku/api" */

/** @typedef {{id: number, kind: string, more: Record<string, unknown>, at: number, outcome?: string}} Unsent */

export const table = decodeURIComponent(location.pathname.split("/").pop() ?? "");
/** @param {string} path */
export const address = (path) => `/api/v1/tables/${encodeURIComponent(table)}${path}`;

/** @typedef {import("../shared/parts/refusal.js").Act} Act */
/** @type {(claim: Act["claim"]) => void} */
let openForm = () => {};

/** @param {(claim: Act["claim"]) => void} open   opens the form that an act needs */
export function watchForms(open) {
  openForm = open;
}

/**
 * Button for the act that a refusal names: it acts on a tap, must be held for a costly act, or opens the act's form.
 * @param {Act | null | undefined} act
 */
function actButton(act) {
  if (!act) return null;
  const { kind, ...more } = act.claim;
  const text = act.button[language];
  const begin = async () => {
    hideNotice();
    for (const box of openDialogs()) {
      box.close();
      box.remove();
    }
    if (act.whole) await claim(kind, more);
    else openForm(act.claim);
  };
  const attributes = { "data-first": kind };
  if (COSTLY.includes(kind)) return hold(text, begin, { ...attributes, class: "primary" });
  return h("button.primary", { ...attributes, onclick: begin }, text);
}

/** Interval at which the link is checked while an entry waits for its answer. */
const ANSWER_MS = 8000;
const KEPT = `unsent ${table}`;
/** @type {Unsent[]} */
let unsent = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
let changed = () => {};
let linked = () => true;
/** @type {(kind: string, more: Record<string, unknown>, told: ForeseenView) => void} */
let moved = () => {};

/**
 * @param {() => void} redraw    called when the list changes, to show it
 * @param {() => boolean} reaches   true if the service can be reached
 */
export function watchUnsent(redraw, reaches) {
  changed = redraw;
  linked = reaches;
}
export const unsentClaims = () => unsent;

/** True if entries can reach the service. */
export const isLinked = () => linked();

/** @param {typeof moved} show   called with an entry's new effects if they changed and it was refused */
export function watchMoved(show) {
  moved = show;
}

/** @param {Unsent[]} list */
function keep(list) {
  unsent = list;
  sessionStorage.setItem(KEPT, JSON.stringify(unsent));
  changed();
}

/** @param {number} id */
export const discardUnsent = (id) => keep(unsent.filter((each) => each.id !== id));

/** @param {number} id */
export async function sendUnsent(id) {
  const one = unsent.find((each) => each.id === id);
  if (one && (await send(one.kind, one.more, one.outcome)) !== "lost") discardUnsent(id);
}

/**
 * @param {string} kind
 * @param {Record<string, unknown>} more
 * @param {string} [outcome]
 * @returns {Promise<"taken" | "refused" | "lost">}
 */
async function send(kind, more, outcome) {
  const asked = new AbortController();
  // A busy service answers late: give up the entry only if the link is lost as well.
  const looking = window.setInterval(() => linked() || asked.abort(), ANSWER_MS);
  try {
    const answer = await postJson(address("/claims"), { kind, ...more, ...(outcome && { outcome }) }, asked.signal);
    if (answer.ok) {
      /** @type {Partial<ClaimJson>} */
      const { left = [] } = await answer.json().catch(() => ({}));
      if (left.length) tell(said.leftOpen(left.map((each) => `${each.name[language]}: ${each.reason[language]}`)));
      return "taken";
    }
    const { text, act, foreseen } = await refusalIn(answer, said.failed);
    if (foreseen) moved(kind, more, foreseen);
    tell(text, actButton(act));
    return "refused";
  } catch {
    return "lost";
  } finally {
    window.clearInterval(looking);
  }
}

/**
 * Resolves to true if the entry was accepted, or stored until the link is back; shows the reason of a refusal.
 * @param {string} kind
 * @param {Record<string, unknown>} [more]
 * @param {string} [outcome]   `outcome` of the effects that the person was shown
 */
export async function claim(kind, more = {}, outcome = undefined) {
  const met = linked() ? await send(kind, more, outcome) : "lost";
  if (met === "lost") {
    keep([...unsent, { id: Date.now(), kind, more, at: Date.now(), outcome }]);
    tell(said.kept);
  }
  return met !== "refused";
}
