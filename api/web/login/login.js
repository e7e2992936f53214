// Coming in: a link's code out of the address, else a name and a password; then on to where one wanted to go.
import { accessWords } from "../shared/text/access_words.js";
import { h } from "../shared/dom.js";
import { json, said } from "../shared/http.js";
import { entered, me } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language } from "../shared/words.js";
import { input } from "../shared/ask/fields.js";

// Only a page of this service is gone on to.
const asked = new URLSearchParams(location.search).get("next") ?? "/";
const wanted = URL.canParse(asked, location.origin) ? new URL(asked, location.origin) : null;
// Whole: a path alone may begin with two strokes, and would name another host.
const next = wanted?.origin === location.origin ? wanted.href : "/";
// Whoever may not see a page comes here to log in as somebody else.
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
