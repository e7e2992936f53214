// Undo of the last decision, shown where the decision was made; HOMES and SEATS map a decision's place to the page.
import { undoRow } from "../shared/tell/undo.js";
import { language, words } from "../shared/words.js";
import { fold } from "../shared/ask/fields.js";
import { ahead, atOnce } from "./foreseen.js";
import { said } from "./words.js";
import { card } from "../shared/tell/card.js";
/** @import { TableView } from "jantaku/api" */

/** Per kind of place: selectors of its card, and of similar cards before which undo is shown if the card is gone. */
const HOMES = {
  fault: (/** @type {unknown} */ _, /** @type {string} */ id) => [`[data-id="${id}"]`, "[data-fault]"],
  result: (/** @type {TableView} */ view, /** @type {string} */ ordinal) =>
    view.round?.ordinal === Number(ordinal) ? ["#result", "[id^=pending-]"] : [`#pending-${ordinal}`, "[id^=pending-]"],
  question: (/** @type {unknown} */ _, /** @type {string} */ id) => [`[data-question="${id}"]`, "[data-question]"],
  results: () => ["#waiting", "[id^=pending-]"],
  seats: () => ["#seating", "#seating"],
  dice: () => ["#dice-said", "#dice-said"],
};
/** Per kind of place on the board: the seat of the player's panel that shows undo. */
const SEATS = {
  seat: (/** @type {unknown} */ _, /** @type {string} */ seat) => Number(seat),
  discard: (/** @type {TableView} */ view, /** @type {string} */ index) =>
    view.seats.find((seat) => seat.river.some((each) => each.index === Number(index)))?.seat,
};

/**
 * Seconds in which the last decision can still be undone; 0 where there is none.
 * @param {TableView} view
 */
const left = (view) =>
  view?.undo
    ? Math.max(0, Math.min(view.undo.until - view.undo.at, Math.ceil(view.undo.until - Date.now() / 1000)))
    : 0;

/** @param {TableView} view @param {string} place */
export const isJustDecided = (view, place) => left(view) > 0 && view.undo?.place === place;

/** @param {TableView} view */
const row = (view) =>
  undoRow(
    view.undo?.text[language] ?? "",
    left(view),
    atOnce("undo"),
    { "data-place": view.undo?.place },
    folded(ahead(view, [[words.undo, "undo"]])),
  );

// The changes that undo would make, folded.
/** @param {HTMLElement | null} told */
const folded = (told) => told && fold(said.whatChanges, { "data-key": "undo-ahead" }, told);

/** Update the seconds shown. @param {TableView} view @returns {boolean} true if the time has run out */
export function countDown(view) {
  const shown = document.querySelector("#undo-left");
  if (shown) shown.textContent = String(left(view));
  return Boolean(shown) && left(view) === 0;
}

/**
 * Cards with undo added to the card of the decision, or in the place of that card if it is gone.
 * @param {TableView} view
 * @param {(HTMLElement | null)[]} cards
 * @returns {(HTMLElement | null)[]}
 */
export function cardsWithUndo(view, cards) {
  if (!left(view)) return cards;
  const [kind, number] = (view.undo?.place ?? "").split(" ");
  const home = HOMES[/** @type {keyof typeof HOMES} */ (kind)]?.(view, number);
  if (!home) return cards;
  const due = cards.find((each) => each?.matches(home[0]));
  if (due) {
    due.append(row(view));
    return cards;
  }
  const before = cards.findIndex((each) => each?.matches(home[1]));
  return cards.toSpliced(Math.max(0, before), 0, card(null, { class: "done", "data-key": "done" }, row(view)));
}

/**
 * Players' panels with undo added to the panel of the player whose tile or riichi was decided.
 * @param {TableView} view
 * @param {HTMLElement[]} panels
 */
export function panelsWithUndo(view, panels) {
  if (!left(view)) return panels;
  const [kind, number] = (view.undo?.place ?? "").split(" ");
  const seat = SEATS[/** @type {keyof typeof SEATS} */ (kind)]?.(view, number);
  panels.find((each) => each.dataset.player === String(seat))?.append(row(view));
  return panels;
}

/**
 * Undo for the bar above, if the decision has no place of its own on the page; else null.
 * @param {TableView} view
 */
export function elsewhere(view) {
  if (!left(view)) return null;
  const [kind, number] = (view.undo?.place ?? "").split(" ");
  const seat = SEATS[/** @type {keyof typeof SEATS} */ (kind)]?.(view, number);
  return kind in HOMES || seat != null ? null : row(view);
}
