// A refusal: its sentence, and the button of the act that must come first.
import { h } from "../dom.js";
import { postJson } from "../http.js";
import { may } from "../session.js";
import { language } from "../words.js";

/** @typedef {{kind: string, subject?: string, round?: number}} Claim */
/** @typedef {{claim: Claim, whole: boolean, button: Record<string, string>}} Act */
/** @typedef {{text: string, act: Act | null, foreseen?: import("jantaku/api").ForeseenView | null}} Refusal */

/** Acts whose buttons must be held. */
export const COSTLY = ["uphold_fault", "end_game"];
/** Parameter after the # of the console's address that names the act whose form it opens. */
const FIRST = "first";

/**
 * Read a refusal from an answer; its text is `otherwise` if there is no answer or no reason.
 * @param {Response | null | undefined} answer
 * @param {string} otherwise
 * @returns {Promise<Refusal>}
 */
export async function refusalIn(answer, otherwise) {
  const problem = (await answer?.json().catch(() => null)) ?? {};
  return {
    text: problem.reason?.[language] ?? otherwise,
    act: problem.first ?? problem.instead ?? null,
    foreseen: problem.foreseen ?? null,
  };
}

/** The act whose form this page was asked to open, if any. @returns {Claim | null} */
export function askedFirst() {
  const told = new URLSearchParams(location.hash.slice(1));
  const kind = told.get(FIRST);
  if (!kind) return null;
  return {
    kind,
    ...(told.has("round") ? { round: Number(told.get("round")) } : {}),
    subject: told.get("subject") ?? "",
  };
}

/** @param {string} table @param {Act} act */
function consoleFor(table, { claim: { kind, ...more }, whole }) {
  const asked = whole
    ? ""
    : `#${new URLSearchParams({ [FIRST]: kind, .../** @type {Record<string, string>} */ (/** @type {unknown} */ (more)) })}`;
  return `/tables/${encodeURIComponent(table)}${asked}`;
}

/**
 * The sentence with its button, on pages other than the console: it makes the act, or opens its form at the console.
 * @param {Refusal} refusal
 * @param {string} table
 * @param {(next: Refusal | null) => void} done   called with the refusal of that act, or null if it was accepted
 * @param {import("../dom.js").Attributes} [more]
 */
export function refusalLine(refusal, table, done, more = {}) {
  const { text, act } = refusal;
  return h(
    "p.refused",
    { role: "alert", ...more },
    text,
    act && may("referee") ? [" ", button(act, table, done)] : null,
  );
}

/** @param {Act} act @param {string} table @param {(next: Refusal | null) => void} done */
function button(act, table, done) {
  const name = act.button[language];
  const told = { "data-first": act.claim.kind };
  if (!act.whole || COSTLY.includes(act.claim.kind))
    return h("a.button.primary", { href: consoleFor(table, act), ...told }, name);
  const begin = async () => {
    const path = `/api/v1/tables/${encodeURIComponent(table)}/claims`;
    const answer = await postJson(path, act.claim).catch(() => null);
    done(answer?.ok ? null : await refusalIn(answer, name));
  };
  return h("button.primary", { onclick: begin, ...told }, name);
}
