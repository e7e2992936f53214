// A notice above everything on the page: the outcome of an act, with a button if there is a next step.
import { h } from "../dom.js";
import { timesChip } from "../parts/counted.js";

const NOTICE_MS = 8000;
/** Display time of a notice with a button. */
const ACT_MS = 30_000;
/**
 * @param {string} text
 * @param {number} times   how often the notice was repeated
 * @param {Node | null} act
 */
export const noticeBox = (text, times, act) =>
  h(
    "div",
    { id: "notice", role: "status", "aria-live": "polite" },
    [text, timesChip(times), act].filter((each) => each != null).flatMap((each) => [each, " "]),
  );

const notice = noticeBox("", 0, null);
notice.popover = "manual";
let hiding = 0;
let telling = { text: "", times: 0 };

export const openDialogs = () => /** @type {HTMLDialogElement[]} */ ([...document.querySelectorAll("dialog[open]")]);

/**
 * @param {string} text
 * @param {Node | null} [act]   button of the next step; the notice then stays for ACT_MS
 */
export function tell(text, act = null) {
  const again = text === telling.text && notice.matches(":popover-open");
  telling = { text, times: again ? telling.times + 1 : 1 };
  notice.replaceChildren(...noticeBox(text, telling.times, act).childNodes);
  // While a modal dialog is open, only buttons inside it can be pressed.
  ((act && openDialogs().at(-1)) || document.body).append(notice);
  // Show it again each time, so that it is above any open dialog.
  if (notice.matches(":popover-open")) notice.hidePopover();
  notice.showPopover();
  clearTimeout(hiding);
  hiding = window.setTimeout(hideNotice, act ? ACT_MS : NOTICE_MS);
}

export function hideNotice() {
  if (notice.matches(":popover-open")) notice.hidePopover();
}
