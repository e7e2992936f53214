// How a thing stands, by a mark that needs no colour; and a line that says that all is well.
import { h } from "../dom.js";
import { icon } from "../parts/icons.js";

/** @typedef {"well" | "todo" | "advice" | "wrong" | "out"} Stand */
/** @type {Record<string, import("../parts/icons.js").Icon>} */
const ICONS = { well: "check", advice: "info", wrong: "warning", out: "skip" };

/**
 * The mark of how a thing stands; its words stand beside it, as a reader passes it by.
 * @param {Stand} stand
 * @param {string | number} [place]   what one has that is still to do
 */
export const mark = (stand, place = "") =>
  h("span.stand", { "data-stand": stand, "aria-hidden": "true" }, stand in ICONS ? icon(ICONS[stand]) : place);

/**
 * @param {import("../dom.js").Children} text
 * @param {import("../dom.js").Attributes} [attributes]
 * @param {string} [tag]
 */
export const good = (text, attributes = {}, tag = "p") => h(`${tag}.good`, attributes, icon("check"), text);
