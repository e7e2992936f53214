// What is filled in: a control with its name, a list to choose from, and what is folded away until it is asked for.
import { h } from "../dom.js";

/** @typedef {import("../dom.js").Children} Children */

/**
 * A control with its name above it.
 * @param {string} label
 * @param {Children} control
 * @param {import("../dom.js").Attributes} [attributes]
 */
export const field = (label, control, attributes = {}) =>
  h("label.field", attributes, h("span.faint", {}, label), control);

/**
 * A field of text by the name that its form sends it under.
 * @param {string} name
 * @param {string} label
 * @param {import("../dom.js").Attributes} [attributes]
 */
export const input = (name, label, attributes = {}) => field(label, h("input", { name, ...attributes }));

/**
 * A list box with one choice.
 * @param {(readonly [string | number, string])[]} values
 * @param {string | number | null} [chosen]
 * @param {import("../dom.js").Attributes} [attributes]
 */
export const select = (values, chosen = null, attributes = {}) =>
  h(
    "select",
    attributes,
    values.map(([value, text]) => h("option", { value, "data-key": value, selected: value === chosen }, text)),
  );

/**
 * What takes no room until somebody opens it.
 * @param {Children} summary
 * @param {import("../dom.js").Attributes} attributes
 * @param {...Children} content
 */
export const fold = (summary, attributes, ...content) =>
  h("details.fold", attributes, h("summary", {}, summary), content);
