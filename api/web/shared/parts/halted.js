// Banner on every page of a table while the table is not followed or not recorded.
import { h } from "../dom.js";
import { language } from "../words.js";
/** @import { Text } from "jantaku/api" */

/** @param {[string, string][]} told   tables, with why */
export const haltedBox = (told) =>
  h(
    "div.halted",
    { id: "halted", role: "alert", hidden: !told.length },
    told.map(([name, why]) => h("p", { "data-table": name }, `${name}: ${why}`)),
  );

const box = haltedBox([]);
/** @type {Map<string, string>} */
const halted = new Map();

export function showHalted(/** @type {string} */ table, /** @type {Text | null} */ text) {
  if (text) halted.set(table, text[language]);
  else halted.delete(table);
  if (!box.isConnected) document.body.append(box);
  box.hidden = !halted.size;
  box.replaceChildren(...haltedBox([...halted]).childNodes);
}
