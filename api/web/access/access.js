// Page of a person's access: name and PIN, paired devices and when each was last seen, pairing by QR code, tokens.
import { accessWords as words } from "../shared/text/access_words.js";
import { PIN_FIELD } from "../shared/ask/pin.js";
import { h } from "../shared/dom.js";
import { json, said } from "../shared/http.js";
import { reached, shared } from "../shared/reach/links.js";
import { codes, reachCard } from "../shared/reach/card.js";
import { showPlace } from "../shared/parts/place.js";
import { barred, may, me, roleName, surely, who, whoAmI } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language } from "../shared/words.js";
import { field, input, select } from "../shared/ask/fields.js";
import { card } from "../shared/tell/card.js";
/** @import { DeviceJson, FreshTokenJson, LastingLinkJson, OtherDeviceJson, TokenJson } from "jantaku/api" */

const ROLES = ["viewer", "overlay", "referee", "staff", "owner"];
const main = h("main");
const notice = h("p.refused", { id: "told", role: "status" });
document.body.append(pageBar(words.access, { account: who() }), notice, main);

async function call(
  /** @type {string} */ method,
  /** @type {string} */ path,
  /** @type {object | undefined} */ body = undefined,
) {
  const answer = await surely(() =>
    body ? json(method, `/api/v1/access${path}`, body) : fetch(`/api/v1/access${path}`, { method }),
  );
  notice.textContent = answer.ok ? "" : await said(answer, language);
  return answer.ok ? answer : null;
}

const roles = () =>
  field(
    words.role,
    select(
      ROLES.filter(may).map((role) => [role, roleName(role)]),
      "referee",
      { name: "role" },
    ),
  );
/** @param {HTMLFormElement} form */
const values = (form) => Object.fromEntries(new FormData(form));
const when = (/** @type {number | null} */ at) => (at ? new Date(at * 1000).toLocaleString(language) : "–");

function mine() {
  const form = h(
    "form.card",
    {
      id: "mine",
      onsubmit: async (event) => {
        event.preventDefault();
        if (await call("PUT", "/secrets", values(form))) {
          form.reset();
          notice.textContent = words.saved;
        }
      },
    },
    h("h2", {}, `${words.mine}: ${me.name} · ${roleName(me.role)}`),
    me.before ? h("p.faint", { id: "before" }, words.before(me.before.name, when(me.before.made))) : "",
    input("pin", words.pinNew, PIN_FIELD),
    input("password", words.passwordNew, { type: "password", autocomplete: "new-password" }),
    input("present", words.present, { type: "password", autocomplete: "off" }),
    h(
      "div.acts",
      {},
      h("button.primary", {}, words.enter),
      h(
        "button",
        {
          id: "log-out",
          onclick: async () => {
            await call("POST", "/logout");
            location.assign("/");
          },
        },
        words.logOut,
      ),
    ),
  );
  return form;
}

// Devices under this account that this device has not acknowledged; each can be revoked, all can be acknowledged.
async function others() {
  /** @type {OtherDeviceJson[]} */
  const told = (await (await whoAmI())?.json())?.others ?? [];
  if (!told.length) return [];
  const known = card(
    words.others,
    { id: "others", role: "alert" },
    h(
      "ul",
      {},
      told.map((each) =>
        h(
          "li",
          { "data-others": each.id },
          h("b", {}, each.name),
          h("span.faint", {}, ` ${words.since(when(each.made))} `),
          each.ended
            ? ""
            : h(
                "button",
                { onclick: async () => (await call("DELETE", `/others/${each.id}`)) && show() },
                words.revoke,
              ),
        ),
      ),
    ),
    h("p.faint", {}, words.othersNote),
    h(
      "button",
      {
        id: "known",
        onclick: async () => {
          if (!(await call("PUT", "/others", {}))) return;
          document.querySelector("#others-told")?.remove();
          await show();
        },
      },
      words.known,
    ),
  );
  return [known];
}

/**
 * @param {{id: string, role: string, seen: number | null, device?: string}} each
 * @param {string} path
 * @param {string} title
 */
function line(each, path, title) {
  const seen = each.device === me.device ? ` · ${words.here}` : "";
  return h(
    "li",
    /** @type {import("../shared/dom.js").Attributes} */ ({ [`data-${path}`]: each.id }),
    h("b", {}, title),
    h("span.faint", {}, ` ${roleName(each.role)} · ${words.seen(when(each.seen))}${seen} `),
    h("button", { onclick: async () => (await call("DELETE", `/${path}/${each.id}`)) && show() }, words.revoke),
  );
}

/**
 * A form that asks for a name and a role and shows the result below. `made` returns the nodes of the result.
 * @template T
 * @param {string} id
 * @param {string} path
 * @param {string} button
 * @param {(told: T, asked: {name: string, role: string}) => Iterable<Node | string> | Promise<Iterable<Node | string>>} made
 */
function inviting(id, path, button, made) {
  const place = h("div", { "aria-live": "polite" });
  const form = h(
    "form",
    {
      id,
      onsubmit: async (event) => {
        event.preventDefault();
        const body = /** @type {{name: string, role: string}} */ (values(form));
        const answer = await call("POST", path, body);
        if (answer) place.replaceChildren(...(await made(await answer.json(), body)));
      },
    },
    input("name", words.name, { required: true, maxlength: 60 }),
    roles(),
    h("button.primary", {}, button),
    place,
  );
  return form;
}

const paired = (/** @type {LastingLinkJson} */ link, /** @type {{name: string, role: string}} */ { name, role }) =>
  codes(link, words.pairing(name, roleName(role)), { id: "pairing" });
const tokened = async (/** @type {FreshTokenJson} */ { token }) => [
  h("p", {}, words.tokenOnce),
  h("p", {}, h("code", { id: "token" }, token)),
  h("p.faint", {}, `${words.overlay}: ${shared("/overlay/", await reached())}…?late=1#token=${token}`),
];

/** @param {string} path */
const list = async (path) => (await (await call("GET", path))?.json()) ?? [];

async function show() {
  const barrier = barred("viewer", true);
  if (barrier) return showPlace(barrier);
  /** @type {HTMLElement[]} */
  const cards = [...(await others()), mine()];
  if (may("staff")) {
    /** @type {[DeviceJson[], TokenJson[]]} */
    const [devices, tokens] = await Promise.all([list("/devices"), list("/tokens")]);
    cards.push(
      card(
        words.devices,
        { id: "devices" },
        h(
          "ul",
          {},
          devices.map((each) => line({ ...each, device: each.id }, "devices", `${each.person} · ${each.name}`)),
        ),
        inviting("pair", "/pairings", words.pair, paired),
      ),
      reachCard(),
      card(
        words.tokens,
        { id: "tokens" },
        h(
          "ul",
          {},
          tokens.map((each) => line(each, "tokens", each.name)),
        ),
        inviting("make-token", "/tokens", words.makeToken, tokened),
      ),
    );
  }
  return main.replaceChildren(...cards);
}

await show();
