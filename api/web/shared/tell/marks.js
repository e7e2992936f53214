// Marks of the state of an item, readable without colour; and a line for a good state.
import { h } from "../dom.js";
import { icon } from "../parts/icons.js";

/** @typedef {"well" | "todo" | "advice" | "wrong" | "out"} Stand */
/** @type {Record<string, import("../parts/icons.js").Icon>} */
const ICONS = { well: "check", advice: "info", wrong: "warning", out: "skip" };

/**
 * The mark of a state. Screen readers skip it: the text beside it must state the same.
 * @param {Stand} stand
 * @param {string | number} [place]   content of a mark without an icon ("todo")
 */
export const mark = (stand, place = "") =>
  h("span.stand", { "data-stand": stand, "aria-hidden": "true" }, stand in ICONS ? icon(ICONS[stand]) : place);

/**
 * @param {import("../dom.js").Children} text
 * @param {import("../dom.js").Attributes} [attributes]
 * @param {string} [tag]
 */
export const good = (text, attributes = {}, tag = "p") => h(`${tag}.good`, attributes, icon("check"), text);
