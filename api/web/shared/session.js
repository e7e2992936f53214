// The login of the page: a link's code or an overlay's token from the address, the chip with the name, the PIN.
import { h } from "./dom.js";
import { json } from "./http.js";
import { spend } from "./link_code.js";
import { problemIn } from "./parts/place.js";
import { accessWords } from "./text/access_words.js";
import { onLanguage } from "./words.js";

// The browser never sends the part of an address after the #.
const given = new URLSearchParams(location.hash.slice(1));
const token = given.get("token");
// A link opened in a tab that shows its page already changes only the part after the #: reload to use it.
addEventListener("hashchange", () => location.reload());

// Headers of requests from a page that was opened with a token.
/** @type {Record<string, string>} */
export const bearer = token ? { authorization: `Bearer ${token}` } : {};

const LADDER = ["viewer", "overlay", "referee", "staff", "owner"];
/** @type {import("./parts/place.js").Problem | null} */
let trouble = null;

async function enter() {
  const login = (/** @type {unknown} */ link) => json("POST", "/api/v1/access/login", link);
  const taken = async (/** @type {Response} */ answer) => {
    if (!answer.ok) trouble = await problemIn(answer);
  };
  // Without an answer the code stays stored for the next load of the page.
  await spend(login, taken).catch(() => {});
  const answer = await whoAmI();
  return answer?.ok ? answer.json() : { name: "", role: "none", why: await problemIn(answer) };
}

// The answer of the service to who is logged in; null without an answer. ``signal`` limits the wait.
export const whoAmI = (/** @type {AbortSignal | undefined} */ signal = undefined) =>
  fetch("/api/v1/access/me", { headers: bearer, signal }).catch(() => null);

export const me = await enter();
export const may = (/** @type {string} */ role) => LADDER.indexOf(me.role) >= LADDER.indexOf(role);
export const roleName = (/** @type {string} */ role) => accessWords.roles[role] ?? role;

// Problem of the link with which the page was opened; null if there is none.
export const entered = () => trouble;

/**
 * The problem that keeps the reader from the page; null if access is allowed.
 * @param {string} role   the lowest role with access
 * @param {boolean} [named]   true if the page requires a named login
 * @returns {import("./parts/place.js").Problem | null}
 */
export function barred(role, named = false) {
  if (trouble) return trouble;
  if (may(role) && (me.name || !named)) return null;
  // A service without logins answers 404: then there is no barrier.
  if (me.why) return me.why.status === 404 ? null : { role: role === "viewer" ? "" : role, ...me.why };
  if (me.over) return { code: "session-over", role: role === "viewer" ? "" : role };
  return { code: me.name ? "role-too-low" : "log-in", role: role === "viewer" ? "" : role };
}

// A ticket for one socket, for a page that was opened with a token; null otherwise.
export async function ticket() {
  if (!token) return null;
  const answer = await fetch("/api/v1/access/tickets", {
    method: "POST",
    headers: bearer,
  });
  return answer.ok ? (await answer.json()).ticket : null;
}

/** Chip with the name of the login, in the page's language; links to the devices, or to the login page. */
export function who() {
  const chip = h("a.chip.who", {
    id: "who",
    href: me.name ? "/access" : `/login?next=${encodeURIComponent(location.pathname + location.search)}`,
    hidden: me.why?.status === 404,
  });
  const others = me.others?.length ? h("b.refused", { id: "others-told" }) : null;
  const show = () => {
    others?.replaceChildren(accessWords.othersChip(me.others.length));
    chip.replaceChildren(
      ...(me.name
        ? [h("span.name", {}, me.name), h("span.role", {}, ` · ${roleName(me.role)}`), others ?? ""]
        : [accessWords.logIn]),
    );
  };
  show();
  onLanguage(show);
  return chip;
}

// Make a request that may need the PIN: if so, ask for the PIN and repeat the request.
export async function surely(/** @type {() => Promise<Response>} */ request) {
  const answer = await request();
  if (answer.status !== 403) return answer;
  const problem = await answer.clone().json();
  if (problem.code !== "pin-needed") return answer;
  const asked = await whoAmI();
  const pin = asked?.ok && (await asked.json()).pin;
  const { askPin } = await import("./ask/pin.js");
  return (await askPin(!pin)) ? request() : answer;
}
