// Who is logged in: a link's code or an overlay's token out of the address, the chip that names them, the PIN.
import { h } from "./dom.js";
import { json, said as told } from "./http.js";
import { spend } from "./link_code.js";
import { accessWords } from "./text/access_words.js";
import { language } from "./words.js";

// What stands behind the # never leaves the browser by itself.
const given = new URLSearchParams(location.hash.slice(1));
const token = given.get("token");
// A link that is opened where its page is open already changes nothing but what stands behind the #.
addEventListener("hashchange", () => location.reload());

const LADDER = ["viewer", "overlay", "referee", "staff", "owner"];
let trouble = "";

async function enter() {
  const login = (link) => json("POST", "/api/v1/access/login", link);
  const taken = async (answer) => {
    if (!answer.ok) trouble = await told(answer, language);
  };
  // Where no answer came, the code is kept for the next time that the page is loaded.
  await spend(login, taken).catch(() => {});
  const answer = await fetch("/api/v1/access/me");
  return answer.ok ? answer.json() : { name: "", role: "none" };
}

export const me = await enter();
export const may = (role) => LADDER.indexOf(me.role) >= LADDER.indexOf(role);
export const roleName = (role) => accessWords.roles[role] ?? role;

// Why a link did not open, once; empty where it did.
export const entered = () => trouble;

// What a request carries of a page that was given a token.
/** @type {Record<string, string>} */
export const bearer = token ? { authorization: `Bearer ${token}` } : {};

// A ticket for one socket, for a page that was given a token; null for everybody else.
export async function ticket() {
  if (!token) return null;
  const answer = await fetch("/api/v1/access/tickets", {
    method: "POST",
    headers: bearer,
  });
  return answer.ok ? (await answer.json()).ticket : null;
}

export const who = () =>
  h(
    "a.chip.who",
    { id: "who", href: me.name ? "/access" : `/login?next=${encodeURIComponent(location.pathname)}` },
    me.name ? [h("span.name", {}, me.name), h("span.role", {}, ` · ${roleName(me.role)}`)] : accessWords.logIn,
  );

// What a page shows in place of what its reader may not see.
export const closed = (role) =>
  h(
    "section.card",
    { id: "closed" },
    h("p", {}, trouble || accessWords.needs(roleName(role))),
    h("p", {}, h("a", { href: `/login?next=${encodeURIComponent(location.pathname)}` }, accessWords.logIn)),
  );

// Ask for the PIN, or for a new one where there is none; true once it was taken.
function askPin(isNew) {
  return new Promise((done) => {
    const field = h("input", {
      type: "password",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 12,
      required: true,
      "aria-label": accessWords.pin,
    });
    const wrong = h("p.refused", { role: "alert" });
    const box = h(
      "dialog",
      { id: "pin", "aria-label": accessWords.pin },
      h(
        "form",
        {
          onsubmit: async (event) => {
            event.preventDefault();
            const pin = field.value;
            const steps = isNew ? [["PUT", "/api/v1/access/secrets"]] : [];
            for (const [method, path] of [...steps, ["POST", "/api/v1/access/pin"]]) {
              const answer = await json(method, path, { pin });
              if (answer.ok) continue;
              wrong.textContent = await told(answer, language);
              field.select();
              return;
            }
            box.close("entered");
          },
        },
        h("h2", {}, isNew ? accessWords.choosePin : accessWords.enterPin),
        field,
        wrong,
        h(
          "div.acts",
          {},
          h("button.primary", {}, accessWords.enter),
          h("button", { type: "button", onclick: () => box.close() }, accessWords.back),
        ),
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "entered");
    });
    document.body.append(box);
    box.showModal();
  });
}

// A request that moves the machine: where the PIN is asked for it is entered, and the request made again.
export async function surely(request) {
  const answer = await request();
  if (answer.status !== 403) return answer;
  const problem = await answer.clone().json();
  if (problem.code !== "pin-needed") return answer;
  const { pin } = await (await fetch("/api/v1/access/me")).json();
  return (await askPin(!pin)) ? request() : answer;
}
