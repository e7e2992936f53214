// Who is logged in: a link's code or an overlay's token out of the address, the chip that names them, the PIN.
import { h } from "./dom.js";
import { json } from "./http.js";
import { spend } from "./link_code.js";
import { problemIn } from "./parts/place.js";
import { accessWords } from "./text/access_words.js";
import { onLanguage } from "./words.js";

// What stands behind the # never leaves the browser by itself.
const given = new URLSearchParams(location.hash.slice(1));
const token = given.get("token");
// A link that is opened where its page is open already changes nothing but what stands behind the #.
addEventListener("hashchange", () => location.reload());

// What a request carries of a page that was given a token.
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
  // Where no answer came, the code is kept for the next time that the page is loaded.
  await spend(login, taken).catch(() => {});
  const answer = await whoAmI();
  return answer?.ok ? answer.json() : { name: "", role: "none", why: await problemIn(answer) };
}

// What the service says who asks; null where it does not answer. ``signal``: for how long that is waited for.
export const whoAmI = (/** @type {AbortSignal | undefined} */ signal = undefined) =>
  fetch("/api/v1/access/me", { headers: bearer, signal }).catch(() => null);

export const me = await enter();
export const may = (/** @type {string} */ role) => LADDER.indexOf(me.role) >= LADDER.indexOf(role);
export const roleName = (/** @type {string} */ role) => accessWords.roles[role] ?? role;

// Why a link did not open; null where it did.
export const entered = () => trouble;

/**
 * Why a page is not for its reader; null where it is.
 * @param {string} role   the least that may see it
 * @param {boolean} [named]   whether only somebody who is logged in has a use for it
 * @returns {import("./parts/place.js").Problem | null}
 */
export function barred(role, named = false) {
  if (trouble) return trouble;
  if (may(role) && (me.name || !named)) return null;
  // Where nobody is known by name at all, nobody can be asked to log in.
  if (me.why) return me.why.status === 404 ? null : { role: role === "viewer" ? "" : role, ...me.why };
  if (me.over) return { code: "session-over", role: role === "viewer" ? "" : role };
  return { code: me.name ? "role-too-low" : "log-in", role: role === "viewer" ? "" : role };
}

// A ticket for one socket, for a page that was given a token; null for everybody else.
export async function ticket() {
  if (!token) return null;
  const answer = await fetch("/api/v1/access/tickets", {
    method: "POST",
    headers: bearer,
  });
  return answer.ok ? (await answer.json()).ticket : null;
}

/** Who is logged in, in the page's language; leads to their devices, or to where one logs in. */
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

// A request that may need the PIN: where it is asked for it is entered, and the request made again.
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
