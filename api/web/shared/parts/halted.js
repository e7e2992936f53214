// A table that is not followed or not recorded now is told on every page that shows it, until it is again.
import { h } from "../dom.js";
import { language } from "../words.js";
/** @import { Text } from "jantaku/api" */

const box = h("div.halted", { id: "halted", role: "alert", hidden: true });
const halted = new Map();

export function showHalted(/** @type {string} */ table, /** @type {Text | null} */ text) {
  if (text) halted.set(table, text[language]);
  else halted.delete(table);
  if (!box.isConnected) document.body.append(box);
  box.hidden = !halted.size;
  box.replaceChildren(...[...halted].map(([name, told]) => h("p", { "data-table": name }, `${name}: ${told}`)));
}
