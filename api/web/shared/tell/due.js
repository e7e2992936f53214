// What waits for a person, in one line: what it is, and the one tap for it.
import { h } from "../dom.js";

/**
 * @param {string} due   the kind of what waits
 * @param {"" | "alarm" | "good"} tone
 * @param {import("../dom.js").Children} content
 * @param {string} [key]   where several of the kind may wait
 */
export const dueRow = (due, tone, content, key = due) =>
  h("div.due-row", { "data-key": key, "data-due": due, class: tone }, content);
