// Controls of the console: dialogs, choices, buttons that are held, and rows of tiles to pick from.
import { h, tile } from "../shared/dom.js";
import { tileName } from "../shared/text/tile_names.js";
import { said } from "./words.js";

/** How long a costly act is held; long enough not to happen by a touch, short enough for a hurry (chosen). */
const HOLD_MS = 700;
const ARMED_MS = 4000;

/**
 * A costly act: pressed and held, by finger or key; whoever's aid only clicks presses twice.
 * @param {string} text
 * @param {() => unknown} act
 * @param {Record<string, any>} [attributes]
 */
export function hold(text, act, attributes = {}) {
  let timer = 0;
  let held = false;
  /** @type {HTMLButtonElement} */
  const button = h("button.hold", {
    type: "button",
    ...attributes,
    "aria-description": said.holdIt,
    onpointerdown: (/** @type {PointerEvent} */ event) => event.button === 0 && begin(),
    onpointerup: () => end(),
    onpointerleave: () => end(),
    onpointercancel: () => end(),
    oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (!event.repeat) begin();
    },
    onkeyup: () => end(),
    onblur: () => end(),
    onclick: (/** @type {MouseEvent} */ event) => {
      // A click without a pointer comes from an aid that cannot hold.
      if (event.detail === 0 && !held) arm();
      else if (!held) button.dataset.hint = said.holdIt;
      held = false;
    },
  });
  button.append(h("span", {}, text));
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
    /** @type {HTMLElement} */ (button.firstChild).textContent = said.sure;
    setTimeout(() => {
      delete button.dataset.armed;
      /** @type {HTMLElement} */ (button.firstChild).textContent = text;
    }, ARMED_MS);
  };
  return button;
}

/**
 * A dialog with a heading, closed by Escape or its button and then gone; on a phone a sheet from below.
 * @param {string} title
 * @param {string} id
 * @param {...import("../shared/dom.js").Children} content
 */
export function dialog(title, id, ...content) {
  /** @type {HTMLDialogElement} */
  const box = h(
    "dialog",
    { id, "aria-label": title },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button", { type: "button", "data-act": "close", onclick: () => box.close() }, said.close),
    ),
    h("div.content", {}, content),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

const FACES = [
  "1m 2m 3m 4m 5m 6m 7m 8m 9m 0m",
  "1p 2p 3p 4p 5p 6p 7p 8p 9p 0p",
  "1s 2s 3s 4s 5s 6s 7s 8s 9s 0s",
  "1z 2z 3z 4z 5z 6z 7z",
].map((row) => row.split(" "));

/** @param {(face: string) => void} pick */
export const palette = (pick) =>
  h(
    "div.palette",
    { role: "group", "aria-label": said.pick },
    FACES.map((row) =>
      h(
        "div.palette-row",
        {},
        row.map((name) =>
          h(
            "button.face",
            { type: "button", "data-face": name, "aria-label": tileName(name), onclick: () => pick(name) },
            tile(name),
          ),
        ),
      ),
    ),
  );

/**
 * @param {string} title
 * @param {(face: string) => void} act
 * @param {import("../shared/dom.js").Children} [above]
 */
export function pickTile(title, act, above = null) {
  const box = dialog(
    title,
    "pick",
    above,
    palette((name) => {
      box.close();
      act(name);
    }),
  );
}

/**
 * One of several values, as buttons of which one is pressed.
 * @template V
 * @param {string} label
 * @param {[V, string][]} values
 * @param {V} chosen
 * @param {(value: V) => void} pick
 */
export function choice(label, values, chosen, pick) {
  const buttons = values.map(([value, text]) =>
    h(
      "button.toggle",
      {
        type: "button",
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
  return h("div.choice", { role: "group", "aria-label": label || said.pick }, h("span.label", {}, label), buttons);
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
      type: "button",
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

/**
 * A row of tiles: a tap on one replaces or removes it, the plus adds one.
 * @param {string} label
 * @param {string[]} faces
 * @param {{most: number, name: string}} how
 */
export function strip(label, faces, { most, name }) {
  const row = h("div.strip-row", {});
  const picking = h("div", {});
  const draw = () => {
    row.replaceChildren(
      ...faces.map((face, place) =>
        h(
          "button.face",
          { type: "button", "aria-label": `${label} ${place + 1}: ${tileName(face)}`, onclick: () => open(place) },
          tile(face),
        ),
      ),
      ...(faces.length < most
        ? [
            h(
              "button.plus",
              { type: "button", "aria-label": `${label}: ${said.add}`, onclick: () => open(faces.length) },
              "+",
            ),
          ]
        : []),
    );
  };
  const done = () => {
    picking.replaceChildren();
    draw();
  };
  /** @param {number} place */
  const open = (place) =>
    picking.replaceChildren(
      palette((face) => {
        faces[place] = face;
        done();
      }),
      place < faces.length
        ? h(
            "button",
            {
              type: "button",
              onclick: () => {
                faces.splice(place, 1);
                done();
              },
            },
            said.remove,
          )
        : "",
    );
  draw();
  return h("div.strip", { "data-strip": name }, h("span.label", {}, label), row, picking);
}
