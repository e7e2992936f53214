// A player's standing as the service reports it; all numbers of a standing derive from the same points.
import { h } from "../dom.js";
import { words } from "../words.js";

/**
 * @typedef {object} Standing
 * @property {number} points
 * @property {number} place    0 for an empty seat
 * @property {number} lead     lead over the best other player
 * @property {number[] | null} chances
 * @property {boolean} provisional   an unconfirmed result is counted as paid
 */

/** Mark of provisional points; null for settled ones. @param {Standing} standing */
export const mark = (standing) =>
  standing.provisional ? h("abbr.provisional", { title: words.provisionalWhy }, words.provisional) : null;

/** @param {Standing} standing */
export const points = (standing) => h("span.points", {}, standing.points.toLocaleString(), mark(standing));

/**
 * Riichi sticks on the table, and sticks whose taker is open because the end of a round was not observed.
 * @param {{riichi_sticks: number, sticks_open: number}} round
 */
export const sticks = (round) => h("span.sticks", {}, words.sticks(round));

/** Change of points between two standings. @param {Standing} before @param {Standing} after */
export const moved = (before, after) => after.points - before.points;

/** Occupied seats in order of place. @param {Standing[]} standings */
export const inOrder = (standings) =>
  standings.flatMap(({ place }, seat) => (place ? [seat] : [])).sort((a, b) => standings[a].place - standings[b].place);
