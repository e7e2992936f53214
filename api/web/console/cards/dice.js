// Entry of the dice by a person, for when neither table nor camera has read them.
import { h } from "../../shared/dom.js";
import { language, onLanguage, words } from "../../shared/words.js";
import { claim } from "../claims.js";
import { choice } from "../../shared/ask/choices.js";
/** @import { TableView } from "jantaku/api" */

const WORDS = {
  ja: {
    title: "出目の入力",
    hint: "卓やカメラから出目が分からないとき、見えた目を入力します。",
    die: (/** @type {number} */ number) => `${number}個目`,
    enter: "入力",
  },
  en: {
    title: "Enter the dice",
    hint: "Where neither table nor camera can tell: the pips as you see them.",
    die: (/** @type {number} */ number) => `Die ${number}`,
    enter: "Enter",
  },
};
let said = WORDS[language];
onLanguage(() => {
  said = WORDS[language];
});
/** @type {[number, string][]} */
const PIPS = [1, 2, 3, 4, 5, 6].map((pips) => [pips, String(pips)]);

export const diceDue = (/** @type {TableView} */ view) => ["walls_up", "dice"].includes(view.phase);

export function diceCard(/** @type {TableView} */ view) {
  const dice = view.round?.dice ?? [];
  /** @type {(number | null)[]} */
  const pips = [null, null];
  const enter = h(
    "button.primary",
    { "data-act": "state-dice", onclick: () => pips.every(Boolean) && claim("state_dice", { pips }) },
    said.enter,
  );
  // Folded, since table and camera usually report the dice.
  return h(
    "details.card",
    { id: "dice-said", "data-keep": dice.join() },
    h("summary", {}, said.title),
    h("p.faint", {}, said.hint),
    dice.length ? h("p", {}, `${words.dice} ${dice.join(" + ")}`) : null,
    pips.map((_, die) =>
      choice(said.die(die + 1), PIPS, /** @type {number | null} */ (null), (value) => {
        pips[die] = value;
      }),
    ),
    h("div.acts", {}, enter),
  );
}
