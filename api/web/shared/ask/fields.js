// Form fields: a control with its label, a list box, and folded content.
import { h } from "../dom.js";

/** @typedef {import("../dom.js").Children} Children */

/**
 * A control with its label above it.
 * @param {string} label
 * @param {Children} control
 * @param {import("../dom.js").Attributes} [attributes]
 */
export const field = (label, control, attributes = {}) =>
  h("label.field", attributes, h("span.faint", {}, label), control);

/**
 * A labelled text field with its name in the form.
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
 * Content that is folded until a person opens it.
 * @param {Children} summary
 * @param {import("../dom.js").Attributes} attributes
 * @param {...Children} content
 */
export const fold = (summary, attributes, ...content) =>
  h("details.fold", attributes, h("summary", {}, summary), content);
