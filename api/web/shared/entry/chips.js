// Chips: toggle buttons in a named group.
import { h } from "../dom.js";

/**
 * A chip that is on or off; with `why` it is disabled and shows that reason.
 * @param {string} key
 * @param {string | Node} text
 * @param {boolean} on
 * @param {() => void} pick
 * @param {string} [why]
 */
export const chip = (key, text, on, pick, why) =>
  h(
    "button.pick",
    {
      "data-key": key,
      "data-pick": key,
      "aria-pressed": String(on),
      "aria-disabled": why && !on ? "true" : "false",
      title: why && !on ? why : null,
      onclick: () => (why && !on ? undefined : pick()),
    },
    text,
  );

/**
 * @param {string} key
 * @param {string} label
 * @param {import("../dom.js").Children} chips
 */
export const group = (key, label, chips) =>
  h(
    "div.picks",
    { "data-key": key, "data-group": key, role: "group", "aria-label": label },
    h("span.picks-label", {}, label),
    chips,
  );
