// Build elements from plain values; every text goes in as text, never as markup.
import { tileName } from "./text/tile_names.js";

/** @typedef {Node | string | number | false | null | undefined} Piece */
/** @typedef {Piece | Piece[] | (Piece | Piece[])[] | unknown[]} Children */
/** What a handler hears; it sits on the element that it is about. @typedef {PointerEvent & KeyboardEvent & SubmitEvent & {target: HTMLInputElement, currentTarget: HTMLInputElement}} Heard */
/** @typedef {(event: Heard) => unknown} Handler */
/** @typedef {{[name: string]: unknown} & {[name: `on${string}`]: Handler | null | false | undefined}} Attributes */

/** Handlers of elements that `h` made, by the event's name; `patch` hands them on. @type {WeakMap<Element, Map<string, Handler>>} */
const handlers = new WeakMap();

/** @param {Event} event */
function dispatch(event) {
  const here = /** @type {Element} */ (event.currentTarget);
  return handlers.get(here)?.get(event.type)?.(/** @type {Heard} */ (event));
}

/**
 * The handlers of `from` become those of `to`, in place of what it had.
 * @param {Element} to
 * @param {Element} from
 */
export function takeHandlers(to, from) {
  const news = handlers.get(from) ?? new Map();
  const known = handlers.get(to) ?? new Map();
  for (const name of news.keys()) if (!known.has(name)) to.addEventListener(name, dispatch);
  for (const name of known.keys()) if (!news.has(name)) to.removeEventListener(name, dispatch);
  handlers.set(to, news);
}

/**
 * The element that a tag with its classes names.
 * @template {string} T
 * @typedef {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T]
 *   : T extends `${infer Name}.${string}` ? Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name]
 *   : HTMLElement : HTMLElement} ElementOf
 */

/**
 * An element: `tag.class.class`, attributes (`on…` are handlers, true is an empty attribute, false and null none). A button
 * with a handler sends no form.
 * @template {string} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Children} children
 * @returns {ElementOf<T>}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = /** @type {ElementOf<T>} */ (document.createElement(name));
  if (classes.length) element.className = classes.join(" ");
  if (name === "button" && attributes.onclick) element.setAttribute("type", "button");
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else if (key.startsWith("on")) {
      const own = handlers.get(element) ?? new Map();
      handlers.set(element, own.set(key.slice(2), value));
      element.addEventListener(key.slice(2), dispatch);
    } else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, String(value));
  }
  const all = /** @type {Piece[]} */ (/** @type {unknown[]} */ (children).flat(Infinity));
  for (const child of all)
    if (child != null && child !== false) element.append(child instanceof Node ? child : String(child));
  return element;
}

/**
 * A tile face up; null lies face down, "?" is unknown.
 * @param {string | null} name
 * @param {...string} classes
 */
export function tile(name, ...classes) {
  if (!name) return h(`span.${["tile", "back", ...classes].join(".")}`);
  if (name === "?") return h(`span.${["tile", "unknown", ...classes].join(".")}`);
  return h(
    `span.${["tile", ...classes].join(".")}`,
    { "data-tile": name },
    h("img", { src: `/static/tiles/all.svg#${name}`, alt: tileName(name), draggable: "false" }),
  );
}

/**
 * @param {(string | null)[]} names
 * @param {...string} classes
 */
export function tiles(names, ...classes) {
  return h(
    `span.${["tiles", ...classes].join(".")}`,
    {},
    names.map((name) => tile(name)),
  );
}

/** Tiles as the service writes them in a sentence: `5p`, `123m9s`, a red five as `0p`. */
const IN_TEXT = /((?:[0-9]+[mps]|[1-7]+z)+)(?![0-9A-Za-z])/;
const RUN = /([0-9]+)([mpsz])/g;

/**
 * A sentence of the service with its tiles drawn, each read out by its name.
 * @param {string} text
 */
export const withTiles = (text) =>
  text.split(IN_TEXT).map((part, place) =>
    place % 2
      ? h(
          "span.tiles.said",
          {},
          [...part.matchAll(RUN)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => tile(rank + suit))),
        )
      : part,
  );

/** @param {number} value */
export const signed = (value) => (value > 0 ? `+${value.toLocaleString()}` : value.toLocaleString());
