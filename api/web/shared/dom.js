// Build elements from plain values; text is always inserted as text, never as markup.
import { tileName } from "./text/tile_names.js";

/** @typedef {Node | string | number | false | null | undefined} Piece */
/** @typedef {Piece | Piece[] | (Piece | Piece[])[] | unknown[]} Children */
/** Event passed to a handler, which is registered on its own element. @typedef {PointerEvent & KeyboardEvent & SubmitEvent & {target: HTMLInputElement, currentTarget: HTMLInputElement}} Heard */
/** @typedef {(event: Heard) => unknown} Handler */
/** @typedef {{[name: string]: unknown} & {[name: `on${string}`]: Handler | null | false | undefined}} Attributes */

/** Handlers of elements made by `h`, by event name; `patch` transfers them. @type {WeakMap<Element, Map<string, Handler>>} */
const handlers = new WeakMap();

/** @param {Event} event */
function dispatch(event) {
  const here = /** @type {Element} */ (event.currentTarget);
  return handlers.get(here)?.get(event.type)?.(/** @type {Heard} */ (event));
}

/**
 * Replace the handlers of `to` by those of `from`.
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
 * The element type of a tag with classes (`tag.class.class`).
 * @template {string} T
 * @typedef {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T]
 *   : T extends `${infer Name}.${string}` ? Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name]
 *   : HTMLElement : HTMLElement} ElementOf
 */

/**
 * Create an element from `tag.class.class` and attributes (`on…`: handlers, true: an empty attribute, false and null:
 * omitted). A button with a click handler does not submit its form.
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
 * A tile: null is face down, "?" is an unknown face.
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

/** Tile notation in sentences of the service: `5p`, `123m9s`, a red five as `0p`. */
const IN_TEXT = /((?:[0-9]+[mps]|[1-7]+z)+)(?![0-9A-Za-z])/;
const RUN = /([0-9]+)([mpsz])/g;

/**
 * A sentence of the service with its tiles drawn; each tile has its name as alternative text.
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
