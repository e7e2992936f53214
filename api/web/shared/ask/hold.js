// A button for a costly act: it must be held, a tap is not enough.
import { h } from "../dom.js";
import { update } from "../patch.js";
import { words } from "../words.js";

/** How long the button must be held: longer than an accidental touch, short enough in a hurry (chosen value). */
const HOLD_MS = 700;
const ARMED_MS = 4000;

/** State by the button on the page: a redraw replaces its handlers, and with them all that they remember. */
/** @type {WeakMap<HTMLElement, number>} */
const timers = new WeakMap();
/** Buttons held long enough, whose release is no tap. @type {WeakSet<HTMLElement>} */
const held = new WeakSet();
/** @type {WeakSet<HTMLElement>} */
const armed = new WeakSet();

/** @param {HTMLElement} button */
function end(button) {
  clearTimeout(timers.get(button));
  delete button.dataset.holding;
}

/** @param {HTMLElement} button @param {() => unknown} act */
function begin(button, act) {
  end(button);
  held.delete(button);
  button.dataset.holding = "";
  timers.set(
    button,
    window.setTimeout(() => {
      held.add(button);
      end(button);
      void act();
      // Show the effect while the button is still held.
      update();
    }, HOLD_MS),
  );
}

/** @param {HTMLElement} button @param {string} text @param {() => unknown} act */
function arm(button, text, act) {
  if (armed.has(button)) return void act();
  const label = /** @type {HTMLElement} */ (button.firstChild);
  armed.add(button);
  label.textContent = words.sure;
  setTimeout(() => {
    armed.delete(button);
    if (label.textContent === words.sure) label.textContent = text;
  }, ARMED_MS);
}

/**
 * Button that must be held, by pointer or key; with an assistive tool that can only click, it must be pressed twice.
 * @param {string} text
 * @param {() => unknown} act
 * @param {import("../dom.js").Attributes} [attributes]
 */
export function hold(text, act, attributes = {}) {
  const ends = (/** @type {Event} */ { currentTarget }) => end(/** @type {HTMLElement} */ (currentTarget));
  return h(
    "button.hold",
    {
      ...attributes,
      "aria-description": words.holdIt,
      onpointerdown: ({ button, currentTarget }) => button === 0 && begin(currentTarget, act),
      onpointerup: ends,
      onpointerleave: ends,
      onpointercancel: ends,
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (!event.repeat) begin(event.currentTarget, act);
      },
      onkeyup: ends,
      onblur: ends,
      onclick: ({ detail, currentTarget }) => {
        // A click without a pointer comes from an assistive tool that cannot hold.
        if (held.delete(currentTarget)) return;
        if (detail === 0) arm(currentTarget, text, act);
        else currentTarget.dataset.hint = words.holdIt;
      },
    },
    h("span", {}, text),
  );
}
