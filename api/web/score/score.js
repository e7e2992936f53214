// The score page: a hand by photo or taps, circumstances, points with their clauses, by one rulebook or two.
import { h, signed } from "../shared/dom.js";
import { openEntry } from "../shared/entry/entry.js";
import { postJson } from "../shared/http.js";
import { explained, headline } from "../shared/parts/result.js";
import { reached, shared } from "../shared/reach/links.js";
import { showPlace } from "../shared/parts/place.js";
import { barred, who } from "../shared/session.js";
import { field, select } from "../shared/ask/fields.js";
import { pageBar } from "../shared/parts/shell.js";
import { sorted } from "../shared/entry/draft.js";
import { language, words } from "../shared/words.js";
import { handOf, keepResult, linkOf, results, stayOffline } from "./kept.js";
import { photoCard } from "./photo/photo.js";
import { shapeOf } from "./photo/shape.js";
import { said } from "./words.js";
import { card } from "../shared/tell/card.js";
/** @import { NoWinJson, ScoreJson, TextJson } from "jantaku/api" */

/** @typedef {import("../shared/entry/entry.js").Entry} Entry */
/** @typedef {import("../shared/entry/draft.js").Draft} Draft */

const BOOKS = "score books";
const LOOK_MS = 3000;
const link = handOf(location.hash);
const answered = await fetch("/api/v1/rulebooks").catch(() => null);
/** @type {{id: string, ja: string, en: string}[]} */
const books = answered?.ok ? await answered.json() : [];
const remembered = (localStorage.getItem(BOOKS) ?? "").split(" ");
const bookName = (/** @type {string} */ id) => books.find((each) => each.id === id)?.[language] ?? id;

/** @type {[string, string][]} */
const named = books.map((book) => [book.id, book[language]]);
const first = select(named, link?.book ?? remembered[0], { id: "book", onchange: again });
const second = select([["", said.no], ...named], link?.beside ?? remembered[1], { id: "beside", onchange: again });
const number = (/** @type {string} */ id, /** @type {number} */ value) =>
  h("input", { id, type: "number", inputmode: "numeric", min: 0, max: 99, value, onchange: again });
const counters = number("counters", link?.counters ?? 0);
const sticks = number("sticks", link?.sticks ?? 0);
const answer = h("section.answer", { id: "answer", hidden: true, tabindex: -1, "aria-live": "polite" });
const offline = h("p.offline", { id: "offline", role: "status", hidden: true }, said.offline);
const recent = card(null, { class: "recent", id: "recent", hidden: true });
const stays = h("p.faint", { id: "stays", hidden: true }, said.ready);
const sharer = h("button", { id: "share", onclick: share }, said.share);
const place = h("div.hand-entry", {});
const pinned = h("aside.pinned", { id: "pinned", "aria-label": said.result, hidden: true });

let asked = 0;
let shownFor = "";
/** @type {Entry} */
let entry;

const context = () => ({
  ...(first.value ? { rulebook: first.value } : {}),
  counters: Number(counters.value) || 0,
  riichi_sticks: Number(sticks.value) || 0,
});

/** @param {Partial<Draft>} [draft] @param {boolean} [fresh] */
function begin(draft, fresh = false) {
  if (fresh) {
    shape.forget();
    entry?.forget();
    shownFor = "";
  }
  entry = openEntry({ address: "/api/v1/entries", context, draft, keep: "score", compact: true, changed });
  place.replaceChildren(entry.element);
}

// Request the score again after a change of the rulebooks or the situation.
function again() {
  localStorage.setItem(BOOKS, `${first.value} ${second.value}`);
  shownFor = "";
  entry.set({});
}

const state = () => ({
  draft: entry.draft(),
  book: first.value,
  beside: second.value,
  counters: Number(counters.value) || 0,
  sticks: Number(sticks.value) || 0,
});

