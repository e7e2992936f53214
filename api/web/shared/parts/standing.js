// How a player stands, as the service tells it: every number of one standing is of the same points.
import { h } from "../dom.js";
import { words } from "../words.js";

/**
 * @typedef {object} Standing
 * @property {number} points
 * @property {number} place    0 for an empty seat
 * @property {number} lead     above the best other
 * @property {number[] | null} chances
 * @property {boolean} provisional   a result that nobody has confirmed counts as paid
 */

/** The mark of points that are not settled yet; nothing beside settled ones. @param {Standing} standing */
export const mark = (standing) =>
  standing.provisional ? h("abbr.provisional", { title: words.provisionalWhy }, words.provisional) : null;

/** @param {Standing} standing */
export const points = (standing) => h("span.points", {}, standing.points.toLocaleString(), mark(standing));

/**
 * Riichi sticks on the table, and those whose taker only the end of a round tells that nobody saw.
 * @param {{riichi_sticks: number, sticks_open: number}} round
 */
export const sticks = (round) => h("span.sticks", {}, words.sticks(round));

/** Points moved between two standings. @param {Standing} before @param {Standing} after */
export const moved = (before, after) => after.points - before.points;

/** Seats that somebody sits on, the first place first. @param {Standing[]} standings */
export const inOrder = (standings) =>
  standings.flatMap(({ place }, seat) => (place ? [seat] : [])).sort((a, b) => standings[a].place - standings[b].place);
