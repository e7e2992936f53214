// Matters that wait for a person, over all tables, the most urgent first.
import { minutes } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { fold } from "../shared/ask/fields.js";
import { json, said } from "../shared/http.js";
import { may } from "../shared/session.js";
import { language, words } from "../shared/words.js";
import { playerName, venueWords } from "./words.js";
/** @import { CardView, NeedView, PublicCardView, PublicStandView, StandView } from "jantaku/api" */

/** The public view of a table, with the additional fields for staff. @typedef {PublicCardView & Partial<CardView>} Card */
/** @typedef {{table: string, stand: PublicStandView & Partial<StandView>, card?: Card}} Place */

/** Ages beyond this come from a clock that differs from this one. */
const SENSIBLE_S = 86400;
/** Maximum number of rows in the strip; the cards show all. */
const MOST = 6;
/** Kinds that are not urgent. */
const NOTES = new Set(["note", "answered"]);

/** @param {string} table */
export const addressOf = (table) => `/api/v1/tables/${encodeURIComponent(table)}`;

/**
 * Matters that wait at one table, the most urgent first.
 * @param {Place} place
 * @returns {NeedView[]}
 */
export const needsOf = ({ card }) =>
  card ? [...card.needs, ...(card.waits ?? [])].sort((one, two) => one.rank - two.rank) : [];

/** @param {NeedView} need */
export const isPressing = (need) => !NOTES.has(need.kind);

/**
 * Age of a waiting matter, updated by `count`.
 * @param {number | null} since
 * @param {string} how   key of its text
 */
export const age = (since, how = "since") =>
  since != null && Math.abs(Date.now() / 1000 - since) < SENSIBLE_S
    ? h("span.age", { "data-since": since, "data-how": how }, venueWords.ages[how](minutes(Date.now() / 1000 - since)))
    : null;

/** Update every age on the page without a redraw. */
export function count() {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-since]"))) {
    const text = venueWords.ages[each.dataset.how ?? "since"](minutes(Date.now() / 1000 - Number(each.dataset.since)));
    if (each.textContent !== text) each.textContent = text;
  }
}

/**
 * @param {NeedView} need
 * @param {readonly string[]} names
 */
export function needText(need, names) {
  const seat = need.seat == null ? "" : `${playerName(names[need.seat] ?? "ABCD"[need.seat])}: `;
  return `${seat}${need.text[language]}${need.by ? ` (${need.by})` : ""}`;
}

/**
 * Button to answer or close a call, for referees.
 * @param {string} table
 * @param {NeedView} need
 * @param {(trouble: string) => void} told
 */
export function callAct(table, need, told) {
  if (!may("referee") || !["call", "answered"].includes(need.kind)) return null;
  const [method, text] = need.kind === "call" ? ["PUT", words.going] : ["DELETE", words.settled];
  const act = async () => {
    const answer = await json(method, `${addressOf(table)}/calls?seat=${"ABCD"[need.seat ?? 0]}`).catch(() => null);
    told(answer?.ok || answer?.status === 404 ? "" : answer ? await said(answer, language) : venueWords.failed);
  };
  const kind = need.kind === "call" ? "button.primary" : "button";
  return h(kind, { "data-act": method === "PUT" ? "answer-call" : "settle-call", onclick: act }, text);
}

/** Urgent matters of all tables, the most urgent first. @param {Place[]} places */
export const pressing = (places) =>
  places
    .flatMap((place) =>
      needsOf(place)
        .filter(isPressing)
        .map((need) => ({ place, need })),
    )
    .sort((one, two) => one.need.rank - two.need.rank || (one.need.since ?? 0) - (two.need.since ?? 0));

/**
 * The strip of urgent matters above the cards.
 * @param {Place[]} places
 * @param {(trouble: string) => void} told
 */
export function helpStrip(places, told) {
  const rows = pressing(places);
  if (!rows.length) return [h("p.calm.faint", { "data-key": "calm" }, venueWords.calm)];
  const list = (/** @type {typeof rows} */ some) =>
    h(
      "ol.help-rows",
      { "data-key": "rows", "aria-label": venueWords.help },
      some.map(({ place, need }) =>
        h(
          "li.help",
          {
            "data-kind": need.kind,
            "data-of": place.table,
            "data-key": `${place.table} ${need.kind} ${need.seat ?? ""} ${need.since ?? ""} ${need.code}`,
          },
          h("b.where", {}, venueWords.table(place.table)),
          h("span.what", {}, needText(need, place.card?.names ?? []), " ", age(need.since)),
          callAct(place.table, need, told) ??
            (may("referee") ? h("a.act", { href: `/tables/${encodeURIComponent(place.table)}` }, venueWords.go) : null),
        ),
      ),
    );
  const rest = rows.slice(MOST);
  return [
    list(rows.slice(0, MOST)),
    rest.length ? fold(venueWords.more(rest.length), { "data-key": "more" }, list(rest)) : null,
  ];
}
