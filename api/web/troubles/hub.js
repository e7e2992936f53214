// State of every venue's records at the hub: inconsistencies, since when, what to do, and who cleared them.
import { h } from "../shared/dom.js";
import { json, said as why } from "../shared/http.js";
import { patch } from "../shared/patch.js";
import { problemIn, showPlace } from "../shared/parts/place.js";
import { barred, bearer, may, surely, who } from "../shared/session.js";
import { pageBar } from "../shared/parts/shell.js";
import { language } from "../shared/words.js";
import { input } from "../shared/ask/fields.js";
import { clock, wrongCard } from "./card.js";
import { said } from "./words.js";
import { card } from "../shared/tell/card.js";

/** @typedef {{ja: string, en: string}} Both */
/** @typedef {{at: number, by: {name: string, kind: string, id: string}, why: string}} Clearance */
/**
 * @typedef {{id: number, at: number, subject: string, reason: string, what: Both, remedy: Both,
 *   cleared?: Clearance}} Break
 */
/** @typedef {{venue: string, table: string, journal: string, held: number, seen: number, heard_at: number}} Journal */
/** @typedef {{journals: Journal[], breaks: Break[], cleared: Break[]}} Stand */

const LOOK_MS = 2000;
const main = h("main", { id: "hub" });
const lost = h("p", { id: "lost", role: "alert", hidden: true }, said.away);
const refused = h("p.refused", { id: "refused", role: "alert" });

/** @param {Break} each */
const clearing = (each) =>
  h(
    "form.clearing",
    {
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const body = Object.fromEntries(new FormData(form));
        const answer = await surely(() => json("POST", `/api/v1/hub/breaks/${each.id}/clearance`, body));
        refused.textContent = answer.ok ? "" : await why(answer, language);
        await look();
      },
    },
    input("why", said.why, { maxlength: 400, required: true }),
    h("button.primary", {}, said.clear),
  );

/** Venue and table of a break; the raw subject if it has another form. @param {Break} each */
function of({ subject }) {
  const [, venue, table] = subject.match(/^jantaku\.([^.]+)\.([^.]+)\.staff$/) ?? [];
  return venue ? `${venue} ${table}` : subject;
}

/** @param {Break} each */
const broken = (each) =>
  wrongCard(
    {
      key: `break ${each.id}`,
      code: String(each.id),
      title: each.what,
      of: `#${each.id} · ${of(each)}`,
      since: each.at,
      cure: each.remedy,
      watched: false,
      detail: each.reason,
    },
    may("staff") ? clearing(each) : h("p.faint", {}, said.mayClear),
  );

/**
 * @param {string} key
 * @param {string} title
 * @param {HTMLElement[]} rows
 */
const listed = (key, title, rows) => (rows.length ? card(title, { "data-key": key }, h("ul.sources", {}, rows)) : null);

/** @param {Journal} each */
function journal(each) {
  const gap = each.held < each.seen;
  return h(
    "li",
    { "data-key": `${each.venue} ${each.table} ${each.journal}`, "data-well": String(!gap) },
    h("span", {}, `${each.venue} ${each.table} `, h("span.faint", {}, said.heard(clock(each.heard_at)))),
    h(`span.chip${gap ? ".stale" : ""}`, {}, gap ? said.gap(each.held, each.seen) : said.held(each.held)),
  );
}

/** @param {Break} each */
const done = (each) =>
  each.cleared
    ? h(
        "li",
        { "data-key": String(each.id), "data-cleared": String(each.id) },
        h("span", {}, `#${each.id} · ${of(each)} · ${each.what[language]}`),
        h(
          "span.faint",
          {},
          said.clearedBy(clock(each.cleared.at), each.cleared.by.name, said.makers[each.cleared.by.kind]),
          " ",
          h("code", {}, each.cleared.by.id),
          ` · ${each.cleared.why}`,
        ),
      )
    : h("li");

/** @param {Stand} stand */
function shown({ journals, breaks, cleared }) {
  const gaps = journals.filter((each) => each.held < each.seen).length;
  const well = !gaps && !breaks.length;
  return [
    h(
      "p.verdict",
      { "data-key": "verdict", role: "status", "data-watched": String(well) },
      well ? said.whole : said.broken(breaks.length, gaps),
    ),
    ...breaks.map(broken),
    listed("journals", said.journals, journals.map(journal)) ?? h("p.faint", { "data-key": "none" }, said.none),
    listed("cleared", said.cleared, cleared.map(done)),
    h("p.faint", { "data-key": "asked" }, said.asked(clock(Date.now() / 1000))),
  ];
}

const ask = () => fetch("/api/v1/hub", { headers: bearer }).catch(() => null);

async function look() {
  const answer = await ask();
  lost.hidden = answer?.ok ?? false;
  if (answer?.ok) patch(main, shown(await answer.json()));
}

document.title = `${said.hub} · jantaku`;
document.body.append(pageBar(said.hub, { account: who() }), lost, refused, main);
const wrong = barred("referee");
const first = wrong ? null : await ask();
if (wrong) showPlace(wrong);
else if (!first?.ok) showPlace(await problemIn(first));
else {
  patch(main, shown(await first.json()));
  setInterval(look, LOOK_MS);
}
