// Pending results: a table whose rows open to the whole card, and one button to confirm all.
import { h } from "../../shared/dom.js";
import { language, words } from "../../shared/words.js";
import { card } from "../../shared/tell/card.js";
import { ahead, atOnce } from "../foreseen.js";
import { resultText, said } from "../words.js";
import { pendingCard } from "./results.js";
/** @import { PendingView, TableView } from "jantaku/api" */

/** Ordinals of the rounds whose card is open. @type {Set<number>} */
const opened = new Set();

/**
 * Pending results, without rounds whose end is missing.
 * @param {TableView} view
 * @returns {PendingView[]}
 */
export const waitingResults = (view) => view.pending.filter((each) => each.result.draw !== "unseen");

/**
 * Button that confirms, in order, all results without obstacles; the answer says which were left, and why.
 * @param {PendingView[]} rows
 */
function confirmAll(rows) {
  const free = rows.filter((each) => !each.obstacles.length).length;
  const confirming = atOnce("confirm_all");
  return h(
    "button.primary",
    {
      "data-key": "confirm-all",
      "data-act": "confirm-all",
      ...confirming,
      disabled: !free || confirming.disabled,
    },
    said.confirmAll(free),
  );
}

/**
 * A single pending result as its card, several as a table.
 * @param {TableView} view
 * @param {() => void} redraw
 */
export function waitingCards(view, redraw) {
  const rows = waitingResults(view);
  if (rows.length < 2) return rows.map((each) => pendingCard(view, each));
  return [
    card(
      said.waitingAll(rows.length),
      { class: "waiting", id: "waiting", "data-key": "waiting" },
      h("div.acts", {}, confirmAll(rows)),
      rows.some((each) => !each.obstacles.length) ? ahead(view, [[said.confirmShort, "confirm_all"]]) : null,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [said.roundHead, said.resultHead].map((text) => h("th", { scope: "col" }, text)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.flatMap((each) => rowOf(view, each, redraw)),
        ),
      ),
    ),
  ];
}

/**
 * @param {TableView} view
 * @param {PendingView} each
 * @param {() => void} redraw
 */
function rowOf(view, each, redraw) {
  const open = opened.has(each.ordinal);
  const flip = () => {
    if (!opened.delete(each.ordinal)) opened.add(each.ordinal);
    redraw();
  };
  const name = `${words.round(each.wind, each.number)} ${words.counters(each.counters)}`;
  const [why] = each.obstacles;
  return [
    h(
      "tr",
      { "data-key": `row-${each.ordinal}`, "data-waits": each.ordinal },
      h(
        "th",
        { scope: "row" },
        h("button.row", { "aria-expanded": String(open), "data-open": each.ordinal, onclick: flip }, name),
      ),
      // The reason is below the result, so that on a phone the result can use the full width.
      h("td", {}, resultText(each.result, view.names), why ? h("div.faint", {}, why.text[language]) : null),
    ),
    open
      ? h("tr", { "data-key": `card-${each.ordinal}` }, h("td", { colspan: 2 }, pendingCard(view, each, true)))
      : null,
  ];
}
