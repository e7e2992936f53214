// One line above whatever is open: what became of an act, with the button of what helps where there is one.
import { h } from "../dom.js";
import { timesChip } from "../parts/counted.js";

const NOTICE_MS = 8000;
/** So long a notice with a button stays. */
const ACT_MS = 30_000;
/**
 * @param {string} text
 * @param {number} times   how often it was told
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
 * @param {Node | null} [act]   a button for what it asks for; it stays until then
 */
export function tell(text, act = null) {
  const again = text === telling.text && notice.matches(":popover-open");
  telling = { text, times: again ? telling.times + 1 : 1 };
  notice.replaceChildren(...noticeBox(text, telling.times, act).childNodes);
  // Outside a dialog nothing can be pressed while it is open.
  ((act && openDialogs().at(-1)) || document.body).append(notice);
  // Shown anew each time, so that it lies above whatever dialog is open.
  if (notice.matches(":popover-open")) notice.hidePopover();
  notice.showPopover();
  clearTimeout(hiding);
  hiding = window.setTimeout(hideNotice, act ? ACT_MS : NOTICE_MS);
}

export function hideNotice() {
  if (notice.matches(":popover-open")) notice.hidePopover();
}
