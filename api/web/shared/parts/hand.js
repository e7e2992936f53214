// Tiles of one player as on the table: a meld with its sideways tile, a hand with the last tile separate.
import { h, tile } from "../dom.js";

/** @typedef {{tiles: (string | null)[], sideways?: number | null}} Meld */

/** @param {Meld} meld */
export const meld = ({ tiles, sideways }) =>
  h(
    "span.tiles.called-meld",
    {},
    tiles.map((name, place) => tile(name, ...(place === sideways ? ["sideways"] : []))),
  );

/**
 * @param {(string | null)[]} concealed
 * @param {string | null | undefined} apart
 * @param {Meld[]} [melds]
 */
export const hand = (concealed, apart, melds = []) =>
  h(
    "span.tiles",
    {},
    concealed.map((name) => tile(name)),
    apart ? tile(apart, "apart") : null,
    melds.map(meld),
  );
