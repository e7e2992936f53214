// Tile picker: all faces, to choose one.
import { h, tile } from "../dom.js";
import { tileName } from "../text/tile_names.js";
import { words } from "../words.js";
import { dialog } from "./dialog.js";

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
    { role: "group", "aria-label": words.pick },
    FACES.map((row) =>
      h(
        "div.palette-row",
        {},
        row.map((name) =>
          h("button.face", { "data-face": name, "aria-label": tileName(name), onclick: () => pick(name) }, tile(name)),
        ),
      ),
    ),
  );

/**
 * @param {string} title
 * @param {(face: string) => void} act
 * @param {import("../dom.js").Children} [above]
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
  return box;
}
