// Login: by a link's code in the address, else by name and password; then redirect to the requested page.
import { accessWords } from "../shared/text/access_words.js";
import { h } from "../shared/dom.js";
import { json, said } from "../shared/http.js";
import { entered, me } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language } from "../shared/words.js";
import { input } from "../shared/ask/fields.js";

// Redirect only to pages of this service.
const asked = new URLSearchParams(location.search).get("next") ?? "/";
const wanted = URL.canParse(asked, location.origin) ? new URL(asked, location.origin) : null;
// Use the full address: a path that starts with two slashes would name another host.
const next = wanted?.origin === location.origin ? wanted.href : "/";
// Set for a reader who is logged in without access to the page and wants another login.
const other = new URLSearchParams(location.search).has("other");
const wrong = h("p.refused", { id: "wrong", role: "alert" }, entered()?.reason?.[language] ?? "");

async function send(/** @type {import("../shared/dom.js").Heard} */ event) {
  event.preventDefault();
  const answer = await json("POST", "/api/v1/access/login", Object.fromEntries(new FormData(form)));
  if (answer.ok) location.replace(next);
  else wrong.textContent = await said(answer, language);
}

const form = h(
  "form.card",
  { id: "login", onsubmit: send },
  h("p", {}, accessWords.byLink),
  input("name", accessWords.name, { required: true, autocomplete: "username" }),
  input("password", accessWords.password, { required: true, type: "password", autocomplete: "current-password" }),
  wrong,
  h("button.primary", {}, accessWords.logIn),
);
if (me.name && !entered() && !other) location.replace(next);
else document.body.append(pageBar(accessWords.title), h("main", {}, form));
