// The board on a wall: without input, readable from five metres; tables that do not fit are shown in turn.
import { h } from "../shared/dom.js";
import { language, words } from "../shared/words.js";
import { heading, players } from "./card.js";
import { hasStandings, standings } from "./evening.js";
import { age, isPressing, needsOf, needText, pressing } from "./needs.js";
import { venueWords } from "./words.js";

/** Grids of cards, across and down, up to the most that fit with letters of 1/27 of the screen's height: 4 x 3. */
const GRIDS = [
  [1, 1],
  [2, 1],
  [2, 2],
  [3, 2],
  [3, 3],
  [4, 3],
];
const TURN_MS = 12000;
/** Rows of standings that fit beside a heading. */
const ROWS = 12;
const NEEDS = 3;

let turn = 0;

/** @param {() => void} redraw */
export function takeTurns(redraw) {
  setInterval(() => {
    turn += 1;
    redraw();
  }, TURN_MS);
}

/** @param {number} count */
function gridFor(count) {
  const [across, down] = GRIDS.find(([one, two]) => one * two >= count) ?? GRIDS[GRIDS.length - 1];
  return innerWidth >= innerHeight ? [across, down] : [down, across];
}

/** @param {import("./needs.js").Place} place */
function wallCard(place) {
  const { table, stand, card } = place;
  const need = needsOf(place)[0];
  return h(
    "section.tile-card",
    {
      "data-table": table,
      "data-key": `table ${table}`,
      "data-need": need && isPressing(need) ? need.kind : null,
      class: `tile-card${stand.silent_since == null && stand.running ? "" : " silent"}`,
    },
    heading(place, true),
    card ? players(card, []) : h("p.trouble", {}, stand.trouble?.[language] ?? ""),
    card
      ? h(
          "footer.below",
          { "data-key": "below" },
          need
            ? h("b.need", { "data-kind": need.kind }, needText(need, card.names), " ", age(need.since, "bare"))
            : h("span.faint", {}, words.phases[card.phase] ?? card.phase),
          need || !card.round ? null : age(card.round.began, "round"),
        )
      : null,
  );
}

/** @param {import("./needs.js").Place[]} places */
const rows = (places) =>
  pressing(places)
    .slice(0, NEEDS)
    .map(({ place, need }) =>
      h(
        "li",
        { "data-kind": need.kind, "data-key": `${place.table} ${need.kind} ${need.seat ?? ""} ${need.code}` },
        h("b", {}, venueWords.table(place.table)),
        ` ${needText(need, place.card?.names ?? [])} `,
        age(need.since),
      ),
    );

/**
 * The whole wall: urgent matters, then as many tables as fit, or the standings in their turn.
 * @param {import("./needs.js").Place[]} places
 * @param {string} link
 */
export function wall(places, link) {
  const [across, down] = gridFor(places.length);
  const sheets = Math.max(1, Math.ceil(places.length / (across * down)));
  const all = sheets + (hasStandings() ? 1 : 0);
  const sheet = turn % all;
  const shown = places.slice(sheet * across * down, (sheet + 1) * across * down);
  const time = new Date().toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
  return [
    h(
      "header.wall-head",
      { "data-key": "head" },
      h("ul.pressing", { "data-key": "pressing" }, rows(places)),
      all > 1 ? h("span.faint", { "data-key": "page" }, venueWords.page(sheet + 1, all)) : null,
      link === "live" ? null : h("span.chip.stale", { "data-key": "link" }, venueWords.stale),
      h("time", { "data-key": "time" }, time),
    ),
    sheet < sheets
      ? h(
          "div.tables",
          { "data-key": "tables", "data-across": across, "data-down": down },
          places.length ? shown.map(wallCard) : h("p.faint", {}, venueWords.noTables),
        )
      : h(
          "div.evening",
          { "data-key": "evening" },
          standings(() => {}, ROWS),
        ),
  ];
}
