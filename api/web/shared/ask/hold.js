// A button for a costly act: it must be held, a tap is not enough.
import { h } from "../dom.js";
import { words } from "../words.js";

/** How long the button must be held: longer than an accidental touch, short enough in a hurry (chosen value). */
const HOLD_MS = 700;
const ARMED_MS = 4000;

/**
 * Button that must be held, by pointer or key; with an assistive tool that can only click, it must be pressed twice.
 * @param {string} text
 * @param {() => unknown} act
 * @param {import("../dom.js").Attributes} [attributes]
 */
export function hold(text, act, attributes = {}) {
  let timer = 0;
  let held = false;
  const label = h("span", {}, text);
  const begin = () => {
    held = false;
    button.dataset.holding = "";
    timer = window.setTimeout(() => {
      held = true;
      end();
      void act();
    }, HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer);
    delete button.dataset.holding;
  };
  const arm = () => {
    if (button.dataset.armed) return void act();
    button.dataset.armed = "yes";
    label.textContent = words.sure;
    setTimeout(() => {
      delete button.dataset.armed;
      label.textContent = text;
    }, ARMED_MS);
  };
  /** @type {HTMLButtonElement} */
  const button = h(
    "button.hold",
    {
      ...attributes,
      "aria-description": words.holdIt,
      onpointerdown: (/** @type {PointerEvent} */ event) => event.button === 0 && begin(),
      onpointerup: end,
      onpointerleave: end,
      onpointercancel: end,
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (!event.repeat) begin();
      },
      onkeyup: end,
      onblur: end,
      onclick: (/** @type {MouseEvent} */ event) => {
        // A click without a pointer comes from an assistive tool that cannot hold.
        if (event.detail === 0 && !held) arm();
        else if (!held) button.dataset.hint = words.holdIt;
        held = false;
      },
    },
    label,
  );
  return button;
}