/** @param {Entry} now */
function changed(now) {
  shape.follow(now.draft());
  pin(now.told());
  if (!now.ready()) {
    if (!now.told()?.score?.ok) answer.hidden = true;
    return;
  }
  const hash = linkOf(state());
  if (hash === shownFor) return;
  shownFor = hash;
  history.replaceState(null, "", location.pathname + location.search + hash);
  void show(now, hash);
}

// Always visible: the value of the hand, or the reason why it is not a win.
/** @param {import("../shared/entry/entry.js").Told | null} told */
function pin(told) {
  const score = told?.score;
  const why = told?.why_not?.[language];
  pinned.hidden = !score?.ok && !why;
  pinned.replaceChildren(
    score?.ok
      ? h(
          "p",
          {},
          h("b.worth", {}, told?.said?.[language] ?? words.points(score.points)),
          h("span.value", {}, headline(score)),
        )
      : h("p.no-win", {}, why ?? ""),
    score?.ok ? h("a", { href: "#answer", onclick: toAnswer }, said.lines) : "",
  );
}

// Scroll by script: the part after the # of the address holds the hand and is no anchor.
/** @param {Event} event */
function toAnswer(event) {
  event.preventDefault();
  answer.scrollIntoView({ block: "start" });
  answer.focus({ preventScroll: true });
}

/** @typedef {{book: string, score: import("../shared/parts/result.js").Scored, said?: TextJson}} Sheet */

/** @param {Entry} now @param {string} hash */
async function show(now, hash) {
  const number_ = (asked += 1);
  const told = now.told();
  if (!told?.score) return;
  /** @type {Sheet[]} */
  const sheets = [{ book: first.value, score: told.score, said: told.said ?? undefined }];
  if (second.value && second.value !== first.value) {
    const { mode, text, prevailing } = now.draft();
    const typed = mode === "text" ? { text } : {};
    const body = { ...context(), ...now.request(), ...typed, prevailing_wind: prevailing, dealer: 0 };
    const other = await postJson("/api/v1/entries", { ...body, rulebook: second.value }).catch(() => null);
    if (number_ !== asked) return;
    const answered_ = other?.ok ? await other.json() : null;
    if (answered_)
      sheets.push({
        book: second.value,
        score: answered_.score ?? { ok: false, detail: answered_.problems[0]?.[language] ?? "" },
        said: answered_.said ?? undefined,
      });
  }
  answer.replaceChildren(...sheets.map((sheet) => sheetOf(sheet, now.draft().winner)));
  answer.hidden = false;
  const line = `${told.score.ok ? headline(told.score) : ""} · ${told.said?.[language] ?? ""} · ${bookName(first.value)}`;
  keepResult({ at: Date.now(), text: line, link: hash });
  showRecent();
}

/** @param {Sheet} sheet @param {number | null} winner */
function sheetOf({ book, score, said: aloud }, winner) {
  const paid = score.ok
    ? h(
        "table.payments",
        {},
        h("caption", {}, said.payments),
        h(
          "tbody",
          {},
          // No row for a seat without a payment.
          score.payments.map((points, seat) =>
            points
              ? h(
                  seat === winner ? "tr.winner" : "tr",
                  {},
                  h("th", { scope: "row" }, said.seats[seat]),
                  h("td.number", {}, signed(points)),
                )
              : null,
          ),
        ),
      )
    : null;
  return h("article.card.sheet", { "data-book": book }, h("h2", {}, bookName(book)), explained(score, aloud), paid);
}

function showRecent() {
  const kept = results();
  recent.hidden = !kept.length;
  recent.replaceChildren(
    h("h2", {}, said.recent),
    h(
      "ul",
      {},
      kept.map((each) =>
        h(
          "li",
          {},
          h("a", { href: each.link }, each.text),
          h("span.faint", {}, ` ${new Date(each.at).toLocaleTimeString(language)}`),
        ),
      ),
    ),
  );
}

// Requested in advance: sharing must follow the user gesture immediately.
const others = reached();
async function share() {
  const url = shared(linkOf(state()), await others);
  if (navigator.share) return void navigator.share({ title: said.title, url }).catch(() => null);
  await navigator.clipboard?.writeText(url).catch(() => null);
  sharer.textContent = said.shared;
  setTimeout(() => (sharer.textContent = said.share), LOOK_MS);
}

