// Choices by a tap: one of several values, or a toggle.
import { h } from "../dom.js";

/**
 * A row of buttons to choose one value; the chosen button has aria-pressed.
 * @template V
 * @param {string} label
 * @param {[V, string][]} values
 * @param {V} chosen
 * @param {(value: V) => void} pick
 * @param {string} [unseen]   accessible name of the group if there is no visible label
 */
export function choice(label, values, chosen, pick, unseen = label) {
  const buttons = values.map(([value, text]) =>
    h(
      "button.toggle",
      {
        "data-value": value ?? "",
        "aria-pressed": String(value === chosen),
        onclick: () => {
          buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(values[place][0] === value)));
          pick(value);
        },
      },
      text,
    ),
  );
  return h(
    "div.choice",
    { role: "group", "aria-label": label || unseen },
    label ? h("span.label", {}, label) : null,
    buttons,
  );
}

/**
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} flip
 * @param {string} name
 */
export function toggle(text, on, flip, name) {
  const button = h(
    "button.toggle",
    {
      "data-flag": name,
      "aria-pressed": String(on),
      onclick: () => {
        const now = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(now));
        flip(now);
      },
    },
    text,
  );
  return button;
}
