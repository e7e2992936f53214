// Controls of the console: dialogs, choices, toggles, and rows of tiles to pick from.
import { h, tile } from "../shared/dom.js";
import { said } from "./words.js";

// A button that asks to be pressed twice.
export function twice(text, act, attributes = {}) {
  const button = h(
    "button",
    {
      ...attributes,
      onclick: () => {
        if (button.dataset.armed) {
          delete button.dataset.armed;
          button.textContent = text;
          return act();
        }
        button.dataset.armed = "yes";
        button.textContent = said.sure;
        setTimeout(() => {
          delete button.dataset.armed;
          button.textContent = text;
        }, 4000);
      },
    },
    text,
  );
  return button;
}

// A dialog with a heading, closed by Escape or its button and then gone.
export function dialog(title, id, ...content) {
  const box = h(
    "dialog",
    { id, "aria-label": title },
    h("header", {}, h("h2", {}, title), h("button", { onclick: () => box.close() }, said.close)),
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

export function palette(pick) {
  return h(
    "div.palette",
    { role: "group", "aria-label": said.pick },
    FACES.map((row) =>
      h(
        "div",
        {},
        row.map((name) =>
          h("button.face", { "data-face": name, "aria-label": name, onclick: () => pick(name) }, tile(name)),
        ),
      ),
    ),
  );
}

export function pickTile(title, act) {
  const box = dialog(
    title,
    "pick",
    palette((name) => {
      box.close();
      act(name);
    }),
  );
}

// One of several values, as buttons of which one is pressed.
export function choice(label, values, chosen, pick) {
  const buttons = values.map(([value, text]) =>
    h(
      "button.toggle",
      {
        "data-value": value ?? "",
        "aria-pressed": value === chosen ? "true" : "false",
        onclick: () => {
          buttons.forEach((button, place) =>
            button.setAttribute("aria-pressed", values[place][0] === value ? "true" : "false"),
          );
          pick(value);
        },
      },
      text,
    ),
  );
  return h("div.choice", { role: "group", "aria-label": label }, h("span.label", {}, label), buttons);
}

export function toggle(text, on, flip, name) {
  const button = h(
    "button.toggle",
    {
      "data-flag": name,
      "aria-pressed": on ? "true" : "false",
      onclick: () => {
        const now = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", now ? "true" : "false");
        flip(now);
      },
    },
    text,
  );
  return button;
}

// A row of tiles: a tap on one replaces or removes it, the plus adds one.
export function strip(label, tiles, changed, { most = 14, name } = {}) {
  const row = h("div.strip-row", {});
  const picking = h("div", {});
  const draw = () => {
    row.replaceChildren(
      ...tiles.map((face, place) =>
        h("button.face", { "aria-label": `${label} ${place + 1}: ${face}`, onclick: () => open(place) }, tile(face)),
      ),
      ...(tiles.length < most
        ? [h("button.plus", { "aria-label": `${label}: ${said.add}`, onclick: () => open(tiles.length) }, "+")]
        : []),
    );
  };
  const done = () => {
    picking.replaceChildren();
    draw();
    changed(tiles);
  };
  const open = (place) =>
    picking.replaceChildren(
      palette((face) => {
        tiles[place] = face;
        done();
      }),
      place < tiles.length
        ? h(
            "button",
            {
              onclick: () => {
                tiles.splice(place, 1);
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