// Treat red fives as plain fives if the rulebook has none.
const lawful = (/** @type {string} */ face) =>
  face[0] === "0" && entry.told()?.left[face] === 0 ? `5${face[1]}` : face;
const split = (/** @type {string} */ notation) =>
  [...notation.matchAll(/(\d+)([mpsz])/g)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => lawful(rank + suit)));

/** @param {import("jantaku/api").PhotoJson} reading */
function read(reading) {
  const { hand } = reading;
  const faces = reading.tiles.flatMap((each) => (each.face === "up" && each.tile ? [lawful(each.tile)] : []));
  const melds = (hand?.melds ?? []).map(({ kind, tiles, called, from }) => ({
    kind,
    tiles: split(tiles),
    ...(called && { called: lawful(called), from: from ?? undefined }),
  }));
  const concealed = hand ? split(hand.hand) : faces.slice(0, 13);
  const closed = reading.structure?.closed;
  shape.read(reading.structure, closed ? { hand: split(closed.hand), win: lawful(closed.win), melds: [] } : null);
  entry.set({ mode: "tiles", hand: concealed, win: hand ? lawful(hand.win) : (faces[13] ?? null), melds });
}

/** Make a concealed tile the winning tile. @param {string} face */
function wins(face) {
  const { hand, win } = entry.draft();
  const at = hand.indexOf(lawful(face));
  shape.won();
  if (at >= 0) entry.set({ hand: sorted([...hand.toSpliced(at, 1), ...(win ? [win] : [])]), win: lawful(face) });
}

/** @param {string | null} was @param {string} is */
function corrected(was, is) {
  const draft = entry.draft();
  const old = lawful(was ?? "");
  const at = draft.hand.indexOf(old);
  if (at >= 0) return entry.set({ hand: draft.hand.with(at, is) });
  if (draft.win === old) return entry.set({ win: is });
  const melds = draft.melds.map((meld) => {
    const inside = meld.tiles.indexOf(old);
    if (inside < 0) return meld;
    return { ...meld, tiles: meld.tiles.with(inside, is), called: meld.called === old ? is : meld.called };
  });
  return entry.set({ melds });
}

const shape = shapeOf((known) => entry.set(known));
const photo = photoCard(read, { corrected, wins });
document.title = `jantaku · ${said.title}`;
document.body.append(
  pageBar(said.title, { ways: h("a", { href: "/rules" }, said.rules), account: who() }),
  h(
    "main",
    {},
    offline,
    h(
      "div.left",
      {},
      photo.element,
      card(null, { class: "hand" }, shape.element, place),
      card(
        null,
        { class: "books" },
        field(said.book, first),
        field(said.beside, second),
        field(said.counters, counters),
        field(said.sticks, sticks),
      ),
    ),
    h(
      "div.right",
      {},
      h(
        "div.acts",
        {},
        sharer,
        h(
          "button",
          {
            id: "clear",
            onclick: () => {
              answer.hidden = true;
              photo.forget();
              history.replaceState(null, "", location.pathname + location.search);
              begin(undefined, true);
            },
          },
          said.clear,
        ),
      ),
      answer,
      recent,
      stays,
    ),
  ),
  pinned,
);
// The hand of a link takes precedence over a stored draft.
if (link?.draft) sessionStorage.removeItem("entry score");
begin(link?.draft);
showRecent();
const tellLink = () => (offline.hidden = navigator.onLine);
addEventListener("online", tellLink);
addEventListener("offline", tellLink);
tellLink();
void photo.again();
const sample = new URLSearchParams(location.search).get("photo");
if (sample) void photo.takeFrom(sample);
// Offline the page cannot score, but shows its stored results.
const barrier = answered && navigator.onLine ? barred("viewer") : null;
if (barrier) showPlace(barrier);
stays.hidden = !(await stayOffline());
