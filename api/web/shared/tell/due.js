// A row for a matter that waits for a person: its text and its button.
import { h } from "../dom.js";

/**
 * @param {string} due   kind of the matter
 * @param {"" | "alarm" | "good"} tone
 * @param {import("../dom.js").Children} content
 * @param {string} [key]   unique key, if several of the kind can wait
 */
export const dueRow = (due, tone, content, key = due) =>
  h("div.due-row", { "data-key": key, "data-due": due, class: tone }, content);
