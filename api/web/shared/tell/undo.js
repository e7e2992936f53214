// The last decision with its undo button, as long as undo is possible.
import { h } from "../dom.js";
import { words } from "../words.js";
import { icon } from "../parts/icons.js";

/**
 * @param {string} text   what was decided
 * @param {number} left   seconds
 * @param {import("../dom.js").Attributes} taking   attributes of the undo button
 * @param {import("../dom.js").Attributes} [attributes]
 * @param {import("../dom.js").Children} [more]
 */
export const undoRow = (text, left, taking, attributes = {}, more = null) =>
  h(
    "div.undo",
    { id: "undo", "data-key": "undo", ...attributes },
    h("span", { role: "status" }, text),
    h(
      "button.primary",
      { "data-key": "undo-button", ...taking },
      icon("undo"),
      words.undo,
      " ",
      h("span", { id: "undo-left" }, String(left)),
    ),
    more,
  );
