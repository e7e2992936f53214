// People's devices: who I am and my PIN, what is paired and when it was seen, new devices by QR code, tokens.
import { accessWords as words } from "../shared/text/access_words.js";
import { h } from "../shared/dom.js";
import { json, said } from "../shared/http.js";
import { reached, shared } from "../shared/reach/links.js";
import { codes, reachCard } from "../shared/reach/card.js";
import { showPlace } from "../shared/parts/place.js";
import { barred, may, me, roleName, surely, who, whoAmI } from "../shared/session.js";
import { language, languageButton } from "../shared/words.js";
import { home } from "../shared/parts/shell.js";

const ROLES = ["viewer", "overlay", "referee", "staff", "owner"];
const main = h("main");
const notice = h("p.refused", { id: "told", role: "status" });
document.body.append(
  h("header.bar", {}, home(), h("h1", {}, words.access), h("span.push"), who(), languageButton()),
  notice,
  main,
);

async function call(method, path, body) {
  const answer = await surely(() =>
    body ? json(method, `/api/v1/access${path}`, body) : fetch(`/api/v1/access${path}`, { method }),
  );
  notice.textContent = answer.ok ? "" : await said(answer, language);
  return answer.ok ? answer : null;
}

const field = (name, label, attributes = {}) =>
  h("label", {}, h("span.faint", {}, label), h("input", { name, ...attributes }));
const roles = () =>
  h(
    "label",
    {},
    h("span.faint", {}, words.role),
    h(
      "select",
      { name: "role" },
      ROLES.filter(may).map((role) => h("option", { value: role, selected: role === "referee" }, roleName(role))),
    ),
  );
/** @param {HTMLFormElement} form */
const values = (form) => Object.fromEntries(new FormData(form));
const when = (at) => (at ? new Date(at * 1000).toLocaleString(language) : "–");

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
    field("pin", words.pinNew, { type: "password", inputmode: "numeric", autocomplete: "off" }),
    field("password", words.passwordNew, { type: "password", autocomplete: "new-password" }),
    field("present", words.present, { type: "password", autocomplete: "off" }),
    h(
      "div.acts",
      {},
      h("button.primary", {}, words.enter),
      h(
        "button",
        {
          id: "log-out",
          type: "button",
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

// Devices under my name that this one does not know of yet; each may be ended, all be acknowledged.
async function others() {
  const told = (await (await whoAmI())?.json())?.others ?? [];
  if (!told.length) return [];
  const card = h(
    "section.card",
    { id: "others", role: "alert" },
    h("h2", {}, words.others),
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
  return [card];
}

function line(each, path, title) {
  const seen = each.device === me.device ? ` · ${words.here}` : "";
  return h(
    "li",
    { [`data-${path}`]: each.id },
    h("b", {}, title),
    h("span.faint", {}, ` ${roleName(each.role)} · ${words.seen(when(each.seen))}${seen} `),
    h("button", { onclick: async () => (await call("DELETE", `/${path}/${each.id}`)) && show() }, words.revoke),
  );
}

// A form that asks for a name and a role, and shows what came of it below.
function inviting(id, path, button, made) {
  const place = h("div", { "aria-live": "polite" });
  const form = h(
    "form",
    {
      id,
      onsubmit: async (event) => {
        event.preventDefault();
        const body = values(form);
        const answer = await call("POST", path, body);
        if (answer) place.replaceChildren(...(await made(await answer.json(), body)));
      },
    },
    field("name", words.name, { required: true, maxlength: 60 }),
    roles(),
    h("button.primary", {}, button),
    place,
  );
  return form;
}

const paired = (link, { name, role }) => codes(link, words.pairing(name, roleName(role)), { id: "pairing" });
const tokened = async ({ token }) => [
  h("p", {}, words.tokenOnce),
  h("p", {}, h("code", { id: "token" }, token)),
  h("p.faint", {}, `${words.overlay}: ${shared("/overlay/", await reached())}…?late=1#token=${token}`),
];

async function show() {
  const barrier = barred("viewer", true);
  if (barrier) return showPlace(barrier);
  /** @type {HTMLElement[]} */
  const cards = [...(await others()), mine()];
  if (may("staff")) {
    const [devices, tokens] = await Promise.all(
      ["/devices", "/tokens"].map(async (path) => (await (await call("GET", path))?.json()) ?? []),
    );
    cards.push(
      h(
        "section.card",
        { id: "devices" },
        h("h2", {}, words.devices),
        h(
          "ul",
          {},
          devices.map((each) => line({ ...each, device: each.id }, "devices", `${each.person} · ${each.name}`)),
        ),
        inviting("pair", "/pairings", words.pair, paired),
      ),
      reachCard(),
      h(
        "section.card",
        { id: "tokens" },
        h("h2", {}, words.tokens),
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
