// The table at one step: four seats around the middle, every tile upright for reading.
import { h, tile, tiles } from "../shared/dom.js";
import { meld } from "../shared/parts/hand.js";
import { points, sticks } from "../shared/parts/standing.js";
import { words } from "../shared/words.js";
import { said } from "./words.js";
/** @import { PublicTableView } from "jantaku/api" */

/** @typedef {{tile: string, sideways: boolean, called: boolean}} Discard */
/** @typedef {{tiles: (string|null)[], sideways: number|null}} Meld */
/**
 * @typedef {object} Place
 * @property {number} seat
 * @property {string} name
 * @property {string} wind
 * @property {import("../shared/parts/standing.js").Standing} standing
 * @property {boolean} riichi
 * @property {Discard[]} river
 * @property {Meld[]} melds
 * @property {number} tiles_standing
 * @property {string[]} shown
 * @property {string|null} apart
 */

/** @param {Place} place @param {boolean} acted whether the newest discard is this step's */
function river(place, acted) {
  return h(
    "div.river",
    {},
    place.river.map((discard, number) =>
      tile(
        discard.tile,
        ...(discard.sideways ? ["sideways"] : []),
        ...(discard.called ? ["called"] : []),
        ...(acted && number === place.river.length - 1 ? ["now"] : []),
      ),
    ),
  );
}

/** @param {Place} place */
function hand(place) {
  const shown = place.shown.length
    ? [...place.shown.map((name) => tile(name)), place.apart ? tile(place.apart, "apart") : null]
    : Array.from({ length: place.tiles_standing }, () => tile(null));
  return h("div.hand", {}, h("span.tiles", {}, shown), place.melds.map(meld));
}

/**
 * @param {PublicTableView} view the table's view after the step
 * @param {{act: string, seat: number|null}} step
 */
export function tableAt(view, step) {
  const round = view.round;
  const places = view.seats.map((/** @type {Place} */ place) =>
    h(
      place.seat === step.seat ? "section.place.acting" : "section.place",
      { "data-seat": place.seat, "aria-label": place.name },
      h(
        "h3",
        {},
        h(place.seat === round?.dealer ? "span.wind.dealer" : "span.wind", {}, words.winds[place.wind]),
        h("span.name", {}, place.name),
        place.riichi ? h("span.stick", { title: said.act.riichi }) : null,
        points(place.standing),
      ),
      river(place, step.act === "discard" && place.seat === step.seat),
      hand(place),
    ),
  );
  const middle = h(
    "section.middle",
    {},
    h("strong", {}, round ? words.round(round.wind, round.number) : ""),
    h("span", {}, round ? [`${words.counters(round.counters)} · `, sticks(round)] : null),
    h("span.dora", {}, tiles(view.dora_indicators)),
    view.tiles_left == null ? null : h("span.faint", {}, words.left(view.tiles_left)),
  );
  return h("div.table", {}, places, middle);
}
