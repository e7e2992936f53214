// A card: one matter on its own background, with a heading.
import { h } from "../dom.js";

/** @typedef {import("../dom.js").Children} Children */

/**
 * @param {Children} title   null: a card without a heading
 * @param {import("../dom.js").Attributes} attributes
 * @param {...Children} content
 */
export const card = (title, attributes, ...content) =>
  h("section.card", attributes, title == null ? null : h("h2", {}, title), content);
