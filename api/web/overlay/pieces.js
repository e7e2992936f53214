// Helpers of all parts; unchanged content keeps its elements, so that nothing flickers.
import { h, tile } from "../shared/dom.js";
/** @import { MeldView } from "jantaku/api" */

/**
 * Rebuild the content of a slot if `shown` has changed; returns true if it was rebuilt.
 * @param {HTMLElement} slot @param {unknown} shown @param {() => (Node|string|null|false)[]} build
 */
export function fill(slot, shown, build) {
  const key = JSON.stringify(shown ?? null);
  if (slot.dataset.shown === key) return false;
  slot.dataset.shown = key;
  const content = /** @type {(Node | string)[]} */ (build().filter((part) => part));
  slot.replaceChildren(...content);
  return true;
}

/** @param {HTMLElement} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Show tiles in a row; an existing tile keeps its element when it moves.
 * @param {HTMLElement} row @param {{name: string|null, classes: string}[]} wanted
 */
export function layRow(row, wanted) {
  wanted.forEach(({ name, classes }, place) => {
    const key = name ?? "back";
    const there = /** @type {HTMLElement[]} */ ([...row.children]);
    const kept = there.slice(place).find((child) => child.dataset.face === key);
    const shown = kept ?? tile(name);
    shown.dataset.face = key;
    const plain = name === null ? "tile back" : name === "?" ? "tile unknown" : "tile";
    const full = classes ? `${plain} ${classes}` : plain;
    if (shown.className !== full) shown.className = full;
    if (row.children[place] !== shown) row.insertBefore(shown, row.children[place] ?? null);
  });
  while (row.children.length > wanted.length) row.lastElementChild?.remove();
}

/** @param {string[]} names @param {string} [classes] */
export const plainTiles = (names, classes = "") => names.map((name) => ({ name, classes }));

/** A meld as on the table: the claimed tile sideways, an added tile on top of it. */
export function meld(/** @type {MeldView} */ { kind, tiles, sideways }) {
  const added = kind === "kan_added" && sideways != null;
  const laid = tiles.map((name, place) => tile(name, ...(place === sideways ? ["sideways"] : [])));
  if (!added) return h("span.meld", { "data-kind": kind }, laid);
  const pair = h("span.stack", {}, laid[sideways], tile(tiles[(sideways + 1) % tiles.length], "sideways"));
  const rest = laid.filter((_, place) => place !== sideways);
  return h("span.meld", { "data-kind": kind }, [...rest.slice(0, sideways), pair, ...rest.slice(sideways, 2)]);
}

const COUNT_MS = 900;
const isStill = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

/**
 * Animate a number from its previous value to `to`; the first value is shown at once.
 * @param {HTMLElement} element @param {number} to @param {number} [from]
 */
export function countTo(element, to, from = Number(element.dataset.number ?? to)) {
  if (element.dataset.number === String(to)) return;
  element.dataset.number = String(to);
  const begun = performance.now();
  const step = (/** @type {number} */ now) => {
    if (element.dataset.number !== String(to)) return;
    const part = isStill || from === to ? 1 : Math.min(1, Math.max(0, now - begun) / COUNT_MS);
    // Intermediate values are multiples of 100, as points are; the last one is exact.
    say(element, (part < 1 ? Math.round((from + (to - from) * part) / 100) * 100 : to).toLocaleString());
    if (part < 1) requestAnimationFrame(step);
  };
  step(begun);
}
